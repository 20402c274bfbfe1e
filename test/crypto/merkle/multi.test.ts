import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  buildTree,
  hashLeaf,
  inclusionProof,
  MerkleProofError,
  multiInclusionProof,
  multiProofLength,
  rootFromMultiProof,
  treeRoot,
} from "anchorlog/crypto/merkle";
import { runs } from "../../seed.ts";

const leaves = Array.from({ length: 600 }, (_, i) => hashLeaf(new TextEncoder().encode(`leaf ${i}`)));
const treeOf = (size: number) => buildTree(leaves.slice(0, size));
const pick = (indices: readonly number[]): Uint8Array[] => indices.map((index) => leaves[index]!);
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** A size, and some of its leaves. */
const subsets = fc.integer({ min: 1, max: 300 }).chain((size) =>
  fc.record({
    size: fc.constant(size),
    indices: fc
      .uniqueArray(fc.integer({ min: 0, max: size - 1 }), { minLength: 1, maxLength: Math.min(size, 40) })
      .map((indices) => indices.sort((a, b) => a - b)),
  }),
);

/** The root that is implied, or undefined where the proof is refused. */
function implied(...args: Parameters<typeof rootFromMultiProof>): Uint8Array | undefined {
  try {
    return rootFromMultiProof(...args);
  } catch (error) {
    if (error instanceof MerkleProofError) return undefined;
    throw error;
  }
}

/** The sides that the leaves' siblings are on, from the leaf up. */
const pathsOf = (indices: readonly number[], size: number): string =>
  indices
    .map((index) => {
      if (index >= size) return "none";
      let path = "";
      for (let i = index, last = size - 1; last > 0; i >>= 1, last >>= 1)
        path += i % 2 === 1 ? "l" : i < last ? "r" : "";
      return path;
    })
    .join();

describe("proofs of many leaves", () => {
  it("lead every subset to the root, with just those hashes of the single proofs that the leaves do not imply", () => {
    fc.assert(
      fc.property(subsets, ({ size, indices }) => {
        const tree = treeOf(size);
        const proof = multiInclusionProof(tree, indices);
        expect(rootFromMultiProof(pick(indices), indices, size, proof)).toEqual(treeRoot(tree));
        expect(proof).toHaveLength(multiProofLength(indices, size));

        // By the definition: of all siblings on the leaves' paths, those that are above none of the leaves.
        const implied = new Set<string>();
        const siblings = new Set<string>();
        for (const index of indices) {
          for (let level = 0, i = index; level < tree.levels.length; level++, i >>>= 1) {
            implied.add(`${level}/${i}`);
            if ((i ^ 1) * 32 < tree.levels[level]!.length) siblings.add(`${level}/${i ^ 1}`);
          }
        }
        const missing = [...siblings.difference(implied)].map((at) => {
          const [level, i] = at.split("/").map(Number) as [number, number];
          return hex(tree.levels[level]!.subarray(32 * i, 32 * i + 32));
        });
        expect(proof.map(hex).sort()).toEqual(missing.sort());
      }),
      { numRuns: runs(300) },
    );
  });

  it("are the inclusion proof where there is one leaf, and empty where there are all", () => {
    for (let size = 1; size <= 70; size++) {
      const all = Array.from({ length: size }, (_, i) => i);
      expect(multiInclusionProof(treeOf(size), all)).toEqual([]);
      expect(rootFromMultiProof(pick(all), all, size, [])).toEqual(treeRoot(treeOf(size)));
      for (const index of all) {
        expect(multiInclusionProof(treeOf(size), [index])).toEqual(inclusionProof(treeOf(size), index));
      }
    }
  });

  it("exist for every subset of every tree of up to 9 leaves", () => {
    for (let size = 1; size <= 9; size++) {
      for (let mask = 1; mask < 1 << size; mask++) {
        const indices = Array.from({ length: size }, (_, i) => i).filter((i) => (mask >> i) & 1);
        const proof = multiInclusionProof(treeOf(size), indices);
        expect(rootFromMultiProof(pick(indices), indices, size, proof)).toEqual(treeRoot(treeOf(size)));
      }
    }
  });

  it("never verify when flipped, cut, extended, reordered, or for another size, index or leaf", () => {
    const mutation = fc.constantFrom("flip", "cut", "extend", "swap", "size", "index", "leaf", "swapLeaves");
    let [changed, refused] = [0, 0];
    fc.assert(
      fc.property(subsets, mutation, fc.nat(), fc.nat(), ({ size, indices }, kind, a, b) => {
        const root = treeRoot(treeOf(size));
        const proof = multiInclusionProof(treeOf(size), indices);
        const [hashes, at, leafHashes] = [[...proof], [...indices], pick(indices)];
        let wrongSize = size;
        const [i, j] = [a % Math.max(1, hashes.length), b % Math.max(1, hashes.length)];
        const [k, l] = [a % at.length, b % at.length];
        if (kind === "flip" && hashes.length > 0) hashes[i] = hashes[i]!.map((x, n) => (n === b % 32 ? x ^ 1 : x));
        else if (kind === "cut") hashes.splice(i, 1);
        else if (kind === "extend") hashes.splice(i, 0, leaves[b % 600]!);
        else if (kind === "swap") [hashes[i], hashes[j]] = [hashes[j]!, hashes[i]!];
        else if (kind === "size") wrongSize = 1 + (b % 600);
        else if (kind === "index") at[k] = b % size;
        else if (kind === "leaf") leafHashes[k] = leaves[b % 600]!;
        else if (kind === "swapLeaves") [leafHashes[k], leafHashes[l]] = [leafHashes[l]!, leafHashes[k]!];
        const same =
          hashes.length === proof.length &&
          hashes.every((hash, n) => hash === proof[n]) &&
          at.every((index, n) => index === indices[n]) &&
          leafHashes.every((hash, n) => hash === leaves[indices[n]!]);
        // A root does not bind its size: in trees of other sizes the same leaves may have the same paths.
        fc.pre(hashes.every((hash) => hash !== undefined));
        fc.pre(!same || (kind === "size" && pathsOf(at, wrongSize) !== pathsOf(at, size)));
        const found = implied(leafHashes, at, wrongSize, hashes);
        expect(found === undefined || hex(found) !== hex(root)).toBe(true);
        changed++;
        if (found === undefined) refused++;
      }),
      { numRuns: runs(2_000) },
    );
    expect(changed).toBeGreaterThan(refused);
  });

  it("refuse indices that are not distinct, ascending and in the tree, and hashes of another length", () => {
    const proof = multiInclusionProof(treeOf(20), [2, 7]);
    for (const indices of [[7, 2], [2, 2], [2, 20], [-1, 2], [2, 7.5], [Number.NaN, 3], []]) {
      expect(() => rootFromMultiProof(pick([2, 7]), indices, 20, proof)).toThrow(MerkleProofError);
      expect(() => multiProofLength(indices, 20)).toThrow(MerkleProofError);
      expect(() => multiInclusionProof(treeOf(20), indices)).toThrow(RangeError);
    }
    expect(() => rootFromMultiProof(pick([2, 7, 8]), [2, 7], 20, proof)).toThrow(MerkleProofError);
    expect(() => rootFromMultiProof([leaves[2]!, new Uint8Array(31)], [2, 7], 20, proof)).toThrow(MerkleProofError);
    const short = proof.map((hash, i) => (i === 0 ? hash.slice(1) : hash));
    expect(() => rootFromMultiProof(pick([2, 7]), [2, 7], 20, short)).toThrow(MerkleProofError);
    expect(() => rootFromMultiProof(pick([2, 7]), [2, 7], 2 ** 53, proof)).toThrow(MerkleProofError);
  });

  it("are checked for the largest trees without walking them", () => {
    const size = Number.MAX_SAFE_INTEGER;
    const indices = [0, 5, 2 ** 40, size - 1];
    const length = multiProofLength(indices, size);
    expect(length).toBeGreaterThan(100);
    const proof = Array.from({ length }, () => leaves[0]!);
    expect(rootFromMultiProof(pick([0, 1, 2, 3]), indices, size, proof)).toHaveLength(32);
  });
});
