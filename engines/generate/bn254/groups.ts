/** How the points of the two groups are read and written: ./curve.ts defines references and units. */
import { range } from "../poseidonConstants.ts";
import { add, and, constant, get, load, set, simd, type Code } from "../wasm.ts";
import { both, ELEMENT, gather, PAIR, pairAt, scatter, storePair, xor, type Vectors } from "./elements.ts";

/** How a group's points are read and written. */
export type Group = {
  readonly name: "G1" | "G2";
  /** The bytes of a unit, of a point, and of the working memory for a unit's sums. */
  readonly unit: number;
  readonly point: number;
  readonly sums: number;
  /** How many locals of 32 bits `read` sets, from `first` on, and how many of 64. */
  readonly integers: number;
  /** Takes the references of the unit at an address; the signs go to two vectors from `signs` on. */
  readonly read: (unit: Code, first: number, signs: number) => Code;
  /** Coordinates of p and q. */
  readonly x: (first: number, which: 0 | 1) => Vectors;
  readonly y: (first: number, which: 0 | 1, signs: number) => Vectors;
  /** Stores a coordinate of the sums, from locals. */
  readonly write: (to: Code, coordinate: 0 | 1, pair: Vectors) => Code;
  /** A coordinate of one point, as a pair. */
  readonly coordinate: (point: Code, coordinate: 0 | 1) => Vectors;
};

const extend = (local: number): Code => [...get(local), 0xad];
/** The sign of a reference in both lanes, or of two. */
export const signOf = (low: number, high: number): Code => [
  ...extend(low),
  ...simd(0x12),
  ...(low === high ? [] : [...extend(high), ...simd(0x1e, 1)]),
  ...constant(63),
  ...simd(0xcb),
];
export const addressOf = (local: number): Code => and(get(local), constant(-2));

export const G1: Group = {
  name: "G1",
  unit: 16,
  point: 2 * ELEMENT,
  sums: 4 * ELEMENT,
  integers: 4,
  read: (unit, first, signs) => [
    ...range(4).flatMap((i) => set(first + i, load(unit, 4 * i))),
    ...set(signs, signOf(first, first + 2)),
    ...set(signs + 1, signOf(first + 1, first + 3)),
    ...range(4).flatMap((i) => set(first + i, addressOf(first + i))),
  ],
  x: (first, which) => gather(get(first + which), get(first + 2 + which)),
  y: (first, which, signs) => (i) =>
    xor(gather(get(first + which), get(first + 2 + which), ELEMENT)(i), get(signs + which)),
  write: (to, coordinate, pair) => scatter(to, add(to, constant(2 * ELEMENT)), pair, coordinate * ELEMENT),
  coordinate: (point, coordinate) => both(point, coordinate * ELEMENT),
};

export const G2: Group = {
  name: "G2",
  unit: 8,
  point: 2 * PAIR,
  sums: 2 * PAIR,
  integers: 2,
  read: (unit, first, signs) => [
    ...range(2).flatMap((i) => set(first + i, load(unit, 4 * i))),
    ...set(signs, signOf(first, first)),
    ...set(signs + 1, signOf(first + 1, first + 1)),
    ...range(2).flatMap((i) => set(first + i, addressOf(first + i))),
  ],
  x: (first, which) => pairAt(get(first + which)),
  y: (first, which, signs) => (i) => xor(pairAt(get(first + which), PAIR)(i), get(signs + which)),
  write: (to, coordinate, pair) => storePair(to, pair, coordinate * PAIR),
  coordinate: (point, coordinate) => pairAt(point, coordinate * PAIR),
};
