import type { Secp256k1Module } from "./module.ts";
import { assertSecretKey } from "./secretKey.ts";

/**
 * Signs a digest with ECDSA over secp256k1. The nonce follows RFC 6979, section 3.2, with HMAC-SHA-256. A high s is
 * negated (EIP-2). The same key and digest always give the same signature.
 *
 * The WebAssembly code has no branch and no memory address that depends on the key or the nonce, except the branch to
 * another nonce that RFC 6979 demands. It clears its memory before it returns. It cannot promise how an engine compiles
 * it, nor the time of its instructions. It has no protection against measurements of power or radiation. If that is not
 * enough, keep the key in a device.
 *
 * @param digest 32 bytes.
 * @param secretKey 32 bytes, big-endian, from 1 to n - 1.
 * @returns r and s, 32 bytes each, big-endian; byte 64 says whether R's y is odd (bit 0) and whether its x is r + n
 *   (bit 1).
 * @throws RangeError on other lengths, and if the key is out of its range.
 */
export type SignDigest = (digest: Uint8Array, secretKey: Uint8Array) => Uint8Array;

const SCALAR_BYTES = 32;
const SIGNATURE_BYTES = 65;

/** Prepares a WebAssembly module for signing, in a few milliseconds, and returns the function that signs with it. */
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
