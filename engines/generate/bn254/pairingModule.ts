/**
 * Assembles the WebAssembly module that verifies Groth16 proofs over BN254. Its inputs are public, so its time may
 * depend on them.
 *
 *     readG1      reads two points of G1 at INPUT: bits 0 and 1 of the result are set if they are on the curve
 *     readG2      reads the point of G2 after them: 1 if it is on the twist
 *     constantG1  stores the first point as the key's point without a signal
 *     tableG1     stores the first point as the point of signal i
 *     fixed       stores the point of G2 as gamma (0) or delta (1): 1 if it is of order r
 *     start       stores e(first point, point of G2) as a factor of every proof: 1 if the point of G2 is of order r
 *     verify      1 if e(first point, point of G2) · e(-second point, delta) · e(-sum of signals, gamma) · the stored
 *                 factor is 1, 0 if not, 2 if the point of G2 is not of order r
 *
 * An instance is for one key, and keeps the key's points in its memory.
 *
 * The pairing is the optimal ate pairing (Vercauteren, "Optimal pairings", 2010). Its three Miller loops share their
 * squarings. The lines of the key's points are computed beforehand.
 */
import {
  assemble,
  call,
  define,
  get,
  I32,
  i32,
  repeatWhile,
  RETURN,
  set,
  when,
  type Code,
  type Func,
} from "../assembler.ts";
import { add32, below32, isZero32 } from "../secp256k1/integers.ts";
import { range } from "../poseidonConstants.ts";
import { numberFunctions, read } from "./pairingInverse.ts";
import { both, copy, copyElements, invert, linearFunctions, scale } from "./pairingLinear.ts";
import { isOnTwist, LINE0, LINE1, LINE3, lineFunctions, LINES, loop, Q } from "./pairingLines.ts";
import { constantElement, element, ELEMENT, elements, memory, place, type Element } from "./pairingMemory.ts";
import { areOnCurve, G1, groupFunctions, SUM_POINT } from "./pairingG1.ts";
import { exponentFunctions, isOne } from "./pairingExponent.ts";
import { signalFunctions } from "./pairingSignals.ts";
import { laneProducts, multiply32, products, sum, sums } from "./pairingSums.ts";
import { copy12, F, fp12, inverse2, L0, L1, L3, multiply12, ONE12, ONE2, towerFunctions } from "./pairingTower.ts";

/** x and y of both points of G1, then x0, x1, y0, y1 of the point of G2; 32 bytes each, little-endian. */
export const INPUT = place(8 * 32);
const input = (i: number): Code => i32(INPUT + 32 * i);
const readG1: Func = define(
  "readG1",
  [],
  () => [...read([G1[0]!], input(0), input(2)), ...read([G1[1]!], input(1), input(3)), ...areOnCurve()],
  { exported: true, results: [I32] },
);
const readG2: Func = define(
  "readG2",
  [],
  () => [...read([Q[0]!], input(4), input(5)), ...read([Q[1]!], input(6), input(7)), ...isOnTwist()],
  { exported: true, results: [I32] },
);

/** Factors of the lines: xP / yP and 1 / yP, in both lanes; 0 for the point at infinity. */
type Scalars = readonly [ratio: Element, inverse: Element];
const scalars = (): Scalars => [element(), element()];
const [FIRST, FIXED] = [scalars(), [scalars(), scalars()]] as const;
/** Lines of gamma and delta: L1 and L3 each, L0 being 1. */
const LINE = 2 * ELEMENT;
const FIXED_LINES = range(2).map(() => place(LINES * LINE));
/** The factor of all proofs under the key: e(-alpha, beta), before its final exponentiation. */
const FACTOR = fp12();
const ZERO2 = constantElement(0n, 0n);

// For each line, its L0, and the product of L0 of all lines before it.
const [PENDING_0, PRODUCT] = [element(), element()];
const PENDING = place(LINES * LINE);
const [RAW_1, RAW_3] = [element(LINE1.bounds), element(LINE3.bounds)];
const [INVERTED, FACTORS] = [elements(1), elements(1)];
const KEPT = elements(2);

/** fixed(which): the lines of Q, divided by their L0, which takes one inversion for all of them. */
const fixed: Func = define(
  "fixed",
  [I32],
  (scope) => {
    const [which] = scope.parameter as [number];
    const [to, pending, ordered] = [scope.local(I32), scope.local(I32), scope.local(I32)];
    const step = (by: number): Code => [to, pending].flatMap((pointer) => set(pointer, add32(get(pointer), i32(by))));
    const keep: Code = [
      ...sum([PENDING_0], [products([LINE0, ONE2])]),
      ...copy(get(pending), i32(PENDING_0.at), LINE),
      ...sum([PRODUCT], [products([PRODUCT, PENDING_0])]),
      ...copy(get(to), i32(LINE1.at), LINE),
      ...step(LINE),
    ];
    const [gamma, delta] = FIXED_LINES as [number, number];
    return [
      ...set(to, add32(i32(gamma), multiply32(get(which), i32(delta - gamma)))),
      ...set(pending, i32(PENDING)),
      ...copyElements([PRODUCT], [ONE2]),
      ...set(ordered, loop(scope, [], keep)),
      ...inverse2(INVERTED, PRODUCT),
      ...repeatWhile(
        [
          ...step(-LINE),
          ...copy(i32(PENDING_0.at), get(pending), LINE),
          ...copy(i32(RAW_1.at), get(to), LINE),
          ...sum(FACTORS, [products([PRODUCT, INVERTED[0]!])]),
          ...sum(KEPT, [products([RAW_1, FACTORS[0]!]), products([RAW_3, FACTORS[0]!])]),
          ...sum(INVERTED, [products([INVERTED[0]!, PENDING_0])]),
          ...copy(get(to), i32(KEPT[0]!.at), LINE),
        ],
        below32(i32(PENDING), get(pending)),
      ),
      ...get(ordered),
    ];
  },
  { exported: true, results: [I32] },
);

/** miller(): in F, of the first point and Q, and of the fixed ones. Leaves whether Q is of order r. */
const miller: Func = define(
  "miller",
  [],
  (scope) => {
    const offset = scope.local(I32);
    const lines: Code = [
      ...copyElements([L0], [LINE0]),
      ...sum([L1, L3], [laneProducts([LINE1, FIRST[0]]), laneProducts([LINE3, FIRST[1]])]),
      ...call("line"),
      ...FIXED.flatMap(([ratio, inverse], i) => [
        ...copy(i32(KEPT[0]!.at), add32(i32(FIXED_LINES[i]!), get(offset)), LINE),
        ...sum([L1, L3], [laneProducts([KEPT[0]!, ratio]), laneProducts([KEPT[1]!, inverse])]),
        ...call("lineOne"),
      ]),
      ...set(offset, add32(get(offset), i32(LINE))),
    ];
    return [...copy12(F, ONE12), ...set(offset, i32(0)), ...loop(scope, call("square12"), lines)];
  },
  { results: [I32] },
);

const [Y, INVERSES, RATIOS] = [element(), elements(2), elements(2)] as const;
const setScalars = ([ratio, inverse]: Scalars, ratios: Element, inverses: Element, lane: 0 | 1, sign: 1 | -1): Code => [
  ...both(ratio, ratios, lane),
  ...scale(ratio, ratio, sign),
  ...both(inverse, inverses, lane),
  ...scale(inverse, inverse, sign),
];

/** start(): e(first point, Q) as the factor. */
const start: Func = define(
  "start",
  [],
  () => [
    ...copyElements([INVERSES[0]!], [G1[1]!]),
    ...invert(INVERSES[0]!),
    ...sum([RATIOS[0]!], [laneProducts([G1[0]!, INVERSES[0]!])]),
    ...setScalars(FIRST, RATIOS[0]!, INVERSES[0]!, 0, 1),
    ...FIXED.flat().flatMap((of) => copyElements([of], [ZERO2])),
    ...call("miller"),
    ...copy12(FACTOR, F),
  ],
  { exported: true, results: [I32] },
);

/** The scalars of a proof, by one inversion: 1 / (y Y) for both y of G1 and the sum's Y, which is not 0 either. */
const setAllScalars: Code = [
  ...both(Y, SUM_POINT[1], 0),
  ...sum([INVERTED[0]!], [laneProducts([G1[1]!, Y])]),
  ...invert(INVERTED[0]!),
  ...sum(INVERSES, [laneProducts([INVERTED[0]!, Y]), laneProducts([INVERTED[0]!, G1[1]!])]),
  ...sum([RATIOS[0]!], [laneProducts([G1[0]!, INVERSES[0]!])]),
  ...setScalars(FIRST, RATIOS[0]!, INVERSES[0]!, 0, 1),
  ...setScalars(FIXED[1], RATIOS[0]!, INVERSES[0]!, 1, -1),
  ...sum(RATIOS, [laneProducts([SUM_POINT[0], INVERSES[1]!]), laneProducts([SUM_POINT[2], INVERSES[1]!])]),
  ...setScalars(FIXED[0], RATIOS[0]!, RATIOS[1]!, 0, -1),
];

/** verify(signals) */
const verify: Func = define(
  "verify",
  [I32],
  ({ parameter: [signals] }) => [
    ...call("sumSignals", get(signals!)),
    ...setAllScalars,
    ...when(isZero32(call("miller")), [...i32(2), ...RETURN]),
    ...multiply12(F, F, FACTOR),
    ...call("exponentiate"),
    ...isOne,
  ],
  { exported: true, results: [I32] },
);

/** The module. With `testing`, all of its functions are exported. */
export function assembleModule(testing = false): Uint8Array {
  const functions = [
    sums,
    ...linearFunctions,
    ...numberFunctions,
    ...towerFunctions,
    ...lineFunctions,
    ...groupFunctions,
    ...signalFunctions,
    readG1,
    readG2,
    fixed,
    miller,
    start,
    ...exponentFunctions,
    verify,
  ];
  const { data, pages } = memory();
  return assemble(testing ? functions.map((func) => ({ ...func, exported: true })) : functions, pages, data);
}
