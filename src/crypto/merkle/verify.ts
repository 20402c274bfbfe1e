import { equalBytes } from "../../base/bytes.ts";
import { EMPTY_ROOT, treeHasher } from "./hash.ts";
import { HASH_BYTES } from "./treeHasher.ts";

/** A malformed proof: its length is wrong, or its position or size is impossible. */
export class MerkleProofError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "MerkleProofError";
  }
}

/**
 * The root that an inclusion proof implies (RFC 9162, section 2.1.3.2); the caller compares it with
 * one that it trusts. The proof's length is checked before anything is hashed.
 *
 * A root does not bind its size: take `size` from where the root comes from, never from the proof's sender.
 *
 * @throws MerkleProofError if `index` is not in a tree of `size`, or the proof's length is wrong.
 */
export function rootFromInclusionProof(
  leafHash: Uint8Array,
  index: number,
  size: number,
  proof: readonly Uint8Array[],
): Uint8Array {
  assertSize(size);
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) {
    throw new MerkleProofError(`a tree of size ${size} has no leaf ${index}`);
  }
  assertHashes(proof, inclusionProofLength(index, size));
  if (leafHash.length !== HASH_BYTES)
    throw new MerkleProofError(`the leaf hash has ${leafHash.length} bytes, not ${HASH_BYTES}`);
  const onLeft: boolean[] = [];
  for (let i = index, last = size - 1; last > 0; i = Math.floor(i / 2), last = Math.floor(last / 2)) {
    if (i % 2 === 1 || i < last) onLeft.push(i % 2 === 1);
    // else: the last node of an odd level rises unchanged
  }
  return treeHasher().climb(leafHash, proof, onLeft);
}

/** How many hashes prove the leaf at `index` of a tree of `size`. */
export function inclusionProofLength(index: number, size: number): number {
  let length = 0;
  for (let i = index, last = size - 1; last > 0; i = Math.floor(i / 2), last = Math.floor(last / 2)) {
    if (i % 2 === 1 || i < last) length++;
  }
  return length;
}

/**
 * Whether a tree of `newSize` and `newRoot` extends the one of `oldSize` and `oldRoot` (RFC 9162,
 * section 2.1.4.2). If the sizes are equal, the roots must be, and the proof is empty. Every tree extends the empty
 * tree by an empty proof. A root of size 0 must be `EMPTY_ROOT`.
 *
 * @throws MerkleProofError if the sizes are impossible, or the proof's length is wrong for them.
 * @example
 * const { size, root } = seen ?? { size: 0, root: EMPTY_ROOT }
 * try {
 *   if (!verifyConsistency(size, root, checkpoint.size, checkpoint.root, proof)) throw new Error("the log was rewritten")
 * } catch (error) {
 *   if (error instanceof MerkleProofError) console.error(`the proof is malformed: ${error.message}`)
 *   else throw error
 * }
 */
export function verifyConsistency(
  oldSize: number,
  oldRoot: Uint8Array,
  newSize: number,
  newRoot: Uint8Array,
  proof: readonly Uint8Array[],
): boolean {
  assertSize(oldSize);
  assertSize(newSize);
  if (oldSize > newSize) throw new MerkleProofError(`size ${newSize} is below the old size ${oldSize}`);
  if (oldRoot.length !== HASH_BYTES || newRoot.length !== HASH_BYTES) {
    throw new MerkleProofError(`the roots have ${oldRoot.length} and ${newRoot.length} bytes, not ${HASH_BYTES}`);
  }
  assertHashes(proof, consistencyProofLength(oldSize, newSize));
  if (oldSize === newSize && !equalBytes(oldRoot, newRoot)) return false;
  if (oldSize === 0) return equalBytes(oldRoot, EMPTY_ROOT);
  if (oldSize === newSize) return true;
  const { fullRight, index, last } = oldEdge(oldSize, newSize);
  // A full old tree is a node of the new one: the verifier starts from the root it knows.
  const first = fullRight ? oldRoot : proof[0]!;
  const siblings = fullRight ? proof : proof.slice(1);
  const onLeft: boolean[] = [];
  for (let i = index, l = last; l > 0; i = Math.floor(i / 2), l = Math.floor(l / 2)) {
    if (i % 2 === 1 || i < l) onLeft.push(i % 2 === 1);
  }
  // A sibling on the right of the old tree's edge was not in the old tree.
  const before = siblings.filter((_, i) => onLeft[i]);
  const hasher = treeHasher();
  return (
    equalBytes(hasher.climb(first, before, Array<boolean>(before.length).fill(true)), oldRoot) &&
    equalBytes(hasher.climb(first, siblings, onLeft), newRoot)
  );
}

/** How many hashes prove that a tree of `newSize` extends one of `oldSize`. */
export function consistencyProofLength(oldSize: number, newSize: number): number {
  if (oldSize === 0 || oldSize === newSize) return 0;
  const { fullRight, index, last } = oldEdge(oldSize, newSize);
  let length = fullRight ? 0 : 1;
  for (let i = index, l = last; l > 0; i = Math.floor(i / 2), l = Math.floor(l / 2)) {
    if (i % 2 === 1 || i < l) length++;
  }
  return length;
}

/**
 * The largest full subtree that ends the old tree, as a node: its index on its level and that level's
 * last index in the new tree; and whether it is the whole old tree.
 */
function oldEdge(oldSize: number, newSize: number): { fullRight: boolean; index: number; last: number } {
  let index = oldSize - 1;
  let last = newSize - 1;
  while (index % 2 === 1) {
    index = Math.floor(index / 2);
    last = Math.floor(last / 2);
  }
  return { fullRight: index === 0, index, last };
}

function assertSize(size: number): void {
  if (!Number.isSafeInteger(size) || size < 0) {
    throw new MerkleProofError(`a tree's size is an integer from 0 to 2^53 - 1, got ${size}`);
  }
}

function assertHashes(proof: readonly Uint8Array[], length: number): void {
  if (proof.length !== length) {
    throw new MerkleProofError(`the proof has ${proof.length} hashes, but ${length} are needed`);
  }
  for (const hash of proof) {
    if (hash.length !== HASH_BYTES)
      throw new MerkleProofError(`a hash of the proof has ${hash.length} bytes, not ${HASH_BYTES}`);
  }
}
