import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createGrowingTree } from "../../../src/crypto/merkle/growingTree.ts";
import { hashLeaf } from "../../../src/crypto/merkle/hash.ts";
import { consistencyRanges, inclusionRanges } from "../../../src/crypto/merkle/ranges.ts";
import { buildTree, consistencyProof, inclusionProof, treeRoot } from "../../../src/crypto/merkle/tree.ts";

const leaves = Array.from({ length: 300 }, (_, i) => hashLeaf(new Uint8Array([i & 255, i >> 8])));

describe("a growing tree", () => {
  test("has, at each size, the root and proofs of a tree that is built in one step", () => {
    const tree = createGrowingTree();
    tree.append(leaves);
    for (const size of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 63, 64, 65, 100, 255, 256, 257, 300]) {
      const whole = buildTree(leaves.slice(0, size));
      expect(tree.root(size)).toEqual(treeRoot(whole));
      for (let i = 0; i < size; i += 7) expect(tree.inclusionProof(i, size)).toEqual(inclusionProof(whole, i));
      for (let old = 0; old <= size; old += 5) {
        expect(tree.consistencyProof(old, size)).toEqual(consistencyProof(whole, old));
      }
    }
  });

  test("does not depend on the pieces that it grew by", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40), { maxLength: 12 }), (pieces) => {
        const tree = createGrowingTree();
        for (const piece of pieces) tree.append(leaves.slice(tree.size(), tree.size() + piece));
        expect(tree.root()).toEqual(treeRoot(buildTree(leaves.slice(0, tree.size()))));
      }),
    );
  });

  test("does not change if its returned arrays are changed", () => {
    const tree = createGrowingTree();
    tree.append(leaves.slice(0, 2));
    const root = tree.root().slice();
    tree.root().fill(0);
    tree.inclusionProof(0)[0]!.fill(0);
    expect(tree.root()).toEqual(root);
    expect(tree.inclusionProof(0)).toEqual([leaves[1]]);
    tree.root(0).fill(0);
    expect(tree.root(0)).toEqual(treeRoot(buildTree([])));
  });

  test("refuses sizes and positions that it does not have", () => {
    const tree = createGrowingTree();
    tree.append(leaves.slice(0, 3));
    for (const size of [4, -1, 1.5, Number.NaN])
      expect(() => tree.root(size)).toThrow(`a tree of 3 leaves never had size ${size}`);
    for (const index of [2, -1, 0.5, Number.NaN])
      expect(() => tree.inclusionProof(index, 2)).toThrow(`a tree of size 2 has no leaf ${index}`);
    for (const size of [3, -1, 0.5, Number.NaN])
      expect(() => tree.consistencyProof(size, 2)).toThrow(`a tree of size 2 has no earlier size ${size}`);
    expect(() => tree.inclusionProof(0, 4)).toThrow(RangeError);
    expect(() => tree.append([new Uint8Array(31)])).toThrow("31 bytes, not 32");
    // Readers of tiles ask for the ranges themselves.
    for (const size of [1.5, Number.NaN]) {
      expect(() => inclusionRanges(0, size)).toThrow(RangeError);
      expect(() => consistencyRanges(0, size)).toThrow(RangeError);
    }
  });
});
