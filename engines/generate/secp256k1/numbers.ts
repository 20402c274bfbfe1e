/** Numbers modulo p to words and back; square roots. */
import {
  binary,
  call,
  define,
  f64,
  get,
  i32,
  I32,
  i64,
  I64,
  repeatWhile,
  set,
  simd,
  tee,
  unary,
  V128,
  type Code,
  type Func,
} from "../assembler.ts";
import { rowFunction, sumOfProducts } from "./field.ts";
import {
  add64,
  and64,
  bitsOf,
  clear,
  each,
  isZero64,
  load64,
  mask,
  multiply64,
  or64,
  range,
  shl64,
  shrSigned64,
  store64,
  subtract32,
  subtract64,
} from "./integers.ts";
import {
  checkBounds,
  constant,
  E,
  LIMBS,
  load,
  loadLow1,
  loadVector,
  REDUCED,
  row,
  rowAt,
  scale,
  storeVector,
  UNPACKED,
  width,
  writer,
} from "./limbs.ts";
import * as at from "./places.ts";
import { loadDouble, storeDouble } from "./points.ts";

const REVERSED = range(16).map((i) => 15 - i);
/** swap(to, from): 32 bytes in the reverse order. */
const swap: Func = define("swap", [I32, I32], ({ parameter: [to, from] }) => {
  const reversed = (offset: number): Code => {
    const vector = loadVector(get(from!), offset);
    return [...vector, ...vector, ...simd(13, ...REVERSED)];
  };
  return [...storeVector(get(to!), reversed(16)), ...storeVector(get(to!), reversed(0), 16)];
});

/** unpack(lane, words): a number below 2^256 as eleven limbs, none of them negative. */
const unpack: Func = define("unpack", [I32, I32], ({ parameter: [lane, words] }) =>
  each(LIMBS, (i) =>
    storeDouble(get(lane!), binary(0xa2)(unary(0xb9)(bitsOf(get(words!), E(i), width(i))), f64(2 ** E(i))), 16 * i),
  ),
);

/**
 * pack(words, lane): the number from 0 to p - 1. Its limbs may be 16 of their bounds: then the number is at most 2^261
 * in size, so the part above 2^256 is less than 32 times 2^256 in size. Replacing 2^256 by 2^32 + 977 leaves at most
 * one 2^256 for a second pass, and none for a third.
 */
const pack: Func = define("pack", [I32, I32], ({ parameter: [words, lane], local }) => {
  const limbs = range(LIMBS).map(() => local(I64));
  const carry = local(I64);
  const addTo = (i: number, value: Code): Code => set(limbs[i]!, add64(get(limbs[i]!), value));
  const pass: Code = [
    ...set(carry, i64(0n)),
    ...each(LIMBS, (i) => [
      ...addTo(i, get(carry)),
      ...set(carry, shrSigned64(get(limbs[i]!), i64(BigInt(width(i))))),
      ...set(limbs[i]!, and64(get(limbs[i]!), mask(width(i)))),
    ]),
  ];
  const plusMultiple = (of: Code): Code => [
    ...addTo(0, multiply64(of, i64(977n))),
    ...addTo(1, multiply64(of, i64(BigInt(2 ** (32 - E(1)))))),
  ];
  return [
    ...each(LIMBS, (i) => set(limbs[i]!, unary(0xb0)(binary(0xa2)(loadDouble(get(lane!), 16 * i), f64(2 ** -E(i)))))),
    ...pass,
    ...plusMultiple(get(carry)),
    ...pass,
    ...plusMultiple(get(carry)),
    ...pass,
    // A number is p or more if adding 2^256 - p to it gives 2^256 or more.
    ...plusMultiple(i64(1n)),
    ...pass,
    ...plusMultiple(subtract64(get(carry), i64(1n))),
    ...pass,
    ...clear(get(words!), 40),
    ...each(LIMBS, (i) => {
      const shifted = shl64(get(limbs[i]!), i64(BigInt(E(i) & 7)));
      return store64(get(words!), or64(load64(get(words!), E(i) >> 3), shifted), E(i) >> 3);
    }),
  ];
});

export const allZero = (words: Code): Code =>
  isZero64(or64(load64(words), ...[8, 16, 24].map((offset) => load64(words, offset))));

/** isZero(lane): whether the number is a multiple of p. */
const isZero: Func = define(
  "isZero",
  [I32],
  ({ parameter: [lane] }) => [...call("pack", i32(at.WORDS), get(lane!)), ...allZero(i32(at.WORDS))],
  { results: [I32] },
);

/** squareTimes(to, from, times): squares repeatedly, and keeps the limbs in locals between the squares. */
const squareTimes = (fused: boolean): Func =>
  define("squareTimes", [I32, I32, I32], (scope) => {
    const [to, from, times] = scope.parameter as [number, number, number];
    const limbs = range(LIMBS).map(() => scope.local(V128));
    const before = writer(scope);
    for (const [i, { code }] of load(rowAt(from)).entries()) before.emit(set(limbs[i]!, code));
    const within = writer(scope);
    const values = limbs.map((limb, i) => ({ code: get(limb), unit: E(i), max: REDUCED[i]! }));
    const squared = sumOfProducts(within, fused, [{ square: values }]);
    checkBounds(squared, REDUCED);
    for (const [i, { code }] of squared.entries()) within.emit(set(limbs[i]!, code));
    const after = writer(scope);
    after.store(rowAt(to), values);
    return [
      ...before.code(),
      ...repeatWhile(within.code(), tee(times, subtract32(get(times), i32(1)))),
      ...after.code(),
    ];
  });

/**
 * sqrt(): ALPHA^((p + 1) / 4) to ROOT, a square root if there is one. The exponent's bits are 223 ones, a zero,
 * 22 ones, four zeros, two ones, two zeros; x_n is ALPHA to the power of n ones.
 */
const sqrt: Func = define("sqrt", [], () => {
  const [x2, x3, x22, x44, x88, x176, t] = at.POWERS as [number, number, number, number, number, number, number];
  const join = (to: number, from: number, shift: number, by: number): Code => [
    ...call("squareTimes", i32(to), i32(from), i32(shift)),
    ...call("multiply", i32(to), i32(to), i32(by)),
  ];
  return [
    ...join(x2, at.ALPHA, 1, at.ALPHA),
    ...join(x3, x2, 1, at.ALPHA),
    ...join(t, x3, 3, x3), // 6
    ...join(t, t, 3, x3), // 9
    ...join(t, t, 2, x2), // 11
    ...join(x22, t, 11, t),
    ...join(x44, x22, 22, x22),
    ...join(x88, x44, 44, x44),
    ...join(x176, x88, 88, x88),
    ...join(t, x176, 44, x44), // 220
    ...join(t, t, 3, x3), // 223
    ...join(t, t, 23, x22),
    ...join(t, t, 6, x2),
    ...call("squareTimes", i32(at.ROOT), i32(t), i32(2)),
  ];
});

const roots = (fused: boolean): Func[] => [
  // x³ + 7
  rowFunction("curve", 0, fused, () => ({
    terms: [{ a: load(row(at.ALPHA)), b: loadLow1(row(at.POINT, UNPACKED)) }],
    plus: range(LIMBS).map((i) => (i === 0 ? constant(7) : constant(0))),
    store: row(at.ALPHA),
  })),
  // y² - (x³ + 7)
  rowFunction("residue", 0, fused, () => ({
    terms: [{ square: load(row(at.ROOT)) }],
    plus: scale(load(row(at.ALPHA)), constant(-1)),
    store: row(at.CHECKED),
  })),
];

export const numberFunctions = (fused: boolean): Func[] => [
  swap,
  unpack,
  pack,
  isZero,
  squareTimes(fused),
  sqrt,
  ...roots(fused),
];
