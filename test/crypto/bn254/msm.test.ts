/**
 * Compares sums of points with @noble/curves. All points are multiples of the generators, so that one scalar determines
 * each sum.
 */
import { bn254 } from "@noble/curves/bn254.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileGroups, type Engine, openGroups } from "../../../src/crypto/bn254/engine.ts";
import type { Group } from "../../../src/crypto/bn254/groups.ts";
import { multiplying } from "../../../src/crypto/bn254/msm.ts";
import { P, type Point1, type Point2, R, randomScalar, writeWords } from "../../../src/crypto/bn254/numbers.ts";
import { Sums } from "../../../src/crypto/bn254/sums.ts";

const POINTS = 40;
const engine = openGroups(compileGroups());

/** Multiples 1 to 40 of the generator in memory, and the functions that add them. */
function groupOf<T extends Point1 | Point2>(engine: Engine, group: Group<T>, curve: typeof bn254.G1.Point) {
  const at = engine.take(POINTS * group.point);
  const address = (multiple: number) => at + (multiple - 1) * group.point;
  let point = curve.BASE;
  for (let i = 1; i <= POINTS; i++) {
    group.writePoint(address(i), point.toAffine() as unknown as T);
    point = point.add(curve.BASE);
  }
  const multiply = multiplying(engine, group);
  const adder = new Sums(engine, group);
  const work = engine.take(adder.room(40_000));
  /** The reference to a multiple, to its negative, or to infinity. */
  const reference = (multiple: number) => (multiple === 0 ? 0 : address(Math.abs(multiple)) + (multiple < 0 ? 1 : 0));
  const expected = (multiple: bigint): unknown => {
    const scalar = ((multiple % R) + R) % R;
    return scalar === 0n ? undefined : curve.BASE.multiply(scalar).toAffine();
  };
  return {
    name: group.name,
    expected,
    multiply(multiples: readonly number[], scalars: readonly bigint[]) {
      const words = new Uint32Array(8 * scalars.length);
      scalars.forEach((scalar, i) => writeWords(words, 8 * i, scalar));
      return multiply({ points: Int32Array.from(multiples, reference), scalars: words });
    },
    sums(lists: readonly (readonly number[])[]) {
      adder.reset(work, adder.room(40_000));
      let end = 0;
      const ends = Int32Array.from(lists, (list) => (end += list.length));
      const sums = adder.sum({ references: Int32Array.from(lists.flat(), reference), ends });
      return Array.from(sums, (found) => (found === 0 ? undefined : group.readPoint(found)));
    },
    onCurve: (multiple: number) => group.functions.onCurve(address(multiple)),
    putOffCurve: (point: T) => group.writePoint(address(POINTS), point),
  };
}

const groups = [
  groupOf(engine, engine.g1, bn254.G1.Point),
  groupOf(engine, engine.g2, bn254.G2.Point as unknown as typeof bn254.G1.Point),
] as const;
const total = (multiples: readonly number[], scalars: readonly bigint[]) =>
  multiples.reduce((sum, multiple, i) => sum + BigInt(multiple) * scalars[i]!, 0n);
const multiple = fc.integer({ min: -POINTS + 1, max: POINTS - 1 });

describe.each(groups)("in $name", (group) => {
  test("sums of lists: equal, opposite and infinite points, empty, short and long lists", () => {
    const lists = [
      [],
      [0],
      [3],
      [-3],
      [2, 2],
      [2, -2],
      [2, -2, 5],
      [0, 0, 7, 0],
      [1, 1, 1, 1, 1, 1, 1],
      [1, 2, -3],
      [4, -4, 4, -4],
    ];
    const expected = lists.map((list) => group.expected(BigInt(list.reduce((a, b) => a + b, 0))));
    expect(group.sums(lists)).toEqual(expected);
    fc.assert(
      fc.property(fc.array(fc.array(multiple, { maxLength: 12 }), { maxLength: 12 }), (some) => {
        expect(group.sums(some)).toEqual(some.map((list) => group.expected(BigInt(list.reduce((a, b) => a + b, 0)))));
      }),
      { numRuns: 25 },
    );
  });

  test("more additions than share an inversion, some of equal points", () => {
    // Each list has two different points. In every thousandth list they are equal or opposite.
    const lists = Array.from({ length: 10_000 }, (_, i) => {
      const first = 1 + (i % 19);
      if (i % 1000 !== 17) return [first, 20 + (i % 17)];
      return [first, i % 2000 === 17 ? first : -first];
    });
    const cache = Array.from({ length: 80 }, (_, i) => group.expected(BigInt(i)));
    const found = group.sums(lists);
    for (const [i, list] of lists.entries()) expect(found[i]).toEqual(cache[list[0]! + list[1]!]);
  });

  test("scalars at the edges", () => {
    const edges = [0n, 1n, 2n, R - 1n, R - 2n, R >> 1n, (R >> 1n) + 1n, (R >> 1n) - 1n, 2n ** 253n, 2n ** 253n - 1n];
    // About where scalars are negated, and digits that carry all the way.
    edges.push(0x18330000n << 224n, (0x18330000n << 224n) - 1n, 2n ** 32n, 2n ** 64n - 1n, 2n ** 252n - 1n);
    for (const scalar of edges) {
      expect(group.multiply([3], [scalar])).toEqual(group.expected(3n * scalar));
      expect(group.multiply([3, 3], [scalar, 1n])).toEqual(group.expected(3n * scalar + 3n));
    }
    expect(group.multiply([], [])).toBeUndefined();
    expect(group.multiply([0, 0], [5n, R - 1n])).toBeUndefined();
    expect(group.multiply([7, -7], [5n, 5n])).toBeUndefined();
    expect(group.multiply([7, 7], [1n, R - 1n])).toBeUndefined();
    const all = edges.map((_, i) => i - 5);
    expect(group.multiply(all, edges)).toEqual(group.expected(total(all, edges)));
  });

  test("any scalars of any points", () => {
    const scalar = fc.oneof(fc.bigInt({ min: 0n, max: R - 1n }), fc.constantFrom(0n, 1n, R - 1n, 255n));
    fc.assert(
      fc.property(fc.array(fc.tuple(multiple, scalar), { maxLength: 20 }), (terms) => {
        const [multiples, scalars] = [terms.map(([a]) => a), terms.map(([, b]) => b)];
        expect(group.multiply(multiples, scalars)).toEqual(group.expected(total(multiples, scalars)));
      }),
      { numRuns: 25 },
    );
  });

  test.each([300, 3000])("%i terms, few points, which meet in the same buckets", (count) => {
    const multiples = Array.from({ length: count }, (_, i) => (i % 25) - 5);
    for (const scalarOf of [randomScalar, (i: number) => BigInt(i % 3), (i: number) => (i % 2 ? 1n : R - 1n)]) {
      const scalars = multiples.map((_, i) => scalarOf(i));
      expect(group.multiply(multiples, scalars)).toEqual(group.expected(total(multiples, scalars)));
    }
  });

  test("points are on their curve", () => {
    for (let i = 1; i < POINTS; i++) expect(group.onCurve(i)).toBe(1);
  });
});

test("a point off its curve is refused", () => {
  const [g1, g2] = groups;
  const point = bn254.G1.Point.BASE.toAffine();
  for (const off of [
    { ...point, y: point.y + 1n },
    { x: 0n, y: 0n },
    { x: point.y, y: point.x },
  ]) {
    g1.putOffCurve(off);
    expect(g1.onCurve(POINTS)).toBe(0);
  }
  const { x, y } = bn254.G2.Point.BASE.toAffine();
  for (const off of [
    { x, y: { ...y, c0: y.c0 + 1n } },
    { x, y: { ...y, c1: P - y.c1 } },
    { x: { c0: x.c1, c1: x.c0 }, y },
  ]) {
    g2.putOffCurve(off);
    expect(g2.onCurve(POINTS)).toBe(0);
  }
});
