import { EMPTY_ROOT, treeHasher } from "./hash.ts";
import { consistencyRanges, type LeafRange } from "./ranges.ts";
import { HASH_BYTES } from "./treeHasher.ts";

/**
 * An RFC 9162 tree over `size` leaf hashes, kept as one flat buffer of hashes a level: level 0 holds
 * the leaf hashes, and each next one the parents, the last node of an odd level rising unchanged
 * (which gives the tree of section 2.1.1, whose left subtree is the largest full one).
 */
export type MerkleTree = { readonly size: number; readonly levels: readonly Uint8Array[] };

/**
 * Builds the tree over leaf hashes, each of 32 bytes: a list of them, or all of them one after the other,
 * as `hashLeaves` gives them. Costs size - 1 hashes. The tree keeps copies.
 *
 * @throws RangeError if a leaf hash does not have 32 bytes.
 */
export function buildTree(leafHashes: readonly Uint8Array[] | Uint8Array): MerkleTree {
  let level = leafHashes instanceof Uint8Array ? flatCopy(leafHashes) : flatten(leafHashes);
  const size = level.length / HASH_BYTES;
  const levels = [level];
  while (level.length > HASH_BYTES) {
    level = parents(level);
    levels.push(level);
  }
  return { size, levels };
}

function flatCopy(hashes: Uint8Array): Uint8Array {
  if (hashes.length % HASH_BYTES !== 0) throw new RangeError("the leaf hashes are not of 32 bytes each");
  // Avoid slice(): for a Buffer, its result would share the memory.
  return new Uint8Array(hashes);
}

function flatten(hashes: readonly Uint8Array[]): Uint8Array {
  const flat = new Uint8Array(hashes.length * HASH_BYTES);
  for (let i = 0; i < hashes.length; i++) {
    const hash = hashes[i]!;
    if (hash.length !== HASH_BYTES) throw new RangeError(`leaf hash ${i} has ${hash.length} bytes, not ${HASH_BYTES}`);
    flat.set(hash, i * HASH_BYTES);
  }
  return flat;
}

function parents(level: Uint8Array): Uint8Array {
  const count = level.length / HASH_BYTES;
  const paired = level.length - (count % 2) * HASH_BYTES;
  const out = new Uint8Array(Math.ceil(count / 2) * HASH_BYTES);
  treeHasher().parents(level.subarray(0, paired), out);
  out.set(level.subarray(paired), paired / 2);
  return out;
}

/** A copy: a proof outlives its tree, and changing one must not change the other. */
function node(level: Uint8Array, index: number): Uint8Array {
  return level.slice(index * HASH_BYTES, (index + 1) * HASH_BYTES);
}

/** Returns the root, 32 bytes (RFC 9162, section 2.1.1). Without leaves it is `SHA256("")`. */
export function treeRoot(tree: MerkleTree): Uint8Array {
  return tree.size === 0 ? EMPTY_ROOT : tree.levels.at(-1)!.slice();
}

/**
 * The inclusion proof of the leaf at `index`: the siblings from the leaf up (RFC 9162, section 2.1.3.1).
 *
 * @example
 * const tree = buildTree(leaves.map(hashLeaf))
 * const proof = inclusionProof(tree, 3)
 * const root = rootFromInclusionProof(hashLeaf(leaves[3]), 3, tree.size, proof) // equals treeRoot(tree)
 *
 * @throws RangeError if the tree has no such leaf.
 */
export function inclusionProof(tree: MerkleTree, index: number): Uint8Array[] {
  if (!Number.isSafeInteger(index) || index < 0 || index >= tree.size) {
    throw new RangeError(`a tree of size ${tree.size} has no leaf ${index}`);
  }
  const proof: Uint8Array[] = [];
  // Levels have at most 2^28 hashes, JavaScript's limit: shifts are exact.
  for (let level = 0, i = index; level + 1 < tree.levels.length; level++, i >>>= 1) {
    const hashes = tree.levels[level]!;
    const sibling = i ^ 1;
    if (sibling * HASH_BYTES < hashes.length) proof.push(node(hashes, sibling));
  }
  return proof;
}

/**
 * The proof that the tree's first `oldSize` leaves were the whole tree once (RFC 9162, section 2.1.4.1).
 * Empty for `oldSize` 0 and for the tree's own size.
 *
 * @example
 * const proof = consistencyProof(tree, oldSize)
 * verifyConsistency(oldSize, oldRoot, tree.size, treeRoot(tree), proof)
 *
 * @throws RangeError if `oldSize` is not from 0 to the tree's size.
 */
export function consistencyProof(tree: MerkleTree, oldSize: number): Uint8Array[] {
  return consistencyRanges(oldSize, tree.size).map((range) => subtreeRoot(tree, range));
}

/** The root of a node's range, which is full or ends with the tree. The levels contain the roots of both kinds. */
function subtreeRoot(tree: MerkleTree, { start, end }: LeafRange): Uint8Array {
  const height = Math.ceil(Math.log2(end - start));
  return node(tree.levels[height]!, start / 2 ** height);
}
