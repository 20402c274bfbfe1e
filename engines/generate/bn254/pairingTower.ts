/**
 * Fp12 = Fp2[w] / (w^6 - ξ), ξ = 9 + i: six elements of Fp2, the coefficients of w^0 to w^5. (In the usual tower,
 * Fp12 over Fp6 over Fp2, the coefficient of w^(2i + j) is c_j.c_i.)
 */
import { call, define, get, I32, i32, type Code, type Func } from "../assembler.ts";
import { range } from "../poseidonConstants.ts";
import { add, both, conjugate, copy, invert, scale, squareParts, tidy, xi } from "./pairingLinear.ts";
import {
  constantElement,
  element,
  ELEMENT,
  elements,
  REDUCED_SUM,
  SUM,
  SUM_OF_3,
  TIDY,
  type Element,
} from "./pairingMemory.ts";
import { frobenius, type Fp2 } from "./pairingNumbers.ts";
import { laneProducts, products, sum, sumAt, type Row } from "./pairingSums.ts";

export type Fp12 = readonly Element[];
export const fp12 = (): Fp12 => elements(6);
export const ONE12: Fp12 = range(6).map((i): Element => constantElement(i === 0 ? 1n : 0n, 0n));
/** 1 in Fp2. */
export const ONE2 = ONE12[0]!;
export const copy12 = (to: Fp12, from: Fp12): Code => copy(i32(to[0]!.at), i32(from[0]!.at), 6 * ELEMENT);

/** For each k the i and j with i + j = k or k + 6, and whether the product takes a ξ. */
const pairs = (k: number): { i: number; j: number; wraps: boolean }[] =>
  range(6).map((i) => ({ i, j: (k - i + 6) % 6, wraps: i > k }));

// multiply12(to): FACTOR_A · FACTOR_B.
export const [FACTOR_A, FACTOR_B] = [fp12(), fp12()];
const FACTOR_XI = elements(6, TIDY);
const multiplyFunc: Func = define("multiply12", [I32], ({ parameter: [to] }) => [
  ...range(6).flatMap((j) => (j === 0 ? [] : xi(FACTOR_XI[j]!, FACTOR_B[j]!))),
  ...sumAt(
    get(to!),
    FACTOR_A,
    range(6).map((k): Row => ({
      terms: pairs(k).map(({ i, j, wraps }) => [FACTOR_A[i]!, (wraps ? FACTOR_XI : FACTOR_B)[j]!]),
    })),
  ),
]);
export const multiply12 = (to: Fp12, a: Fp12, b: Fp12): Code => [
  ...copy12(FACTOR_A, a),
  ...copy12(FACTOR_B, b),
  ...call("multiply12", i32(to[0]!.at)),
];

/** The accumulator of the Miller loop. */
export const F = fp12();
/** The squared elements times ξ and small factors. */
const XIS = elements(6, TIDY);
const DOUBLES = elements(6, SUM);
const PARTS = range(3).map(() => elements(2, REDUCED_SUM) as [Element, Element]);

/** square(): F². */
const squareFunc: Func = define("square12", [], () => {
  const f = (i: number): Element => F[i]!;
  const [d, x] = [(i: number) => DOUBLES[i]!, (i: number) => XIS[i]!];
  const square = (i: number) => [PARTS[i]!] as const;
  return [
    ...range(5).flatMap((i) => add(d(i), f(i), f(i))),
    ...[3, 4, 5].flatMap((i) => xi(x(i), f(i))),
    ...range(3).flatMap((i) => squareParts(PARTS[i]!, f(i))),
    ...sum(F, [
      {
        lanes: square(0),
        ...products([d(1), x(5)], [d(2), x(4)], [f(3), x(3)]),
      },
      products([d(0), f(1)], [d(2), x(5)], [d(3), x(4)]),
      {
        lanes: square(1),
        ...products([d(0), f(2)], [d(3), x(5)], [f(4), x(4)]),
      },
      products([d(0), f(3)], [d(1), f(2)], [d(4), x(5)]),
      {
        lanes: square(2),
        ...products([d(0), f(4)], [d(1), f(3)], [f(5), x(5)]),
      },
      products([d(0), f(5)], [d(1), f(4)], [d(2), f(3)]),
    ]),
  ];
});

/** A line L0 + L1 w + L3 w³; L0 is 1 if the point is fixed. */
export const [L0, L1, L3] = [element(SUM), element(), element()] as const;
const [XI_L1, XI_L3] = [element(TIDY), element(TIDY)];

/** F times the line. */
const lineFunc = (name: string, one: boolean): Func =>
  define(name, [], () => [
    ...xi(XI_L1, L1),
    ...xi(XI_L3, L3),
    ...sum(
      F,
      range(6).map((k): Row => {
        const by = (power: number, plain: Element, wrapped: Element) =>
          [F[(k - power + 6) % 6]!, k < power ? wrapped : plain] as const;
        const terms = [by(1, L1, XI_L1), by(3, L3, XI_L3)];
        return one ? { terms, plus: [1, F[k]!] } : products([F[k]!, L0], ...terms);
      }),
    ),
  ]);

/** The accumulator of the final exponentiation's powers. */
export const G = fp12();
const TRIPLES = [...elements(3, TIDY), ...elements(3, SUM_OF_3)];
const DRAFT = element(SUM_OF_3);

/**
 * G² where G^(p^6 + 1) = G^(p^4 - p^2 + 1) = 1: Granger and Scott, "Faster squaring in the cyclotomic subgroup of
 * sixth degree extensions", 2010, section 3.2.
 */
const cyclotomicFunc: Func = define("cyclotomic12", [], () => {
  const g = (i: number): Element => G[i]!;
  const [d, x, t] = [(i: number) => DOUBLES[i]!, (i: number) => XIS[i]!, (i: number) => TRIPLES[i]!];
  return [
    ...range(3).flatMap((i) => [...scale(DRAFT, g(i), 3), ...tidy(t(i), DRAFT), ...scale(t(i + 3), g(i + 3), 3)]),
    ...[3, 4, 5].flatMap((i) => xi(x(i), g(i))),
    ...[3, 4].flatMap((i) => add(d(i), g(i), g(i))),
    ...add(d(5), x(5), x(5)),
    ...sum(G, [
      {
        ...products([t(0), g(0)], [t(3), x(3)]),
        plus: [-2, g(0)],
      },
      { ...products([t(2), d(5)]), plus: [2, g(1)] },
      {
        ...products([t(1), g(1)], [t(4), x(4)]),
        plus: [-2, g(2)],
      },
      { ...products([t(0), d(3)]), plus: [2, g(3)] },
      {
        ...products([t(2), g(2)], [t(5), x(5)]),
        plus: [-2, g(4)],
      },
      { ...products([t(1), d(4)]), plus: [2, g(5)] },
    ]),
  ];
});

/** The conjugate over Fp6. After the first part of the final exponentiation, it is the inverse. */
export const conjugate12 = (to: Fp12, from: Fp12): Code =>
  range(6).flatMap((i) => scale(to[i]!, from[i]!, i % 2 === 0 ? 1 : -1));

/** from^(p^k). */
export function frobenius12(to: Fp12, from: Fp12, k: number): Code {
  return [
    ...range(6).flatMap((i) => scale(FACTOR_A[i]!, from[i]!, 1, k % 2 === 0 ? 1 : -1)),
    ...sum(
      to,
      range(6).map((i): Row => products([FACTOR_A[i]!, POWERS[k]![i]!])),
    ),
  ];
}
const POWERS = range(4).map((k) => range(6).map((i) => constantElement(...(frobenius(i, k) satisfies Fp2))));

const [SIZE, INVERSE, CONJUGATE] = [elements(1), element(), element()];
/** The inverse of an element of Fp2. */
export function inverse2(to: readonly Element[], from: Element): Code {
  return [
    ...conjugate(CONJUGATE, from),
    ...sum(SIZE, [products([from, CONJUGATE])]),
    ...both(INVERSE, SIZE[0]!, 0),
    ...invert(INVERSE),
    ...sum(to, [laneProducts([CONJUGATE, INVERSE])]),
  ];
}

/** N0 + N1 w² + N2 w⁴, which inverse6() inverts in place. */
export const N: readonly Element[] = elements(3);
const COFACTORS = elements(3);
const NEGATED = elements(3);
const XI_N = elements(3, TIDY);
const XI_COFACTORS = elements(3, TIDY);
const [NORM, NORM_INVERSE] = [elements(1), elements(1)];

/**
 * With a + b v + c v² over Fp2, v³ = ξ: its inverse is (t0 + t1 v + t2 v²) / d with t0 = a² - ξ b c, t1 = ξ c² - a b,
 * t2 = b² - a c and d = a t0 + ξ (c t1 + b t2). The inverse of d in Fp2 is its conjugate divided by its norm.
 */
const inverse6Func: Func = define("inverse6", [], () => {
  const [a, b, c] = N as [Element, Element, Element];
  const [t0, t1, t2] = COFACTORS as [Element, Element, Element];
  const [na, nb] = NEGATED as [Element, Element];
  const [, , xc] = XI_N as [Element, Element, Element];
  const [, xt1, xt2] = XI_COFACTORS as [Element, Element, Element];
  return [
    ...scale(na, a, -1),
    ...scale(nb, b, -1),
    ...xi(xc, c),
    ...sum(COFACTORS, [products([a, a], [nb, xc]), products([c, xc], [na, b]), products([b, b], [na, c])]),
    ...xi(xt1, t1),
    ...xi(xt2, t2),
    ...sum(NORM, [products([a, t0], [c, xt1], [b, xt2])]),
    ...inverse2(NORM_INVERSE, NORM[0]!),
    ...sum(
      N,
      COFACTORS.map((cofactor): Row => products([cofactor, NORM_INVERSE[0]!])),
    ),
  ];
});

export const towerFunctions: readonly Func[] = [
  multiplyFunc,
  squareFunc,
  lineFunc("line", false),
  lineFunc("lineOne", true),
  cyclotomicFunc,
  inverse6Func,
];
