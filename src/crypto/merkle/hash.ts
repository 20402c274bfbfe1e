import { sha256 } from "@noble/hashes/sha2.js";
import { abbreviate } from "../../base/hex.ts";
import { createChooser, type Chooser } from "../engine.ts";
import { nobleHasher } from "./nobleHasher.ts";
import { HASH_BYTES, type TreeHasher } from "./treeHasher.ts";
import { instantiateHasher } from "./wasmHasher.ts";

/** Returns `SHA256(0x00 ‖ leaf)`, 32 bytes (RFC 9162, section 2.1.1). @throws RangeError if it is not bytes. */
export function hashLeaf(leaf: Uint8Array): Uint8Array {
  assertBytes(leaf);
  return treeHasher().leaf(leaf);
}

/**
 * Returns the hashes of many leaves, 32 bytes each, one after the other. It is faster than `hashLeaf` for each.
 *
 * @example
 * const tree = buildTree(hashLeaves(leaves))
 */
export function hashLeaves(leaves: readonly Uint8Array[]): Uint8Array {
  for (const leaf of leaves) assertBytes(leaf);
  const hashes = new Uint8Array(leaves.length * HASH_BYTES);
  treeHasher().leaves(leaves, hashes);
  return hashes;
}

/** A text, such as hex, would be hashed as zeros. */
function assertBytes(leaf: unknown): void {
  if (ArrayBuffer.isView(leaf) && (leaf as Uint8Array).BYTES_PER_ELEMENT === 1) return;
  throw new RangeError(`a leaf is bytes (Uint8Array), not ${abbreviate(leaf)}`);
}

/** `SHA256(0x01 ‖ left ‖ right)`: RFC 9162, section 2.1.1. */
export function hashNode(left: Uint8Array, right: Uint8Array): Uint8Array {
  if (left.length !== HASH_BYTES || right.length !== HASH_BYTES) {
    throw new RangeError(`the hashes have ${left.length} and ${right.length} bytes, not ${HASH_BYTES}`);
  }
  return treeHasher().climb(left, [right], [false]);
}

/** The root of a tree without leaves: `SHA256("")`. */
export const EMPTY_ROOT: Uint8Array = sha256(new Uint8Array());

/** WebAssembly with vectors if it runs here, else JavaScript. */
export const sha256Engine: Chooser<TreeHasher> = createChooser(
  "sha256",
  () => instantiateHasher(),
  () => nobleHasher,
);

export const treeHasher = sha256Engine.get;
