import { EMPTY_ROOT, hashNode } from "./hash.ts";
import { consistencyRanges, inclusionRanges, largestPowerOfTwoBelow, type LeafRange } from "./ranges.ts";
import { HASH_BYTES } from "./treeHasher.ts";

/**
 * An append-only RFC 9162 tree that makes proofs for each of its earlier sizes. It keeps the full nodes only, which
 * never change: 64 bytes a leaf, one flat buffer a level.
 */
export type GrowingTree = {
  size(): number;
  /** Appends leaf hashes of 32 bytes each; about one hash a leaf. */
  append(leafHashes: readonly Uint8Array[]): void;
  /** The root over the first `size` leaves, by default all; `SHA256("")` over none. */
  root(size?: number): Uint8Array;
  /** The inclusion proof of a leaf in the tree of its first `size` leaves (RFC 9162, section 2.1.3.1). */
  inclusionProof(index: number, size?: number): Uint8Array[];
  /** The proof that the tree of `size` leaves extends the tree of `oldSize` leaves (RFC 9162, section 2.1.4.1). */
  consistencyProof(oldSize: number, size?: number): Uint8Array[];
};

/** Creates an empty tree. Its methods throw `RangeError` for sizes and positions that it does not have. */
export function createGrowingTree(): GrowingTree {
  const levels: HashList[] = [createHashList()];
  const sizeOf = () => levels[0]!.count();

  const append = (leaf: Uint8Array): void => {
    if (leaf.length !== HASH_BYTES) throw new RangeError(`a leaf hash has ${leaf.length} bytes, not ${HASH_BYTES}`);
    levels[0]!.push(leaf);
    for (let height = 0; levels[height]!.count() % 2 === 0; height++) {
      const level = levels[height]!;
      const parent = hashNode(level.at(level.count() - 2), level.at(level.count() - 1));
      if (levels.length === height + 1) levels.push(createHashList());
      levels[height + 1]!.push(parent);
    }
  };

  /**
   * Returns the hash of a node. Hashes of full nodes are kept, and those of nodes at a tree's end are computed from
   * these.
   */
  const nodeAt = ({ start, end }: LeafRange): Uint8Array => {
    const width = end - start;
    const height = Math.log2(width);
    if (Number.isInteger(height)) return levels[height]!.at(start / width);
    const middle = start + largestPowerOfTwoBelow(width);
    return hashNode(nodeAt({ start, end: middle }), nodeAt({ start: middle, end }));
  };

  const checked = (size: number): number => {
    if (Number.isSafeInteger(size) && size >= 0 && size <= sizeOf()) return size;
    throw new RangeError(`a tree of ${sizeOf()} leaves never had size ${size}`);
  };

  return {
    size: sizeOf,
    append: (leafHashes) => leafHashes.forEach(append),
    root: (size = sizeOf()) => (checked(size) === 0 ? EMPTY_ROOT.slice() : nodeAt({ start: 0, end: size })),
    inclusionProof: (index, size = sizeOf()) => inclusionRanges(index, checked(size)).map(nodeAt),
    consistencyProof: (oldSize, size = sizeOf()) => consistencyRanges(oldSize, checked(size)).map(nodeAt),
  };
}

/** Hashes one after the other in a buffer that doubles. */
type HashList = { count(): number; push(hash: Uint8Array): void; at(index: number): Uint8Array };

function createHashList(): HashList {
  let buffer = new Uint8Array(16 * HASH_BYTES);
  let end = 0;
  return {
    count: () => end / HASH_BYTES,
    push: (hash) => {
      if (end === buffer.length) {
        const larger = new Uint8Array(2 * buffer.length);
        larger.set(buffer);
        buffer = larger;
      }
      buffer.set(hash, end);
      end += HASH_BYTES;
    },
    // A copy: the caller may change the result.
    at: (index) => buffer.slice(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  };
}
