/** The arithmetic of the module in F_p and F_p², at the bounds that elements.ts names, compared with bigints. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { P } from "../../../src/crypto/bn254/numbers.ts";
import { balanced, fieldModule, type Lanes, reduced, valueOf } from "./fieldModule.ts";
import { runs } from "../../../test/seed.ts";

const LIMB = 2n ** 50n;
const { run } = fieldModule();
/** Like `run`, for a function that computes two results: checks the first and the second one. */
function runTwo(name: string, ...operands: readonly Lanes[]): Lanes {
  const found = run(name, ...operands);
  expect(run(`${name}Later`, ...operands)).toEqual(found);
  return found;
}
const modulo = (value: bigint) => ((value % P) + P) % P;

/** Values whose size is at most `hundredths` hundredths of p: at and near both ends, or of few bits. */
const within = (hundredths: bigint): fc.Arbitrary<bigint[]> => {
  const most = (hundredths * P) / 100n;
  const near = fc.bigInt({ min: 0n, max: 3n });
  return fc
    .oneof(
      fc.bigInt({ min: -most, max: most }),
      near.map((less) => most - less),
      near.map((more) => more - most),
      near,
      // Lower limbs at their ends: the rounding of their digits meets halves.
      fc
        .tuple(fc.constantFrom(-LIMB, LIMB - 1n, 0n, 1n, 3n * 2n ** 48n), fc.constantFrom(-LIMB, LIMB - 1n, 0n))
        .map(([a, b]) => valueOf([a, b, a, b, 0n])),
    )
    .map(balanced);
};
const folded = within(51n);
/** Differences of two of them, whose limbs reach 2^51. */
const difference = fc
  .tuple(folded, folded)
  .map(([a, b]) => a.map((limb, i) => limb - b[i]!))
  .map((limbs): bigint[] => limbs);
const lanes = (of: fc.Arbitrary<bigint[]>): fc.Arbitrary<Lanes> => fc.tuple(of, of);

/**
 * Checks the result: its limbs are at most 2^50, its size is at most the given hundredths of p, and it has the given
 * residue.
 */
function expectLanes(found: Lanes, residues: readonly bigint[], hundredths: bigint): void {
  found.forEach((limbs, lane) => {
    for (const limb of limbs.slice(0, 4)) expect(limb >= -LIMB && limb <= LIMB).toBe(true);
    const value = valueOf(limbs);
    expect(100n * value <= hundredths * P && 100n * value >= -hundredths * P, `${value}`).toBe(true);
    expect(modulo(value)).toBe(modulo(residues[lane]!));
  });
}

/** The product of two elements c0 + c1 i of F_p², divided by R like every reduced product. */
const times = ([a0, a1]: readonly bigint[], [b0, b1]: readonly bigint[]) => [
  reduced(a0! * b0! - a1! * b1!),
  reduced(a0! * b1! + a1! * b0!),
];
const each = (pair: Lanes, make: (value: bigint, lane: number) => bigint) =>
  pair.map((limbs, i) => make(valueOf(limbs), i));
const values = (pair: Lanes) => pair.map(valueOf);
const RUNS = { numRuns: runs(600) };

describe("arithmetic modulo p, in both lanes", () => {
  test("reduces a product of differences", () => {
    fc.assert(
      fc.property(lanes(within(82n)), lanes(difference), (a, b) => {
        const products = each(a, (value, lane) => reduced(value * valueOf(b[lane]!)));
        expectLanes(run("multiply", a, b), products, 82n);
        expectLanes(run("multiply", b, a), products, 82n);
        expectLanes(runTwo("multiplyTwo", a, b), products, 82n);
        expectLanes(run("multiplyFolded", a, b), products, 51n);
      }),
      RUNS,
    );
  });

  test("folds a product of differences plus a summand", () => {
    fc.assert(
      fc.property(lanes(within(80n)), lanes(difference), lanes(folded), (a, b, c) => {
        const sums = each(a, (value, lane) => reduced(value * valueOf(b[lane]!)) + valueOf(c[lane]!));
        expectLanes(runTwo("multiplyPlus", b, a, c), sums, 51n);
      }),
      RUNS,
    );
  });

  test("folds a square plus two coordinates", () => {
    fc.assert(
      fc.property(lanes(within(80n)), lanes(difference), (a, b) => {
        const squares = each(a, (value) => reduced(value * value));
        expectLanes(run("square", a), squares, 75n);
        expectLanes(
          runTwo("squarePlus", a, b),
          squares.map((value, lane) => value + valueOf(b[lane]!)),
          51n,
        );
      }),
      RUNS,
    );
  });

  test("tidies sums and differences", () => {
    fc.assert(
      fc.property(lanes(within(95n)), lanes(within(95n)), (a, b) => {
        expectLanes(
          run("add", a, b),
          each(a, (value, lane) => value + valueOf(b[lane]!)),
          51n,
        );
        expectLanes(
          run("subtract", a, b),
          each(a, (value, lane) => value - valueOf(b[lane]!)),
          51n,
        );
      }),
      RUNS,
    );
  });

  test("inverts, and maps zero to zero", () => {
    fc.assert(
      fc.property(lanes(within(82n)), (a) => {
        const inverse = run("invert", a);
        // Both are in Montgomery form, and so is their product: 2^255, or 0.
        expectLanes(
          run("multiply", a, inverse),
          each(a, (value) => (modulo(value) === 0n ? 0n : 2n ** 255n)),
          82n,
        );
      }),
      { numRuns: 60 },
    );
  });

  test("is exact for the largest limbs of all signs", () => {
    const largest = [LIMB, LIMB, LIMB, LIMB, 3n * 2n ** 47n];
    for (let signs = 0; signs < 32; signs++) {
      const a = largest.map((limb, i) => (signs & (1 << i) ? -limb : limb));
      const b = largest.map((limb, i) => 2n * ((signs * 11) & (1 << i) ? -limb : limb)).with(4, LIMB);
      const [x, y] = [valueOf(a), valueOf(b)];
      expectLanes(run("multiply", [a, b], [b, a]), [reduced(x * y), reduced(x * y)], 82n);
      expectLanes(runTwo("multiplyPlus", [a, b], [b, a], [b, a]), [reduced(x * y) + y, reduced(x * y) + x], 51n);
      expectLanes(runTwo("multiplyPlus2", [b, b], [a, a], [a, a]), [x, reduced(2n * x * y) + x], 51n);
    }
  });

  test("is exact for lowest digits of 2^50, whose halves could be rounded either way", () => {
    for (let odd = -9n; odd < 10n; odd += 2n) {
      for (const rest of [0n, 1n, -1n, LIMB]) {
        const a = [odd * 2n ** 25n, rest, 0n, 0n, rest / 4n];
        const b = a.map((limb) => -limb);
        const square = reduced(valueOf(a) ** 2n);
        expectLanes(run("square", [a, b]), [square, square], 82n);
        expectLanes(run("multiply", [a, a], [a, b]), [square, -square], 82n);
      }
    }
  });
});

describe("arithmetic in the extension field", () => {
  test("folds products plus a summand", () => {
    fc.assert(
      fc.property(lanes(difference), lanes(folded), lanes(folded), (a, b, c) => {
        const product = times(values(a), values(b));
        const sum = product.map((value, i) => value + valueOf(c[i]!));
        expectLanes(run("multiply2", a, b), product, 51n);
        expectLanes(run("multiply2", b, a), product, 51n);
        expectLanes(runTwo("multiplyTwo2", a, b), product, 51n);
        expectLanes(runTwo("multiplyPlus2", a, b, c), sum, 51n);
      }),
      RUNS,
    );
  });

  test("folds squares plus two coordinates", () => {
    fc.assert(
      fc.property(lanes(folded), lanes(difference), (a, b) => {
        const sum = times(values(a), values(a)).map((value, i) => value + valueOf(b[i]!));
        expectLanes(runTwo("squarePlus2", a, b), sum, 51n);
      }),
      RUNS,
    );
  });

  test("inverts, and maps zero to zero", () => {
    fc.assert(
      fc.property(lanes(folded), (a) => {
        const inverse = run("invert2", a);
        const isZero = values(a).every((value) => modulo(value) === 0n);
        expectLanes(run("multiply2", a, inverse), isZero ? [0n, 0n] : [2n ** 255n, 0n], 51n);
      }),
      { numRuns: 60 },
    );
  });
});
