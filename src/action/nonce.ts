import { toHex } from "../encoding/hex.ts";

/** A nonce that nobody has used: 256 random bits, decimal. */
export function randomNonce(): `${bigint}` {
  return `${BigInt(toHex(crypto.getRandomValues(new Uint8Array(32))))}`;
}
