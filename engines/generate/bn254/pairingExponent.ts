/**
 * The final exponentiation: to a multiple of (p^12 - 1) / r that is prime to r (Fuentes-Castañeda, Knapp and
 * Rodríguez-Henríquez, "Faster hashing to G2", 2011).
 */
import { call, define, get, I32, i32, repeatWhile, set, tee, when, type Code, type Func } from "../assembler.ts";
import { add32, below32 } from "../secp256k1/integers.ts";
import { range } from "../poseidonConstants.ts";
import { isZero2 } from "./pairingInverse.ts";
import { copy, copyElements, scale } from "./pairingLinear.ts";
import { constantBytes, element, ELEMENT } from "./pairingMemory.ts";
import { nonAdjacent, X } from "./pairingNumbers.ts";
import { and32, loadSignedByte, multiply32, products, sum } from "./pairingSums.ts";
import {
  conjugate12,
  copy12,
  F,
  FACTOR_A,
  FACTOR_B,
  fp12,
  frobenius12,
  G,
  multiply12,
  N,
  ONE12,
  ONE2,
  type Fp12,
} from "./pairingTower.ts";

const POWER_WIDTH = 4;
const POWER_DIGITS = nonAdjacent(X, POWER_WIDTH).toReversed();
const DIGITS = constantBytes(Uint8Array.from(POWER_DIGITS));
/** The powers with the exponents -7, -5, … 7. */
const POWERS = range(2 ** (POWER_WIDTH - 1)).map(fp12);
const powerOf = (digit: number): Fp12 => POWERS[(digit + 7) / 2]!;

/** powerX(): G^x. */
const powerX: Func = define("powerX", [], ({ local }) => {
  const [at, digit] = [local(I32), local(I32)];
  const distance = POWERS[1]![0]!.at - POWERS[0]![0]!.at;
  const power = add32(i32(POWERS[0]![0]!.at), multiply32(add32(get(digit), i32(7)), i32(distance / 2)));
  return [
    ...copy12(powerOf(1), G),
    ...call("cyclotomic12"),
    ...[3, 5, 7].flatMap((odd) => multiply12(powerOf(odd), powerOf(odd - 2), G)),
    ...[1, 3, 5, 7].flatMap((odd) => conjugate12(powerOf(-odd), powerOf(odd))),
    ...copy12(G, powerOf(POWER_DIGITS[0]!)),
    ...set(at, i32(DIGITS + 1)),
    ...repeatWhile(
      [
        ...call("cyclotomic12"),
        ...set(digit, loadSignedByte(get(at))),
        ...when(get(digit), [
          ...copy12(FACTOR_A, G),
          ...copy(i32(FACTOR_B[0]!.at), power, 6 * ELEMENT),
          ...call("multiply12", i32(G[0]!.at)),
        ]),
      ],
      below32(tee(at, add32(get(at), i32(1))), i32(DIGITS + POWER_DIGITS.length)),
    ),
  ];
});

const [A, B, C, D] = [fp12(), fp12(), fp12(), fp12()];
const [R, Y1, Y3, Y4] = [fp12(), fp12(), fp12(), fp12()];

/** exponentiate(): F to the final power, in G. */
const exponentiate: Func = define("exponentiate", [], () => {
  const square = (to: Fp12, from: Fp12): Code => [...copy12(G, from), ...call("cyclotomic12"), ...copy12(to, G)];
  /** from^-x */
  const power = (to: Fp12, from: Fp12): Code => [...copy12(G, from), ...call("powerX"), ...conjugate12(to, G)];
  return [
    // F^(p^6 - 1): the square of the conjugate by the norm over Fp6, which has even powers of w only.
    ...conjugate12(A, F),
    ...multiply12(B, A, F),
    ...range(3).flatMap((i) => copyElements([N[i]!], [B[2 * i]!])),
    ...call("inverse6"),
    ...copy12(B, ONE12),
    ...range(3).flatMap((i) => copyElements([B[2 * i]!], [N[i]!])),
    ...multiply12(A, A, A),
    ...multiply12(A, A, B),
    // To the power p² + 1.
    ...frobenius12(B, A, 2),
    ...multiply12(R, A, B),
    // To the rest, by the powers with -x.
    ...power(A, R),
    ...square(Y1, A),
    ...square(B, Y1),
    ...multiply12(Y3, B, Y1),
    ...power(Y4, Y3),
    ...square(A, Y4),
    ...power(B, A),
    ...conjugate12(A, B),
    ...multiply12(A, A, Y4),
    ...conjugate12(B, Y3),
    ...multiply12(A, A, B),
    ...multiply12(B, A, Y1),
    ...multiply12(C, A, Y4),
    ...multiply12(C, C, R),
    ...frobenius12(D, B, 1),
    ...multiply12(C, C, D),
    ...frobenius12(D, A, 2),
    ...multiply12(C, C, D),
    ...conjugate12(D, R),
    ...multiply12(D, D, B),
    ...frobenius12(A, D, 3),
    ...multiply12(G, C, A),
  ];
});

const [MINUS_ONE, DIFFERENCE] = [element(), element()] as const;
/** Whether G is 1. */
export const isOne: Code = and32(
  ...(range(6).map((i) => [
    ...scale(MINUS_ONE, ONE12[i]!, -1),
    ...sum([DIFFERENCE], [{ ...products([G[i]!, ONE2]), plus: [1, MINUS_ONE] }]),
    ...isZero2(DIFFERENCE),
  ]) as unknown as readonly [Code, ...Code[]]),
);

export const exponentFunctions: readonly Func[] = [powerX, exponentiate];
