/**
 * Points: many sums of two at a time in affine coordinates, whose slopes share an inversion (Montgomery's trick), and
 * one at a time by complete formulas.
 *
 * A reference to a point is its address, plus 1 for the point's negative. A unit is as many additions as vectors make
 * at once: of G1 two, as references p, q, p', q' that stand in the lanes' order; of G2 one. The sums follow each other.
 *
 * Each unit has a slot for a pair. First, `forward` sets slot j to slot j - 4 times the differences of x of unit j,
 * the four slots before the first being 1; then `invertTotals` inverts the last four; and `backward`, from the last
 * on, multiplies each slot's inverse with slot j - 4 for the inverse of the difference, and with the difference for
 * the inverse of slot j - 4, which it puts there. Four chains rather than one, and two units in turn, since each
 * product waits for the one before it.
 *
 * If two points of a sum have the same x, a total is 0. `invertTotals` reports it, and `sameX` finds the unit.
 */
import { LIMBS, range } from "../poseidonConstants.ts";
import { add, at, below, constant, get, load, repeatWhile, set, simd, subtract, type Code } from "../wasm.ts";
import {
  PAIR,
  byTurns,
  keep,
  localsFrom,
  minus,
  negative,
  operands,
  pairAt,
  plus,
  storePair,
  xor,
  type Pieces,
  type Vectors,
} from "./elements.ts";
import { zeroLanes, type Coordinates, type FieldFunctions } from "./field.ts";
import { addressOf, signOf, type Group } from "./groups.ts";
import { arithmeticFunction, define, scratch, type Call, type Parts } from "./parts.ts";

export const CHAINS = 4;

export function groupFunctions(parts: Parts, group: Group, field: Coordinates, prime: FieldFunctions): void {
  const { name } = group;
  forward(parts, group, field);
  sameX(parts, group, field);
  backward(parts, group, field);
  const invertTotals = totals(parts, field);
  define(parts, {
    exported: `invertTotals${name}`,
    parameters: 1,
    result: true,
    body: invertTotals(get(0)),
  });
  completeAddition(parts, name, field, prime);
  onCurve(parts, group, field, prime);
  copy(parts, group);
}

/** forward(unit, end, slot): takes an even number of units, and computes two alternately. */
function forward(parts: Parts, group: Group, field: Coordinates): void {
  const { name, unit, integers } = group;
  arithmeticFunction(
    parts,
    parts.p,
    { exported: `forward${name}`, parameters: 3, integers, vectors: 2 * field.vectors + 2 },
    (turns, more) => {
      const signs = more + 2 * field.vectors;
      const running = (of: number): Pieces => {
        const lanes = turns[of]!;
        const pair = operands(lanes);
        return [
          [
            ...group.read(add(get(0), constant(of * unit)), 3, signs),
            ...keep(lanes.limb(0), minus(group.x(3, 1), group.x(3, 0))),
          ],
          ...field.multiplyInline(
            lanes,
            more + of * field.vectors,
            pair,
            subtract(get(2), constant((CHAINS - of) * PAIR)),
          ),
          storePair(get(2), pair, of * PAIR),
        ];
      };
      return repeatWhile(
        [...byTurns(running(0), running(1)), ...set(2, add(get(2), constant(2 * PAIR)))],
        below([...set(0, add(get(0), constant(2 * unit))), ...get(0)], get(1)),
      );
    },
  );
}

/** sameX(unit): the lanes in which p and q have the same x. */
function sameX(parts: Parts, group: Group, field: Coordinates): void {
  const { name, integers } = group;
  const [difference, product] = [scratch(parts), scratch(parts)];
  define(parts, {
    exported: `sameX${name}`,
    parameters: 1,
    integers,
    vectors: 2,
    result: true,
    body: [
      ...group.read(get(0), 1, 1 + integers),
      ...storePair(constant(difference), minus(group.x(1, 1), group.x(1, 0))),
      ...field.multiply(constant(product), constant(difference), constant(field.one)),
      ...zeroLanes(pairAt(constant(product))),
    ],
  });
}

// Locals of `backward`, for each of two units.
const [DX, DY, MINUS_X, X1, MINUS_Y, SLOPE, X3, BACK] = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** prepare(unit, place): computes differences, and the terms that are added later. */
function prepareUnit(parts: Parts, { read, x, y, integers }: Group): Call {
  const signs = 2 + integers;
  const [a, b] = [signs + 2, signs + 2 + LIMBS];
  const to = (what: number, pair: Vectors) => storePair(get(1), pair, what * PAIR);
  return define(parts, {
    parameters: 2,
    integers,
    vectors: 2 + 2 * LIMBS,
    body: [
      ...read(get(0), 2, signs),
      ...keep(a, x(2, 0)),
      ...keep(b, x(2, 1)),
      ...to(DX, minus(localsFrom(b), localsFrom(a))),
      ...to(MINUS_X, negative(plus(localsFrom(a), localsFrom(b)))),
      ...to(X1, localsFrom(a)),
      ...keep(a, y(2, 0, signs)),
      ...to(DY, minus(y(2, 1, signs), localsFrom(a))),
      ...to(MINUS_Y, negative(localsFrom(a))),
    ],
  });
}

/** backward(unit, first, slot, to): from the last two units to the first two. */
function backward(parts: Parts, group: Group, field: Coordinates): void {
  const { name, unit, sums } = group;
  const prepare = prepareUnit(parts, group);
  const places = scratch(parts, 16);
  const place = (of: number, what: number): Code => constant(places + (8 * of + what) * PAIR);
  const two = [1, 0];
  const slot = (of: number, back = 0): Code => add(get(2), constant((of - back) * PAIR));
  const write = (of: number, coordinate: 0 | 1, what: number): Code => [
    ...keep(4, pairAt(place(of, what))),
    ...group.write(add(get(3), constant(of * sums)), coordinate, localsFrom(4)),
  ];
  define(parts, {
    exported: `backward${name}`,
    parameters: 4,
    vectors: LIMBS,
    body: repeatWhile(
      [
        ...two.flatMap((of) => prepare(add(get(0), constant(of * unit)), place(of, 0))),
        ...field.multiplyTwo(...two.flatMap((of) => [place(of, SLOPE), slot(of), slot(of, CHAINS)])),
        ...field.multiplyTwo(...two.flatMap((of) => [slot(of, CHAINS), slot(of), place(of, DX)])),
        ...field.multiplyTwo(...two.flatMap((of) => [place(of, SLOPE), place(of, SLOPE), place(of, DY)])),
        ...field.squarePlusTwo(...two.flatMap((of) => [place(of, X3), place(of, SLOPE), place(of, MINUS_X)])),
        ...two.flatMap((of) => storePair(place(of, BACK), minus(pairAt(place(of, X1)), pairAt(place(of, X3))))),
        ...two.flatMap((of) => write(of, 0, X3)),
        ...field.multiplyPlusTwo(
          ...two.flatMap((of) => [place(of, DY), place(of, BACK), place(of, SLOPE), place(of, MINUS_Y)]),
        ),
        ...two.flatMap((of) => write(of, 1, DY)),
        ...set(2, subtract(get(2), constant(2 * PAIR))),
        ...set(3, subtract(get(3), constant(2 * sums))),
      ],
      // Goes on while unit >= first.
      [...below([...set(0, subtract(get(0), constant(2 * unit))), ...get(0)], get(1)), 0x45],
    ),
  });
}

/** copy(reference, end, to): copies the points of references to `to`, one after the other. */
function copy(parts: Parts, group: Group): void {
  const coordinate = group.point / 2;
  define(parts, {
    exported: `copy${group.name}`,
    parameters: 3,
    integers: 1,
    vectors: 1,
    body: repeatWhile(
      [
        ...set(3, load(get(0), 0)),
        ...set(4, signOf(3, 3)),
        ...set(3, addressOf(3)),
        ...range(coordinate / 8).flatMap((i) => [
          ...get(2),
          ...get(3),
          ...simd(0x5d, ...at(3, 8 * i)),
          ...simd(0x5b, ...at(3, 8 * i), 0),
        ]),
        ...range(coordinate / 8).flatMap((i) => [
          ...get(2),
          ...xor([...get(3), ...simd(0x5d, ...at(3, coordinate + 8 * i))], get(4)),
          ...simd(0x5b, ...at(3, coordinate + 8 * i), 0),
        ]),
        ...set(2, add(get(2), constant(group.point))),
      ],
      below([...set(0, add(get(0), constant(4))), ...get(0)], get(1)),
    ),
  });
}

/** invertTotals(slot): inverts four pairs in place, unless a lane is 0. Returns whether no lane is 0. */
function totals(parts: Parts, field: Coordinates): Call {
  const products = scratch(parts, CHAINS);
  const running = scratch(parts);
  const partial = (i: number): Code => constant(products + i * PAIR);
  const slot = (i: number): Code => add(get(0), constant(i * PAIR));
  return define(parts, {
    parameters: 1,
    result: true,
    body: [
      ...storePair(partial(0), pairAt(get(0))),
      ...range(CHAINS - 1).flatMap((i) => field.multiply(partial(i + 1), partial(i), slot(i + 1))),
      ...field.invert(constant(running), partial(CHAINS - 1)),
      ...range(CHAINS - 1)
        .toReversed()
        .flatMap((i) => [
          ...field.multiply(partial(i + 1), constant(running), partial(i)),
          ...field.multiply(constant(running), constant(running), slot(i + 1)),
          ...storePair(slot(i + 1), pairAt(partial(i + 1))),
        ]),
      ...storePair(slot(0), pairAt(constant(running))),
      ...field.isNonzero(pairAt(constant(running))),
    ],
  });
}

/**
 * add(to, a, b) of three pairs each, (X : Y : Z): complete formulas, which hold for equal points and for (0 : 1 : 0)
 * as well (Renes, Costello and Batina, "Complete addition formulas for prime order elliptic curves", 2015,
 * algorithm 7, for a = 0).
 */
function completeAddition(parts: Parts, name: string, field: Coordinates, prime: FieldFunctions): void {
  const [x, y, z] = [0, 1, 2] as const;
  const a = (i: number): Code => add(get(1), constant(i * PAIR));
  const b = (i: number): Code => add(get(2), constant(i * PAIR));
  const places = scratch(parts, 10);
  const place = (i: number): Code => constant(places + i * PAIR);
  const [xx, yy, zz, xy, yz, xz, s, t, u, v] = range(10).map(place) as [
    Code,
    Code,
    Code,
    Code,
    Code,
    Code,
    Code,
    Code,
    Code,
    Code,
  ];
  const { add: sum, subtract: difference } = prime;
  const { multiply } = field;
  /** a_i b_j + a_j b_i = (a_i + a_j)(b_i + b_j) - a_i b_i - a_j b_j */
  const mixed = (to: Code, i: number, j: number, first: Code, second: Code): Code => [
    ...sum(s, a(i), a(j)),
    ...sum(t, b(i), b(j)),
    ...multiply(to, s, t),
    ...difference(to, to, first),
    ...difference(to, to, second),
  ];
  const result = (i: number): Code => add(get(0), constant(i * PAIR));
  define(parts, {
    exported: `add${name}`,
    parameters: 3,
    body: [
      ...multiply(xx, a(x), b(x)),
      ...multiply(yy, a(y), b(y)),
      ...multiply(zz, a(z), b(z)),
      ...mixed(xy, x, y, xx, yy),
      ...mixed(yz, y, z, yy, zz),
      ...mixed(xz, x, z, xx, zz),
      ...sum(s, xx, xx),
      ...sum(xx, s, xx), // 3 x x'
      ...multiply(zz, zz, constant(field.b3)),
      ...sum(s, yy, zz),
      ...difference(t, yy, zz),
      ...multiply(xz, xz, constant(field.b3)),
      // X = xy t - yz xz, Y = t s + xx xz, Z = s yz + xx xy
      ...multiply(u, xy, t),
      ...multiply(v, yz, xz),
      ...difference(result(x), u, v),
      ...multiply(u, t, s),
      ...multiply(v, xx, xz),
      ...sum(result(y), u, v),
      ...multiply(u, s, yz),
      ...multiply(v, xx, xy),
      ...sum(result(z), u, v),
    ],
  });
}

/** onCurve(point): whether y² = x³ + b. */
function onCurve(parts: Parts, group: Group, field: Coordinates, prime: FieldFunctions): void {
  const [x, y, s] = [scratch(parts), scratch(parts), scratch(parts)].map(constant) as [Code, Code, Code];
  define(parts, {
    exported: `onCurve${group.name}`,
    parameters: 1,
    result: true,
    vectors: LIMBS,
    body: [
      ...storePair(x, group.coordinate(get(0), 0)),
      ...storePair(y, group.coordinate(get(0), 1)),
      ...field.multiply(s, x, x),
      ...field.multiply(s, s, x),
      ...prime.add(s, s, constant(field.b)),
      ...field.multiply(y, y, y),
      ...prime.subtract(s, y, s),
      // Multiply by 1 first: a reduced product that is zero modulo p has only zero limbs.
      ...field.multiply(s, s, constant(field.one)),
      ...zeroLanes(pairAt(s)),
      ...constant(3),
      0x46,
    ],
  });
}
