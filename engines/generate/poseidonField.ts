/**
 * Squares and sums of products modulo r for engines/generate/poseidonWasm.ts, on the arithmetic of ./montgomery.ts.
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
  subtract,
  tee,
  type Code,
  type Func,
} from "./wasm.ts";

/** A sum of products: its function, and what its upper columns start with, for a constant that it adds. */
type Sum = { readonly func: Func; readonly startWith: (element: bigint) => bigint[] };

export type Field = {
  /** square(from, to), without the differences of the result or with them. */
  readonly square: (differences: boolean) => Func;
  /** sum(as, bs, start, to): adds `count` products of elements, and the constant whose columns are at `start`. */
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

// Locals, after up to four parameters.
const COUNTER = 4;

const storeDifferences = (to: Code, local: (i: number) => number): Code =>
  PAIRS.flatMap(([i, j], at) => storeVector(to, subtractDoubles(get(local(i)), get(local(j))), (LIMBS + at) * VECTOR));

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

/** The field's functions, which have their constants there. */
export function fieldOver(constants: Constants): Field {
  const arithmetic = arithmeticOver(constants, FIELD_ORDER, FOLD_BITS);
  const { mask, minusOrder, toInteger, two52, vector } = arithmetic;
  const { addTo, column, DIGIT, limb, lowerHalf, product, prologue, quotient, reduce, settle, upperHalf } =
    arithmetic.startingAt(COUNTER + 1);

  /** Takes the multiple of r that is nearest, told from the last column, from columns 5 to 9. */
  const fold = (excess: Excess): Code => {
    const code = [
      ...quotient(),
      ...range(LIMBS - 1).flatMap((j) => product(excess, LIMBS + j, get(DIGIT), minusOrder(j))),
      // The last column has no next one to carry into.
      ...addTo(TOP, shl(upperHalf(get(DIGIT), minusOrder(LIMBS - 1)), LIMB_BITS)),
      ...addTo(TOP, lowerHalf(get(DIGIT), minusOrder(LIMBS - 1))),
    ];
    exceed(excess, TOP, "lower", 1n);
    exceed(excess, TOP, "upper", 2n ** BigInt(LIMB_BITS));
    return code;
  };

  /** Stores columns 5 to 9. `late` is the excess of the last one that it did not start without. */
  const store = (to: Code, differences: boolean, late = 0n): Code => [
    ...settle(late),
    ...range(LIMBS).flatMap((i) => storeVector(to, get(limb(i)), i * VECTOR)),
    ...(differences ? storeDifferences(to, limb) : []),
  ];

  const loadLimbs = (from: Code): Code => range(LIMBS).flatMap((i) => set(limb(i), loadVector(from, i * VECTOR)));
  const func = (parameters: number, body: Code): Func => ({
    parameters,
    integers: COUNTER + 1 - parameters,
    vectors: VECTORS,
    body: [...prologue, ...body],
  });

  const square = (differences: boolean): Func => {
    const excess: Excess = [];
    const half = PAIRS.flatMap(([i, j]) => product(excess, i + j, get(limb(i)), get(limb(j))));
    for (const k of excess.keys()) excess[k] = 2n * (excess[k] ?? 0n);
    const diagonal = range(LIMBS).flatMap((i) => product(excess, 2 * i, get(limb(i)), get(limb(i))));
    const reduced = reduce(excess);
    const start = place(constants, startOf(excess));
    const double = (k: number) => addLanes(get(column(k)), get(column(k)), vector(start, k));
    return func(2, [
      ...loadLimbs(get(0)),
      ...half,
      ...range(COLUMNS).flatMap((k) => set(column(k), double(k))),
      ...diagonal,
      ...reduced,
      ...store(get(1), differences),
    ]);
  };

  const sum = (count: number): Sum => {
    const excess: Excess = [];
    const products = count === 1 ? oneProduct(excess) : manyProducts(excess, count);
    const reduced = reduce(excess);
    const known = excess[TOP]!;
    const folded = count === 1 ? [] : fold(excess);
    const late = excess[TOP]! - known;
    const start = startOf(excess.with(TOP, known));
    const lower = place(constants, start.slice(0, LIMBS));
    const startOfColumn = (k: number) => (k < LIMBS ? vector(lower, k) : loadVector(get(2), (k - LIMBS) * VECTOR));
    return {
      func: func(4, [...products(startOfColumn), ...reduced, ...folded, ...store(get(3), true, late)]),
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

  /** All 25 products of limbs. */
  function oneProduct(excess: Excess) {
    const code = range(LIMBS).flatMap((i) =>
      range(LIMBS).flatMap((j) => product(excess, i + j, get(limb(i)), loadVector(get(1), j * VECTOR))),
    );
    return (start: (k: number) => Code): Code => [
      ...loadLimbs(get(0)),
      ...range(COLUMNS).flatMap((k) => set(column(k), start(k))),
      ...code,
    ];
  }

  /**
   * The products of `count` pairs of adjacent elements, by the differences of limbs. Products of limbs with the same
   * place come first. Meanwhile, columns 0 to 4 and 5 to 9 sum up their halves by place.
   */
  function manyProducts(excess: Excess, count: number) {
    const [lower, upper] = [column, (i: number) => column(LIMBS + i)];
    const part = (pointer: number, i: number): Code => loadVector(get(pointer), i * VECTOR);
    const eachPair = (body: Code): Code => [
      ...set(COUNTER, constant(count)),
      ...repeatWhile(
        [...body, ...[0, 1].flatMap((pointer) => set(pointer, add(get(pointer), constant(ELEMENT))))],
        tee(COUNTER, subtract(get(COUNTER), constant(1))),
      ),
    ];
    const back = [0, 1].flatMap((pointer) => set(pointer, subtract(get(pointer), constant(count * ELEMENT))));

    const onePlace = range(LIMBS).flatMap((i) => [
      ...addTo(LIMBS + i, upperHalf(part(0, i), part(1, i))),
      ...addTo(i, lowerHalf(part(0, i), part(1, i))),
    ]);
    // Column k gets the products of places k - 4 to k: the difference of two sums from the first place on.
    const running = range(LIMBS - 1).flatMap((i) =>
      [lower, upper].flatMap((half) => set(half(i + 1), addLanes(get(half(i + 1)), get(half(i))))),
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
    const mixed = PAIRS.flatMap(([i, j], at) =>
      product(excess, i + j, part(0, LIMBS + at), part(1, LIMBS + at), -BigInt(count)),
    );

    return (start: (k: number) => Code): Code => [
      // The locals are zero.
      ...eachPair(onePlace),
      ...back,
      ...running,
      // All columns at once, by way of the stack, since each needs what the others were.
      ...range(COLUMNS).flatMap((k) => addLanes(start(k), ...window(lower, k), ...window(upper, k - 1))),
      ...range(COLUMNS)
        .toReversed()
        .flatMap((k) => [0x21, column(k)]),
      ...eachPair(mixed),
    ];
  }
}
