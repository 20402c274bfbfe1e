/**
 * Squares and sums of products modulo r for engines/generate/poseidonWasm.ts, on the arithmetic of ./montgomery.ts.
 * Each function computes with two pairs of elements, or with one. Two pairs do not depend on each other, so a processor
 * works on one while it waits for the other's carries.
 *
 * Products of two different limbs are computed from the products of their differences, as in Karatsuba's method:
 * ad + bc = ac + bd - (a - b)(c - d). So an element carries the differences of its limbs.
 *
 * Reduction. R is 2^204. The four lowest digits become zero, each by adding a multiple of r. At the same time a multiple
 * of r is subtracted, which the two highest columns tell, so that the sum becomes small. For each of the first three
 * digits, the multiple is the digit times k·r, with k·r = -1 modulo 2^51: no product has to be computed before it. For
 * the fourth, such a multiple would be too large: its factor is the digit times k, modulo 2^51.
 *
 * Sizes. The subtraction leaves 0.5r, and its quotient's rounding: 0.125r, or 0.25r from a quotient of 2^51 on. The
 * fourth digit adds 0.5r, and the third one 0.1225r, since k is 0.245 · 2^51. So a square or a product is below 1.248r,
 * and a sum below 1.373r. Constants are up to r/2. So sums are below 5.2r² before the reduction, and quotients below
 * 2^52: times a limb of r, up to 0.76 · 2^50, that is below 2^102. Last limbs are below 1.038 · 2^50, and below
 * 0.944 · 2^50 in squares and products. So no product of two differences is above 2^102, as one factor is a power.
 * Columns stay below 2^57: 42 halves for each of six products, and 10 of a reduction.
 */
import { FIELD_ORDER } from "../../src/crypto/poseidon/field.ts";
import {
  addDoubles,
  addLanes,
  arithmeticOver,
  COLUMNS,
  exceed,
  fused,
  loadSplat,
  multiplyDoubles,
  NEAREST,
  nearestInteger,
  or,
  POSITIVE,
  shl,
  shr,
  SPLIT,
  subtractDoubles,
  subtractLanes,
  TOP,
  VECTORS,
  WHOLE,
  type Excess,
  type Lanes,
} from "./montgomery.ts";
import {
  bitsOf,
  CONSTANT,
  ELEMENT,
  LIMBS,
  LIMB_BITS,
  PAIRS,
  POSEIDON_R,
  VECTOR,
  limbBits,
  limbsOf,
  nearZero,
  place,
  range,
  toMontgomery,
  type Constants,
} from "./poseidonConstants.ts";
import {
  add,
  below,
  constant,
  get,
  loadVector,
  repeatWhile,
  set,
  simd,
  storeVector,
  subtract,
  tee,
  unsigned,
  type Code,
  type Func,
} from "./wasm.ts";

/** Returns what the middle columns start with, for a constant that a sum adds. */
type StartWith = (element: bigint) => bigint[];

export type Field = {
  readonly pairs: PairsAtOnce;
  /** Bytes from the halves of the first sum to the halves of the second. */
  readonly sumBytes: number;
  /** quartic(from, to): the fourth power. */
  readonly quartic: () => Func;
  /** product(a, b, start, to): adds the constant at `start`. */
  readonly product: () => { readonly func: Func; readonly startWith: StartWith };
  /**
   * products(from, constants): `count` products of elements and of constants, by place, for `finish`. With two sums, the
   * constants alternate.
   *
   * @param factors addresses of two elements whose product is in each sum.
   */
  readonly products: (sums: number, count: number, factors?: readonly [number, number]) => Func;
  /** finish(halves, start, others, to): a sum of {@link products}, and the constant at `start`. */
  readonly finish: () => Func;
  /** @param count number of a sum's products. */
  readonly startOfSum: (count: number) => { readonly startWith: StartWith; readonly others: number };
  /** center(from, to): the element of the first pair as a constant, from -r/2 to r/2. */
  readonly center: () => Func;
  /** Values that a product brings into Montgomery form and out of it. */
  readonly intoMontgomery: number;
  readonly outOfMontgomery: number;
  /** 51 bits, the bits of 2^52, and the limbs of r as integers. */
  readonly mask: Code;
  readonly two52: Code;
  readonly order: (limb: number) => Code;
  /** A limb as an integer. */
  readonly toInteger: (limb: Code) => Code;
};

/** The digits that are cleared from below. The columns from there on become the result. */
const DIGITS = 4;
/** The last column that becomes a limb. */
const LAST = DIGITS + LIMBS - 1;
/** How many bits of it the quotient leaves out. */
const QUOTIENT_BITS = 8;
const BASE = POSITIVE - (POSITIVE >> BigInt(LIMB_BITS));

/** How many pairs of elements a function computes with. */
export type PairsAtOnce = 1 | 2;
/** Bytes from an element of the first pair to the same element of the second. */
export const STRIDE = 22_272;
/** The most sums that a function computes at a time. */
const SUMS = 2;
const PLACES = LIMBS + PAIRS.length;
/** Bytes of all halves of products, for two pairs. */
export const HALVES_BYTES = PLACES * SUMS * 4 * VECTOR;

// Locals, after up to five parameters.
const [COUNTER, OFFSET] = [5, 6];
const FIRST = OFFSET + 1;

/** Stores the limbs in the locals from `first` on as a constant. */
const storeConstant = (first: number): Code => {
  const store = (value: Code, i: number): Code => [...get(1), ...value, ...simd(0x5b, 3, ...unsigned(8 * i), 0)];
  return [
    ...range(LIMBS).flatMap((i) => store(get(first + i), i)),
    ...PAIRS.flatMap(([i, j], at) => store(subtractDoubles(get(first + i), get(first + j)), LIMBS + at)),
  ];
};

/** spread(from, to, end): constants, from the doubles of their limbs. */
export const spreadConstants = (): Func => ({
  parameters: 3,
  vectors: LIMBS,
  body: repeatWhile(
    [
      ...range(LIMBS).flatMap((i) => set(3 + i, loadSplat(get(0), 8 * i))),
      ...storeConstant(3),
      ...set(0, add(get(0), constant(8 * LIMBS))),
    ],
    below(tee(1, add(get(1), constant(CONSTANT))), get(2)),
  ),
});

/**
 * Returns the field's functions. They put their constants into `constants`.
 *
 * @param halvesAt address of `HALVES_BYTES` bytes to compute with.
 */
export function fieldOver(constants: Constants, halvesAt: number, pairs: PairsAtOnce): Field {
  const arithmetic = arithmeticOver(constants, FIELD_ORDER);
  const { bits, doubles, mask, minusOrder, toInteger, two52, vector, whole } = arithmetic;
  const first = arithmetic.startingAt(FIRST);
  const lanes = [first, arithmetic.startingAt(FIRST + VECTORS, first.SPLITTERS)];
  const part = (pair: number): Lanes => lanes[pair]!;
  // Two factors, and sums of the halves of their products.
  const [A, B, HALVES] = [FIRST + 2 * VECTORS, FIRST + 2 * VECTORS + 1, FIRST + 2 * VECTORS + 1 + SUMS];
  /** By place and difference, of each sum: the lower and upper halves of the first pair's products, then the second's. */
  const halvesOfSum = 2 * pairs;
  const halvesOfPlace = SUMS * halvesOfSum;
  /** Code that runs for one pair of elements and then for the other. */
  const each = (code: (pair: number) => Code): Code => range(pairs).flatMap(code);
  /** Code of the pairs in turns, so that a processor computes one while it waits for the other. */
  const inTurns = (code: (pair: number) => readonly Code[]): Code => {
    const [first, second] = range(pairs).map(code) as [readonly Code[], (readonly Code[])?];
    return first.flatMap((part, i) => [...part, ...(second?.[i] ?? [])]);
  };
  const offset = (pair: number, i: number): number => pair * STRIDE + i * VECTOR;

  const friendly = place(constants, limbBits((negativeInverse() * FIELD_ORDER + 1n) >> BigInt(LIMB_BITS)));
  const above = {
    base: doubles(2 ** 52 + Number(BASE >> BigInt(QUOTIENT_BITS))),
    ofLast: doubles(2 ** (204 + QUOTIENT_BITS) / Number(FIELD_ORDER)),
    ofTop: doubles(2 ** (204 + LIMB_BITS) / Number(FIELD_ORDER)),
  };

  /** Divides columns by R modulo r. */
  function reduction(pair: number, excess: Excess) {
    const { addTo, carry, clear, column, digit, DIGIT, limb, lowerHalf, product, upperHalf } = part(pair);
    const [last, top] = [excess[LAST]!, excess[TOP]!];
    const lastDouble = subtractDoubles(or(shr(get(column(LAST)), QUOTIENT_BITS), two52), above.base);
    const topDouble = subtractDoubles(get(column(TOP)), whole);
    exceed(excess, LAST, "lower", 1n);
    const fromAbove: Code = [
      ...set(DIGIT, nearestInteger(fused(topDouble, above.ofTop, multiplyDoubles(lastDouble, above.ofLast)))),
      ...range(LIMBS - 1).flatMap((j) => product(excess, DIGITS + j, get(DIGIT), minusOrder(j))),
      ...addTo(TOP, upperHalf(get(DIGIT), minusOrder(LIMBS - 1))),
      ...addTo(LAST, lowerHalf(get(DIGIT), minusOrder(LIMBS - 1))),
      // The top column has no next one to carry into.
      ...addTo(LAST, shl(get(column(TOP)), LIMB_BITS)),
    ];
    const clearQuickly = (i: number): Code => [
      ...set(DIGIT, digit(i)),
      ...range(LIMBS).flatMap((j) => product(excess, i + 1 + j, get(DIGIT), vector(friendly, j))),
      ...carry(i),
    ];
    const code = [fromAbove, ...range(DIGITS - 1).map(clearQuickly), clear(excess, DIGITS - 1)];
    const late = excess[LAST]! - last + ((bitsOf(WHOLE) + bitsOf(SPLIT)) << BigInt(LIMB_BITS));
    const limbs = [
      ...range(LIMBS - 1).map((i) => [...set(limb(i), digit(DIGITS + i)), ...carry(DIGITS + i)]),
      set(limb(LIMBS - 1), subtractDoubles(addLanes(get(column(LAST)), bits(bitsOf(WHOLE) - POSITIVE - late)), whole)),
    ];
    const start = range(COLUMNS).map((k) => {
      if (k === TOP) return bitsOf(WHOLE) - top;
      if (k === LAST) return BASE - last;
      return (k === 0 ? POSITIVE : BASE) + NEAREST - excess[k]!;
    });
    return { code, limbs, start };
  }

  /** Stores the limbs of each pair, and their differences. */
  const store = (to: Code): Code =>
    each((pair) => {
      const { limb } = part(pair);
      return [
        ...range(LIMBS).flatMap((i) => storeVector(to, get(limb(i)), offset(pair, i))),
        ...PAIRS.flatMap(([i, j], at) =>
          storeVector(to, subtractDoubles(get(limb(i)), get(limb(j))), offset(pair, LIMBS + at)),
        ),
      ];
    });

  const loadLimbs = (from: Code): Code =>
    each((pair) => range(LIMBS).flatMap((i) => set(part(pair).limb(i), loadVector(from, offset(pair, i)))));
  const func = (parameters: number, body: Code): Func => ({
    parameters,
    integers: FIRST - parameters,
    vectors: 2 * VECTORS + 1 + SUMS + halvesOfPlace,
    body: [...first.prologue, ...body],
  });

  type Columns = { readonly excess: Excess; readonly code: (start: (k: number) => Code) => Code };
  /** Reduces columns of each pair to limbs. */
  const reduced = (columnsOf: (pair: number) => Columns) => {
    const parts = range(pairs).map((pair) => {
      const { excess, code } = columnsOf(pair);
      return { columns: code, ...reduction(pair, excess) };
    });
    return {
      start: parts[0]!.start,
      code: (start: (k: number) => Code): Code => [
        ...each((pair) => parts[pair]!.columns(start)),
        ...inTurns((pair) => [...parts[pair]!.code, ...parts[pair]!.limbs]),
      ],
    };
  };
  const reducedFrom = (columnsOf: (pair: number) => Columns): Code => {
    const { start, code } = reduced(columnsOf);
    const starts = place(constants, start);
    return code((k) => vector(starts, k));
  };

  const quarticOf = (from: Code): Code => [
    ...loadLimbs(from),
    ...set(COUNTER, constant(2)),
    ...repeatWhile(reducedFrom(squareColumns), tee(COUNTER, subtract(get(COUNTER), constant(1)))),
  ];
  const quartic = (): Func => func(2, [...quarticOf(get(0)), ...store(get(1))]);

  /** The middle columns start with the values at `start`, and the others with those at `others`. */
  const starting =
    (start: Code, others: Code) =>
    (k: number): Code =>
      k < DIGITS || k === TOP
        ? loadVector(others, Math.min(k, DIGITS) * VECTOR)
        : loadVector(start, (k - DIGITS) * VECTOR);
  const placeStart = (start: readonly bigint[]) => ({
    others: place(constants, [...start.slice(0, DIGITS), start[TOP]!]),
    startWith: (element: bigint) => limbsOf(toMontgomery(element)).map((value, i) => value + start[DIGITS + i]!),
  });

  const product = () => {
    const { start, code } = reduced(oneProduct);
    const { others, startWith } = placeStart(start);
    const columns = code(starting(get(2), constant(others)));
    return { func: func(4, [...loadLimbs(get(0)), ...columns, ...store(get(3))]), startWith };
  };

  const finish = (): Func => {
    const { code } = reduced((pair) => columnsOfSums(pair, 1));
    return func(4, [...code(starting(get(1), get(2))), ...store(get(3))]);
  };
  const startOfSum = (count: number) => placeStart(reduced((pair) => columnsOfSums(pair, count)).start);

  const products = (sums: number, count: number, factors?: readonly [number, number]): Func =>
    func(2, manyProducts(sums, count, factors));

  const center = (): Func => {
    const [limb, spare] = [(i: number) => 2 + i, 2 + LIMBS];
    const ratio = (bits: number): Code => doubles(2 ** bits / Number(FIELD_ORDER));
    const [top, next] = [get(limb(LIMBS - 1)), get(limb(LIMBS - 2))];
    return {
      parameters: 2,
      vectors: LIMBS + 1,
      body: [
        ...range(LIMBS).flatMap((i) => set(limb(i), loadVector(get(0), i * VECTOR))),
        ...set(spare, nearestInteger(fused(top, ratio(204), multiplyDoubles(next, ratio(153))))),
        ...range(LIMBS).flatMap((i) => set(limb(i), fused(get(spare), minusOrder(i), get(limb(i))))),
        ...range(LIMBS - 1).flatMap((i) => [
          ...set(spare, nearestInteger(multiplyDoubles(get(limb(i)), doubles(2 ** -LIMB_BITS)))),
          ...set(limb(i), fused(get(spare), doubles(-(2 ** LIMB_BITS)), get(limb(i)))),
          ...set(limb(i + 1), addDoubles(get(limb(i + 1)), get(spare))),
        ]),
        ...storeConstant(2),
      ],
    };
  };

  return {
    pairs,
    sumBytes: halvesOfSum * VECTOR,
    quartic,
    product,
    products,
    finish,
    startOfSum,
    center,
    intoMontgomery: place(constants, limbBits(nearZero(POSEIDON_R * POSEIDON_R))),
    outOfMontgomery: place(constants, limbBits(1n)),
    mask,
    two52,
    order: arithmetic.orderInteger,
    toInteger,
  };

  /** The square of an element in the locals, in columns. */
  function squareColumns(pair: number): Columns {
    const { column, limb, product } = part(pair);
    const excess: Excess = [];
    const products = range(LIMBS).flatMap((i) => [
      ...product(excess, 2 * i, get(limb(i)), get(limb(i))),
      ...(i === LIMBS - 1 ? [] : set(A, addDoubles(get(limb(i)), get(limb(i))))),
      ...range(LIMBS)
        .slice(i + 1)
        .flatMap((j) => product(excess, i + j, get(A), get(limb(j)))),
    ]);
    return { excess, code: (start) => [...range(COLUMNS).flatMap((k) => set(column(k), start(k))), ...products] };
  }

  /** The product of the limbs in the locals and of the second element. */
  function oneProduct(pair: number): Columns {
    const { column, limb, product } = part(pair);
    const excess: Excess = [];
    const products = range(LIMBS).flatMap((j) => [
      ...set(B, loadVector(get(1), offset(pair, j))),
      ...range(LIMBS).flatMap((i) => product(excess, i + j, get(limb(i)), get(B))),
    ]);
    return {
      excess,
      code: (start) => [...range(COLUMNS).flatMap((k) => set(column(k), start(k))), ...products],
    };
  }

  /**
   * The products of adjacent elements with constants, by the differences of limbs: first the halves of each place's and
   * each difference's products, summed up, for each pair and each of `sums` sums.
   *
   * @param factors addresses of two elements whose product starts each sum.
   */
  function manyProducts(sums: number, count: number, factors: readonly number[] = []): Code {
    const half = (sum: number, pair: number, i: number): number => HALVES + (sum * pairs + pair) * 2 + i;
    const first = each((pair) => {
      if (factors.length === 0) return [];
      const { upperHalf, lowerHalf } = part(pair);
      const [a, b] = factors.map((at) => loadVector(get(OFFSET), at + pair * STRIDE)) as [Code, Code];
      return [
        ...set(A, a),
        ...set(B, b),
        ...set(half(0, pair, 1), upperHalf(get(A), get(B))),
        ...set(half(0, pair, 0), lowerHalf(get(A), get(B))),
        ...[0, 1].flatMap((i) => set(half(1, pair, i), get(half(0, pair, i)))),
      ];
    });
    const products = range(count).flatMap((n) => [
      ...range(sums).flatMap((sum) => set(B + sum, loadSplat(get(1), (n * sums + sum) * CONSTANT))),
      ...each((pair) => {
        const { upperHalf, lowerHalf } = part(pair);
        const addTo = (local: number, value: Code) =>
          set(local, n === 0 && factors.length === 0 ? value : addLanes(get(local), value));
        return [
          ...set(A, loadVector(get(0), pair * STRIDE + n * ELEMENT)),
          ...range(sums).flatMap((sum) => [
            ...addTo(half(sum, pair, 1), upperHalf(get(A), get(B + sum))),
            ...addTo(half(sum, pair, 0), lowerHalf(get(A), get(B + sum))),
          ]),
        ];
      }),
    ]);
    const advance = (pointer: number, bytes: number): Code => set(pointer, add(get(pointer), constant(bytes)));
    return [
      ...set(COUNTER, constant(halvesAt)),
      ...set(OFFSET, constant(0)),
      ...repeatWhile(
        [
          ...first,
          ...products,
          ...range(sums * halvesOfSum).flatMap((i) => storeVector(get(COUNTER), get(HALVES + i), i * VECTOR)),
          ...advance(0, VECTOR),
          ...advance(1, VECTOR / 2),
          ...advance(OFFSET, VECTOR),
        ],
        below(
          tee(COUNTER, add(get(COUNTER), constant(halvesOfPlace * VECTOR))),
          constant(halvesAt + PLACES * halvesOfPlace * VECTOR),
        ),
      ),
    ];
  }

  /**
   * The columns of a sum of {@link manyProducts}. Column k gets the products of places k - 4 to k: the difference of two
   * sums.
   *
   * @param count number of its products: only what columns start with depends on it.
   */
  function columnsOfSums(pair: number, count: number): Columns {
    const excess: Excess = [];
    const { column, takeFrom } = part(pair);
    const [lower, upper] = [column, (i: number) => column(LIMBS + i)];
    const sum = (i: number, half: number): Code => loadVector(get(0), (halvesOfPlace * i + 2 * pair + half) * VECTOR);
    const running = range(LIMBS).flatMap((i) =>
      [lower, upper].flatMap((half, h) => set(half(i), i === 0 ? sum(i, h) : addLanes(sum(i, h), get(half(i - 1))))),
    );
    const window = (half: (i: number) => number, k: number): Code[] => {
      if (k < 0 || k >= TOP) return [];
      return [k < LIMBS ? get(half(k)) : subtractLanes(get(half(LIMBS - 1)), get(half(k - LIMBS)))];
    };
    const places = (k: number): bigint => BigInt(Math.max(0, Math.min(k, TOP - 1 - k, LIMBS - 1) + 1));
    for (const k of range(COLUMNS)) {
      exceed(excess, k, "lower", places(k) * BigInt(count));
      exceed(excess, k, "upper", places(k - 1) * BigInt(count));
    }
    const mixed = PAIRS.flatMap(([i, j], at) => {
      exceed(excess, i + j, "lower", -BigInt(count));
      exceed(excess, i + j + 1, "upper", -BigInt(count));
      return [0, 1].flatMap((half) => takeFrom(i + j + half, sum(LIMBS + at, half)));
    });

    return {
      excess,
      code: (start) => [
        ...running,
        // All columns at once, by way of the stack, since each needs what the others were.
        ...range(COLUMNS).flatMap((k) => addLanes(start(k), ...window(lower, k), ...window(upper, k - 1))),
        ...range(COLUMNS)
          .toReversed()
          .flatMap((k) => [0x21, column(k)]),
        ...mixed,
      ],
    };
  }
}

/** -1/r modulo 2^51, from -2^50 to 2^50. */
function negativeInverse(): bigint {
  let inverse = 1n;
  for (let i = 0; i < 6; i++) inverse = BigInt.asUintN(LIMB_BITS, inverse * (2n - FIELD_ORDER * inverse));
  return BigInt.asIntN(LIMB_BITS, -inverse);
}
