/**
 * G1, y² = x³ + 3, two points at a time in the two lanes.
 *
 * The formulas are complete (Renes, Costello and Batina, "Complete addition formulas for prime order elliptic
 * curves", 2016, algorithms 7 and 9): they hold for all points, equal, opposite and at infinity, in homogeneous
 * coordinates with infinity at (0, 1, 0).
 */
import { define, type Code, type Func } from "../assembler.ts";
import { isZero } from "./pairingInverse.ts";
import { add, nine, scale, subtract, tidy } from "./pairingLinear.ts";
import {
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
import { laneProducts, sum } from "./pairingSums.ts";

export type Point = readonly [Element, Element, Element];
export const point = (): Point => elements(3) as unknown as Point;
/** The points (x, y) of the two lanes, as the caller wrote them. */
export const G1 = elements(2);
/** The running point, and the point that is added. */
export const SUM_POINT = point();
export const ADDEND = point();
const [XX, YY, ZZ, XY, YZ, XZ] = elements(6) as [Element, Element, Element, Element, Element, Element];
const [NINE_ZZ, PLUS, MINUS, NINE_XZ, YY_4] = elements(5, TIDY) as [Element, Element, Element, Element, Element];
const [XX_3, DRAFT] = [element(SUM_OF_3), element(times(REDUCED_SUM, 2))] as const;
const DRAFT_2 = element(times(TIDY, 4));
const MINUS_NINE_XZ = element(TIDY);
const [YY_8, YY_PLUS, XY_2] = [element(SUM), element(SUM), element(REDUCED_SUM)] as const;

/**
 * addG1(): SUM_POINT + ADDEND. With t0, t1 and t2 the products of X, Y and Z, t3 = X1 Y2 + X2 Y1, t4 = Y1 Z2 + Y2 Z1
 * and y = 9 (X1 Z2 + X2 Z1): X = t3 (t1 - 9 t2) - t4 y, Y = (t1 - 9 t2) (t1 + 9 t2) + 3 t0 y,
 * Z = (t1 + 9 t2) t4 + 3 t0 t3.
 */
const addFunc: Func = define("addG1", [], () => {
  const [x1, y1, z1] = SUM_POINT;
  const [x2, y2, z2] = ADDEND;
  return [
    ...sum(
      [XX, YY, ZZ, XY, YZ, XZ],
      [
        laneProducts([x1, x2]),
        laneProducts([y1, y2]),
        laneProducts([z1, z2]),
        laneProducts([x1, y2], [x2, y1]),
        laneProducts([y1, z2], [y2, z1]),
        laneProducts([x1, z2], [x2, z1]),
      ],
    ),
    ...nine(NINE_ZZ, ZZ),
    ...nine(NINE_XZ, XZ),
    ...add(DRAFT_2, YY, NINE_ZZ),
    ...tidy(PLUS, DRAFT_2),
    ...subtract(DRAFT_2, YY, NINE_ZZ),
    ...tidy(MINUS, DRAFT_2),
    ...scale(XX_3, XX, 3),
    ...scale(MINUS_NINE_XZ, NINE_XZ, -1),
    ...sum(SUM_POINT, [
      laneProducts([XY, MINUS], [YZ, MINUS_NINE_XZ]),
      laneProducts([MINUS, PLUS], [XX_3, NINE_XZ]),
      laneProducts([PLUS, YZ], [XX_3, XY]),
    ]),
  ];
});

/** doubleG1(): with m = Y² - 27 Z²: X = 2 m X Y, Y = m (Y² + 9 Z²) + 72 Y² Z², Z = 8 Y³ Z. */
const doubleFunc: Func = define("doubleG1", [], () => {
  const [x, y, z] = SUM_POINT;
  return [
    ...sum([XX, YY, ZZ, XY, YZ].slice(1), [
      laneProducts([y, y]),
      laneProducts([z, z]),
      laneProducts([x, y]),
      laneProducts([y, z]),
    ]),
    ...nine(NINE_ZZ, ZZ),
    ...scale(XX_3, NINE_ZZ, 3),
    ...subtract(DRAFT_2, YY, XX_3),
    ...tidy(MINUS, DRAFT_2),
    ...add(YY_PLUS, YY, NINE_ZZ),
    ...scale(DRAFT, YY, 4),
    ...tidy(YY_4, DRAFT),
    ...scale(YY_8, YY_4, 2),
    ...scale(XY_2, XY, 2),
    ...sum(SUM_POINT, [
      laneProducts([MINUS, XY_2]),
      laneProducts([MINUS, YY_PLUS], [NINE_ZZ, YY_8]),
      laneProducts([YZ, YY_8]),
    ]),
  ];
});

const THREE = constantElement(-3n, -3n);
const [SQUARE, CURVE, MINUS_X] = [elements(1), elements(1), element(REDUCED)] as const;
/** Finds the points of G1 that are on the curve: one bit for each lane. */
export const areOnCurve = (): Code => {
  const [x, y] = G1 as [Element, Element];
  return [
    ...scale(MINUS_X, x, -1),
    ...sum(SQUARE, [laneProducts([x, x])]),
    ...sum(CURVE, [
      {
        ...laneProducts([y, y], [SQUARE[0]!, MINUS_X]),
        plus: [1, THREE],
      },
    ]),
    ...isZero(CURVE[0]!),
  ];
};

export const groupFunctions: readonly Func[] = [addFunc, doubleFunc];
