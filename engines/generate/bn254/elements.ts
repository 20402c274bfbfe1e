/**
 * Elements in memory and in locals, and sums of their products, for engines/generate/bn254/module.ts.
 *
 * In memory an element is five doubles, its limbs (../montgomery.ts): 40 bytes. A pair of elements is five vectors,
 * one of each in a lane: 80 bytes. An element of the extension field F_p² = F_p[i]/(i² + 1), c0 + c1 i, is the pair
 * (c0, c1). A point (x, y) of G1 is two elements, one of G2 two pairs.
 *
 * Sizes, in units of the modulus. A product of elements of at most a and b is reduced to 0.378 a b + 1/2. A folded or
 * tidied element is below 0.51, because the nearest multiple of the modulus is subtracted. If the element is below 2.5,
 * this multiple is at most 2 times the modulus either way. Its product with a limb of the modulus (below 0.76 · 2^50)
 * is then below 2^51. Coordinates of points are folded. So in G1
 *
 * - differences of coordinates are below 1.02, and their limbs at most 2^51;
 * - running products of them stay below 0.82 (0.378 · 0.82 · 1.02 + 1/2), and so do their inverses;
 * - the inverse of a difference is below 0.76, and a slope below 0.8 (0.378 · 0.76 · 1.02 + 1/2);
 * - x = slope² - x1 - x2 is below 0.378 · 0.8² + 1/2 + 1.02 = 1.77 before it is folded, and y = slope · (x1 - x) - y1
 *   below 0.378 · 0.8 · 1.02 + 1/2 + 0.51 = 1.32.
 *
 * In F_p² all products are folded. Two products of a difference and a folded element are below 2 · 0.378 · 1.02 · 0.51
 * + 1/2 = 0.9 before that, and 1.41 with a coordinate added; a square's product of sums is below 0.378 · 1.02² + 1/2 =
 * 0.9, and 1.92 with two coordinates.
 *
 * No product of limbs is above 2^102. Columns sum up at most 20 halves, 10 halves of a reduction, and the summand: less
 * than 2^57.
 */
import {
  addDoubles,
  exceed,
  fused,
  startOf,
  subtractDoubles,
  TOP,
  type Arithmetic,
  type Excess,
  type Lanes,
} from "../montgomery.ts";
import { LIMBS, VECTOR, place, range, type Constants } from "../poseidonConstants.ts";
import { at, get, loadVector, set, simd, storeVector, type Code } from "../wasm.ts";
import type { Field } from "./parts.ts";

/** Bytes of an element and of a pair. */
export const ELEMENT = 8 * LIMBS;
export const PAIR = VECTOR * LIMBS;

/** The code of each of five vectors. */
export type Vectors = (i: number) => Code;

export const pairAt =
  (address: Code, offset = 0): Vectors =>
  (i) =>
    loadVector(address, offset + VECTOR * i);
export const storePair = (to: Code, pair: Vectors, offset = 0): Code =>
  range(LIMBS).flatMap((i) => storeVector(to, pair(i), offset + VECTOR * i));
export const localsFrom =
  (first: number): Vectors =>
  (i) =>
    get(first + i);
export const keep = (first: number, pair: Vectors): Code => range(LIMBS).flatMap((i) => set(first + i, pair(i)));

/** Two elements from anywhere. */
export const gather =
  (low: Code, high: Code, offset = 0): Vectors =>
  (i) => [...high, ...low, ...simd(0x5d, ...at(3, offset + 8 * i)), ...simd(0x57, ...at(3, offset + 8 * i), 1)];
/** Stores the two elements of a pair at two addresses. `apart` is the distance between two limbs in bytes. */
export const scatter = (low: Code, high: Code, pair: Vectors, offset = 0, apart = 8): Code =>
  [low, high].flatMap((address, lane) => storeLane(address, pair, lane, offset, apart));
export const storeLane = (to: Code, pair: Vectors, lane: number, offset = 0, apart = 8): Code =>
  range(LIMBS).flatMap((i) => [...to, ...pair(i), ...simd(0x5b, ...at(3, offset + apart * i), lane)]);
/** One element in both lanes. */
export const both =
  (address: Code, offset = 0): Vectors =>
  (i) => [...address, ...simd(10, ...at(3, offset + 8 * i))];

export const minus =
  (a: Vectors, b: Vectors): Vectors =>
  (i) =>
    subtractDoubles(a(i), b(i));
export const plus =
  (a: Vectors, b: Vectors): Vectors =>
  (i) =>
    addDoubles(a(i), b(i));
export const xor = (a: Code, b: Code): Code => [...a, ...b, ...simd(0x51)];

const shuffle =
  (...lanes: readonly [number, number]) =>
  (value: Code, other = value): Code => [
    ...value,
    ...other,
    ...simd(13, ...lanes.flatMap((lane) => range(8).map((i) => 8 * lane + i))),
  ];
export const lowTwice = shuffle(0, 0);
export const highTwice = shuffle(1, 1);
export const swapped = shuffle(1, 0);
/** The low lane of the first, the high lane of the second. */
export const lowAndHigh = shuffle(0, 3);
export const lows = shuffle(0, 2);
export const highs = shuffle(1, 3);

/** Products of limbs that go to column k. */
type LimbProduct = readonly [k: number, a: Code, b: Code];

export const product = (a: Vectors, b: Vectors): LimbProduct[] =>
  range(LIMBS).flatMap((i) => range(LIMBS).map((j): LimbProduct => [i + j, a(i), b(j)]));

/** `twice` are the doubles of the first four limbs. */
export const square = (a: Vectors, twice: Vectors): LimbProduct[] =>
  range(LIMBS).flatMap((j) => range(j + 1).map((i): LimbProduct => [i + j, i < j ? twice(i) : a(i), a(j)]));

/** The limbs' locals. They hold the first factor, and the product after it is computed. */
export const operands = (lanes: Lanes): Vectors => localsFrom(lanes.limb(0));

/** Code in pieces. The pieces of two independent codes can alternate. */
export type Pieces = readonly Code[];

/**
 * Interleaves two codes with equally many pieces: the processor computes one while it waits for results of the other.
 */
export const byTurns = (first: Pieces, second: Pieces): Code => first.flatMap((piece, i) => [...piece, ...second[i]!]);

type SumOptions = { readonly added?: Vectors | undefined; readonly folded?: boolean };

/** Leaves the sum of `products` and `added` in the limbs' locals: reduced, and folded if `folded` is set. */
export function sumOfProducts(
  constants: Constants,
  { vector, whole, minusOrder }: Arithmetic,
  lanes: Lanes,
  products: readonly LimbProduct[],
  { added, folded = added !== undefined }: SumOptions = {},
): Pieces {
  const excess: Excess = [];
  const summed = products.flatMap(([k, a, b]) => lanes.product(excess, k, a, b));
  const addTo = (i: number, value: Code): Code => {
    exceed(excess, LIMBS + i, "lower", 1n);
    return lanes.addTo(LIMBS + i, value);
  };
  const more = added === undefined ? [] : range(LIMBS).flatMap((i) => addTo(i, addDoubles(added(i), whole)));
  const digits = lanes.digits(excess);
  const known = excess[TOP]!;
  const fold = folded
    ? [lanes.quotient(), ...range(LIMBS).map((i) => addTo(i, fused(get(lanes.DIGIT), minusOrder(i), whole)))]
    : [];
  const start = place(constants, startOf(excess.with(TOP, known)));
  const columns = range(2 * LIMBS).flatMap((k) => set(lanes.column(k), vector(start, k)));
  return [[...columns, ...summed, ...more], ...digits, ...fold, ...lanes.limbs(excess[TOP]! - known)];
}

/** Works on five locals in place. Each limb is below 2^52, and the whole below 2.5 moduli. `spare` is a local. */
export function tidy({ arithmetic: { minusOrder, vector }, tidying }: Field, first: number, spare: number): Pieces {
  const limb = (i: number) => first + i;
  const nearest = (value: Code, magic: number): Code =>
    subtractDoubles(addDoubles(value, vector(magic)), vector(magic));
  return [
    set(spare, nearest([...get(limb(LIMBS - 1)), ...vector(tidying.factor), ...simd(0xf2)], tidying.unit)),
    range(LIMBS).flatMap((i) => set(limb(i), fused(get(spare), minusOrder(i), get(limb(i))))),
    ...range(LIMBS - 1).map((i) => [
      ...set(spare, nearest(get(limb(i)), tidying.round)),
      ...set(limb(i), subtractDoubles(get(limb(i)), get(spare))),
      ...set(limb(i + 1), fused(get(spare), vector(tidying.down), get(limb(i + 1)))),
    ]),
  ];
}

/** Zeros, and the signs of both lanes. */
export const zero = (): Code => simd(12, ...Array<number>(16).fill(0));
const signBits = (): Code => simd(12, ...range(16).map((i) => (i % 8 === 7 ? 0x80 : 0)));
export const negative =
  (pair: Vectors): Vectors =>
  (i) =>
    xor(pair(i), signBits());
