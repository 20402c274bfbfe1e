/** Scalars in two parts, and the digits of both. */
import { call, define, get, I32, i32, I64, i64, set, type Code, type Func } from "../assembler.ts";
import {
  add32,
  add64,
  and64,
  clear,
  copy,
  each,
  load32,
  loadWord,
  shr64,
  storeWord,
  subtract64,
  xor64,
} from "./integers.ts";
import * as at from "./places.ts";

/**
 * split(to1, to2, scalar): a scalar k below n as k1 + k2 λ. c1 = k b2 / n and c2 = -k b1 / n, rounded, are such that
 * (k1, k2) = (k, 0) - c1 (a1, b1) - c2 (a2, b2) are below 2^128 in size. They are computed modulo 2^160. The results
 * are their absolute values of five words, followed by zeros, and their signs, 40 bytes after the words.
 */
export const split: Func = define("split", [I32, I32, I32], ({ parameter, local }) => {
  const [to1, to2, scalar] = parameter as [number, number, number];
  const [carry, sign] = [local(I64), local(I64)];
  const upper = at.PRODUCT + 48;
  const quotient = (factor: number): Code => [
    ...clear(i32(at.PRODUCT), 80),
    ...call("accumulate", i32(at.PRODUCT), get(scalar), i32(8), i32(factor), i32(8)),
    // The bits from 2^384 on, rounded by the one before them.
    ...set(carry, shr64(loadWord(i32(at.PRODUCT + 44)), i64(31n))),
    ...each(5, (i) => [
      ...set(carry, add64(get(carry), loadWord(i32(upper), 4 * i))),
      ...storeWord(i32(upper), get(carry), 4 * i),
      ...set(carry, shr64(get(carry), i64(32n))),
    ]),
  ];
  const add = (to: number, factor: number): Code =>
    call("accumulate", get(to), i32(upper), i32(5), i32(factor), i32(5));
  const settle = (to: number): Code => [
    ...set(sign, subtract64(i64(0n), shr64(loadWord(get(to), 16), i64(31n)))),
    ...storeWord(get(to), get(sign), 40),
    ...set(carry, and64(get(sign), i64(1n))),
    ...each(5, (i) => [
      ...set(carry, add64(get(carry), and64(xor64(loadWord(get(to), 4 * i), get(sign)), i64(0xffffffffn)))),
      ...storeWord(get(to), get(carry), 4 * i),
      ...set(carry, shr64(get(carry), i64(32n))),
    ]),
    // The products' upper words.
    ...clear(add32(get(to), i32(20)), 20),
  ];
  return [
    ...clear(get(to1), 96),
    ...clear(get(to2), 96),
    ...copy(get(to1), get(scalar), 32),
    ...quotient(at.SPLIT_1),
    ...add(to1, at.MINUS_A1),
    ...add(to2, at.MINUS_B1),
    ...quotient(at.SPLIT_2),
    ...add(to1, at.MINUS_A2),
    ...add(to2, at.MINUS_B2),
    ...settle(to1),
    ...settle(to2),
  ];
});

/** The digits of one scalar: of its part without λ and its part with it. */
export const recode = (scalar: number, place: number, width: number): Code => [
  ...call("split", i32(at.FIRST), i32(at.SECOND), i32(scalar)),
  ...call("digits", i32(at.DIGITS + place), i32(at.FIRST), i32(width), load32(i32(at.FIRST), 40)),
  ...call("digits", i32(at.DIGITS + place + 2), i32(at.SECOND), i32(width), load32(i32(at.SECOND), 40)),
];
