import { treeHasher } from "./hash.ts";
import type { MerkleTree } from "./tree.ts";
import { HASH_BYTES } from "./treeHasher.ts";
import { MerkleProofError } from "./verify.ts";

/**
 * Inclusion proofs of many leaves of one RFC 9162 tree. A proof lists the siblings that do not follow from the leaves,
 * level by level from the leaves up, each level from left to right. No hash stands in it twice.
 */
type Node = { readonly level: number; readonly index: number };

/**
 * The proof of the leaves at `indices`, which are distinct and ascending; of one leaf, its inclusion proof.
 *
 * @throws RangeError if the tree has no such leaves.
 */
export function multiInclusionProof(tree: MerkleTree, indices: readonly number[]): Uint8Array[] {
  assertIndices(indices, tree.size, RangeError);
  return missingNodes(indices, tree.size).map(({ level, index }) =>
    tree.levels[level]!.slice(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
}

/** How many hashes prove the leaves at distinct and ascending `indices` of a tree of `size`. */
export function multiProofLength(indices: readonly number[], size: number): number {
  assertIndices(indices, size, MerkleProofError);
  return missingNodes(indices, size).length;
}

/**
 * The root that a proof of many leaves implies; the caller compares it with one that it trusts. There is one
 * right length, checked before anything is hashed, and no other proof of the same leaves leads to that root.
 *
 * A root does not bind its size: take `size` from where the root comes from, never from the proof's sender.
 *
 * @param leafHashes of 32 bytes each, in the order of `indices`, which are distinct and ascending
 * @throws MerkleProofError if `indices` are not ascending or not in a tree of `size`, or a length is wrong.
 */
export function rootFromMultiProof(
  leafHashes: readonly Uint8Array[],
  indices: readonly number[],
  size: number,
  proof: readonly Uint8Array[],
): Uint8Array {
  assertIndices(indices, size, MerkleProofError);
  if (leafHashes.length !== indices.length) {
    throw new MerkleProofError(`there are ${leafHashes.length} leaf hashes for ${indices.length} indices`);
  }
  const needed = missingNodes(indices, size).length;
  if (proof.length !== needed) {
    throw new MerkleProofError(`the proof has ${proof.length} hashes, but ${needed} are needed`);
  }
  for (const hash of [...leafHashes, ...proof]) {
    if (hash.length !== HASH_BYTES) throw new MerkleProofError(`a hash has ${hash.length} bytes, not ${HASH_BYTES}`);
  }
  let hashes: readonly Uint8Array[] = leafHashes;
  let known = indices;
  let used = 0;
  for (let count = size; count > 1; count = Math.ceil(count / 2)) {
    const children: Uint8Array[] = [];
    for (let j = 0; j < known.length; j++) {
      const index = known[j]!;
      if (index % 2 === 1) children.push(proof[used++]!, hashes[j]!);
      else if (known[j + 1] === index + 1) children.push(hashes[j]!, hashes[++j]!);
      else if (index + 1 < count) children.push(hashes[j]!, proof[used++]!);
      else children.push(hashes[j]!);
    }
    hashes = parentsOf(children);
    known = parentIndices(known);
  }
  return new Uint8Array(hashes[0]!);
}

/** The parents of pairs; a last child without a sibling rises unchanged. */
function parentsOf(children: readonly Uint8Array[]): Uint8Array[] {
  const pairs = Math.floor(children.length / 2);
  const from = new Uint8Array(2 * pairs * HASH_BYTES);
  for (let i = 0; i < 2 * pairs; i++) from.set(children[i]!, i * HASH_BYTES);
  const to = new Uint8Array(pairs * HASH_BYTES);
  treeHasher().parents(from, to);
  const parents = Array.from({ length: pairs }, (_, i) => to.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES));
  return children.length % 2 === 1 ? [...parents, children.at(-1)!] : parents;
}

/** The siblings that the leaves at `indices` do not imply, in the proof's order. */
function missingNodes(indices: readonly number[], size: number): Node[] {
  const missing: Node[] = [];
  let known = indices;
  for (let level = 0, count = size; count > 1; level++, count = Math.ceil(count / 2)) {
    for (let j = 0; j < known.length; j++) {
      const index = known[j]!;
      if (index % 2 === 1) missing.push({ level, index: index - 1 });
      else if (known[j + 1] === index + 1) j++;
      else if (index + 1 < count) missing.push({ level, index: index + 1 });
    }
    known = parentIndices(known);
  }
  return missing;
}

function parentIndices(indices: readonly number[]): number[] {
  const parents: number[] = [];
  for (const index of indices) {
    const parent = Math.floor(index / 2);
    if (parents.at(-1) !== parent) parents.push(parent);
  }
  return parents;
}

function assertIndices(indices: readonly number[], size: number, Failure: new (message: string) => Error): void {
  if (!Number.isSafeInteger(size) || size < 0) {
    throw new Failure(`a tree's size is an integer from 0 to 2^53 - 1, got ${size}`);
  }
  if (indices.length === 0) throw new Failure("a proof is of at least one leaf");
  indices.forEach((index, i) => {
    if (!Number.isSafeInteger(index) || index < 0 || index >= size) {
      throw new Failure(`a tree of size ${size} has no leaf ${index}`);
    }
    if (i > 0 && index <= indices[i - 1]!) throw new Failure("the indices are not distinct and ascending");
  });
}
