import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, dirname } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FIELD_ORDER, inverse, invertMatrix, multiply } from "../../../src/crypto/poseidon/field.ts";
import { poseidonP4, poseidonP5 } from "../../../src/crypto/poseidon/index.ts";
import { P4, P5, poseidon } from "../../../src/crypto/poseidon/poseidon.ts";
import { recurrenceOf } from "../../../src/crypto/poseidon/recurrence.ts";
import { poseidonTag, TAGS } from "../../../src/crypto/poseidon/tags.ts";
import zk from "../../vectors/zk.json" with { type: "json" };
import { circomlibPoseidon, circomlibReference } from "./second-opinion.ts";
import { runs } from "../../seed.ts";

const element = fc.oneof(
  fc.constantFrom(0n, 1n, 2n, FIELD_ORDER - 1n, FIELD_ORDER - 2n, 2n ** 253n),
  fc.bigInt({ min: 0n, max: FIELD_ORDER - 1n }),
);
const inputs = (length: number) => fc.array(element, { minLength: length, maxLength: length });
const tag = fc.oneof(fc.constantFrom(0n, ...Object.values(TAGS)), element);

describe("the hashes equal circomlib's", () => {
  for (const [name, hash, length] of [
    ["P4", poseidonP4, 4],
    ["P5", poseidonP5, 5],
  ] as const) {
    test(`${name}, against its WebAssembly`, () => {
      fc.assert(
        fc.property(tag, inputs(length), (t, xs) => {
          expect(hash(t, xs)).toBe(circomlibPoseidon(t, xs));
        }),
        { numRuns: runs(300) },
      );
    });

    test(`${name}, against its reference`, () => {
      fc.assert(
        fc.property(tag, inputs(length), (t, xs) => {
          expect(hash(t, xs)).toBe(circomlibReference(t, xs));
        }),
        { numRuns: 20 },
      );
    });

    test(`${name} of edge values in every place`, () => {
      for (const t of [0n, TAGS.node, FIELD_ORDER - 1n]) {
        for (const edge of [0n, FIELD_ORDER - 1n]) {
          for (let place = 0; place < length; place++) {
            const xs = Array.from({ length }, (_, i) => (i === place ? edge : BigInt(i)));
            expect(hash(t, xs)).toBe(circomlibPoseidon(t, xs));
          }
        }
      }
    });
  }

  test("of other widths", () => {
    for (const [length, partialRounds] of [
      [1, 56],
      [2, 57],
      [3, 56],
      [6, 63],
    ] as const) {
      const xs = Array.from({ length }, (_, i) => BigInt(i + 1));
      const hash = poseidon({ t: length + 1, fullRounds: 8, partialRounds });
      expect(hash(7n, xs)).toBe(circomlibPoseidon(7n, xs));
    }
  });
});

test("constants equal circomlib's", () => {
  const folder = dirname(createRequire(import.meta.url).resolve("circomlibjs"));
  const table = JSON.parse(readFileSync(join(folder, "../src/poseidon_constants.json"), "utf8")) as {
    C: string[][];
    M: string[][][];
  };
  for (const parameters of [P4, P5]) {
    const { t, firstConstants, mds } = recurrenceOf(parameters);
    expect(firstConstants.flat()).toEqual(table.C[t - 2]?.slice(0, 4 * t).map(BigInt));
    expect(mds).toEqual(table.M[t - 2]?.map((row) => row.map(BigInt)));
  }
});

test("hashes equal the vectors", () => {
  for (const { use, tag: t, inputs: xs, hash } of zk.poseidon) {
    expect(poseidonTag(use as keyof typeof TAGS)).toBe(BigInt(t));
    expect((xs.length === 4 ? poseidonP4 : poseidonP5)(BigInt(t), xs.map(BigInt))).toBe(BigInt(hash));
  }
});

test("tags are the ASCII bytes of their name, and differ", () => {
  expect(TAGS.node).toBe(BigInt(`0x${Buffer.from("anchorlog/1/node").toString("hex")}`));
  expect(new Set(Object.values(TAGS)).size).toBe(Object.keys(TAGS).length);
});

describe("refuses", () => {
  test("a number outside the field", () => {
    for (const bad of [
      FIELD_ORDER,
      FIELD_ORDER + 1n,
      -1n,
      2n ** 256n,
      1 as unknown as bigint,
      "1" as unknown as bigint,
    ]) {
      expect(() => poseidonP4(bad, [0n, 0n, 0n, 0n])).toThrow(RangeError);
      expect(() => poseidonP4(0n, [0n, bad, 0n, 0n])).toThrow("input 1");
      expect(() => poseidonP5(0n, [0n, 0n, 0n, 0n, bad])).toThrow("input 4");
    }
  });

  test("another number of inputs", () => {
    expect(() => poseidonP4(0n, [0n, 0n, 0n])).toThrow("expected 4 inputs, got 3");
    expect(() => poseidonP5(0n, [0n, 0n, 0n, 0n])).toThrow("expected 5 inputs, got 4");
  });
});

describe("the field", () => {
  test("an inverse times its element is 1", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: FIELD_ORDER - 1n }), (x) => {
        expect((x * inverse(x)) % FIELD_ORDER).toBe(1n);
      }),
    );
    expect(() => inverse(0n)).toThrow("invert");
    expect(() => inverse(FIELD_ORDER)).toThrow("invert");
  });

  test("an inverted matrix times the matrix is the identity, and a singular one has no inverse", () => {
    const matrix = [
      [0n, 2n, 1n],
      [3n, 0n, 5n],
      [FIELD_ORDER - 1n, 7n, 0n],
    ];
    expect(multiply(invertMatrix(matrix), matrix)).toEqual([
      [1n, 0n, 0n],
      [0n, 1n, 0n],
      [0n, 0n, 1n],
    ]);
    expect(() =>
      invertMatrix([
        [1n, 2n],
        [2n, 4n],
      ]),
    ).toThrow("singular");
  });
});
