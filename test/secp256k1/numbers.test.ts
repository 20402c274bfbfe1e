import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { E, LIMBS, LOOSE, REDUCED, UNPACKED, type Bounds } from "../../scripts/generate/secp256k1/limbs.ts";
import { BETA, LAMBDA } from "../../scripts/generate/secp256k1/constants.ts";
import * as at from "../../scripts/generate/secp256k1/places.ts";
import { instantiate, mod, N, P, ROWS, SCALARS, valueOf } from "./modules.ts";

const [A, B, C] = ROWS;
const [K, FIRST, SECOND] = SCALARS;

/** Limbs of any size up to their bounds, most often at them. */
const limbsWithin = (bounds: Bounds) =>
  fc.tuple(
    ...bounds.map((bound, i) => {
      const most = Math.floor(bound / 2 ** E(i));
      return fc.oneof(
        fc.constantFrom(most, -most, most - 1, 1 - most, 0, 1, -1),
        fc.integer({ min: -most, max: most }),
      );
    }),
  );
const allAtTheirBounds = (bounds: Bounds, sign: 1 | -1): number[] =>
  bounds.map((bound, i) => sign * Math.floor(bound / 2 ** E(i)));

/** 256-bit integers, most often around those where something changes. */
const around = (...values: bigint[]) =>
  fc
    .tuple(fc.constantFrom(...values), fc.bigInt({ min: -3n, max: 3n }))
    .map(([value, offset]) => mod(value + offset, 2n ** 256n));
const integer = fc.oneof(
  around(0n, P, 2n * P, N, N / 2n, 2n ** 32n, 2n ** 128n, 2n ** 255n, 2n ** 256n - 2n ** 32n),
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  // Runs of zeros and of ones.
  fc
    .array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 90 })), { minLength: 3, maxLength: 12 })
    .map((runs) =>
      runs.reduce(
        (bits, [ones, length]) =>
          BigInt.asUintN(256, (bits << BigInt(length)) | (ones ? 2n ** BigInt(length) - 1n : 0n)),
        0n,
      ),
    ),
);
const RUNS = { numRuns: 1_000 };

describe.each([true, false])("numbers modulo p, fused: %s", async (fused) => {
  const { functions, limbs, scalar, setLimbs, setScalar } = await instantiate(fused);
  const { isZero, multiply, pack, products, square, unpack } = functions as Record<string, (...p: number[]) => number>;

  const check = (row: number, lane: 0 | 1, expected: bigint) => {
    const found = limbs(row, lane);
    expect(mod(valueOf(found), P)).toBe(mod(expected, P));
    for (const [i, limb] of found.entries()) {
      expect(Number.isInteger(limb)).toBe(true);
      expect(Math.abs(limb * 2 ** E(i))).toBeLessThanOrEqual(REDUCED[i]!);
    }
  };

  it("multiplies and squares limbs up to their bounds, and keeps to them", () => {
    const within = limbsWithin(REDUCED);
    fc.assert(
      fc.property(within, within, within, within, (a0, a1, b0, b1) => {
        setLimbs(A, 0, a0);
        setLimbs(A, 1, a1);
        setLimbs(B, 0, b0);
        setLimbs(B, 1, b1);
        multiply!(C, A, B);
        check(C, 0, valueOf(a0) * valueOf(b0));
        check(C, 1, valueOf(a1) * valueOf(b1));
        square!(C, A);
        check(C, 0, valueOf(a0) ** 2n);
        check(C, 1, valueOf(a1) ** 2n);
      }),
      RUNS,
    );
  });

  it("multiplies what is not quite reduced", () => {
    const within = fc.oneof(
      limbsWithin(LOOSE),
      limbsWithin(UNPACKED),
      fc.constantFrom(allAtTheirBounds(LOOSE, 1), allAtTheirBounds(LOOSE, -1)),
    );
    fc.assert(
      fc.property(within, within, within, (a, b, c) => {
        setLimbs(A, 0, a);
        setLimbs(A, 1, b);
        setLimbs(B, 0, c);
        products!(C, A, A + 8, A + 8, B);
        check(C, 0, valueOf(a) * valueOf(b));
        check(C, 1, valueOf(b) * valueOf(c));
      }),
      RUNS,
    );
  });

  it("packs what it unpacked, and every number as the one from 0 to p - 1", () => {
    fc.assert(
      fc.property(integer, (value) => {
        setScalar(K, value);
        unpack!(A, K);
        expect(valueOf(limbs(A, 0))).toBe(value);
        pack!(FIRST, A);
        expect(scalar(FIRST)).toBe(mod(value, P));
        expect(isZero!(A)).toBe(value % P === 0n ? 1 : 0);
      }),
      RUNS,
    );
    fc.assert(
      fc.property(limbsWithin(LOOSE.map((bound) => 8 * bound)), (values) => {
        setLimbs(A, 1, values);
        pack!(FIRST, A + 8);
        expect(scalar(FIRST)).toBe(mod(valueOf(values), P));
      }),
      RUNS,
    );
  });

  it("finds the multiples of p to be zero, in any limbs", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -4n, max: 4n }), fc.nat(LIMBS - 2), fc.constantFrom(-1, 0, 1), (k, i, shift) => {
        // k p with the part of one limb moved to the next one.
        const values = Array<number>(LIMBS).fill(0);
        values[0] = -977 * Number(k);
        values[1] = -(2 ** (32 - E(1))) * Number(k);
        values[LIMBS - 1] = 2 ** (256 - E(LIMBS - 1)) * Number(k);
        values[i]! -= shift * 2 ** (E(i + 1) - E(i));
        values[i + 1]! += shift;
        setLimbs(A, 0, values);
        expect(isZero!(A)).toBe(1);
        setLimbs(
          A,
          0,
          values.map((value, i) => (i === 0 ? value + 1 : value)),
        );
        expect(isZero!(A)).toBe(0);
      }),
      RUNS,
    );
  });

  it("takes roots of squares", () => {
    fc.assert(
      fc.property(integer, (value) => {
        setScalar(K, value);
        unpack!(A, K);
        functions.products!(at.ALPHA, A, A, A, A);
        functions.sqrt!();
        const root = mod(valueOf(limbs(at.ROOT, 0)), P);
        expect([mod(value, P), mod(-value, P)]).toContain(root);
      }),
      { numRuns: 200 },
    );
  });
});

describe("scalars", async () => {
  const { functions, scalar, setScalar, view } = await instantiate(true);
  const { digits, invert, multiplyScalars, split } = functions as Record<string, (...p: number[]) => number>;

  it.each([
    ["n", N, at.MODULUS_N],
    ["p", P, at.MODULUS_P],
  ])("inverts modulo %s", (_, modulus, place) => {
    fc.assert(
      fc.property(integer, (value) => {
        const x = mod(value, modulus);
        fc.pre(x !== 0n);
        setScalar(K, x);
        invert!(K, place);
        expect(scalar(K)).toBeLessThan(modulus);
        expect((scalar(K) * x) % modulus).toBe(1n);
      }),
      { ...RUNS, examples: [[1n], [2n], [modulus - 1n], [modulus / 2n], [(modulus + 1n) / 2n]] },
    );
  });

  it("multiplies modulo n, whatever the factors", () => {
    const most = 2n ** 256n - 1n;
    fc.assert(
      fc.property(integer, integer, (a, b) => {
        setScalar(FIRST, a);
        setScalar(SECOND, b);
        multiplyScalars!(K, FIRST, SECOND);
        expect(scalar(K)).toBe((a * b) % N);
      }),
      {
        ...RUNS,
        examples: [
          [most, most],
          [N, N],
          [N - 1n, N - 1n],
          [most, 1n],
          [N, 1n],
          [0n, most],
        ],
      },
    );
  });

  const signed = (place: number) => {
    const size = scalar(place, 3);
    return view.getInt32(place + 40, true) === 0 ? size : -size;
  };

  it("splits scalars in two of 128 bits, k = k1 + k2 λ", () => {
    // `split` clears 96 bytes for each part.
    const [first, second] = [at.FIRST, at.SECOND];
    fc.assert(
      fc.property(integer, (value) => {
        const k = value % N;
        setScalar(K, k);
        split!(first, second, K);
        const [k1, k2] = [signed(first), signed(second)];
        expect(mod(k1 + k2 * LAMBDA, N)).toBe(k);
        for (const part of [k1, k2]) expect(part < 0n ? -part : part).toBeLessThan(2n ** 128n);
      }),
      { ...RUNS, examples: [[0n], [1n], [LAMBDA], [N - LAMBDA], [N - 1n], [N / 2n]] },
    );
    expect(BETA ** 3n % P).toBe(1n);
  });

  it("writes scalars as odd digits with zeros between them", () => {
    const scalars = fc.oneof(
      integer.map((value) => BigInt.asUintN(128, value)),
      around(2n ** 128n, 2n ** 127n, 0n).map((value) => BigInt.asUintN(129, value)),
    );
    fc.assert(
      fc.property(scalars, fc.integer({ min: 2, max: 15 }), fc.boolean(), (value, width, negative) => {
        for (let i = 0; i <= at.POSITIONS; i++) view.setBigInt64(at.DIGITS + 8 * i, 0n);
        setScalar(K, value);
        digits!(at.DIGITS, K, width, negative ? 1 : 0);
        let sum = 0n;
        let free = 0;
        for (let i = 0; i <= at.POSITIONS; i++) {
          const digit = view.getInt16(at.DIGITS + 8 * i, true);
          if (digit === 0) continue;
          expect(i).toBeGreaterThanOrEqual(free);
          expect(Math.abs(digit % 2)).toBe(1);
          expect(Math.abs(digit)).toBeLessThan(2 ** (width - 1));
          free = i + width;
          sum += BigInt(digit) * 2n ** BigInt(i);
        }
        expect(sum).toBe(negative ? -value : value);
      }),
      RUNS,
    );
  });
});
