import { EMPTY_ROOT, HASH_BYTES, hashNode } from "./hash.ts";

/**
 * An RFC 9162 tree over `size` leaf hashes, kept as one flat buffer of hashes a level: level 0 holds
 * the leaf hashes, and each next one the parents, the last node of an odd level rising unchanged
 * (which gives the tree of section 2.1.1, whose left subtree is the largest full one).
 */
export type MerkleTree = { readonly size: number; readonly levels: readonly Uint8Array[] };

/** Builds the tree over leaf hashes (each of 32 bytes). Costs size - 1 hashes. */
export function buildTree(leafHashes: readonly Uint8Array[]): MerkleTree {
  let level = new Uint8Array(leafHashes.length * HASH_BYTES);
  leafHashes.forEach((hash, i) => {
    if (hash.length !== HASH_BYTES) throw new RangeError(`leaf hash ${i} is not 32 bytes`);
    level.set(hash, i * HASH_BYTES);
  });
  const levels = [level];
  while (level.length > HASH_BYTES) {
    level = parents(level);
    levels.push(level);
  }
  return { size: leafHashes.length, levels };
}

function parents(level: Uint8Array): Uint8Array<ArrayBuffer> {
  const count = level.length / HASH_BYTES;
  const out = new Uint8Array(Math.ceil(count / 2) * HASH_BYTES);
  for (let i = 0; i + 1 < count; i += 2) out.set(hashNode(node(level, i), node(level, i + 1)), (i / 2) * HASH_BYTES);
  if (count % 2 === 1) out.set(node(level, count - 1), out.length - HASH_BYTES);
  return out;
}

function node(level: Uint8Array, index: number): Uint8Array {
  return level.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES);
}

/** The root; that of no leaves is `SHA256("")`. */
export function treeRoot(tree: MerkleTree): Uint8Array {
  return tree.size === 0 ? EMPTY_ROOT : tree.levels.at(-1)!.slice();
}

/**
 * The inclusion proof of the leaf at `index`: the siblings from the leaf up (RFC 9162, section 2.1.3.1).
 *
 * @throws RangeError where the tree has no such leaf.
 */
export function inclusionProof(tree: MerkleTree, index: number): Uint8Array[] {
  if (!Number.isSafeInteger(index) || index < 0 || index >= tree.size) {
    throw new RangeError(`a tree of size ${tree.size} has no leaf ${index}`);
  }
  const proof: Uint8Array[] = [];
  for (let level = 0, i = index; level + 1 < tree.levels.length; level++, i = Math.floor(i / 2)) {
    const sibling = i % 2 === 0 ? i + 1 : i - 1;
    const hashes = tree.levels[level]!;
    if (sibling * HASH_BYTES < hashes.length) proof.push(node(hashes, sibling).slice());
  }
  return proof;
}

/**
 * The proof that the tree's first `oldSize` leaves were the whole tree once (RFC 9162, section 2.1.4.1).
 * Empty for `oldSize` 0 and for the tree's own size.
 *
 * @throws RangeError where `oldSize` is not from 0 to the tree's size.
 */
export function consistencyProof(tree: MerkleTree, oldSize: number): Uint8Array[] {
  if (!Number.isSafeInteger(oldSize) || oldSize < 0 || oldSize > tree.size) {
    throw new RangeError(`a tree of size ${tree.size} has no earlier size ${oldSize}`);
  }
  if (oldSize === 0 || oldSize === tree.size) return [];
  const proof: Uint8Array[] = [];
  // SUBPROOF(oldSize, [start, end), whole): `whole` says that the verifier knows the old subtree's root.
  const walk = (start: number, end: number, whole: boolean): void => {
    if (oldSize === end) {
      if (!whole) proof.push(subtreeRoot(tree, start, end));
      return;
    }
    const middle = start + largestPowerOfTwoBelow(end - start);
    if (oldSize <= middle) {
      walk(start, middle, whole);
      proof.push(subtreeRoot(tree, middle, end));
    } else {
      walk(middle, end, false);
      proof.push(subtreeRoot(tree, start, middle));
    }
  };
  walk(0, tree.size, true);
  return proof;
}

/** The root of a node's range: full, or reaching the tree's end. Both stand in the levels. */
function subtreeRoot(tree: MerkleTree, start: number, end: number): Uint8Array {
  const height = Math.ceil(Math.log2(end - start));
  return node(tree.levels[height]!, start / 2 ** height).slice();
}

/** The largest power of two below `n` (n >= 2). */
export function largestPowerOfTwoBelow(n: number): number {
  let power = 1;
  while (power * 2 < n) power *= 2;
  return power;
}
