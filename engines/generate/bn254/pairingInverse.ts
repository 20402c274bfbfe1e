/** Reads the caller's numbers, tests numbers for 0, and inverts them. */
import { call, define, I32, i32, repeatWhile, set, simd, tee, V128, type Code, type Func } from "../assembler.ts";
import { add32, below32 } from "../secp256k1/integers.ts";
import { and, or, shl, shr, subtractDoubles } from "../montgomery.ts";
import { constant, get, loadVector, type Code as Plain } from "../wasm.ts";
import { LIMBS, range, VECTOR } from "../poseidonConstants.ts";
import { constantBytes, constantElement, element, elements, ELEMENT, READ, type Element } from "./pairingMemory.ts";
import { P } from "./pairingNumbers.ts";
import { copy, copyElements } from "./pairingLinear.ts";
import {
  arithmetic,
  equal32,
  laneProducts,
  loadByte,
  loadLow,
  loadSecond,
  multiply32,
  storeVector,
  sum,
} from "./pairingSums.ts";

/** read(to, low, high): two numbers below p, of 32 bytes each with the lowest first, as limbs. */
const readFunc: Func = define("read", [I32, I32, I32], ({ parameter, local }) => {
  const [to, low, high] = parameter as [number, number, number];
  const words = range(4).map(() => local(V128));
  const word = (i: number): Plain => get(words[i]!);
  const { mask, two52 } = arithmetic;
  const limbs = [
    and(word(0), mask),
    and(or(shr(word(0), 51), shl(word(1), 13)), mask),
    and(or(shr(word(1), 38), shl(word(2), 26)), mask),
    and(or(shr(word(2), 25), shl(word(3), 39)), mask),
    shr(word(3), 12),
  ];
  return [
    ...words.flatMap((local, i) => set(local, loadSecond(get(high), loadLow(get(low), 8 * i), 8 * i))),
    ...limbs.flatMap((bits, i) => storeVector(get(to), subtractDoubles(or(bits, two52), two52), i * VECTOR)),
  ];
});

/** R². A product with it converts a number to Montgomery form. */
const INTO_MONTGOMERY = constantElement(2n ** 255n % P, 2n ** 255n % P);
const RAW = element(READ);
/** Reads two of the caller's numbers, and converts them to Montgomery form. */
export const read = (to: readonly Element[], low: Code, high: Code): Code => [
  ...call("read", i32(RAW.at), low, high),
  ...sum(to, [laneProducts([RAW, INTO_MONTGOMERY])]),
];

export const ONE = constantElement(1n, 1n);
const ZERO_TEST = elements(1);

/**
 * isZero(lanes): tests ZERO_TEST, one bit for each lane. A reduced number is at most a little above p/2 in size, so it
 * is 0 modulo p only if it is 0, and then all its limbs are 0.
 */
const isZeroFunc: Func = define(
  "isZero",
  [],
  () => {
    const limbs = range(LIMBS).map((i) => loadVector(constant(ZERO_TEST[0]!.at), i * VECTOR));
    const any = limbs.reduce((all, limb) => or(all, limb));
    // The lanes of 64 bits that are equal to 0, as bits.
    const [zero, equal, bitmask] = [simd(12, ...range(16).map(() => 0)), simd(0xd6), simd(0xc4)];
    return [...any, ...zero, ...equal, ...bitmask];
  },
  { results: [I32] },
);
/** Whether the lanes of an element are 0 modulo p: bits 0 and 1. */
export const isZero = (of: Element): Code => [...sum(ZERO_TEST, [laneProducts([of, ONE])]), ...call("isZero")];

/** Whether an element of Fp2 is 0. */
export const isZero2 = (of: Element): Code => equal32(isZero(of), i32(3));

const WINDOW = 4;
const EXPONENT = range(Math.ceil(254 / WINDOW)).map((i) => Number(((P - 2n) >> BigInt(WINDOW * i)) & 15n));
const DIGITS = constantBytes(Uint8Array.from(EXPONENT.toReversed()));
const POWERS = elements(2 ** WINDOW);
const [POWER, BY] = [elements(1), element()];

/** invert(at): inverts both lanes in place, by Fermat: x^(p - 2). */
const invertFunc: Func = define("invert", [I32], ({ parameter: [at], local }) => {
  const [digit, left] = [local(I32), local(I32)];
  const times = sum(POWER, [laneProducts([POWER[0]!, BY])]);
  const square = sum(POWER, [laneProducts([POWER[0]!, POWER[0]!])]);
  const power = (index: Code): Code => add32(i32(POWERS[0]!.at), multiply32(index, i32(ELEMENT)));
  return [
    ...copy(i32(BY.at), get(at!), ELEMENT),
    ...copyElements(POWERS, [ONE]),
    ...copyElements(POWER, [ONE]),
    ...set(digit, i32(1)),
    ...repeatWhile(
      [...times, ...copy(power(get(digit)), i32(POWER[0]!.at), ELEMENT), ...set(digit, add32(get(digit), i32(1)))],
      below32(get(digit), i32(2 ** WINDOW)),
    ),
    ...copyElements(POWER, [ONE]),
    ...set(left, i32(DIGITS)),
    ...repeatWhile(
      [...range(WINDOW).flatMap(() => square), ...copy(i32(BY.at), power(loadByte(get(left))), ELEMENT), ...times],
      below32(tee(left, add32(get(left), i32(1))), i32(DIGITS + EXPONENT.length)),
    ),
    ...copy(get(at!), i32(POWER[0]!.at), ELEMENT),
  ];
});

export const numberFunctions: readonly Func[] = [readFunc, isZeroFunc, invertFunc];
