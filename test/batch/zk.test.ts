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
import { commitMany, type CommitmentBytes } from "../../src/batch/zkCommitMany.ts";
import { bytesToElements, elementsToBytes, FIELD_ORDER, TAGS } from "../../src/crypto/poseidon/index.ts";
import { uintToBytes } from "../../src/base/bytes.ts";
import { circomlibPoseidon } from "../crypto/poseidon/second-opinion.ts";
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
  test("equal commitments computed by the protocol's formulas", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        expect(commitment(input)).toBe(commitmentByTheBook(input));
      }),
      { numRuns: 60 },
    );
  });

  test("equal the vectors", () => {
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

  test("differ if any part differs", () => {
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

  test("refuse values out of their ranges", () => {
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

describe("many commitments at once", () => {
  const inBytes = (input: CommitmentInput): CommitmentBytes => ({
    actor: uintToBytes(input.actor, 20),
    nonce: uintToBytes(input.nonce, 32),
    acceptedAt: input.acceptedAt,
    entryHash: uintToBytes(input.entryHash, 32),
    payloadType: input.payloadType,
    words: input.words.map((word) => uintToBytes(word, 32)),
  });

  test("equal commitments computed by the protocol's formulas", () => {
    fc.assert(
      fc.property(fc.array(anyInput, { maxLength: 7 }), (inputs) => {
        const found = commitMany(inputs.map(inBytes));
        expect(bytesToElements(found)).toEqual(inputs.map(commitmentByTheBook));
      }),
      { numRuns: 30 },
    );
  });

  test("equal single ones for every number of members, of zeros too", () => {
    const inputs = [1n, 0n, 2n ** 256n - 1n].flatMap((word) =>
      Array.from({ length: 16 }, (_, i): CommitmentInput => ({
        actor: 1n,
        nonce: word,
        acceptedAt: 3,
        entryHash: word,
        payloadType: "APayload(bool a)",
        words: Array<bigint>(i + 1).fill(word),
      })),
    );
    const found = bytesToElements(commitMany(inputs.map(inBytes)));
    expect(found).toEqual(inputs.map(commitment));
    expect(new Set(found).size).toBe(inputs.length);
  });

  test("equal single ones for more entries than one round hashes", () => {
    const inputs = Array.from({ length: 2050 }, (_, i): CommitmentInput => ({
      actor: BigInt(i),
      nonce: FIELD_ORDER * BigInt(i % 6),
      acceptedAt: i,
      entryHash: BigInt(i) << 240n,
      payloadType: i % 2 === 0 ? "APayload(bool a)" : "BPayload(bool b)",
      words: Array<bigint>(1 + (i % 16)).fill(BigInt(i)),
    }));
    const found = bytesToElements(commitMany(inputs.map(inBytes)));
    for (const i of [0, 1, 1023, 1024, 2047, 2048, 2049]) expect(found[i], `${i}`).toBe(commitment(inputs[i]!));
    expect(new Set(found).size).toBe(inputs.length);
  });

  test("refuse values out of their ranges, and name the entry", () => {
    const good = inBytes({
      actor: 1n,
      nonce: 2n,
      acceptedAt: 3,
      entryHash: 4n,
      payloadType: "APayload(bool a)",
      words: [5n],
    });
    const wrong: Partial<CommitmentBytes>[] = [
      { actor: new Uint8Array(32) },
      { nonce: new Uint8Array(31) },
      { entryHash: new Uint8Array() },
      { acceptedAt: -1 },
      { acceptedAt: 2 ** 53 },
      { acceptedAt: 0.5 },
      { words: [] },
      { words: [new Uint8Array(33)] },
      { words: Array.from({ length: 17 }, () => new Uint8Array(32)) },
    ];
    for (const change of wrong) {
      const refused = () => commitMany([good, { ...good, ...change }]);
      expect(refused).toThrow(RangeError);
      expect(refused).toThrow("entry 1");
    }
    expect(commitMany([])).toEqual(new Uint8Array());
  });
});

test("a word is its element plus its quotient times the field's order", () => {
  fc.assert(
    fc.property(anyWord, (word) => {
      const { element, quotient } = splitWord(word);
      expect(BigInt(quotient) * FIELD_ORDER + element).toBe(word);
      expect(element < FIELD_ORDER && quotient <= 5).toBe(true);
    }),
  );
});

describe("the tree", () => {
  test("has the hash of four zeros as an empty leaf", () => {
    expect(EMPTY).toBe(circomlibPoseidon(TAGS.empty, [0n, 0n, 0n, 0n]));
    expect(EMPTY).toBe(BigInt(vectors.empty));
  });

  test("has the root that the protocol's formulas give", () => {
    for (const count of [1, 2, 3, 4, 5, 16, 17, 63, 65, 257]) {
      const leaves = Array.from({ length: count }, (_, i) => BigInt(i + 1));
      expect(buildZkTree(elementsToBytes(leaves)).root, `${count}`).toBe(rootByTheBook(leaves, 8));
    }
  });

  test("has the roots and paths of the vectors", () => {
    for (const { count, root, paths } of vectors.trees) {
      const tree = buildZkTree(elementsToBytes(Array.from({ length: count }, (_, i) => BigInt(i + 1))));
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

  test("has paths that lead to the root from their own position only", () => {
    const leaves = Array.from({ length: 70 }, (_, i) => BigInt(i + 1));
    const tree = buildZkTree(elementsToBytes(leaves));
    for (let position = 0; position < leaves.length; position += 3) {
      const leaf = BigInt(position + 1);
      const path = zkTreePath(tree, position);
      expect(zkRootFromPath(leaf, position, path)).toBe(tree.root);
      expect(zkRootFromPath(leaf, position ^ 1, path)).not.toBe(tree.root);
      expect(zkRootFromPath(leaf, position + 4 ** 7, path)).not.toBe(tree.root);
      expect(zkRootFromPath(leaf + 1n, position, path)).not.toBe(tree.root);
    }
  });

  test("holds a full batch in 32 bytes a node", () => {
    const leaf = uintToBytes(FIELD_ORDER - 1n, 32);
    const leaves = new Uint8Array(32 * ZK_POSITIONS);
    for (let at = 0; at < leaves.length; at += 32) leaves.set(leaf, at);
    leaves.set(uintToBytes(5n, 32), leaves.length - 32);
    const tree = buildZkTree(leaves);
    // All subtrees of a level are equal but the last one.
    let [same, last] = [FIELD_ORDER - 1n, 5n];
    const path: bigint[][] = [];
    for (let level = 0; level < 8; level++) {
      path.push([same, same, same]);
      last = circomlibPoseidon(TAGS.node, [same, same, same, last]);
      same = circomlibPoseidon(TAGS.node, [same, same, same, same]);
    }
    expect(tree.root).toBe(last);
    expect(zkTreePath(tree, ZK_POSITIONS - 1)).toEqual(path);
    expect(zkRootFromPath(FIELD_ORDER - 1n, 21_845, zkTreePath(tree, 21_845))).toBe(last);
    // 32 bytes a node, no more.
    expect(tree.levels.map(({ buffer }) => buffer.byteLength / 32)).toEqual(
      [8, 7, 6, 5, 4, 3, 2, 1, 0].map((k) => 4 ** k),
    );
  });

  test("keeps its own copy of the commitments", () => {
    const leaves = elementsToBytes([1n, 2n]);
    const tree = buildZkTree(leaves);
    leaves.fill(0);
    expect(zkRootFromPath(2n, 1, zkTreePath(tree, 1))).toBe(tree.root);
  });

  test("refuses invalid commitments, positions and paths", () => {
    const tree = buildZkTree(elementsToBytes([1n, 2n]));
    const path = zkTreePath(tree, 0);
    const order = uintToBytes(FIELD_ORDER, 32);
    const wrong = [new Uint8Array(), new Uint8Array(33), new Uint8Array(32 * (ZK_POSITIONS + 1)), order];
    for (const commitments of wrong) expect(() => buildZkTree(commitments)).toThrow(RangeError);
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
