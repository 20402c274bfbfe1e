/** The module's arithmetic, function by function, compared with bigints. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  CONSTANT,
  ELEMENT,
  LIMB_BITS,
  LIMBS,
  limbsOf,
  PAIRS,
  POSEIDON_R as R,
  START,
  VECTOR,
  type Constants,
} from "../../generate/poseidonConstants.ts";
import { fieldOver, STRIDE, type PairsAtOnce } from "../../generate/poseidonField.ts";
import { assemble } from "../../generate/wasm.ts";
import { FIELD_ORDER, inverse, reduce } from "../../../src/crypto/poseidon/field.ts";
import { runs } from "../../../test/seed.ts";

const MOST = 2n ** 50n;
/** The largest last limb of a sum, and of a square or a product. */
const MOST_LAST = (1_038n * MOST) / 1_000n;
const MOST_LAST_OF_PRODUCT = (944n * MOST) / 1_000n;
/** In both lanes, limb by limb: the true value, which may be above r or below zero. Then the same of a second pair. */
type Lanes = readonly [bigint[], bigint[], bigint[], bigint[]];

const [A, B, STARTS, TO, X, QUARTIC, HALVES] = [6_144, 8_192, 9_728, 10_240, 12_288, 14_336, 16_384];

/** A module of the field's functions for one pair or two, with the constants where these functions expect them. */
function fieldModule(pairs: PairsAtOnce) {
  const constants: Constants = { values: [], limbs: [], elementsAt: 0 };
  const field = fieldOver(constants, HALVES, pairs);
  const product = field.product();
  const starts = { product, 5: field.startOfSum(5), 6: field.startOfSum(6) };
  const functions = Object.entries({
    quartic: field.quartic(),
    product: product.func,
    rowOf5: field.products(1, 5),
    rowOf6: field.products(1, 6),
    roundOf4: field.products(2, 4, [X, QUARTIC]),
    roundOf5: field.products(2, 5, [X, QUARTIC]),
    finish: field.finish(),
    center: field.center(),
  }).map(([exported, func]) => ({ ...func, exported }));
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
    "quartic" | "product" | "rowOf5" | "rowOf6" | "roundOf4" | "roundOf5" | "finish" | "center",
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
    /** Writes constants in the module's order: the first of each list, then the second, and so on. */
    putConstants(lists: readonly (readonly bigint[][])[]): void {
      lists[0]!.forEach((_, n) =>
        lists.forEach((list, i) => {
          const [at, limbs] = [(B + (n * lists.length + i) * CONSTANT) / 8, list[n]!];
          doubles.set([...limbs, ...PAIRS.map(([j, k]) => limbs[j]! - limbs[k]!)].map(Number), at);
        }),
      );
    },
    putStart(kind: keyof typeof starts, constant: bigint): void {
      starts[kind].startWith(constant).forEach((value, i) => {
        integers.fill(BigInt.asUintN(64, value), (STARTS + i * VECTOR) / 8, (STARTS + (i + 1) * VECTOR) / 8);
      });
    },
    /** Reduces a sum of `count` products, and adds the constant written before. */
    finishSum(sum: number, count: 5 | 6, to: number): void {
      exports.finish(HALVES + sum * field.sumBytes, STARTS, starts[count].others, to);
    },
    /** Returns a constant. */
    constant(address: number): bigint[] {
      const limbs = [...doubles.subarray(address / 8, address / 8 + LIMBS)].map(BigInt);
      const found = [...doubles.subarray(address / 8 + LIMBS, (address + CONSTANT) / 8)].map(BigInt);
      expect(found).toEqual(PAIRS.map(([i, j]) => limbs[i]! - limbs[j]!));
      return limbs;
    },
    /** Checks the form of the element at the address, and returns the values of its lanes. */
    take(address: number, mostLast: bigint): bigint[] {
      return Array.from({ length: 2 * pairs }, (_, i) => {
        const [at, lane] = placeOf(address, i);
        const limbs = Array.from({ length: LIMBS }, (_, i) => BigInt(doubles[at + 2 * i + lane]!));
        for (const [i, limb] of limbs.entries()) {
          const most = i === LIMBS - 1 ? mostLast : MOST;
          expect(limb >= -most && limb <= most).toBe(true);
        }
        const found = PAIRS.map((_, k) => BigInt(doubles[at + 2 * (LIMBS + k) + lane]!));
        expect(found).toEqual(PAIRS.map(([i, j]) => limbs[i]! - limbs[j]!));
        return valueOf(limbs);
      });
    },
  };
}

/** Where a lane's first limb is, in doubles, and which lane of its vector it is. */
function placeOf(address: number, lane: number): readonly [number, number] {
  return [(address + Math.floor(lane / 2) * STRIDE) / 8, lane % 2];
}

const valueOf = (limbs: readonly bigint[]): bigint =>
  limbs.reduceRight((value, limb) => value * 2n ** BigInt(LIMB_BITS) + limb, 0n);

const inverseOfR = inverse(R);
/** Checks that the results of a reduction have the given residue, and are at most the given thousandths of r. */
function expectReduced(found: bigint, total: bigint, thousandths: bigint): void {
  expect(reduce(found)).toBe(reduce(total * inverseOfR));
  expect(1_000n * found <= thousandths * FIELD_ORDER && 1_000n * found >= -thousandths * FIELD_ORDER).toBe(true);
}
const [PRODUCT, SUM] = [1_248n, 1_373n];

// Limbs at their bounds, in any combination; digits that end in the middle between two multiples of 2^51.
const edgeLimb = fc.oneof(
  fc.constantFrom(0n, 1n, -1n, MOST, -MOST, MOST - 1n, 1n - MOST, 2n ** 25n, 3n * 2n ** 25n, -(2n ** 25n), 2n ** 49n),
  fc.bigInt({ min: -MOST, max: MOST }),
);
const ending = (most: bigint): fc.Arbitrary<bigint[]> => {
  const last = fc.oneof(fc.constantFrom(0n, 1n, -1n, most, -most), fc.bigInt({ min: -most, max: most }));
  return fc.tuple(edgeLimb, edgeLimb, edgeLimb, edgeLimb, last).map((list): bigint[] => [...list]);
};
const limbs = ending(MOST_LAST);
const limbsOfProduct = ending(MOST_LAST_OF_PRODUCT);
/** As constants are: near zero. */
const constantLimbs = fc
  .oneof(
    fc.constantFrom(0n, 1n, FIELD_ORDER - 1n, FIELD_ORDER >> 1n, (FIELD_ORDER >> 1n) + 1n, R % FIELD_ORDER),
    fc.bigInt({ min: 0n, max: FIELD_ORDER - 1n }),
  )
  .map((value) => limbsOf(2n * value > FIELD_ORDER ? value - FIELD_ORDER : value));
const lanes = (of: fc.Arbitrary<bigint[]>): fc.Arbitrary<Lanes> => fc.tuple(of, of, of, of);
const list = <T>(of: fc.Arbitrary<T>, length: number) => fc.array(of, { minLength: length, maxLength: length });
const sumOf = (terms: readonly bigint[]): bigint => terms.reduce((sum, term) => sum + term, 0n);

/** An input as it is read: limbs from 0 to 2^51 - 1, of a number below r. */
const unsigned = fc
  .oneof(fc.constantFrom(0n, FIELD_ORDER - 1n), fc.bigInt({ min: 0n, max: FIELD_ORDER - 1n }))
  .map((value) =>
    Array.from({ length: LIMBS }, (_, i) => (value >> BigInt(i * LIMB_BITS)) & (2n ** BigInt(LIMB_BITS) - 1n)),
  );

describe.each([1, 2] as const)("the arithmetic in WebAssembly, with pairs at once: %i", (pairs) => {
  const module = fieldModule(pairs);

  test("computes fourth powers", () => {
    fc.assert(
      fc.property(lanes(limbs), (a) => {
        module.put(A, a);
        module.quartic(A, TO);
        module.take(TO, MOST_LAST_OF_PRODUCT).forEach((found, lane) => {
          expectReduced(found * R ** 2n, valueOf(a[lane]!) ** 4n, PRODUCT * R ** 2n);
        });
      }),
      { numRuns: runs(2000) },
    );
  });

  test("multiplies, and adds a constant", () => {
    fc.assert(
      fc.property(lanes(limbsOfProduct), lanes(limbs), constantLimbs, (a, b, c) => {
        module.put(A, a);
        module.put(B, b);
        module.putStart("product", valueOf(c));
        module.product(A, B, STARTS, TO);
        module.take(TO, MOST_LAST_OF_PRODUCT).forEach((found, lane) => {
          expectReduced(found, valueOf(a[lane]!) * valueOf(b[lane]!) + valueOf(c) * R * R, PRODUCT);
        });
      }),
      { numRuns: runs(2000) },
    );
  });

  test("multiplies input by a constant", () => {
    fc.assert(
      fc.property(lanes(unsigned), constantLimbs, (a, b) => {
        module.put(A, a);
        module.put(B, [b, b, b, b]);
        module.putStart("product", 0n);
        module.product(A, B, STARTS, TO);
        module
          .take(TO, MOST_LAST_OF_PRODUCT)
          .forEach((found, lane) => expectReduced(found, valueOf(a[lane]!) * valueOf(b), PRODUCT));
      }),
      { numRuns: runs(500) },
    );
  });

  test("makes constants from products, between -r/2 and r/2", () => {
    fc.assert(
      fc.property(limbsOfProduct, (a) => {
        module.put(A, [a, a, a, a]);
        module.center(A, TO);
        const found = module.constant(TO);
        for (const limb of found) expect(limb >= -MOST && limb <= MOST).toBe(true);
        expectReduced(valueOf(found), valueOf(a) * R, 501n);
      }),
      { numRuns: runs(500) },
    );
  });

  test.each([
    ["rowOf5", 5],
    ["rowOf6", 6],
  ] as const)("sums products with constants: %s", (kind, count) => {
    fc.assert(
      fc.property(list(fc.tuple(lanes(limbs), constantLimbs), count), constantLimbs, (terms, c) => {
        terms.forEach(([a], i) => module.put(A + i * ELEMENT, a));
        module.putConstants([terms.map(([, b]) => b)]);
        module.putStart(count, valueOf(c));
        module[kind](A, B);
        module.finishSum(0, count, TO);
        module.take(TO, MOST_LAST).forEach((found, lane) => {
          const total = sumOf(terms.map(([a, b]) => valueOf(a[lane]!) * valueOf(b)));
          expectReduced(found, total + valueOf(c) * R * R, SUM);
        });
      }),
      { numRuns: runs(2000) },
    );
  });

  const expectRound = (
    kind: "roundOf4" | "roundOf5",
    [x, quartic]: readonly [Lanes, Lanes],
    terms: readonly (readonly [a: Lanes, ofZ: bigint[], ofX: bigint[]])[],
    constant: bigint,
  ): void => {
    terms.forEach(([a], i) => module.put(A + i * ELEMENT, a));
    module.putConstants([terms.map(([, ofZ]) => ofZ), terms.map(([, , ofX]) => ofX)]);
    module.put(X, x);
    module.put(QUARTIC, quartic);
    const count = kind === "roundOf4" ? 5 : 6;
    module[kind](A, B);
    const [zs, xs] = [0n, constant].map((added, sum) => {
      module.putStart(count, added);
      module.finishSum(sum, count, TO);
      return module.take(TO, MOST_LAST);
    }) as [bigint[], bigint[]];
    for (const lane of zs.keys()) {
      const shared = valueOf(x[lane]!) * valueOf(quartic[lane]!);
      const total = (which: 1 | 2): bigint =>
        shared + sumOf(terms.map((term) => valueOf(term[0][lane]!) * valueOf(term[which])));
      expectReduced(zs[lane]!, total(1), SUM);
      expectReduced(xs[lane]!, total(2) + constant * R * R, SUM);
    }
  };

  test.each([
    ["roundOf4", 4],
    ["roundOf5", 5],
  ] as const)("computes both sums of a partial round: %s", (kind, count) => {
    const terms = list(fc.tuple(lanes(limbs), constantLimbs, constantLimbs), count);
    fc.assert(
      fc.property(fc.tuple(lanes(limbs), lanes(limbsOfProduct)), terms, constantLimbs, (factors, found, c) =>
        expectRound(kind, factors, found, valueOf(c)),
      ),
      { numRuns: runs(2000) },
    );
  });

  test("is exact for sums of the largest limbs of one sign", () => {
    const same = (limbs: bigint[]): Lanes => [limbs, limbs, limbs, limbs];
    const constants = limbsOf(FIELD_ORDER >> 1n);
    for (const sign of [1n, -1n]) {
      const largest = [MOST, MOST, MOST, MOST, MOST_LAST].map((limb) => sign * limb);
      const turned = [-MOST, -MOST, -MOST, -MOST, MOST_LAST_OF_PRODUCT];
      for (const x of [largest, largest.map((limb, i) => (i < 4 ? -limb : limb))]) {
        const terms = Array.from({ length: 5 }, () => [same(largest), constants, constants] as const);
        expectRound("roundOf5", [same(x), same(turned)], terms, -1n);
      }
    }
  });

  test("is exact for digits of 2^50, where rounding could go either way", () => {
    // The lowest digit of the square is 2^50 whenever the lowest limb is an odd multiple of 2^25.
    for (let odd = -9n; odd < 10n; odd += 2n) {
      for (const rest of [0n, 1n, -1n, MOST]) {
        const a = [odd * 2n ** 25n, rest, 0n, 0n, rest / 4n];
        const negative = a.map((limb) => -limb);
        module.put(A, [a, negative, negative, a]);
        module.quartic(A, TO);
        for (const found of module.take(TO, MOST_LAST_OF_PRODUCT)) {
          expectReduced(found * R ** 2n, valueOf(a) ** 4n, PRODUCT * R ** 2n);
        }
      }
    }
  });

  test("uses constants that follow from r", () => {
    expect(START).toBe(LIMBS * VECTOR);
    expect((inverse(R) * R) % FIELD_ORDER).toBe(1n);
    expect(valueOf(limbsOf(FIELD_ORDER))).toBe(FIELD_ORDER);
    expect(valueOf(limbsOf(-FIELD_ORDER))).toBe(-FIELD_ORDER);
    // The condition under which the last digit's reduction may leave out the lower half of a product.
    expect(FIELD_ORDER % 4n).toBe(1n);
  });
});
