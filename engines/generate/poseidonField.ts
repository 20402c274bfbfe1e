/**
 * Squares and sums of products modulo r for engines/generate/poseidonWasm.ts, on the arithmetic of ./montgomery.ts.
 * Each function computes two results, of two pairs of elements. The pairs do not depend on each other, so a processor
 * works on one while it waits for the other's carries.
 *
 * Products of two different limbs are computed from the products of their differences, as in Karatsuba's method:
 * ad + bc = ac + bd - (a - b)(c - d). So an element carries the differences of its limbs.
 *
 * Sizes. Constants are up to r/2. So an input with a constant is below 1.2r, its square, fourth and fifth power are
 * below 1.1r, a sum of six of these times constants is below 2.1r, and `fold` brings it below 0.6r; all others
 * are smaller. 1.3r fits limbs of 2^50, and so no difference of two is above 2^51, and no product above 2^102.
 * Columns stay below 2^57: 42 halves for each of six products, and 10 of a reduction.
 */
import { FIELD_ORDER } from "../../src/crypto/poseidon/field.ts";
import {
  addLanes,
  arithmeticOver,
  COLUMNS,
  exceed,
  loadSplat,
  shl,
  startOf,
  subtractDoubles,
  subtractLanes,
  TOP,
  VECTORS,
  type Excess,
  type Lanes,
} from "./montgomery.ts";
import {
  ELEMENT,
  LIMBS,
  LIMB_BITS,
  PAIRS,
  R,
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
  storeVector,
  tee,
  type Code,
  type Func,
} from "./wasm.ts";

/** A sum of products: its function, and what its upper columns start with, for a constant that it adds. */
type Sum = { readonly func: Func; readonly startWith: (element: bigint) => bigint[] };

export type Field = {
  /** square(from, to), without the differences of the result or with them. */
  readonly square: (differences: boolean) => Func;
  /**
   * sum(as, bs, start, to, other): adds `count` products of elements, and the constant whose columns are at `start`.
   * `other` replaces `bs` for the second pair: all of it if `count` is 1, else only its first element.
   */
  readonly sum: (count: number) => Sum;
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

/** How many bits of the last column `fold` leaves out. */
const FOLD_BITS = 46;

/** How many pairs of elements a function computes with. */
export const PAIRS_AT_ONCE = 2;
/** From an element of the first pair to the same element of the second. */
export const STRIDE = 22_272;
/** By place and difference, the lower and upper halves of a sum's products: of the first pair, then of the second. */
const HALVES_OF_PLACE = 2 * PAIRS_AT_ONCE;
export const HALVES_BYTES = (LIMBS + PAIRS.length) * HALVES_OF_PLACE * VECTOR;

// Locals, after up to five parameters.
const COUNTER = 5;

const storeDifferences = (to: Code, local: (i: number) => number, offset = 0): Code =>
  PAIRS.flatMap(([i, j], at) =>
    storeVector(to, subtractDoubles(get(local(i)), get(local(j))), offset + (LIMBS + at) * VECTOR),
  );

/** spread(from, to, end): elements, from the doubles of their limbs. */
export const spreadElements = (): Func => ({
  parameters: 3,
  vectors: LIMBS,
  body: repeatWhile(
    [
      ...range(LIMBS).flatMap((i) => storeVector(get(1), tee(3 + i, loadSplat(get(0), 8 * i)), i * VECTOR)),
      ...storeDifferences(get(1), (i) => 3 + i),
      ...set(0, add(get(0), constant(8 * LIMBS))),
    ],
    below(tee(1, add(get(1), constant(ELEMENT))), get(2)),
  ),
});

/** Code that runs for one pair of elements and then for the other. */
const both = (code: (pair: number) => Code): Code => range(PAIRS_AT_ONCE).flatMap(code);
/** Code of both pairs in turns, so that a processor computes one while it waits for the other. */
const inTurns = (code: (pair: number) => readonly Code[]): Code => {
  const [first, second] = range(PAIRS_AT_ONCE).map(code) as [readonly Code[], readonly Code[]];
  return first.flatMap((part, i) => [...part, ...second[i]!]);
};

/**
 * Returns the field's functions. They put their constants into `constants`.
 *
 * @param halvesAt address of `HALVES_BYTES` bytes to compute with.
 */
export function fieldOver(constants: Constants, halvesAt: number): Field {
  const arithmetic = arithmeticOver(constants, FIELD_ORDER, FOLD_BITS);
  const { mask, minusOrder, toInteger, two52, vector } = arithmetic;
  const first = arithmetic.startingAt(COUNTER + 1);
  const lanes = [first, arithmetic.startingAt(COUNTER + 1 + VECTORS, first.SPLITTERS)];
  const part = (pair: number): Lanes => lanes[pair]!;
  // Two factors, and sums of the halves of their products.
  const [A, B, HALVES] = range(3).map((i) => COUNTER + 1 + 2 * VECTORS + i) as [number, number, number];
  const offset = (pair: number, i: number): number => pair * STRIDE + i * VECTOR;

  /** Takes the multiple of r that is nearest, told from the last column, from columns 5 to 9. */
  const fold = (pair: number, excess: Excess): Code[] => {
    const { quotient, product, DIGIT, addTo, upperHalf, lowerHalf } = part(pair);
    const code = [
      quotient(),
      ...range(LIMBS - 1).map((j) => product(excess, LIMBS + j, get(DIGIT), minusOrder(j))),
      [
        // The last column has no next one to carry into.
        ...addTo(TOP, shl(upperHalf(get(DIGIT), minusOrder(LIMBS - 1)), LIMB_BITS)),
        ...addTo(TOP, lowerHalf(get(DIGIT), minusOrder(LIMBS - 1))),
      ],
    ];
    exceed(excess, TOP, "lower", 1n);
    exceed(excess, TOP, "upper", 2n ** BigInt(LIMB_BITS));
    return code;
  };

  /** Stores columns 5 to 9. `late` is the excess of the last one that it did not start without. */
  const store = (to: Code, differences: boolean, late = 0n): Code => [
    ...inTurns((pair) => part(pair).limbs(late)),
    ...both((pair) => {
      const { limb } = part(pair);
      return [
        ...range(LIMBS).flatMap((i) => storeVector(to, get(limb(i)), offset(pair, i))),
        ...(differences ? storeDifferences(to, limb, pair * STRIDE) : []),
      ];
    }),
  ];

  const loadLimbs = (pair: number, from: Code): Code =>
    range(LIMBS).flatMap((i) => set(part(pair).limb(i), loadVector(from, offset(pair, i))));
  const func = (parameters: number, body: Code): Func => ({
    parameters,
    integers: COUNTER + 1 - parameters,
    vectors: 2 * VECTORS + 2 + HALVES_OF_PLACE,
    body: [...first.prologue, ...body],
  });

  const square = (differences: boolean): Func => {
    const columns = range(PAIRS_AT_ONCE).map((pair) => squareColumns(part(pair)));
    const start = place(constants, startOf(columns[0]!.excess));
    return func(2, [
      ...both((pair) => [...loadLimbs(pair, get(0)), ...columns[pair]!.code((k) => vector(start, k))]),
      ...inTurns((pair) => columns[pair]!.digits),
      ...store(get(1), differences),
    ]);
  };

  const sum = (count: number): Sum => {
    const columns = range(PAIRS_AT_ONCE).map((pair) => {
      const excess: Excess = [];
      const code = count === 1 ? oneProduct(pair, excess) : columnsOfSums(pair, excess, count);
      const digits = part(pair).digits(excess);
      const known = excess[TOP]!;
      const folded = count === 1 ? [] : fold(pair, excess);
      return { code, reduced: [...digits, ...folded], excess: excess.with(TOP, known), late: excess[TOP]! - known };
    });
    const { excess, late } = columns[0]!;
    const start = startOf(excess);
    const lower = place(constants, start.slice(0, LIMBS));
    const startOfColumn = (k: number) => (k < LIMBS ? vector(lower, k) : loadVector(get(2), (k - LIMBS) * VECTOR));
    return {
      func: func(5, [
        ...(count === 1 ? [] : manyProducts(count)),
        ...both((pair) => columns[pair]!.code(startOfColumn)),
        ...inTurns((pair) => columns[pair]!.reduced),
        ...store(get(3), true, late),
      ]),
      startWith: (element) => limbsOf(toMontgomery(element)).map((value, i) => value + start[LIMBS + i]!),
    };
  };

  return {
    square,
    sum,
    intoMontgomery: place(constants, limbBits(nearZero(R * R))),
    outOfMontgomery: place(constants, limbBits(1n)),
    mask,
    two52,
    order: arithmetic.orderInteger,
    toInteger,
  };

  /** The square of an element in the locals, in columns. */
  function squareColumns({ column, digits, limb, product }: Lanes) {
    const excess: Excess = [];
    const half = PAIRS.flatMap(([i, j]) => product(excess, i + j, get(limb(i)), get(limb(j))));
    for (const k of excess.keys()) excess[k] = 2n * (excess[k] ?? 0n);
    const diagonal = range(LIMBS).flatMap((i) => product(excess, 2 * i, get(limb(i)), get(limb(i))));
    const code = (start: (k: number) => Code): Code => [
      ...half,
      ...range(COLUMNS).flatMap((k) => set(column(k), addLanes(get(column(k)), get(column(k)), start(k)))),
      ...diagonal,
    ];
    return { code, digits: digits(excess), excess };
  }

  /** All 25 products of limbs. */
  function oneProduct(pair: number, excess: Excess) {
    const { column, limb, product } = part(pair);
    const code = range(LIMBS).flatMap((j) => [
      ...set(B, loadVector(get(pair === 0 ? 1 : 4), j * VECTOR)),
      ...range(LIMBS).flatMap((i) => product(excess, i + j, get(limb(i)), get(B))),
    ]);
    return (start: (k: number) => Code): Code => [
      ...loadLimbs(pair, get(0)),
      ...range(COLUMNS).flatMap((k) => set(column(k), start(k))),
      ...code,
    ];
  }

  /**
   * The products of `count` pairs of adjacent elements, by the differences of limbs: first the halves of each place's
   * and each difference's products, summed up over the pairs, for both pairs of elements at once.
   */
  function manyProducts(count: number): Code {
    const sums = range(HALVES_OF_PLACE).map((i) => HALVES + i);
    const load = (pointer: number, offset: number): Code => loadVector(get(pointer), offset);
    const products = range(count).flatMap((n) =>
      both((pair) => {
        const { upperHalf, lowerHalf } = part(pair);
        const [lower, upper] = [sums[2 * pair]!, sums[2 * pair + 1]!];
        const addTo = (sum: number, value: Code) => set(sum, n === 0 ? value : addLanes(get(sum), value));
        return [
          ...set(A, load(0, pair * STRIDE + n * ELEMENT)),
          ...(n > 0 && pair > 0 ? [] : set(B, load(pair === 0 ? 1 : 4, n * ELEMENT))),
          ...addTo(upper, upperHalf(get(A), get(B))),
          ...addTo(lower, lowerHalf(get(A), get(B))),
        ];
      }),
    );
    return [
      ...set(COUNTER, constant(halvesAt)),
      ...repeatWhile(
        [
          ...products,
          ...sums.flatMap((sum, i) => storeVector(get(COUNTER), get(sum), i * VECTOR)),
          ...[0, 1, 4].flatMap((pointer) => set(pointer, add(get(pointer), constant(VECTOR)))),
        ],
        below(tee(COUNTER, add(get(COUNTER), constant(HALVES_OF_PLACE * VECTOR))), constant(halvesAt + HALVES_BYTES)),
      ),
    ];
  }

  /** The columns of {@link manyProducts}. Column k gets the products of places k - 4 to k: the difference of two sums. */
  function columnsOfSums(pair: number, excess: Excess, count: number) {
    const { column, takeFrom } = part(pair);
    const [lower, upper] = [column, (i: number) => column(LIMBS + i)];
    const sum = (i: number, half: number): Code =>
      loadVector(constant(0), halvesAt + (HALVES_OF_PLACE * i + 2 * pair + half) * VECTOR);
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

    return (start: (k: number) => Code): Code => [
      ...running,
      // All columns at once, by way of the stack, since each needs what the others were.
      ...range(COLUMNS).flatMap((k) => addLanes(start(k), ...window(lower, k), ...window(upper, k - 1))),
      ...range(COLUMNS)
        .toReversed()
        .flatMap((k) => [0x21, column(k)]),
      ...mixed,
    ];
  }
}
