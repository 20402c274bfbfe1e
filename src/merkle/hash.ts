import { sha256 } from "@noble/hashes/sha2.js";

/** Bytes in a hash of these trees. */
export const HASH_BYTES = 32;

/** `SHA256(0x00 ‖ leaf)`: RFC 9162, section 2.1.1. */
export function hashLeaf(leaf: Uint8Array): Uint8Array {
  const input = new Uint8Array(1 + leaf.length);
  input.set(leaf, 1);
  return sha256(input);
}

/** `SHA256(0x01 ‖ left ‖ right)`: RFC 9162, section 2.1.1. */
export function hashNode(left: Uint8Array, right: Uint8Array): Uint8Array {
  const input = new Uint8Array(1 + 2 * HASH_BYTES);
  input[0] = 1;
  input.set(left, 1);
  input.set(right, 1 + HASH_BYTES);
  return sha256(input);
}

/** The root of a tree without leaves: `SHA256("")`. */
export const EMPTY_ROOT: Uint8Array = sha256(new Uint8Array());
