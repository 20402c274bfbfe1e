/**
 * The Miller loop's steps on the twist y² = x³ + 3/ξ over Fp2 and the lines they give, in homogeneous coordinates:
 * Costello, Lange and Naehrig, "Faster pairing computations on curves with high-degree twists", 2010, section 6,
 * with all coordinates times 4. The untwisting map is (x, y) to (w² x, w³ y), and so the line at (xP, yP) is
 * L0 yP + L1 xP w + L3 w³. It is taken divided by yP, which the final exponentiation does not see.
 */
import {
  call,
  define,
  get,
  I32,
  i32,
  repeatWhile,
  set,
  tee,
  when,
  type Code,
  type Func,
  type Scope,
} from "../assembler.ts";
import { add32, below32, belowSigned32, isZero32 } from "../secp256k1/integers.ts";
import { range } from "../poseidonConstants.ts";
import { add, conjugate, copyElements, scale, squareParts, subtract, tidy } from "./pairingLinear.ts";
import {
  constantBytes,
  constantElement,
  element,
  elements,
  REDUCED,
  REDUCED_SUM,
  SUM,
  SUM_OF_3,
  TIDY,
  times,
  type Element,
} from "./pairingMemory.ts";
import { frobenius, multiply, nonAdjacent, TWIST_B, X } from "./pairingNumbers.ts";
import { isZero2 } from "./pairingInverse.ts";
import { and32, loadSignedByte, products, sum } from "./pairingSums.ts";
import { ONE2 } from "./pairingTower.ts";

/** The given point of G2, the point to add next, and the running point (X, Y, Z). */
export const Q = elements(2);
const ADDED = elements(2);
export const T = elements(3);

/** A line at (xP, yP): what L1 is multiplied with, xP / yP, and L3, 1 / yP, is left to the caller. */
export const [LINE0, LINE1, LINE3] = [element(REDUCED_SUM), element(SUM_OF_3), element(REDUCED_SUM)] as const;

const TRIPLE_B = constantElement(...multiply(TWIST_B, [3n, 0n]));
const [XY, YY, ZZ, YZ, XX] = elements(5) as [Element, Element, Element, Element, Element];
const E = elements(1);
const [XY_2, YZ_2] = elements(2, REDUCED_SUM) as [Element, Element];
const E_3 = element(times(REDUCED, 3));
const DRAFT = element(times(REDUCED, 4));
const [MINUS, PLUS, MINUS_4E, YY_4] = elements(4, TIDY) as [Element, Element, Element, Element];
const PARTS = range(3).map(() => elements(2, REDUCED_SUM) as [Element, Element]);

/**
 * double(): T = 2T and the tangent. With e = 3b Z²: X = 2 X Y (Y² - 3e), Y = (Y² + 3e)² - 12 e², Z = 8 Y³ Z, and
 * L0 = -2 Y Z, L1 = 3 X², L3 = e - Y².
 */
const doubleFunc: Func = define("double", [], () => {
  const [x, y, z] = T as [Element, Element, Element];
  const e = E[0]!;
  const squares = [x, y, z].flatMap((of, i) => squareParts(PARTS[i]!, of));
  return [
    ...squares,
    ...sum(
      [XY, YY, ZZ, YZ, XX],
      [products([x, y]), { lanes: [PARTS[1]!] }, { lanes: [PARTS[2]!] }, products([y, z]), { lanes: [PARTS[0]!] }],
    ),
    ...sum(E, [products([ZZ, TRIPLE_B])]),
    ...scale(E_3, e, 3),
    ...subtract(DRAFT, YY, E_3),
    ...tidy(MINUS, DRAFT),
    ...add(DRAFT, YY, E_3),
    ...tidy(PLUS, DRAFT),
    ...scale(DRAFT, e, -4),
    ...tidy(MINUS_4E, DRAFT),
    ...scale(XY_2, XY, 2),
    ...scale(DRAFT, YY, 4),
    ...tidy(YY_4, DRAFT),
    ...scale(LINE0, YZ, -2),
    ...scale(LINE1, XX, 3),
    ...subtract(LINE3, e, YY),
    ...scale(YZ_2, YZ, 2),
    ...sum(T, [products([XY_2, MINUS]), products([PLUS, PLUS], [E_3, MINUS_4E]), products([YZ_2, YY_4])]),
  ];
});

const [THETA, LAMBDA] = elements(2) as [Element, Element];
const [LL_PARTS, TT_PARTS] = [0, 1].map(() => elements(2, REDUCED_SUM) as [Element, Element]) as [
  [Element, Element],
  [Element, Element],
];
const [TT, LL] = elements(2) as [Element, Element];
const [CUBE, ZTT, XLL, J] = elements(4) as [Element, Element, Element, Element];
const [MINUS_X, MINUS_Y, MINUS_CUBE] = elements(3) as [Element, Element, Element];
const H = element(TIDY);
const XLL_MINUS_H = element(SUM);

/**
 * addPoint(): T = T + ADDED and the line through both. With θ = Y - y Z, λ = X - x Z and
 * H = λ³ + Z θ² - 2 X λ²: X = λ H, Y = θ (X λ² - H) - Y λ³, Z = Z λ³, and L0 = λ, L1 = -θ, L3 = θ x - λ y.
 * If T is ±ADDED, λ is 0, and Z stays 0 from then on.
 */
const addPointFunc: Func = define("addPoint", [], () => {
  const [x, y, z] = T as [Element, Element, Element];
  const [xa, ya] = ADDED as [Element, Element];
  return [
    ...scale(MINUS_X, xa, -1),
    ...scale(MINUS_Y, ya, -1),
    ...sum(
      [THETA, LAMBDA],
      [
        { ...products([MINUS_Y, z]), plus: [1, y] },
        { ...products([MINUS_X, z]), plus: [1, x] },
      ],
    ),
    ...squareParts(TT_PARTS, THETA),
    ...squareParts(LL_PARTS, LAMBDA),
    ...sum([TT, LL], [{ lanes: [TT_PARTS] }, { lanes: [LL_PARTS] }]),
    ...sum(
      [CUBE, ZTT, XLL, J],
      [products([LAMBDA, LL]), products([z, TT]), products([x, LL]), products([THETA, xa], [LAMBDA, MINUS_Y])],
    ),
    ...add(YZ_2, CUBE, ZTT),
    ...scale(XY_2, XLL, 2),
    ...subtract(DRAFT, YZ_2, XY_2),
    ...tidy(H, DRAFT),
    ...subtract(XLL_MINUS_H, XLL, H),
    ...scale(MINUS_CUBE, CUBE, -1),
    ...scale(LINE0, LAMBDA, 1),
    ...scale(LINE1, THETA, -1),
    ...scale(LINE3, J, 1),
    ...sum(T, [products([LAMBDA, H]), products([THETA, XLL_MINUS_H], [MINUS_CUBE, y]), products([z, CUBE])]),
  ];
});

/** The digits of 6x + 2 as bytes, the highest first, without the leading one. */
const LOOP = nonAdjacent(6n * X + 2n, 2)
  .toReversed()
  .slice(1);
const DIGITS = constantBytes(Uint8Array.from(LOOP));
/** How many lines a point has: one for each digit and each that is not 0, and two more. */
export const LINES = LOOP.length + LOOP.filter((digit) => digit !== 0).length + 2;

/** ψ: the map (x, y) to (x^p, y^p) on the curve, seen on the twist. */
const PSI = [constantElement(...frobenius(2, 1)), constantElement(...frobenius(3, 1))] as const;
const CONJUGATES = elements(2);
const psi = (to: readonly Element[], from: readonly Element[]): Code => [
  ...conjugate(CONJUGATES[0]!, from[0]!),
  ...conjugate(CONJUGATES[1]!, from[1]!),
  ...sum(to, [products([CONJUGATES[0]!, PSI[0]]), products([CONJUGATES[1]!, PSI[1]])]),
];

const [PSI_1, PSI_2] = [elements(2), elements(2)];
const DIFFERENCES = elements(2);

/**
 * The Miller loop of Q: runs `square` where its accumulator is to be squared and `line` after each step, with the
 * line in LINE0, LINE1 and LINE3. Leaves whether Q is of order r.
 *
 * The loop ends with T = (6x + 2) Q + ψ(Q) - ψ²(Q), which for Q of order r is -ψ³(Q), as 6x + 2 + p - p² + p³ is a
 * multiple of r and ψ multiplies by p there. No other point of the twist has that property. With t the trace of
 * Frobenius, ψ² - tψ + p is 0, so 6x + 2 + ψ - ψ² + ψ³ is a map a + bψ of degree a² + abt + b²p. The greatest common
 * divisor of this degree and the number of the twist's points is r (a test computes it). So the map's kernel has at
 * most r points there. An addition of T to ±T makes Z zero for good. It never happens for a point of order r: for such
 * a point, no multiple that the loop reaches is ± the point that it adds.
 */
export const loop = (scope: Scope, square: Code, line: Code): Code => {
  const [digit, at] = [scope.local(I32), scope.local(I32)];
  const addition = (of: readonly Element[], sign: 1 | -1): Code => [
    ...copyElements(ADDED, [of[0]!]),
    ...scale(ADDED[1]!, of[1]!, sign),
    ...call("addPoint"),
    ...line,
  ];
  return [
    ...copyElements(T, Q),
    ...copyElements([T[2]!], [ONE2]),
    ...set(at, i32(DIGITS)),
    ...repeatWhile(
      [
        ...square,
        ...call("double"),
        ...line,
        ...set(digit, loadSignedByte(get(at))),
        ...when(get(digit), when(belowSigned32(get(digit), i32(0)), addition(Q, -1), addition(Q, 1))),
      ],
      below32(tee(at, add32(get(at), i32(1))), i32(DIGITS + LOOP.length)),
    ),
    ...psi(PSI_1, Q),
    ...addition(PSI_1, 1),
    ...psi(PSI_2, PSI_1),
    ...addition(PSI_2, -1),
    ...psi(PSI_1, PSI_2),
    // T + ψ³(Q): X - x Z and Y + y Z are 0, but Z is not.
    ...scale(PSI_1[0]!, PSI_1[0]!, -1),
    ...sum(DIFFERENCES, [
      { ...products([PSI_1[0]!, T[2]!]), plus: [1, T[0]!] },
      { ...products([PSI_1[1]!, T[2]!]), plus: [1, T[1]!] },
    ]),
    ...and32(isZero2(DIFFERENCES[0]!), isZero2(DIFFERENCES[1]!), isZero32(isZero2(T[2]!))),
  ];
};

const [CUBES, CURVE] = [elements(2), elements(1)];
const MINUS_B = constantElement(...multiply(TWIST_B, [-1n, 0n]));
/** Whether Q is on the twist: y² - x³ - b is 0. */
export const isOnTwist = (): Code => {
  const [x, y] = Q as [Element, Element];
  return [
    ...scale(CUBES[1]!, x, -1),
    ...sum([CUBES[0]!], [products([x, x])]),
    ...sum(CURVE, [
      {
        ...products([y, y], [CUBES[0]!, CUBES[1]!]),
        plus: [1, MINUS_B],
      },
    ]),
    ...isZero2(CURVE[0]!),
  ];
};

export const lineFunctions: readonly Func[] = [doubleFunc, addPointFunc];
