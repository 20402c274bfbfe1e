/**
 * k G for a secret k. The operations and the memory that they touch are the same for every k.
 *
 * An odd k below 2^256 is 2 W + 1, and W is the sum of wᵢ 32^i over its 51 windows of five bits. So k is 2^255 plus the
 * sum of dᵢ 32^i with dᵢ = 2 wᵢ - 31: odd digits from -31 to 31, none of them 0 (Möller, "Securing elliptic curve point
 * multiplication against side-channel attacks", 2001). k G is a sum of 52 points then, all but one of them from tables
 * of the multiples 1, 3, .., 31 of 32^i G. For each choice a whole table is read.
 *
 * The even windows are added up in the lower lanes, the odd ones and 2^255 G in the upper ones. The windows below i add
 * up to less than 32^i in size, and dᵢ 32^i is not less. So the two are neither equal nor opposite, and differ by less
 * than n; with 2^255, they differ by more than 0 and less than n. The formula fails for equal or opposite points only,
 * and these cannot occur. The last addition, of the two
 * lanes, may meet any, and its formula is complete.
 */
import {
  binary,
  call,
  define,
  f64,
  get,
  I32,
  i32,
  repeatWhile,
  set,
  simd,
  tee,
  unary,
  unsigned,
  V128,
  type Code,
  type Func,
} from "../assembler.ts";
import { products, rowFunction } from "./field.ts";
import { add32, below32, clear, copy, each, load64, range, shl32, shr64, subtract32, to32, to64 } from "./integers.ts";
import { constant, E, LIMBS, load, loadVector, minus, REDUCED, ROW, row, scale, storeVector } from "./limbs.ts";
import * as at from "./places.ts";
import { lane, storeDouble } from "./points.ts";

const DOUBLED = REDUCED.map((bound) => 2 * bound);
const VECTORS = at.COMB_ENTRY / 16;
const and32 = binary(0x71);

/** Half of each limb's range. An entry's limb minus this is as small as a limb after a reduction. */
const OFFSETS = range(LIMBS).map((i) => constant(2 ** (E(i + 1) - 1)));

/** toEntry(to, from): a point [x, y'] as an entry of the comb. */
const toEntry: Func = define("toEntry", [I32, I32], ({ parameter: [to, from] }) => [
  ...products(i32(at.MAPPED), [get(from!), add32(get(from!), i32(8))], [i32(at.ONE_TWO), i32(at.HALF)]),
  ...OFFSETS.flatMap(({ code }, i) =>
    storeVector(i32(at.MAPPED), binary(...simd(0xf0))(loadVector(i32(at.MAPPED), 16 * i), code), 16 * i),
  ),
  ...[0, 1].flatMap((coordinate) => [
    ...call("pack", i32(at.WORDS), i32(at.MAPPED + 8 * coordinate)),
    ...copy(add32(get(to!), i32(32 * coordinate)), i32(at.WORDS), 32),
  ]),
]);

/**
 * tabulate(to, width): the multiples 1, 3, .., 2^width - 1 of 2^(width i) P for each window i of a scalar of 255 bits,
 * and then the P of the window after the last one. P is at POINT, which changes.
 */
const tabulate: Func = define("tabulate", [I32, I32], ({ parameter: [to, width], local }) => {
  const [from, end, bits, left] = [local(I32), local(I32), local(I32), local(I32)];
  const draft = at.GENERATOR_DRAFT;
  const choices = shl32(i32(1), subtract32(get(width!), i32(1)));
  return [
    ...set(end, add32(i32(draft), binary(0x6c)(choices, i32(2 * ROW)))),
    ...set(bits, i32(0)),
    ...repeatWhile(
      [
        ...call("multiples", i32(draft), choices),
        ...call("affine", i32(at.Z_OF_TABLE)),
        ...set(from, i32(draft)),
        ...repeatWhile(
          [
            ...call("multiply", get(from), get(from), i32(at.AFFINE)),
            ...call("toEntry", get(to!), get(from)),
            ...set(to!, add32(get(to!), i32(at.COMB_ENTRY))),
          ],
          below32(tee(from, add32(get(from), i32(2 * ROW))), get(end)),
        ),
        // 2^width times the point.
        ...call("start"),
        ...lane(i32(at.XZ), i32(at.POINT)),
        ...lane(i32(at.YA), i32(at.POINT + 8)),
        ...call("squareNext", i32(at.XZ)),
        ...set(left, get(width!)),
        ...repeatWhile(call("double", i32(at.XZ)), tee(left, subtract32(get(left), i32(1)))),
        ...call("affine", i32(at.XZ + 8)),
        ...products(i32(at.POINT), [i32(at.XZ), i32(at.YA)], [i32(at.AFFINE), i32(at.AFFINE + 8)]),
      ],
      below32(tee(bits, add32(get(bits), get(width!))), i32(at.SCALAR_BITS)),
    ),
    ...call("toEntry", get(to!), i32(at.POINT)),
  ];
});

/** prepareComb(): all windows' tables, of multiples of -G. */
const prepareComb: Func = define("prepareComb", [], () => [
  ...copy(i32(at.POINT), i32(at.GENERATOR), ROW),
  ...call("tabulate", i32(at.COMB_TABLE), i32(5)),
]);

/** choose(window, side): the entry for the window's digit, and its sign. */
const choose: Func = define("choose", [I32, I32], ({ parameter: [window, side], local }) => {
  const [bit, digit, negative, entry, left] = range(5).map(() => local(I32)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const [countdown, chosen, zero] = [local(V128), local(V128), local(V128)];
  const sums = range(VECTORS).map(() => local(V128));
  const and = binary(...simd(0x4e));
  const splat = unary(...simd(0x11));
  return [
    ...set(bit, add32(binary(0x6c)(get(window!), i32(5)), i32(1))),
    ...set(
      digit,
      to32(shr64(load64(add32(i32(at.FACTOR), binary(0x76)(get(bit), i32(3)))), to64(and32(get(bit), i32(7))))),
    ),
    // Below 16 of 32, the digit is negative. The table is of -G.
    ...set(negative, subtract32(and32(binary(0x76)(get(digit), i32(4)), i32(1)), i32(1))),
    ...storeDouble(
      add32(i32(at.CHOSEN_SIGNS), shl32(get(side!), i32(3))),
      unary(0xb7)(subtract32(i32(-1), shl32(get(negative), i32(1)))),
    ),
    ...set(countdown, splat(and32(binary(0x73)(get(digit), get(negative)), i32(15)))),
    ...set(entry, add32(i32(at.COMB_TABLE), binary(0x6c)(get(window!), i32(at.CHOICES * at.COMB_ENTRY)))),
    ...set(left, i32(at.CHOICES)),
    ...repeatWhile(
      [
        ...set(chosen, binary(...simd(0x37))(get(countdown), get(zero))),
        ...range(VECTORS).flatMap((v) =>
          set(sums[v]!, binary(...simd(0x50))(get(sums[v]!), and(loadVector(get(entry), 16 * v), get(chosen)))),
        ),
        ...set(countdown, binary(...simd(0xb1))(get(countdown), splat(i32(1)))),
        ...set(entry, add32(get(entry), i32(at.COMB_ENTRY))),
      ],
      tee(left, subtract32(get(left), i32(1))),
    ),
    ...set(entry, add32(i32(at.CHOSEN), binary(0x6c)(get(side!), i32(at.COMB_ENTRY)))),
    ...range(VECTORS).flatMap((v) => storeVector(get(entry), get(sums[v]!), 16 * v)),
  ];
});

/** toRows(first, second, to): two entries with the signs of CHOSEN_SIGNS, as the rows of x and of y. */
const toRows: Func = define("toRows", [I32, I32, I32], ({ parameter: [first, second, to], local }) => {
  const signs = local(V128);
  const multiply = binary(...simd(0xf2));
  /** Limb i of the coordinates that begin at this byte of either entry. */
  const limb = (i: number, coordinate: number): Code => {
    const byte = unsigned(coordinate + (E(i) >> 3));
    const words = [...get(second!), ...get(first!), ...simd(0x5c, 0, ...byte), ...simd(0x56, 0, ...byte, 1)];
    const bits = binary(...simd(0x4e))(words, loadVector(i32(0), at.LIMB_BITS + 16 * i));
    const scaled = multiply(unary(...simd(0xfe))(bits), constant(2 ** (E(i) - (E(i) & 7))).code);
    return binary(...simd(0xf1))(scaled, OFFSETS[i]!.code);
  };
  return [
    ...set(signs, loadVector(i32(at.CHOSEN_SIGNS))),
    ...each(LIMBS, (i) => [
      ...storeVector(get(to!), limb(i, 0), 16 * i),
      ...storeVector(get(to!), multiply(limb(i, 32), get(signs)), ROW + 16 * i),
    ]),
  ];
});

/** The chosen entries as CHOSEN_X and CHOSEN_Y. */
const chosenToRows = call("toRows", i32(at.CHOSEN), i32(at.CHOSEN + at.COMB_ENTRY), i32(at.CHOSEN_X));

/**
 * addChosen(): adds a point with Z = 1 to each lane's sum (madd-2008-s, Explicit-Formulas Database, for X / ZZ and
 * Y / ZZZ):  P = x ZZ - X, R = y ZZZ - Y, Q = X P²,
 *            X₃ = R² - P³ - 2Q, Y₃ = R (Q - X₃) - Y P³, ZZ₃ = ZZ P², ZZZ₃ = ZZZ P³.
 */
const addChosen = (fused: boolean): Func[] => [
  rowFunction("comb1", 0, fused, (_, to) => {
    const p = to.keepRow(minus(load(row(at.COMB_Q)), load(row(at.SUM_X))));
    to.store(row(at.COMB_P, DOUBLED), p);
    return { terms: [{ square: p }], store: row(at.COMB_PP) };
  }),
  rowFunction("comb2", 0, fused, (_, to) => {
    const r = to.keepRow(minus(load(row(at.COMB_R)), load(row(at.SUM_Y))));
    to.store(row(at.COMB_P, DOUBLED), r);
    return {
      terms: [{ square: r }],
      plus: minus(scale(load(row(at.COMB_Q)), constant(-2)), load(row(at.COMB_PPP))),
      store: row(at.SUM_X),
    };
  }),
  rowFunction("comb3", 0, fused, () => ({
    terms: [
      { a: load(row(at.COMB_P, DOUBLED)), b: minus(load(row(at.COMB_Q)), load(row(at.SUM_X))) },
      { a: scale(load(row(at.SUM_Y)), constant(-1)), b: load(row(at.COMB_PPP)) },
    ],
    store: row(at.SUM_Y),
  })),
  define("addChosen", [], () => [
    ...call("multiply", i32(at.COMB_Q), i32(at.CHOSEN_X), i32(at.SUM_ZZ)),
    ...call("multiply", i32(at.COMB_R), i32(at.CHOSEN_Y), i32(at.SUM_ZZZ)),
    ...call("comb1"),
    ...call("multiply", i32(at.COMB_PPP), i32(at.COMB_P), i32(at.COMB_PP)),
    ...call("multiply", i32(at.COMB_Q), i32(at.SUM_X), i32(at.COMB_PP)),
    ...call("comb2"),
    ...call("comb3"),
    ...call("multiply", i32(at.SUM_ZZ), i32(at.SUM_ZZ), i32(at.COMB_PP)),
    ...call("multiply", i32(at.SUM_ZZZ), i32(at.SUM_ZZZ), i32(at.COMB_PPP)),
  ]),
];

/** multiplyGenerator(): x and y of FACTOR · G, from 0 to p - 1, to X_OF_R and Y_OF_R. FACTOR is odd, and below n. */
const multiplyGenerator: Func = define("multiplyGenerator", [], ({ local }) => {
  const window = local(I32);
  const one = (to: number): Code => [...clear(i32(to), ROW), ...storeVector(i32(to), loadVector(i32(at.SIGNS)))];
  return [
    ...call("choose", i32(0), i32(0)),
    ...copy(i32(at.CHOSEN + at.COMB_ENTRY), i32(at.COMB_TOP), at.COMB_ENTRY),
    ...storeDouble(i32(at.CHOSEN_SIGNS + 8), f64(-1)),
    ...chosenToRows,
    ...copy(i32(at.SUM_X), i32(at.CHOSEN_X), ROW),
    ...copy(i32(at.SUM_Y), i32(at.CHOSEN_Y), ROW),
    ...one(at.SUM_ZZ),
    ...one(at.SUM_ZZZ),
    ...set(window, i32(2)),
    ...repeatWhile(
      [
        ...call("choose", get(window), i32(0)),
        ...call("choose", subtract32(get(window), i32(1)), i32(1)),
        ...chosenToRows,
        ...call("addChosen"),
      ],
      below32(tee(window, add32(get(window), i32(2))), i32(at.WINDOWS)),
    ),
    ...call("addLanes"),
    ...call("pack", i32(at.Z_OF_SUM), i32(at.SUM_Z)),
    ...call("invertSecret", i32(at.Z_OF_SUM), i32(at.MODULUS_P)),
    ...call("unpack", i32(at.SUM_Z), i32(at.Z_OF_SUM)),
    ...products(i32(at.SUM), [i32(at.SUM), i32(at.SUM + 8)], [i32(at.SUM_Z), i32(at.SUM_Z)]),
    ...call("pack", i32(at.X_OF_R), i32(at.SUM)),
    ...call("pack", i32(at.Y_OF_R), i32(at.SUM + 8)),
  ];
});

export const combFunctions = (fused: boolean): Func[] => [
  toEntry,
  tabulate,
  prepareComb,
  choose,
  toRows,
  ...addChosen(fused),
  multiplyGenerator,
];
