import { sha256 } from "@noble/hashes/sha2.js";
import { HASH_BYTES, type TreeHasher } from "./treeHasher.ts";

/** Hashes in JavaScript, which runs everywhere. */
export const nobleHasher: TreeHasher = {
  leaf: hashLeaf,

  leaves: (leaves, to) => leaves.forEach((leaf, i) => to.set(hashLeaf(leaf), i * HASH_BYTES)),

  parents: (from, to) => {
    const input = emptyNode();
    for (let i = 0; i < from.length; i += 2 * HASH_BYTES) {
      input.set(from.subarray(i, i + 2 * HASH_BYTES), 1);
      to.set(sha256(input), i / 2);
    }
  },

  climb: (start, siblings, onLeft) => {
    const input = emptyNode();
    let hash: Uint8Array = new Uint8Array(start);
    siblings.forEach((sibling, i) => {
      input.set(onLeft[i]! ? sibling : hash, 1);
      input.set(onLeft[i]! ? hash : sibling, 1 + HASH_BYTES);
      hash = sha256(input);
    });
    return hash;
  },
};

function hashLeaf(leaf: Uint8Array): Uint8Array {
  const input = new Uint8Array(1 + leaf.length);
  input.set(leaf, 1);
  return sha256(input);
}

/** A node's input. Its two hashes are filled in later. */
function emptyNode(): Uint8Array {
  const input = new Uint8Array(1 + 2 * HASH_BYTES);
  input[0] = 1;
  return input;
}
