import { secp256k1 } from "@noble/curves/secp256k1.js";
import { assertGiven } from "../../base/options.ts";
import { addressOf, recoverSigner, type DigestSigner } from "../signature.ts";
import { concat, equalBytes, uintToBytes } from "../../base/bytes.ts";
import { fromHex, toHex, type Hex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";

/** A signer whose signatures are in DER, as key management services and hardware modules give them. */
export type DerSignerOptions = Pick<DigestSigner, "concurrency" | "timeout"> & {
  /** The key's SubjectPublicKeyInfo in DER (RFC 5480): uncompressed, of secp256k1. */
  readonly publicKey: Uint8Array;
  /** An ECDSA signature over a digest of 32 bytes that is hashed no further, in DER (RFC 3279, section 2.2.3). */
  readonly sign: (digest: Uint8Array) => Promise<Uint8Array>;
};

/**
 * Makes a signer from one whose signatures are in DER. A high s is replaced by the low one (EIP-2), and the parity that
 * DER has no room for is found by recovering the key.
 *
 * @throws AnchorlogError `bad_key` if the public key is not on secp256k1. Signing rejects with `bad_signature` if
 *   `sign` returns anything but a signature by this key.
 * @example
 * const receiptKey = derSigner({ publicKey: spki, sign: (digest) => hsm.sign("receipts", digest) })
 * const anchorlog = await openAnchorlog({ ...options, keys: { ...keys, receiptKey } })
 */
export function derSigner(options: DerSignerOptions): DigestSigner {
  assertGiven("derSigner", options, "publicKey", "sign()");
  const { publicKey, sign, ...limits } = options;
  const address = toHex(addressOf(readPublicKey(publicKey)));
  return {
    ...limits,
    address,
    sign: async ({ hash }) => {
      const digest = fromHex(hash, 32);
      return signatureOf(await sign(digest), digest, address);
    },
  };
}

/** The bytes before the point: SEQUENCE { SEQUENCE { id-ecPublicKey, secp256k1 }, BIT STRING of 66 bytes }. */
const SPKI_PREFIX = fromHex("0x3056301006072a8648ce3d020106052b8104000a034200");

/** Returns the uncompressed point of a SubjectPublicKeyInfo, 65 bytes. */
function readPublicKey(spki: unknown): Uint8Array {
  if (spki instanceof Uint8Array && equalBytes(spki.subarray(0, SPKI_PREFIX.length), SPKI_PREFIX)) {
    const point = spki.subarray(SPKI_PREFIX.length);
    if (secp256k1.utils.isValidPublicKey(point, false)) return point;
  }
  throw new AnchorlogError(
    "bad_key",
    "this is not a public key of secp256k1, uncompressed, as SubjectPublicKeyInfo in DER",
    {
      fix: "use a key of the curve secp256k1; AWS KMS calls it ECC_SECG_P256K1",
    },
  );
}

const { ORDER } = secp256k1.Point.Fn;

function signatureOf(der: unknown, digest: Uint8Array, address: Hex): Hex {
  const { r, s } = readSignature(der);
  const rs = concat(uintToBytes(r, 32), uintToBytes(s > ORDER / 2n ? ORDER - s : s, 32));
  for (const v of [27, 28]) {
    const signature = toHex(concat(rs, Uint8Array.of(v)));
    const recovered = recoverSigner(digest, signature);
    if ("address" in recovered && recovered.address === address) return signature;
  }
  throw badSignature("it is not by the key of its public key, or not over the digest as it was given");
}

function readSignature(der: unknown): { readonly r: bigint; readonly s: bigint } {
  try {
    return secp256k1.Signature.fromBytes(der as Uint8Array, "der");
  } catch {
    throw badSignature("it is not an ECDSA signature in DER");
  }
}

function badSignature(why: string): AnchorlogError {
  return new AnchorlogError("bad_signature", `the signer's signature is malformed: ${why}`, {
    fix: "check that the signer signs the digest itself, without hashing it again",
  });
}
