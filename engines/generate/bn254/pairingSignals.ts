/**
 * The sum of the key's points, each times its public signal.
 *
 * An even signal is made odd by adding r. Its digits of WIDTH bits are odd, and so never 0:
 * (s - 1) / 2 + 2^(BITS - 1) has the digits (d + 2^WIDTH - 1) / 2. Four streams of digits, each of a multiple
 * 2^(SHIFT k) of the same point, take a quarter of the doublings: two are in the lanes of one table, two in another's.
 */
import {
  binary,
  call,
  define,
  F64,
  f64,
  get,
  I32,
  i32,
  repeatWhile,
  select,
  set,
  simd,
  tee,
  V128,
  when,
  type Code,
  type Func,
} from "../assembler.ts";
import { add32, below32, isZero32, load64, shr64, subtract32, to32, to64 } from "../secp256k1/integers.ts";
import { LIMBS, range, VECTOR } from "../poseidonConstants.ts";
import { ADDEND, G1, point, SUM_POINT, type Point } from "./pairingG1.ts";
import { ONE } from "./pairingInverse.ts";
import { both, copy, copyElements, join, lanesOf } from "./pairingLinear.ts";
import { constantElement, ELEMENT, place } from "./pairingMemory.ts";
import { and32, loadLow, loadSecond, multiply32, storeVector } from "./pairingSums.ts";

const shr32 = binary(0x76);
const WIDTH = 6;
const STREAMS = 4;
/** Number of digits in each stream. */
const DIGITS = Math.ceil(256 / (WIDTH * STREAMS));
export const BITS = WIDTH * STREAMS * DIGITS;
const SHIFT = WIDTH * DIGITS;
const ENTRIES = 2 ** (WIDTH - 1);
const ENTRY = 3 * ELEMENT;

/** Largest number of signals. Each has 48 bytes, little-endian. Its lowest BITS bits count. */
export const MOST_SIGNALS = 64;
export const SIGNAL = 48;
export const SIGNALS = place(MOST_SIGNALS * SIGNAL);
const TABLE = ENTRIES * ENTRY;
const TABLES = place(MOST_SIGNALS * 2 * TABLE);

/** The key's first point, which no signal is multiplied with. */
const CONSTANT = point();
const INFINITY: Point = [constantElement(0n, 0n), constantElement(1n, 1n), constantElement(0n, 0n)];

const repeat = (counter: number, times: number, body: Code): Code => [
  ...set(counter, i32(times)),
  ...repeatWhile(body, tee(counter, subtract32(get(counter), i32(1)))),
];

/** multiplesG1(to): the odd multiples of the points in SUM_POINT, which are left there. */
const BASE = point();
const multiplesFunc: Func = define("multiplesG1", [I32], ({ parameter: [to], local }) => {
  const counter = local(I32);
  return [
    ...copyElements(BASE, SUM_POINT),
    ...call("doubleG1"),
    ...copyElements(ADDEND, SUM_POINT),
    ...copyElements(SUM_POINT, BASE),
    ...repeat(counter, ENTRIES, [
      ...copy(get(to!), i32(SUM_POINT[0].at), ENTRY),
      ...set(to!, add32(get(to!), i32(ENTRY))),
      ...call("addG1"),
    ]),
    ...copyElements(SUM_POINT, BASE),
  ];
});

/** constantG1(): stores the first lane's point of G1 as the point that is added without a signal (the key's IC[0]). */
const constantFunc: Func = define(
  "constantG1",
  [],
  () => [...copyElements(CONSTANT, G1), ...copyElements([CONSTANT[2]], [ONE])],
  { exported: true },
);

/** tableG1(i): makes the table for signal i, from the first lane's point of G1. */
const tableFunc: Func = define(
  "tableG1",
  [I32],
  ({ parameter: [i], local }) => {
    const counter = local(I32);
    const at = add32(i32(TABLES), multiply32(get(i!), i32(2 * TABLE)));
    const doubles = (times: number): Code => repeat(counter, times, call("doubleG1"));
    return [
      ...both(SUM_POINT[0], G1[0]!, 0),
      ...both(SUM_POINT[1], G1[1]!, 0),
      ...copyElements([SUM_POINT[2]], [ONE]),
      ...copyElements(ADDEND, SUM_POINT),
      ...doubles(SHIFT),
      ...range(3).flatMap((k) => join(SUM_POINT[k]!, ADDEND[k]!, 0, SUM_POINT[k]!, 1)),
      ...call("multiplesG1", at),
      ...doubles(2 * SHIFT),
      ...call("multiplesG1", add32(at, i32(TABLE))),
    ];
  },
  { exported: true },
);

/** chooseG1(low, high, lowSign, highSign): the addend from a table's entry for each lane. */
const chooseFunc: Func = define("chooseG1", [I32, I32, F64, F64], ({ parameter, local }) => {
  const [low, high, lowSign, highSign] = parameter as [number, number, number, number];
  const sign = local(V128);
  const isY = (i: number): boolean => i >= LIMBS && i < 2 * LIMBS;
  return [
    ...set(sign, lanesOf(get(lowSign), get(highSign))),
    ...range(3 * LIMBS).flatMap((i) => {
      const chosen = loadSecond(get(high), loadLow(get(low), i * VECTOR), i * VECTOR + 8);
      return storeVector(i32(ADDEND[0].at), isY(i) ? [...chosen, ...get(sign), ...simd(0xf2)] : chosen, i * VECTOR);
    }),
  ];
});

/** sumSignals(count): the sum, in both lanes of SUM_POINT. */
const sumFunc: Func = define("sumSignals", [I32], ({ parameter: [count], local }) => {
  const [digit, signal, table, bit, low, high] = range(6).map(() => local(I32)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const setDigit = (to: number, stream: number): Code => [
    ...set(bit, multiply32(add32(get(digit), i32(stream * DIGITS)), i32(WIDTH))),
    ...set(
      to,
      and32(
        to32(shr64(load64(add32(get(signal), shr32(get(bit), i32(3)))), to64(and32(get(bit), i32(7))))),
        i32(2 * ENTRIES - 1),
      ),
    ),
  ];
  const isPositive = (of: number): Code => isZero32(below32(get(of), i32(ENTRIES)));
  const entry = (of: number, offset: number): Code =>
    add32(
      get(table),
      i32(offset),
      multiply32(
        select(isPositive(of), subtract32(get(of), i32(ENTRIES)), subtract32(i32(ENTRIES - 1), get(of))),
        i32(ENTRY),
      ),
    );
  const sign = (of: number): Code => select(isPositive(of), f64(1), f64(-1));
  const addStreams = (pair: number): Code => [
    ...setDigit(low, 2 * pair),
    ...setDigit(high, 2 * pair + 1),
    ...call("chooseG1", entry(low, pair * TABLE), entry(high, pair * TABLE), sign(low), sign(high)),
    ...call("addG1"),
  ];
  return [
    ...copyElements(SUM_POINT, INFINITY),
    ...when(get(count!), [
      ...set(digit, i32(DIGITS - 1)),
      ...repeatWhile(
        [
          ...range(WIDTH).flatMap(() => call("doubleG1")),
          ...set(signal, i32(SIGNALS)),
          ...set(table, i32(TABLES)),
          ...repeatWhile(
            [...addStreams(0), ...addStreams(1), ...set(table, add32(get(table), i32(2 * TABLE)))],
            below32(
              tee(signal, add32(get(signal), i32(SIGNAL))),
              add32(i32(SIGNALS), multiply32(get(count!), i32(SIGNAL))),
            ),
          ),
        ],
        // It wraps around.
        below32(tee(digit, subtract32(get(digit), i32(1))), i32(DIGITS)),
      ),
    ]),
    // The lanes' sum.
    ...range(3).flatMap((k) => join(ADDEND[k]!, SUM_POINT[k]!, 1, SUM_POINT[k]!, 0)),
    ...call("addG1"),
    ...range(3).flatMap((k) => join(ADDEND[k]!, CONSTANT[k]!, 0, CONSTANT[k]!, 0)),
    ...call("addG1"),
  ];
});

export const signalFunctions: readonly Func[] = [multiplesFunc, constantFunc, tableFunc, chooseFunc, sumFunc];
