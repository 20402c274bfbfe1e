/** Reads COSE receipts with an independent implementation. */
import { createPublicKey, verify, type KeyObject } from "node:crypto";
import * as independent from "@transmute/cose";

/** Node's Ed25519 over COSE's Sig_structure, which the independent implementation's CBOR encodes. */
function verifierOf(key: KeyObject) {
  return {
    verify: async ({
      coseSign1,
      payload,
    }: {
      coseSign1: ArrayBuffer | Uint8Array;
      payload: ArrayBuffer | Uint8Array;
    }) => {
      const [header, , , signature] = independent.cbor.decode(coseSign1).value;
      // As buffers: this encoder tags other arrays of bytes.
      const [aad, root] = [Buffer.alloc(0), Buffer.from(payload as Uint8Array)];
      const signed = independent.cbor.encode(["Signature1", Buffer.from(header), aad, root]);
      if (!verify(null, new Uint8Array(signed), key, signature)) throw new Error("wrong signature");
      return payload;
    },
  };
}

/** Returns the key object of an Ed25519 public key (32 bytes). */
export function ed25519Key(publicKey: Uint8Array): KeyObject {
  const x = Buffer.from(publicKey).toString("base64url");
  return createPublicKey({ format: "jwk", key: { kty: "OKP", crv: "Ed25519", x } });
}

/** Returns the root, in hex, that the independent implementation computes and finds signed. */
export async function independentRoot(
  { leaf, receipt }: { readonly leaf: Uint8Array; readonly receipt: Uint8Array },
  key: KeyObject,
): Promise<string> {
  const entry = await independent.receipt.leaf(leaf);
  const verifier = verifierOf(key) as never;
  const root = await independent.receipt.inclusion.verify({ entry, receipt: receipt as never, verifier });
  return Buffer.from(root as never).toString("hex");
}
