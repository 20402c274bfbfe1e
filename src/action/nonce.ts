import { toHex } from "../base/hex.ts";

/** Returns a fresh nonce: 256 random bits, decimal. */
export function randomNonce(): `${bigint}` {
  return `${BigInt(toHex(crypto.getRandomValues(new Uint8Array(32))))}`;
}
