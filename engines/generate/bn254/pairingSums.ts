/**
 * Sums of products in Fp2 or modulo p, on the arithmetic of ../montgomery.ts: all that the pairing multiplies.
 *
 * A product of Fp2 takes both lanes twice: (a0 b0, a0 b1) + (-a1 b1, a1 b0). A sum is reduced as a whole, once, and
 * then the multiple of p nearest to it is subtracted. This multiple is between -2p and 2p. A limb of p is below 2^50,
 * so the number subtracted from a column is below 2^51, and exact. Each sum is a program of rows in memory, and one
 * function runs all programs. This file proves that nothing is rounded: while it writes a program, it tracks the
 * largest limbs of each element, and it refuses sums that could be inexact.
 */
import {
  binary,
  call,
  define,
  i32,
  I32,
  loadWith,
  repeatWhile,
  set,
  simd,
  storeWith,
  tee,
  V128,
  when,
  type Code,
  type Func,
} from "../assembler.ts";
import {
  arithmeticOver,
  COLUMNS,
  exceed,
  fused,
  loadSplat,
  startOf,
  subtractLanes,
  VECTORS,
  type Excess,
} from "../montgomery.ts";
import { add32, below32, load32, subtract32 } from "../secp256k1/integers.ts";
import { constant, get, loadVector, type Code as Plain } from "../wasm.ts";
import { bitsOf, LIMBS, place as placeConstants, R, range, VECTOR } from "../poseidonConstants.ts";
import { P } from "./pairingNumbers.ts";
import {
  constantBytes,
  constants,
  ELEMENT,
  place,
  PROGRAMS,
  programs,
  REDUCED,
  type Bounds,
  type Element,
} from "./pairingMemory.ts";

/** Bits of the last column that are ignored to find the multiple of p to subtract. */
const FOLD_BITS = 20;
export const arithmetic = arithmeticOver(constants, P, FOLD_BITS);

export const multiply32 = binary(0x6c);
export const and32 = binary(0x71);
export const equal32 = binary(0x46);
export const loadByte = loadWith(0, 0x2d);
export const loadSignedByte = loadWith(0, 0x2c);
/** A double in the first lane, and 0 in the other. */
export const loadLow = loadWith(3, ...simd(0x5d));
export const storeVector = storeWith(4, ...simd(11));
/** A vector whose second lane is a double from memory. */
export const loadSecond = (address: Code, vector: Code, offset = 0): Code => [
  ...storeWith(3, ...simd(0x57))(address, vector, offset),
  1,
];
const xor = (a: Plain, b: Plain): Plain => [...a, ...b, ...simd(0x51)];
export const swapLanes = (vector: Plain): Plain => [
  ...vector,
  ...vector,
  ...simd(13, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7),
];
/** A constant in both lanes, or one in each. They are loaded: V8 puts immediates together in several instructions. */
export const doubles = (low: number, high = low): Plain =>
  low === high && !Object.is(low, -0)
    ? arithmetic.bits(bitsOf(low))
    : loadVector(constant(constantBytes(new Uint8Array(Float64Array.of(low, high).buffer))));

/** The most products of two lanes that a row may have. */
const MOST = 12;
const MOST_ROWS = 12;
const RESULTS = place(MOST_ROWS * ELEMENT);
/** Bytes in front of a row's terms. */
const HEADER = 24;

type Term = readonly [a: Element, b: Element];
/** The terms of a sum: products of Fp2, products lane by lane, and a multiple of an element. */
export type Row = {
  readonly terms?: readonly Term[];
  readonly lanes?: readonly Term[];
  readonly plus?: readonly [factor: 1 | 2 | -1 | -2, element: Element];
};

export const products = (...terms: readonly Term[]): Row => ({ terms });
export const laneProducts = (...lanes: readonly Term[]): Row => ({ lanes });

/** sums(program, rows, to): the results are stored one after the other when all of them are known. */
export const sums: Func = define("sums", [I32, I32, I32], ({ parameter, local }) => {
  const [program, rows, to] = parameter as [number, number, number];
  const [at, terms, lanes, plus, a, b] = range(6).map(() => local(I32)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const first = range(VECTORS).map(() => local(V128))[0]!;
  const { DIGIT, column, limb, prologue, addTo, product, reduce, quotient, settle } = arithmetic.startingAt(first);
  const [factor, multiplier] = [local(V128), local(V128)];
  const sign = local(V128);
  const [direct, crossed] = [range(LIMBS).map(() => local(V128)), range(LIMBS).map(() => local(V128))];
  const { whole, minusOrder } = arithmetic;

  /** The bits of `factor · element`, added to the upper columns. */
  const addToUpper = (code: (i: number) => Plain): Code => range(LIMBS).flatMap((i) => addTo(LIMBS + i, code(i)));
  const each = (count: number, body: Code): Code =>
    when(
      get(count),
      repeatWhile(
        [
          ...set(a, load32(get(program))),
          ...set(b, load32(get(program), 4)),
          ...body,
          ...set(program, add32(get(program), i32(8))),
        ],
        tee(count, subtract32(get(count), i32(1))),
      ),
    );
  const excessOfProduct: Excess = [];
  const byLimbs = (excess: Excess, factorOf: (i: number) => Plain, limbs: (j: number) => Plain): Code =>
    range(LIMBS).flatMap((i) => [
      ...set(multiplier, factorOf(i)),
      ...range(LIMBS).flatMap((j) => product(excess, i + j, get(multiplier), limbs(j))),
    ]);
  const laneProduct = byLimbs(
    excessOfProduct,
    (i) => loadVector(get(a), i * VECTOR),
    (j) => loadVector(get(b), j * VECTOR),
  );
  const fp2Product: Code = [
    ...range(LIMBS).flatMap((j) => [
      ...set(direct[j]!, loadVector(get(b), j * VECTOR)),
      ...set(crossed[j]!, xor(swapLanes(get(direct[j]!)), get(sign))),
    ]),
    ...byLimbs(
      [],
      (i) => loadSplat(get(a), i * VECTOR),
      (j) => get(direct[j]!),
    ),
    ...byLimbs(
      [],
      (i) => loadSplat(get(a), i * VECTOR + 8),
      (j) => get(crossed[j]!),
    ),
  ];

  const excess: Excess = [];
  const reduced = reduce(excess);
  const rest: Excess = [...excess];
  const TOP = COLUMNS - 1;
  const folded: Code = [
    ...quotient(),
    ...range(LIMBS).flatMap((i) => {
      exceed(rest, LIMBS + i, "lower", 1n);
      return addTo(LIMBS + i, fused(get(DIGIT), minusOrder(i), whole));
    }),
  ];
  const late = (rest[TOP] ?? 0n) - (excess[TOP] ?? 0n);
  const starts = placeConstants(
    constants,
    range(MOST + 1).flatMap((count) => {
      const all = range(COLUMNS).map((k) => (rest[k] ?? 0n) + BigInt(count) * (excessOfProduct[k] ?? 0n));
      all[TOP]! -= late;
      return startOf(all);
    }),
  );

  return [
    ...prologue,
    ...set(sign, doubles(-0, 0)),
    ...set(at, i32(RESULTS)),
    ...repeatWhile(
      [
        ...set(a, add32(i32(starts), load32(get(program)))),
        ...range(COLUMNS).flatMap((k) => set(column(k), loadVector(get(a), k * VECTOR))),
        ...set(terms, load32(get(program), 4)),
        ...set(lanes, load32(get(program), 8)),
        ...set(plus, load32(get(program), 12)),
        ...set(factor, loadSplat(get(program), 16)),
        ...set(program, add32(get(program), i32(HEADER))),
        ...each(terms, fp2Product),
        ...each(lanes, laneProduct),
        ...reduced,
        ...when(
          get(plus),
          addToUpper((i) => subtractLanes(fused(loadVector(get(plus), i * VECTOR), get(factor), whole), whole)),
        ),
        ...folded,
        ...settle(late),
        ...range(LIMBS).flatMap((i) => storeVector(get(at), get(limb(i)), i * VECTOR)),
        ...set(at, add32(get(at), i32(ELEMENT))),
      ],
      tee(rows, subtract32(get(rows), i32(1))),
    ),
    ...set(b, i32(RESULTS)),
    ...repeatWhile(
      [
        ...storeVector(get(to), loadVector(get(b))),
        ...set(to, add32(get(to), i32(VECTOR))),
        ...set(b, add32(get(b), i32(VECTOR))),
      ],
      below32(get(b), get(at)),
    ),
  ];
});

const largest = ({ low, top }: Bounds): number => Math.max(low, top);
const value = ({ top }: Bounds): number => (top + 1) * 2 ** 204;

/** Checks the limits of ../montgomery.ts for products and columns, and that at most 2p is taken off a result. */
export function checkRow({ terms = [], lanes = [], plus }: Row): void {
  const products = [...terms, ...terms, ...lanes];
  if (products.length === 0 || products.length > MOST) throw new Error(`${products.length} products in a row`);
  // Halves of a reduction's digits, and the summands.
  let column = 12 * 2 ** 50 + 2 ** 53;
  let result = Number(P) / 2;
  for (const [a, b] of products) {
    const product = largest(a.bounds) * largest(b.bounds);
    if (!(product <= 2 ** 102)) throw new Error(`a product of limbs may be 2^${Math.log2(product)}`);
    column += LIMBS * (2 ** 50 + product / 2 ** 51 + 1);
    result += (value(a.bounds) * value(b.bounds)) / Number(R);
  }
  if (plus !== undefined) {
    if (!(largest(plus[1].bounds) * Math.abs(plus[0]) <= 2 ** 51)) throw new Error("what is added is too large");
    result += value(plus[1].bounds) * Math.abs(plus[0]);
  }
  if (!(column < 2 ** 57)) throw new Error(`a column may be 2^${Math.log2(column)}`);
  if (!(result < 2.499 * Number(P))) throw new Error(`a result may be ${result / Number(P)} p`);
}

/** Code that stores the rows' results, to elements that follow each other. */
export function sum(to: readonly Element[], rows: readonly Row[]): Code {
  if (to.length !== rows.length || rows.length > MOST_ROWS) throw new Error("as many results as rows");
  return sumAt(i32(to[0]!.at), to, rows);
}

/** The same, to an address. */
export function sumAt(address: Code, to: readonly Element[], rows: readonly Row[]): Code {
  for (const [i, { at, bounds }] of to.entries()) {
    if (at !== to[0]!.at + i * ELEMENT) throw new Error("results are to follow each other");
    if (bounds.low < REDUCED.low || bounds.top < REDUCED.top) throw new Error("a result may be larger");
  }
  const start = PROGRAMS + 4 * programs.length;
  for (const row of rows) {
    checkRow(row);
    const { terms = [], lanes = [], plus = [1, undefined] } = row;
    const factor = bitsOf(plus[0]);
    programs.push(
      (2 * terms.length + lanes.length) * COLUMNS * VECTOR,
      terms.length,
      lanes.length,
      plus[1]?.at ?? 0,
      Number(factor & 0xffffffffn),
      Number(factor >> 32n),
      ...[...terms, ...lanes].flatMap(([a, b]) => [a.at, b.at]),
    );
  }
  return call("sums", i32(start), i32(rows.length), address);
}
