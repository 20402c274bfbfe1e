/** The arithmetic that the module is made of, function by function, beside bigints. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ELEMENT,
  LIMB_BITS,
  LIMBS,
  limbsOf,
  PAIRS,
  START,
  VECTOR,
  type Constants,
} from "../../generate/poseidonConstants.ts";
import { fieldOver, STRIDE } from "../../generate/poseidonField.ts";
import { assemble } from "../../generate/wasm.ts";
import { FIELD_ORDER, inverse, reduce } from "../../../src/crypto/poseidon/field.ts";
import { runs } from "../../../test/seed.ts";

const R = 2n ** 255n;
const MOST = 2n ** 50n;
/** In both lanes, limb by limb: the true value, which may be above r or below zero. Then the same of a second pair. */
type Lanes = readonly [bigint[], bigint[], bigint[], bigint[]];

const [A, B, STARTS, TO, HALVES] = [16_384, 18_432, 20_480, 22_528, 24_576];

/** The field's functions alone in a module, with the constants where they expect them. */
function fieldModule() {
  const constants: Constants = { values: [], limbs: [], elementsAt: 0 };
  const field = fieldOver(constants, HALVES);
  const sums = { one: field.sum(1), five: field.sum(5), six: field.sum(6) };
  const functions = [
    { ...field.square(false), exported: "square" },
    { ...field.square(true), exported: "squareSpread" },
    ...Object.entries(sums).map(([exported, { func }]) => ({ ...func, exported })),
  ];
  const bothLanes = constants.values.flatMap((value) => [value, value]);
  expect(bothLanes.length * 8).toBeLessThan(A);
  const bytes = [...new Uint8Array(BigUint64Array.from(bothLanes).buffer)];
  const { Instance, Module } = (
    globalThis as unknown as {
      WebAssembly: { Module: new (code: Uint8Array) => object; Instance: new (module: object) => { exports: unknown } };
    }
  ).WebAssembly;
  const code = assemble({ functions, pages: 1, data: { at: 0, bytes } });
  const exports = new Instance(new Module(code)).exports as { memory: { buffer: ArrayBuffer } } & Record<
    "square" | "squareSpread" | keyof typeof sums,
    (...addresses: number[]) => void
  >;
  const doubles = new Float64Array(exports.memory.buffer);
  const integers = new BigUint64Array(exports.memory.buffer);
  return {
    ...exports,
    put(address: number, lanes: Lanes): void {
      lanes.forEach((limbs, i) => {
        const [at, lane] = placeOf(address, i);
        limbs.forEach((limb, i) => (doubles[at + 2 * i + lane] = Number(limb)));
        PAIRS.forEach(([i, j], k) => (doubles[at + 2 * (LIMBS + k) + lane] = Number(limbs[i]! - limbs[j]!)));
      });
    },
    putStart(kind: keyof typeof sums, constant: bigint): void {
      sums[kind].startWith(constant).forEach((value, i) => {
        integers.fill(BigInt.asUintN(64, value), (STARTS + i * VECTOR) / 8, (STARTS + (i + 1) * VECTOR) / 8);
      });
    },
    /** Checks the form of the element there and returns the values of its lanes. */
    take(address: number, spread: boolean): bigint[] {
      return [0, 1, 2, 3].map((i) => {
        const [at, lane] = placeOf(address, i);
        const limbs = Array.from({ length: LIMBS }, (_, i) => BigInt(doubles[at + 2 * i + lane]!));
        for (const limb of limbs) expect(limb >= -MOST && limb <= MOST).toBe(true);
        if (spread) {
          const found = PAIRS.map((_, k) => BigInt(doubles[at + 2 * (LIMBS + k) + lane]!));
          expect(found).toEqual(PAIRS.map(([i, j]) => limbs[i]! - limbs[j]!));
        }
        return valueOf(limbs);
      });
    },
  };
}

const module = fieldModule();

/** Where a lane's first limb is, in doubles, and which lane of its vector it is. */
function placeOf(address: number, lane: number): readonly [number, number] {
  return [(address + Math.floor(lane / 2) * STRIDE) / 8, lane % 2];
}

const valueOf = (limbs: readonly bigint[]): bigint =>
  limbs.reduceRight((value, limb) => value * 2n ** BigInt(LIMB_BITS) + limb, 0n);

/** The result of a reduction of `total`, which has to be a number of that residue and at most that many tenths of r. */
function expectReduced(found: bigint, total: bigint, tenths: bigint): void {
  expect(reduce(found * R)).toBe(reduce(total));
  expect(10n * found <= tenths * FIELD_ORDER && 10n * found >= -tenths * FIELD_ORDER).toBe(true);
}

// Limbs at their bounds, in any combination; digits that end in the middle between two multiples of 2^51.
const edgeLimb = fc.oneof(
  fc.constantFrom(0n, 1n, -1n, MOST, -MOST, MOST - 1n, 1n - MOST, 2n ** 25n, 3n * 2n ** 25n, -(2n ** 25n), 2n ** 49n),
  fc.bigInt({ min: -MOST, max: MOST }),
);
const topLimb = fc.oneof(
  fc.constantFrom(0n, 1n, -1n, 2n ** 49n, -(2n ** 49n)),
  fc.bigInt({ min: -(2n ** 49n), max: 2n ** 49n }),
);
const limbs = fc.tuple(edgeLimb, edgeLimb, edgeLimb, edgeLimb, topLimb).map((list): bigint[] => [...list]);
/** As constants are: near zero. */
const constantLimbs = fc
  .oneof(
    fc.constantFrom(0n, 1n, FIELD_ORDER - 1n, FIELD_ORDER - 2n, R % FIELD_ORDER),
    fc.bigInt({ min: 0n, max: FIELD_ORDER - 1n }),
  )
  .map((value) => limbsOf(2n * value > FIELD_ORDER ? value - FIELD_ORDER : value));
const lanes = (of: fc.Arbitrary<bigint[]>): fc.Arbitrary<Lanes> => fc.tuple(of, of, of, of);
/** The second pair takes its first factor from `other`, and the others from the first pair. */
const factor = (b: Lanes, i: number, lane: number): bigint => valueOf(b[i === 0 ? lane : lane % 2]!);

/** As an input is read: limbs from 0 to 2^51 - 1, of anything below r. */
const unsigned = fc
  .oneof(fc.constantFrom(0n, FIELD_ORDER - 1n), fc.bigInt({ min: 0n, max: FIELD_ORDER - 1n }))
  .map((value) =>
    Array.from({ length: LIMBS }, (_, i) => (value >> BigInt(i * LIMB_BITS)) & (2n ** BigInt(LIMB_BITS) - 1n)),
  );

describe("the arithmetic in WebAssembly", () => {
  test("squares", () => {
    fc.assert(
      fc.property(lanes(limbs), fc.boolean(), (a, spread) => {
        module.put(A, a);
        module[spread ? "squareSpread" : "square"](A, TO);
        module.take(TO, spread).forEach((found, lane) => expectReduced(found, valueOf(a[lane]!) ** 2n, 11n));
      }),
      { numRuns: runs(2000) },
    );
  });

  test("multiplies, and adds a constant", () => {
    fc.assert(
      fc.property(lanes(fc.oneof(limbs, unsigned)), lanes(fc.oneof(limbs, constantLimbs)), constantLimbs, (a, b, c) => {
        const constant = valueOf(c);
        module.put(A, a);
        module.put(B, b);
        module.putStart("one", constant);
        module.one(A, B, STARTS, TO, B + STRIDE);
        module.take(TO, true).forEach((found, lane) => {
          expectReduced(found, valueOf(a[lane]!) * valueOf(b[lane]!) + constant * R * R, 13n);
        });
      }),
      { numRuns: runs(2000) },
    );
  });

  test.each([
    ["five", 5],
    ["six", 6],
  ] as const)("sums up %s products and a constant, near zero", (kind, count) => {
    const list = fc.array(fc.tuple(lanes(limbs), lanes(fc.oneof(limbs, constantLimbs))), {
      minLength: count,
      maxLength: count,
    });
    fc.assert(
      fc.property(list, constantLimbs, (pairs, c) => {
        const constant = valueOf(c);
        pairs.forEach(([a, b], i) => {
          module.put(A + i * ELEMENT, a);
          module.put(B + i * ELEMENT, b);
        });
        module.putStart(kind, constant);
        module[kind](A, B, STARTS, TO, B + STRIDE);
        module.take(TO, true).forEach((found, lane) => {
          const total = pairs.reduce(
            (sum, [a, b], i) => sum + valueOf(a[lane]!) * factor(b, i, lane),
            constant * R * R,
          );
          expectReduced(found, total, 7n);
        });
      }),
      { numRuns: runs(2000) },
    );
  });

  test("sums of the largest limbs of one sign", () => {
    for (const sign of [1n, -1n]) {
      const largest = [MOST, MOST, MOST, MOST, 2n ** 49n];
      for (let i = 0; i < 6; i++) {
        const factors = [largest.map((x) => sign * x), largest.map((x, k) => (k % 2 === 0 ? x : -x))] as const;
        module.put(A + i * ELEMENT, [largest, largest, largest, largest]);
        module.put(B + i * ELEMENT, [...factors, ...factors]);
      }
      module.putStart("six", -1n);
      module.six(A, B, STARTS, TO, B + STRIDE);
      const a = valueOf(largest);
      const bs = [sign * a, valueOf(largest.map((x, k) => (k % 2 === 0 ? x : -x)))];
      module.take(TO, true).forEach((found, lane) => expectReduced(found, 6n * a * bs[lane % 2]! - R * R, 7n));
    }
  });

  test("halves of 2^51, where rounding could go either way", () => {
    // The lowest digit of the square is 2^50 whenever the lowest limb is an odd multiple of 2^25.
    for (let odd = -9n; odd < 10n; odd += 2n) {
      for (const rest of [0n, 1n, -1n, MOST]) {
        const a = [odd * 2n ** 25n, rest, 0n, 0n, rest / 4n];
        const negative = a.map((limb) => -limb);
        module.put(A, [a, negative, negative, a]);
        module.square(A, TO);
        for (const found of module.take(TO, false)) expectReduced(found, valueOf(a) ** 2n, 11n);
      }
    }
  });

  test("has constants that follow from r", () => {
    expect(START).toBe(LIMBS * VECTOR);
    expect((inverse(R) * R) % FIELD_ORDER).toBe(1n);
    expect(valueOf(limbsOf(FIELD_ORDER))).toBe(FIELD_ORDER);
    expect(valueOf(limbsOf(-FIELD_ORDER))).toBe(-FIELD_ORDER);
    // The condition under which the reduction may leave out the lower half of a product.
    expect(FIELD_ORDER % 4n).toBe(1n);
  });
});
