import { secp256k1 } from "@noble/curves/secp256k1.js";
import { addressOf, recoverSigner, type DigestSigner } from "../signature.ts";
import { bytesToUint, concat, equalBytes, uintToBytes } from "../../base/bytes.ts";
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
 * A signer over one whose signatures are in DER. A high s is mended (EIP-2), and the parity that DER has no room for is
 * found by recovering the key.
 *
 * @throws AnchorlogError `bad_key` if the public key is not on secp256k1. Signing rejects with `bad_signature` if
 *   `sign` returns anything but a signature by this key.
 */
export function derSigner({ publicKey, sign, ...limits }: DerSignerOptions): DigestSigner {
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

/** The uncompressed point of a SubjectPublicKeyInfo, 65 bytes. */
function readPublicKey(spki: unknown): Uint8Array {
  const point = spki instanceof Uint8Array ? spki.subarray(SPKI_PREFIX.length) : undefined;
  const isSpki = point !== undefined && equalBytes((spki as Uint8Array).subarray(0, SPKI_PREFIX.length), SPKI_PREFIX);
  if (isSpki && point.length === 65 && point[0] === 4 && isOnCurve(point)) return point;
  throw new AnchorlogError(
    "bad_key",
    "this is not a public key of secp256k1, uncompressed, as SubjectPublicKeyInfo in DER",
    {
      fix: "use a key of the curve secp256k1; AWS KMS calls it ECC_SECG_P256K1",
    },
  );
}

function isOnCurve(point: Uint8Array): boolean {
  try {
    secp256k1.Point.fromBytes(point).assertValidity();
    return true;
  } catch {
    return false;
  }
}

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

function signatureOf(der: unknown, digest: Uint8Array, address: Hex): Hex {
  const read = der instanceof Uint8Array ? readSignature(der) : undefined;
  if (read === undefined) throw badSignature("it is not ECDSA's in DER");
  const { r, s } = read;
  if (r >= ORDER || s >= ORDER) throw badSignature("r or s is not below n");
  const rs = concat(uintToBytes(r, 32), uintToBytes(s > ORDER / 2n ? ORDER - s : s, 32));
  for (const v of [27, 28]) {
    const signature = toHex(concat(rs, Uint8Array.of(v)));
    const recovered = recoverSigner(digest, signature);
    if ("address" in recovered && recovered.address === address) return signature;
  }
  throw badSignature("it is not by the key of its public key, or not over the digest as it was given");
}

function badSignature(why: string): AnchorlogError {
  return new AnchorlogError("bad_signature", `the signer's signature is malformed: ${why}`, {
    fix: "check that the signer signs the digest itself, without hashing it again",
  });
}

/**
 * Reads SEQUENCE { INTEGER r, INTEGER s } in its only DER form (X.690). Returns `undefined` for any other bytes, or
 * if a number is not above zero.
 */
export function readSignature(der: Uint8Array): { readonly r: bigint; readonly s: bigint } | undefined {
  if (der[0] !== 0x30 || der[1] !== der.length - 2) return undefined;
  const r = readInteger(der, 2);
  const s = r && readInteger(der, r.end);
  if (r === undefined || s === undefined || s.end !== der.length) return undefined;
  return { r: r.value, s: s.value };
}

/** Reads a positive INTEGER of at most 33 bytes. A leading zero is allowed only before a byte with its high bit set. */
function readInteger(der: Uint8Array, at: number): { readonly value: bigint; readonly end: number } | undefined {
  const length = der[at + 1];
  if (der[at] !== 0x02 || length === undefined || length < 1 || length > 33) return undefined;
  const end = at + 2 + length;
  if (end > der.length) return undefined;
  const bytes = der.subarray(at + 2, end);
  const isNegative = bytes[0]! >= 0x80;
  const isPadded = bytes[0] === 0 && length > 1 && bytes[1]! < 0x80;
  const value = bytesToUint(bytes);
  return isNegative || isPadded || value === 0n ? undefined : { value, end };
}
