/**
 * The group of y² = x³ + 7 in Jacobian coordinates (X / Z², Y / Z³). They store Y' = 2Y instead of Y, so the formulas
 * need no halves. The formulas do not use the curve's constant: they hold on every curve y² = x³ + b. Any u maps points
 * to such a curve by (u² x, u³ y). The accumulator is on the curve on which the table of R has Z = 1.
 *
 * Doubling:  B = Y'², E = 3X², F = E², X₃ = F - 2XB, Y'₃ = E (F - 3X₃) - B², Z₃ = Y'Z.
 * Addition of (x, y'), Z = 1:  H = xZ² - X, R = y'Z³ - Y', I = (2H)², J = HI, V = XI,
 *                              X₃ = R² - J - 2V, Y'₃ = 2R (V - X₃) - 2Y'J, Z₃ = 2HZ.
 * (dbl-2009-l and madd-2007-bl of the Explicit-Formulas Database, with Y'.)
 *
 * Each function multiplies twice, in the two lanes. The last function of a formula also squares X₃ or Z₃, because the
 * next doubling or addition begins with that square.
 */
import {
  call,
  define,
  F64,
  get,
  i32,
  I32,
  loadWith,
  repeatWhile,
  RETURN,
  set,
  storeWith,
  tee,
  binary,
  when,
  f64,
  type Code,
  type Func,
} from "../assembler.ts";
import { products, rowFunction } from "./field.ts";
import { add32, below32, isZero32, load32, store32, subtract32 } from "./integers.ts";
import {
  constant,
  high,
  LIMBS,
  load,
  loadLow1,
  minus,
  multiplyAdd,
  pair,
  plus,
  REDUCED,
  ROW,
  row,
  rowAt,
  scale,
  withHigh,
  withLow,
  loadVector,
} from "./limbs.ts";
import * as at from "./places.ts";

export const loadDouble = loadWith(3, 0x2b);
export const storeDouble = storeWith(3, 0x39);

const doubled = REDUCED.map((bound) => 2 * bound);
const tripled = REDUCED.map((bound) => 3 * bound);

/** copyLane(to, from) */
const copyLane: Func = define("copyLane", [I32, I32], ({ parameter: [to, from] }) =>
  Array.from({ length: LIMBS }, (_, i) => storeDouble(get(to!), loadDouble(get(from!), 16 * i), 16 * i)).flat(),
);
export const lane = (to: Code, from: Code): Code => call("copyLane", to, from);

const doubling = (fused: boolean): Func[] => [
  // [B, F]; and leaves E in the second lane of WE.
  rowFunction("double1", 0, fused, (_, to) => {
    const we = to.keepRow(scale(load(row(at.YA)), constant(1, 3)));
    to.store(row(at.WE, tripled), we);
    return { terms: [{ square: we }], store: row(at.BF) };
  }),
  rowFunction("double2", 0, fused, (_, to) => ({
    terms: [{ a: load(row(at.XZ)), b: scale(pair(row(at.BF), row(at.YA)), to.keep(constant(-2, 1))) }],
    plus: loadLow1(high(row(at.BF))),
    store: row(at.XZ),
  })),
  // double3(next): the number to square is at `next`.
  rowFunction("double3", 1, fused, ([next], to) => {
    const minus3 = to.keep(constant(-3));
    const f = loadLow1(high(row(at.BF)));
    const difference = loadLow1(row(at.XZ)).map((x, i) => multiplyAdd(x, minus3, f[i]!, fused));
    return {
      terms: [
        { a: pair(high(row(at.WE, tripled)), rowAt(next!)), b: withHigh(difference, rowAt(next!)) },
        { square: loadLow1(row(at.BF)), sign: -1 },
      ],
      store: row(at.YA),
    };
  }),
  define("double", [I32], ({ parameter: [next] }) => [
    ...call("double1"),
    ...call("double2"),
    ...call("double3", get(next!)),
  ]),
];

const addition = (fused: boolean): Func[] => [
  // add1(entry): [xZ², y'Z]
  rowFunction("add1", 1, fused, ([entry]) => ({
    terms: [{ a: load(rowAt(entry!)), b: pair(high(row(at.YA)), high(row(at.XZ))) }],
    store: row(at.UW),
  })),
  // add2(sign): [R, I]; and leaves H in WH. `sign` is the sign of the added point.
  rowFunction("add2", 1, fused, ([sign], to) => {
    const signs = { code: loadVector(get(sign!)), unit: 0, max: 1 };
    const x = withHigh(scale(loadLow1(row(at.XZ)), constant(0)), row(at.XZ));
    const wh = to.keepRow(minus(scale(pair(high(row(at.UW)), row(at.UW)), signs), x));
    to.store(row(at.WH, doubled), wh);
    const w2h = to.keepRow(scale(wh, constant(1, 2)));
    return {
      terms: [{ a: w2h, b: withLow(w2h, high(row(at.YA))) }],
      plus: scale(loadLow1(row(at.YA)), constant(-1)),
      store: row(at.RI),
    };
  }),
  // [V, J]
  rowFunction("add3", 0, fused, () => ({
    terms: [{ a: pair(row(at.XZ), high(row(at.WH, doubled))), b: pair(high(row(at.RI)), high(row(at.RI))) }],
    store: row(at.VJ),
  })),
  rowFunction("add4", 0, fused, () => ({
    terms: [
      {
        a: scale(pair(row(at.RI), high(row(at.WH, doubled))), constant(1, 2)),
        b: pair(row(at.RI), high(row(at.XZ))),
      },
    ],
    plus: plus(scale(loadLow1(row(at.VJ)), constant(-2)), scale(loadLow1(high(row(at.VJ))), constant(-1))),
    store: row(at.XZ),
  })),
  // add5(next): the number to square is at `next`.
  rowFunction("add5", 1, fused, ([next]) => ({
    terms: [
      {
        a: withHigh(scale(loadLow1(row(at.RI)), constant(2)), rowAt(next!)),
        b: withHigh(minus(loadLow1(row(at.VJ)), loadLow1(row(at.XZ))), rowAt(next!)),
      },
      { a: scale(loadLow1(row(at.YA)), constant(-2)), b: loadLow1(high(row(at.VJ))) },
    ],
    store: row(at.YA),
  })),
];

/**
 * Whether H may be 0 modulo p. It is a multiple k p then, with k from -2 to 2, so its lowest limb, of 24 bits and
 * of the same residue modulo 2^24, is -977 k.
 */
const mayBeZero: Code = below32(
  binary(0x71)(
    add32(binary(0xa1)(loadDouble(i32(at.UW)), loadDouble(i32(at.XZ))).concat(0xaa), i32(8 * 977)),
    i32(0xffffff),
  ),
  i32(16 * 977),
);

/** add(entry, sign, next): adds a point, which may be the accumulator's or the opposite one. */
const addPoint: Func = define("add", [I32, I32, I32], ({ parameter, local }) => {
  const [entry, sign, next] = parameter as [number, number, number];
  const [suspect, y] = [local(I32), local(F64)];
  const start: Code = [
    ...call("start"),
    ...lane(i32(at.XZ), get(entry)),
    ...lane(i32(at.YA), add32(get(entry), i32(8))),
    ...set(y, loadDouble(get(sign))),
    ...Array.from({ length: LIMBS }, (_, i) =>
      storeDouble(i32(at.YA), binary(0xa2)(loadDouble(i32(at.YA), 16 * i), get(y)), 16 * i),
    ).flat(),
    ...call("squareNext", get(next)),
    ...RETURN,
  ];
  const exceptional: Code = [
    ...when(call("isZero", i32(at.RI)), [...call("squareNext", i32(at.XZ)), ...call("double", get(next)), ...RETURN]),
    ...store32(i32(at.INFINITE), i32(1)),
    ...RETURN,
  ];
  return [
    ...when(load32(i32(at.INFINITE)), start),
    ...call("add1", get(entry)),
    ...set(suspect, mayBeZero),
    ...call("add2", get(sign)),
    ...when(get(suspect), when(call("isZero", i32(at.WH + 8)), exceptional)),
    ...call("add3"),
    ...call("add4"),
    ...call("add5", get(next)),
  ];
});

/** start(): the accumulator's Z becomes 1. */
const start: Func = define("start", [], () => [
  ...store32(i32(at.INFINITE), i32(0)),
  ...Array.from({ length: LIMBS }, (_, i) => storeDouble(i32(at.XZ + 8), f64(i === 0 ? 1 : 0), 16 * i)).flat(),
]);

/** squareNext(next): the number there, X or Z, is squared for the next formula. */
const squareNext: Func = define("squareNext", [I32], ({ parameter: [next] }) => [
  ...call("square", i32(at.VJ), i32(at.XZ)),
  ...lane(i32(at.YA + 8), add32(get(next!), i32(at.VJ - at.XZ))),
]);

/**
 * multiples(to, count): the odd multiples P, 3P, 5P, … of the point at POINT, [x, y'] with Z = 1, as rows [x, y']
 * and [βx, y'], all with the same Z on P's curve, which is left in Z_OF_TABLE.
 *
 * 2P is taken as the point with Z = 1 of a curve of its own, and added again and again; H of each addition says
 * by how much Z grew, and from the last one back the points are scaled to the last one's Z.
 */
const multiples = (fused: boolean): Func[] => [
  // [s², 2H s]
  rowFunction("scales", 1, fused, ([h]) => ({
    terms: [
      {
        a: pair(row(at.SCALE), row(at.SCALE)),
        b: scale(pair(row(at.SCALE), rowAt(h!, doubled)), constant(1, 2)),
      },
    ],
    store: row(at.SCALES),
  })),
  define("multiples", [I32, I32], ({ parameter: [to, count], local }) => {
    const [entry, left] = [local(I32), local(I32)];
    const z = i32(at.Z_OF_STEP);
    const second = add32(get(entry), i32(8));
    const beta = add32(get(entry), i32(ROW));
    return [
      ...call("start"),
      ...lane(i32(at.XZ), i32(at.POINT)),
      ...lane(i32(at.YA), i32(at.POINT + 8)),
      ...call("squareNext", i32(at.XZ)),
      ...call("double", i32(at.XZ)),
      ...lane(i32(at.STEP), i32(at.XZ)),
      ...lane(i32(at.STEP + 8), i32(at.YA)),
      ...lane(i32(at.Z_OF_STEP), i32(at.XZ + 8)),
      ...products(i32(at.SCALES), [z, z], [z, z]),
      ...products(get(to!), [i32(at.POINT), i32(at.POINT + 8)], [i32(at.SCALES), z]),
      ...products(get(to!), [get(to!), add32(get(to!), i32(8))], [i32(at.ONE_TWO), i32(at.SCALES)]),
      ...call("start"),
      ...lane(i32(at.XZ), get(to!)),
      ...lane(i32(at.YA), add32(get(to!), i32(8))),
      ...call("squareNext", i32(at.XZ + 8)),
      ...set(entry, get(to!)),
      ...set(left, subtract32(get(count!), i32(1))),
      ...repeatWhile(
        [
          ...set(entry, add32(get(entry), i32(2 * ROW))),
          ...call("add", i32(at.STEP), i32(at.SIGNS), i32(at.XZ + 8)),
          ...lane(get(entry), i32(at.XZ)),
          ...lane(second, i32(at.YA)),
          ...lane(beta, i32(at.WH + 8)),
        ],
        tee(left, subtract32(get(left), i32(1))),
      ),
      ...products(i32(at.Z_OF_TABLE), [i32(at.XZ + 8), i32(at.XZ + 8)], [z, z]),
      ...lane(i32(at.SCALE), i32(at.ONE_TWO)),
      ...repeatWhile(
        [
          ...call("scales", beta),
          ...products(get(entry), [get(entry), second], [i32(at.SCALES), i32(at.SCALE)]),
          ...products(beta, [get(entry), second], [i32(at.BETA), i32(at.SCALES)]),
          ...lane(second, add32(get(entry), i32(ROW + 8))),
          ...lane(i32(at.SCALE), i32(at.SCALES + 8)),
        ],
        isZero32(below32(tee(entry, subtract32(get(entry), i32(2 * ROW))), get(to!))),
      ),
    ];
  }),
];

export const pointFunctions = (fused: boolean): Func[] => [
  copyLane,
  ...doubling(fused),
  ...addition(fused),
  start,
  squareNext,
  addPoint,
  ...multiples(fused),
];
