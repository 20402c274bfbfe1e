import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  buildZkTree,
  commitment,
  commitmentElements,
  type CommitmentInput,
  EMPTY,
  hashCommitment,
  splitWord,
  ZK_POSITIONS,
  zkRootFromPath,
  zkTreePath,
} from "../../src/batch/zk.ts";
import { FIELD_ORDER, TAGS } from "../../src/poseidon/index.ts";
import { circomlibPoseidon } from "../poseidon/second-opinion.ts";
import { readEntry } from "../proof/fixtures.ts";
import vectors from "../vectors/zk.json" with { type: "json" };
import { commitmentByTheBook, rootByTheBook } from "./by-the-book.ts";

const uint = (bits: number) =>
  fc.oneof(fc.constantFrom(0n, 1n, 2n ** BigInt(bits) - 1n), fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n }));

const anyWord = fc.oneof(
  uint(256),
  fc.bigInt({ min: 0n, max: 5n }).map((q) => q * FIELD_ORDER),
);

const anyInput: fc.Arbitrary<CommitmentInput> = fc.record({
  actor: uint(160),
  nonce: anyWord,
  acceptedAt: fc.maxSafeNat(),
  entryHash: uint(256),
  payloadType: fc.constantFrom("APayload(bool a)", "BPayload(string b,address c)"),
  words: fc.array(anyWord, { minLength: 1, maxLength: 16 }),
});

describe("commitments", () => {
  test("are those of the protocol", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        expect(commitment(input)).toBe(commitmentByTheBook(input));
      }),
      { numRuns: 60 },
    );
  });

  test("vectors", () => {
    for (const { entry, payloadType, elements, quotients, ...hashes } of vectors.commitments) {
      const input = readEntry(entry);
      const parts = commitmentElements(input);
      expect(parts.payloadType).toBe(BigInt(payloadType));
      expect(parts.elements).toEqual(elements.map(BigInt));
      expect(parts.quotients).toEqual(quotients);
      expect(commitment(input)).toBe(BigInt(hashes.commitment));
      expect(hashCommitment(parts)).toEqual({
        commitment: BigInt(hashes.commitment),
        context: BigInt(hashes.context),
        rest: BigInt(hashes.rest),
      });
    }
  });

  test("no part can be changed", () => {
    const input: CommitmentInput = {
      actor: 1n,
      nonce: 2n,
      acceptedAt: 3,
      entryHash: 4n,
      payloadType: "APayload(bool a)",
      words: [5n, 0n, 7n],
    };
    const others: CommitmentInput[] = [
      { ...input, actor: 2n },
      { ...input, nonce: 2n + FIELD_ORDER },
      { ...input, acceptedAt: 4 },
      { ...input, entryHash: 5n },
      { ...input, payloadType: "APayload(bool b)" },
      ...input.words.map((word, i) => ({ ...input, words: input.words.with(i, word + FIELD_ORDER) })),
      ...input.words.map((word, i) => ({ ...input, words: input.words.with(i, word + 1n) })),
      { ...input, words: [5n, 7n, 0n] },
      { ...input, words: [...input.words, 0n] },
      { ...input, words: [5n, 0n] },
    ];
    const all = [input, ...others].map(commitment);
    expect(new Set(all).size).toBe(all.length);
  });

  test("refuse what does not fit", () => {
    const input: CommitmentInput = {
      actor: 1n,
      nonce: 2n,
      acceptedAt: 3,
      entryHash: 4n,
      payloadType: "APayload(bool a)",
      words: [5n],
    };
    const wrong: Partial<CommitmentInput>[] = [
      { actor: 2n ** 160n },
      { actor: -1n },
      { nonce: 2n ** 256n },
      { entryHash: 2n ** 256n },
      { acceptedAt: -1 },
      { acceptedAt: 2 ** 53 },
      { acceptedAt: 0.5 },
      { words: [] },
      { words: [2n ** 256n] },
      { words: [-1n] },
      { words: Array<bigint>(17).fill(0n) },
    ];
    for (const change of wrong) expect(() => commitment({ ...input, ...change })).toThrow(RangeError);
  });
});

test("a word is its element and quotient", () => {
  fc.assert(
    fc.property(anyWord, (word) => {
      const { element, quotient } = splitWord(word);
      expect(BigInt(quotient) * FIELD_ORDER + element).toBe(word);
      expect(element < FIELD_ORDER && quotient <= 5).toBe(true);
    }),
  );
});

describe("the tree", () => {
  test("EMPTY is what it says", () => {
    expect(EMPTY).toBe(circomlibPoseidon(TAGS.empty, [0n, 0n, 0n, 0n]));
    expect(EMPTY).toBe(BigInt(vectors.empty));
  });

  test("has the root of the protocol", () => {
    for (const count of [1, 2, 3, 4, 5, 16, 17, 63, 65, 257]) {
      const leaves = Array.from({ length: count }, (_, i) => BigInt(i + 1));
      expect(buildZkTree(leaves).root, `${count}`).toBe(rootByTheBook(leaves, 8));
    }
  });

  test("vectors", () => {
    for (const { count, root, paths } of vectors.trees) {
      const tree = buildZkTree(Array.from({ length: count }, (_, i) => BigInt(i + 1)));
      expect(tree.root).toBe(BigInt(root));
      for (const { position, path } of paths) {
        expect(zkTreePath(tree, position)).toEqual(path.map((level) => level.map(BigInt)));
        expect(
          zkRootFromPath(
            BigInt(position + 1),
            position,
            path.map((level) => level.map(BigInt)),
          ),
        ).toBe(tree.root);
      }
    }
  });

  test("every path leads to the root, and to no other position", () => {
    const leaves = Array.from({ length: 70 }, (_, i) => BigInt(i + 1));
    const tree = buildZkTree(leaves);
    for (let position = 0; position < leaves.length; position += 3) {
      const leaf = BigInt(position + 1);
      const path = zkTreePath(tree, position);
      expect(zkRootFromPath(leaf, position, path)).toBe(tree.root);
      expect(zkRootFromPath(leaf, position ^ 1, path)).not.toBe(tree.root);
      expect(zkRootFromPath(leaf, position + 4 ** 7, path)).not.toBe(tree.root);
      expect(zkRootFromPath(leaf + 1n, position, path)).not.toBe(tree.root);
    }
  });

  test("refuses what is not a batch, a position or a path", () => {
    const tree = buildZkTree([1n, 2n]);
    const path = zkTreePath(tree, 0);
    expect(() => buildZkTree([])).toThrow(RangeError);
    expect(() => buildZkTree([FIELD_ORDER])).toThrow(RangeError);
    expect(() => buildZkTree(Array<bigint>(ZK_POSITIONS + 1).fill(0n))).toThrow(RangeError);
    for (const position of [-1, 2, 0.5]) expect(() => zkTreePath(tree, position)).toThrow(RangeError);
    for (const position of [-1, ZK_POSITIONS, 0.5])
      expect(() => zkRootFromPath(1n, position, path)).toThrow(RangeError);
    expect(() => zkRootFromPath(1n, 0, path.slice(1))).toThrow(RangeError);
    expect(() => zkRootFromPath(1n, 0, [...path, [0n, 0n, 0n]])).toThrow(RangeError);
    expect(() => zkRootFromPath(1n, 0, path.with(3, [0n, 0n]))).toThrow(RangeError);
    expect(() => zkRootFromPath(1n, 0, path.with(3, [0n, 0n, FIELD_ORDER]))).toThrow(RangeError);
    expect(() => zkRootFromPath(FIELD_ORDER, 0, path)).toThrow(RangeError);
  });
});
