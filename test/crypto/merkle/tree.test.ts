import { createHash } from "node:crypto";
import fc from "fast-check";
import { MerkleTree as PeerTree } from "merkletreejs";
import { describe, expect, it } from "vitest";
import {
  buildTree,
  consistencyProof,
  EMPTY_ROOT,
  hashLeaf,
  inclusionProof,
  MerkleProofError,
  rootFromInclusionProof,
  treeRoot,
  verifyConsistency,
} from "anchorlog/crypto/merkle";
import { consistencyRanges } from "../../../src/crypto/merkle/ranges.ts";
import { runs } from "../../seed.ts";
import { isSlowSuite } from "../../slow.ts";

const SIZES = isSlowSuite ? 1_025 : 260;

const leaves = (size: number): Uint8Array[] =>
  Array.from({ length: size }, (_, i) => hashLeaf(new TextEncoder().encode(`leaf ${i}`)));
const treeOf = (size: number) => buildTree(leaves(size));
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** SHA-256 with RFC 9162's node prefix, as merkletreejs calls its hash function. */
const nodeHash = (data: Buffer): Buffer =>
  createHash("sha256")
    .update(Buffer.from([1]))
    .update(data)
    .digest();

describe("trees", () => {
  it(`have the roots that merkletreejs computes, for every size from 1 to ${SIZES}`, () => {
    const all = leaves(SIZES);
    for (let size = 1; size <= SIZES; size++) {
      const peer = new PeerTree(
        all.slice(0, size).map((l) => Buffer.from(l)),
        nodeHash,
      );
      expect(hex(treeRoot(buildTree(all.slice(0, size))))).toBe(peer.getRoot().toString("hex"));
    }
  });

  it("have the RFC's root when empty", () => {
    expect(hex(treeRoot(buildTree([])))).toBe(createHash("sha256").digest("hex"));
    expect(hex(EMPTY_ROOT)).toBe(createHash("sha256").digest("hex"));
  });

  it("refuse a leaf hash of another length", () => {
    expect(() => buildTree([new Uint8Array(31)])).toThrow(RangeError);
  });
});

describe("inclusion proofs", () => {
  it("lead every leaf to the root, and no other leaf, position or size", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(), fc.nat(), (size, a, b) => {
        const tree = treeOf(size);
        const [index, other] = [a % size, b % size];
        const proof = inclusionProof(tree, index);
        const leaf = leaves(size)[index]!;
        expect(rootFromInclusionProof(leaf, index, size, proof)).toEqual(treeRoot(tree));
        expect(() => rootFromInclusionProof(leaf, index, size, [...proof, leaf])).toThrow(MerkleProofError);
        if (proof.length > 0)
          expect(() => rootFromInclusionProof(leaf, index, size, proof.slice(1))).toThrow(MerkleProofError);
        if (other !== index) expect(implied(leaf, other, size, proof)).not.toEqual(treeRoot(tree));
        expect(() => rootFromInclusionProof(leaf, size, size, proof)).toThrow(MerkleProofError);
      }),
      { numRuns: runs(300) },
    );
  });

  it("fail when any hash of them is changed", () => {
    const tree = treeOf(77);
    const proof = inclusionProof(tree, 41);
    for (let i = 0; i < proof.length; i++) {
      const changed = proof.map((hash, j) => (i === j ? hash.map((byte, k) => (k === 7 ? byte ^ 1 : byte)) : hash));
      expect(rootFromInclusionProof(leaves(77)[41]!, 41, 77, changed)).not.toEqual(treeRoot(tree));
    }
  });

  it("refuse invalid sizes and positions", () => {
    for (const [index, size] of [
      [0, 0],
      [-1, 4],
      [0.5, 4],
      [0, 2 ** 53],
      [Number.NaN, 4],
    ] as const) {
      expect(() => rootFromInclusionProof(new Uint8Array(32), index, size, [])).toThrow(MerkleProofError);
    }
    for (const size of [-1, 0.5, 2 ** 53, Number.NaN]) {
      const why = `a tree's size is an integer from 0 to 2^53 - 1, got ${size}`;
      expect(() => rootFromInclusionProof(new Uint8Array(32), 0, size, [])).toThrow(why);
      expect(() => verifyConsistency(1, EMPTY_ROOT, size, EMPTY_ROOT, [])).toThrow(why);
    }
    for (const index of [4, -1, 1.5, Number.NaN]) {
      expect(() => inclusionProof(treeOf(4), index)).toThrow(`a tree of size 4 has no leaf ${index}`);
    }
  });

  it("refuse a leaf hash of another length", () => {
    const proof = inclusionProof(treeOf(4), 0);
    for (const length of [0, 31, 33]) {
      const why = `the leaf hash has ${length} bytes, not 32`;
      expect(() => rootFromInclusionProof(new Uint8Array(length), 0, 4, proof)).toThrow(new MerkleProofError(why));
    }
  });
});

describe("consistency proofs", () => {
  it("connect every two sizes up to 40, and no wrong root", () => {
    for (let newSize = 1; newSize <= 40; newSize++) {
      const tree = treeOf(newSize);
      for (let oldSize = 1; oldSize <= newSize; oldSize++) {
        const oldRoot = treeRoot(treeOf(oldSize));
        const proof = consistencyProof(tree, oldSize);
        expect(verifyConsistency(oldSize, oldRoot, newSize, treeRoot(tree), proof)).toBe(true);
        expect(verifyConsistency(oldSize, hashLeaf(oldRoot), newSize, treeRoot(tree), proof)).toBe(false);
        expect(verifyConsistency(oldSize, oldRoot, newSize, hashLeaf(oldRoot), proof)).toBe(false);
      }
    }
  });

  it("never connect histories that differ", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 120 }), fc.nat(), fc.nat(), (newSize, a, b) => {
        const oldSize = 1 + (a % (newSize - 1));
        const changed = b % oldSize;
        const rewritten = buildTree(leaves(newSize).map((leaf, i) => (i === changed ? hashLeaf(leaf) : leaf)));
        const oldRoot = treeRoot(treeOf(oldSize));
        expect(
          verifyConsistency(oldSize, oldRoot, newSize, treeRoot(rewritten), consistencyProof(rewritten, oldSize)),
        ).toBe(false);
      }),
      { numRuns: runs(200) },
    );
  });

  it("are refused for sizes that the tree never had", () => {
    for (const size of [-1, 1.5, 5, Number.NaN]) {
      expect(() => consistencyProof(treeOf(4), size)).toThrow(`a tree of size 4 has no earlier size ${size}`);
    }
    expect(() => consistencyRanges(1, 2.5)).toThrow("a tree of size 2.5 has no earlier size 1");
  });

  it("have one right length", () => {
    const [oldRoot, tree] = [treeRoot(treeOf(11)), treeOf(23)];
    const proof = consistencyProof(tree, 11);
    for (const wrong of [proof.slice(1), proof.slice(0, -1), [...proof, oldRoot], []]) {
      expect(() => verifyConsistency(11, oldRoot, 23, treeRoot(tree), wrong)).toThrow(MerkleProofError);
    }
    expect(() => verifyConsistency(23, treeRoot(tree), 11, oldRoot, [])).toThrow(MerkleProofError);
  });
});

function implied(leaf: Uint8Array, index: number, size: number, proof: Uint8Array[]): Uint8Array | undefined {
  try {
    return rootFromInclusionProof(leaf, index, size, proof);
  } catch (error) {
    if (error instanceof MerkleProofError) return undefined;
    throw error;
  }
}
