import type { Secp256k1Module } from "./module.ts";
import { assertSecretKey } from "./secretKey.ts";

/**
 * Signs a digest with ECDSA over secp256k1: the nonce is that of RFC 6979 with HMAC-SHA-256 (section 3.2), and s is
 * negated into the lower half (EIP-2). The same key and digest always give the same signature.
 *
 * What is promised of secrets: the WebAssembly code has no branch and no memory address that depends on the key or the
 * nonce, but for the one that tries another nonce where RFC 6979 says so; it clears its memory before it returns. What
 * is not: an engine compiles the code as it likes, and gives no promise on the time of its instructions; nothing is
 * blinded against whoever measures power or radiation; the caller's own copies of the key are the caller's. Where that is
 * not enough, the key belongs into a device.
 *
 * @param digest 32 bytes.
 * @param secretKey 32 bytes, big-endian, from 1 to n - 1.
 * @returns r, s, 32 bytes each, big-endian, and in byte 64 whether R's y is odd (bit 0) and whether its x is r + n in the
 *   place of r (bit 1).
 * @throws RangeError on other lengths, and where the key is no such number.
 */
export type SignDigest = (digest: Uint8Array, secretKey: Uint8Array) => Uint8Array;

const SCALAR_BYTES = 32;
const SIGNATURE_BYTES = 65;

/** Signing by a module, which it prepares: a few milliseconds. */
export function signingOf({ exports, places: { KEY, DIGEST, SIGNATURE } }: Secp256k1Module): SignDigest {
  const { memory, prepareSigning, sign } = exports;
  prepareSigning();
  // The module's memory never grows, so its buffer stays the same.
  const bytes = new Uint8Array(memory.buffer);
  return (digest, secretKey) => {
    if (digest.length !== SCALAR_BYTES) throw new RangeError(`a digest has 32 bytes, not ${digest.length}`);
    assertSecretKey(secretKey);
    bytes.set(secretKey, KEY);
    bytes.set(digest, DIGEST);
    sign();
    return bytes.slice(SIGNATURE, SIGNATURE + SIGNATURE_BYTES);
  };
}
