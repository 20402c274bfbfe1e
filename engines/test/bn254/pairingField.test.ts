import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { add, nine, scale, squareParts, tidy, xi } from "../../generate/bn254/pairingLinear.ts";
import {
  element,
  ELEMENT,
  elements,
  READ,
  REDUCED,
  REDUCED_SUM,
  SUM,
  SUM_OF_3,
  TIDY,
  times,
  type Bounds,
} from "../../generate/bn254/pairingMemory.ts";
import { INPUT } from "../../generate/bn254/pairingModule.ts";
import { SIGNALS } from "../../generate/bn254/pairingSignals.ts";
import { checkRow, laneProducts, sum, type Row } from "../../generate/bn254/pairingSums.ts";
import { instantiate, mod, P, plain, valueOf } from "./pairingModule.ts";
import { runs } from "../../../test/seed.ts";

const { functions, view, limbsAt, setLimbsAt, words } = instantiate();
/** Places that no function under test uses: first the signals' place, then their tables. */
const FREE = SIGNALS;
const at = (i: number): number => FREE + 65_536 + i * ELEMENT;
const [TO, A, B, PLUS] = [0, 12, 24, 48].map(at) as [number, number, number, number];

const R_INVERSE = plain(1n);
type Limbs = readonly number[];
type Pair = readonly [Limbs, Limbs];

/** Limbs within bounds: at them, of one bit or of many. */
function limbsWithin({ low, top }: Bounds): fc.Arbitrary<Limbs> {
  const limb = (bound: number) => {
    const most = Math.floor(bound);
    return fc.oneof(
      fc.constantFrom(most, -most, most - 1, 1 - most, 0, 1, -1),
      fc.double({ min: -most, max: most, noNaN: true }).map((value) => Math.trunc(value) + 0),
    );
  };
  return fc.tuple(limb(low), limb(low), limb(low), limb(low), limb(top));
}
const pairWithin = (bounds: Bounds): fc.Arbitrary<Pair> => fc.tuple(limbsWithin(bounds), limbsWithin(bounds));
const put = (address: number, pair: Pair) => pair.forEach((limbs, lane) => setLimbsAt(address, lane as 0 | 1, limbs));
const values = ([first, second]: Pair): readonly [bigint, bigint] => [valueOf(first), valueOf(second)];
const limbsOf = (address: number): Pair => [limbsAt(address, 0), limbsAt(address, 1)];

function expectWithin(limbs: Limbs, { low, top }: Bounds): void {
  for (const [i, limb] of limbs.entries()) {
    expect(Number.isInteger(limb)).toBe(true);
    expect(Math.abs(limb)).toBeLessThanOrEqual(i === 4 ? top : low);
  }
}

/** Runs one row: products of Fp2, then of lanes, and a multiple of the number at PLUS. */
function runSum(terms: number, lanes: number, factor = 0): Pair {
  const row = FREE;
  for (const [i, value] of [(2 * terms + lanes) * 160, terms, lanes, factor === 0 ? 0 : PLUS].entries()) {
    view.setUint32(row + 4 * i, value, true);
  }
  view.setFloat64(row + 16, factor, true);
  for (let i = 0; i < terms + lanes; i++) {
    view.setUint32(row + 24 + 8 * i, A + i * ELEMENT, true);
    view.setUint32(row + 28 + 8 * i, B + i * ELEMENT, true);
  }
  functions.sums!(row, 1, TO);
  return limbsOf(TO);
}

describe("sums of products", () => {
  /** Bounds whose products of limbs are up to 2^102. */
  const factors = fc.constantFrom<readonly [Bounds, Bounds]>(
    [REDUCED, REDUCED],
    [TIDY, REDUCED],
    [REDUCED_SUM, REDUCED_SUM],
    [SUM_OF_3, TIDY],
    [READ, REDUCED],
    [times(REDUCED, 4), REDUCED],
  );
  const product = factors.chain((bounds) => fc.tuple(fc.constant(bounds), ...bounds.map(pairWithin)));
  const rows = fc
    .record({
      terms: fc.array(product, { maxLength: 2 }),
      lanes: fc.array(product, { minLength: 1, maxLength: 3 }),
      plus: pairWithin(REDUCED),
      factor: fc.constantFrom(0, 1, -1, 2, -2),
    })
    // Sums that the generator accepts.
    .filter(({ terms, lanes, factor }) => {
      const elementsOf = (products: typeof terms) =>
        products.map(
          ([[a, b]]) =>
            [
              { at: 0, bounds: a },
              { at: 0, bounds: b },
            ] as const,
        );
      const added: Row = factor === 0 ? {} : { plus: [factor, { at: 0, bounds: REDUCED }] };
      try {
        checkRow({ terms: elementsOf(terms), lanes: elementsOf(lanes), ...added });
        return true;
      } catch {
        return false;
      }
    });

  test("with limbs at their bounds are exact and reduced", () => {
    fc.assert(
      fc.property(rows, ({ terms, lanes, plus, factor }) => {
        for (const [i, [, a, b]] of [...terms, ...lanes].entries()) {
          put(A + i * ELEMENT, a!);
          put(B + i * ELEMENT, b!);
        }
        put(PLUS, plus);
        const found = runSum(terms.length, lanes.length, factor);
        let [low, high] = [0n, 0n];
        for (const [, a, b] of terms) {
          const [[a0, a1], [b0, b1]] = [values(a!), values(b!)];
          low += a0 * b0 - a1 * b1;
          high += a0 * b1 + a1 * b0;
        }
        for (const [, a, b] of lanes) {
          const [[a0, a1], [b0, b1]] = [values(a!), values(b!)];
          low += a0 * b0;
          high += a1 * b1;
        }
        const [more0, more1] = values(plus).map((value) => value * BigInt(factor)) as [bigint, bigint];
        const expected = [low * R_INVERSE + more0, high * R_INVERSE + more1].map(mod);
        expect(values(found).map(mod)).toEqual(expected);
        for (const limbs of found) expectWithin(limbs, REDUCED);
      }),
      { numRuns: runs(300) },
    );
  });

  test("of twelve terms with all limbs at their bounds are exact, with either sign", () => {
    for (const sign of [1, -1]) {
      const bound = (value: number): Limbs => [value, value, value, value, Math.floor(REDUCED.top)];
      const a: Pair = [bound(2 ** 50), bound(2 ** 50)];
      const b: Pair = [bound(sign * 2 ** 50), bound(-sign * 2 ** 50)];
      for (let i = 0; i < 6; i++) {
        put(A + i * ELEMENT, a);
        put(B + i * ELEMENT, b);
      }
      const [[a0, a1], [b0, b1]] = [values(a), values(b)];
      const expected = [6n * (a0 * b0 - a1 * b1) * R_INVERSE, 6n * (a0 * b1 + a1 * b0) * R_INVERSE];
      expect(values(runSum(6, 0)).map(mod)).toEqual(expected.map(mod));
    }
  });

  test("are refused at generation if they may be inexact or too large", () => {
    const [reduced, twice, tidied, to] = [element(), element(REDUCED_SUM), element(SUM), elements(1)];
    const refused = (row: Row, message: string) => expect(() => sum(to, [row])).toThrow(message);
    refused({ terms: [[tidied, twice]] }, "a product of limbs");
    refused({ lanes: [[element(times(REDUCED, 8)), reduced]] }, "a product of limbs");
    refused(laneProducts(...Array.from({ length: 13 }, () => [reduced, reduced] as const)), "13 products");
    refused(laneProducts(...Array.from({ length: 12 }, () => [twice, twice] as const)), "a column may be");
    refused(laneProducts(...Array.from({ length: 6 }, () => [twice, twice] as const)), "a result may be");
    refused({ lanes: [[reduced, reduced]], plus: [2, twice] }, "what is added");
    refused({}, "0 products");
    expect(() => sum([element({ low: 1, top: 1 })], [{ lanes: [[reduced, reduced]] }])).toThrow("may be larger");
  });
});

describe("multiples by small numbers", () => {
  const linear = (name: string, bounds: Bounds, result: Bounds, expected: (a: readonly [bigint, bigint]) => bigint[]) =>
    fc.assert(
      fc.property(pairWithin(bounds), (a) => {
        put(A, a);
        functions[name]!(TO, A);
        const found = limbsOf(TO);
        expect(values(found).map(mod)).toEqual(expected(values(a)).map(mod));
        for (const limbs of found) expectWithin(limbs, result);
      }),
      { numRuns: runs(200) },
    );

  test("by 9 + i and by 9 are exact and tidy, for limbs at their bounds", () => {
    linear("xi", TIDY, TIDY, ([a0, a1]) => [9n * a0 - a1, a0 + 9n * a1]);
    linear("nine", TIDY, TIDY, ([a0, a1]) => [9n * a0, 9n * a1]);
  });

  test("become tidy", () => {
    for (const bounds of [TIDY, SUM, SUM_OF_3, times(TIDY, 4)]) linear("tidy", bounds, TIDY, (a) => [...a]);
  });

  test("give the parts of squares", () => {
    fc.assert(
      fc.property(pairWithin(REDUCED), (a) => {
        put(A, a);
        functions.squareParts!(TO, A);
        const [a0, a1] = values(a);
        const [[s0, s1], [d0, d1]] = [values(limbsOf(TO)), values(limbsOf(TO + ELEMENT))];
        expect([s0 * d0, s1 * d1]).toEqual([a0 * a0 - a1 * a1, 2n * a0 * a1]);
      }),
    );
  });

  test("are refused at generation if they may be inexact or too large", () => {
    const [small, large] = [element(), element(times(TIDY, 7))];
    expect(() => tidy(small, element())).toThrow("may be larger");
    expect(() => tidy(element(TIDY), large)).toThrow("a limb may be 2^");
    expect(() => xi(element(TIDY), large)).toThrow("a limb may be 2^");
    expect(() => nine(element(TIDY), large)).toThrow("a limb may be 2^");
    expect(() => scale(element(times(TIDY, 70)), large, 9)).toThrow("may not be exact");
    expect(() => add(small, small, small)).toThrow("may be larger");
    expect(() => squareParts([small, element(SUM)], small)).toThrow("may be larger");
  });
});

describe("numbers in the input", () => {
  test("are read without a change of value", () => {
    const edges = [0n, 1n, P - 1n, 2n ** 51n - 1n, 2n ** 51n, 2n ** 253n, (1n << 204n) - 1n];
    const number = fc.oneof(fc.constantFrom(...edges), fc.bigInt({ min: 0n, max: P - 1n }));
    fc.assert(
      fc.property(number, number, (low, high) => {
        words(INPUT, low);
        words(INPUT + 32, high);
        functions.read!(TO, INPUT, INPUT + 32);
        expect(values(limbsOf(TO))).toEqual([low, high]);
        for (const limbs of limbsOf(TO)) expectWithin(limbs, READ);
      }),
    );
  });
});
