import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { E, LIMBS, LOOSE, REDUCED, UNPACKED, type Bounds } from "../../generate/secp256k1/limbs.ts";
import * as at from "../../generate/secp256k1/places.ts";
import { instantiate, integer, mod, P, ROWS, SCALARS, valueOf } from "./modules.ts";
import { runs } from "../../../test/seed.ts";

const [A, B, C] = ROWS;
const [K, FIRST] = SCALARS;

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

const RUNS = { numRuns: runs(1_000) };

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

  it("multiplies and squares limbs up to their bounds, and stays within the bounds", () => {
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

  it("multiplies numbers that are not fully reduced", () => {
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

  it("packs unpacked numbers, each as its residue from 0 to p - 1", () => {
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

  it("recognizes multiples of p as zero, in any limbs", () => {
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

  it("computes square roots of squares", () => {
    fc.assert(
      fc.property(integer, (value) => {
        setScalar(K, value);
        unpack!(A, K);
        functions.products!(at.ALPHA, A, A, A, A);
        functions.sqrt!();
        const root = mod(valueOf(limbs(at.ROOT, 0)), P);
        expect([mod(value, P), mod(-value, P)]).toContain(root);
      }),
      { numRuns: runs(200) },
    );
  });
});
