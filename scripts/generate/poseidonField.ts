/**
 * Arithmetic modulo r in the two lanes of WebAssembly's vectors, for scripts/generate/poseidonWasm.ts.
 *
 * A field element is five limbs of 51 bits, as doubles: from -2^50 to 2^50 each (and from 0 to 2^51 - 1 as it
 * was read, which only a constant's limbs are then multiplied with).
 * Two limbs are multiplied exactly by two fused multiply-adds (Emmart, Zheng and Weems, "Faster modular
 * exponentiation using double precision floating point arithmetic on the GPU", ARITH 2018): added to
 * `SPLIT` = 1.5 · 2^103, their product, up to 2^102 either way, is rounded to a multiple of 2^51; what that
 * leaves out, up to 2^50 either way, is the second one's result, with `WHOLE` = 1.5 · 2^52 on top. Both halves
 * are then integers in the lowest bits of doubles, and are summed up as such in columns of 64 bits. What the
 * exponents add is known beforehand, and subtracted from what a column starts with.
 *
 * Elements are in Montgomery form, R = 2^255. A sum of products is reduced as a whole, once. Its products of
 * two different limbs come from those of their differences, as Karatsuba's do: ad + bc = ac + bd - (a - b)(c - d).
 * So an element carries the differences of its limbs.
 *
 * Sizes. The digits of a reduction are up to 2^50 either way, so it makes T into T/R ± r/2, r/R being 0.378.
 * Constants are up to r/2. So an input with a constant is below 1.2r, its square, fourth and fifth power are
 * below 1.1r, a sum of six of these times constants is below 2.1r, and `fold` brings it below 0.6r; all others
 * are smaller. 1.3r fits limbs of 2^50, and so no difference of two is above 2^51, and no product above 2^102.
 * Columns stay below 2^57: 42 halves for each of six products, and 10 of a reduction.
 */
import { FIELD_ORDER } from "../../src/poseidon/field.ts";
import {
  ELEMENT,
  LIMBS,
  LIMB_BITS,
  PAIRS,
  R,
  VECTOR,
  bitsOf,
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
  at,
  below,
  binary,
  constant,
  get,
  loadVector,
  repeatWhile,
  set,
  simd,
  storeVector,
  subtract,
  tee,
  type Code,
  type Func,
} from "./wasm.ts";

const COLUMNS = 2 * LIMBS;
const TOP = COLUMNS - 1;

export const and = binary(...simd(0x4e));
export const or = binary(...simd(0x50));
export const addLanes = binary(...simd(0xce));
const subtractLanes = binary(...simd(0xd1));
export const shl = (value: Code, bits: number): Code => [...value, ...constant(bits), ...simd(0xcb)];
export const shr = (value: Code, bits: number): Code => [...value, ...constant(bits), ...simd(0xcd)];
export const shrSigned = (value: Code, bits: number): Code => [...value, ...constant(bits), ...simd(0xcc)];
const addDoubles = binary(...simd(0xf0));
export const subtractDoubles = binary(...simd(0xf1));
/** `a · b + c`, rounded once. */
const fused = (a: Code, b: Code, c: Code): Code => [...a, ...b, ...c, ...simd(0x107)];
export const loadSplat = (address: Code, offset: number): Code => [...address, ...simd(10, ...at(3, offset))];

/** A sum of products: its function, and what its upper columns start with, for a constant that it adds. */
export type Sum = { readonly func: Func; readonly startWith: (element: bigint) => bigint[] };

export type Field = {
  /** square(from, to), without the differences of the result or with them. */
  readonly square: (differences: boolean) => Func;
  /** sum(as, bs, start, to): of the products of so many elements, and of the constant whose columns are at `start`. */
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

const SPLIT = 1.5 * 2 ** 103;
const WHOLE = 1.5 * 2 ** 52;
/** What every column has above its true value, so that it is positive. */
const POSITIVE = 2n ** 58n;
/** And what columns have that become limbs, so that cutting them off rounds to the nearest: for limbs of both signs. */
const NEAREST = 2n ** 50n - 1n;
/** How many bits of the last column `fold` leaves out. */
const FOLD_BITS = 46;

// Locals, after up to four parameters.
const COUNTER = 4;
const column = (k: number): number => 5 + k;
const limb = (i: number): number => 5 + COLUMNS + i;
const [UPPER, DIGIT, SPLITTER, WHOLE_SPLITTER] = [20, 21, 22, 23] as const;
const VECTORS = COLUMNS + LIMBS + 4;

const addTo = (k: number, value: Code): Code => set(column(k), addLanes(get(column(k)), value));
const takeFrom = (k: number, value: Code): Code => set(column(k), subtractLanes(get(column(k)), value));
/** Moves on what is above a column's 51 bits. */
const carry = (k: number): Code => addTo(k + 1, shr(get(column(k)), LIMB_BITS));

/** The two halves of a product as doubles whose bits are to be summed up. The first leaves it in UPPER. */
const upperHalf = (a: Code, b: Code): Code => tee(UPPER, fused(a, b, get(SPLITTER)));
const lowerHalf = (a: Code, b: Code): Code => fused(a, b, subtractDoubles(get(WHOLE_SPLITTER), get(UPPER)));

/** By column, what the bits of the halves add up to beyond their values. */
type Excess = bigint[];

function exceed(excess: Excess, k: number, half: number, times: bigint): void {
  excess[k] = (excess[k] ?? 0n) + times * bitsOf(half);
}

/** Adds a product of limbs to columns k and k + 1, or takes it from them, so many times in all. */
function product(excess: Excess, k: number, a: Code, b: Code, times = 1n): Code {
  const change = times < 0n ? takeFrom : addTo;
  exceed(excess, k, WHOLE, times);
  exceed(excess, k + 1, SPLIT, times);
  return [...change(k + 1, upperHalf(a, b)), ...change(k, lowerHalf(a, b))];
}

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
  const vector = (address: number, i = 0): Code => loadVector(constant(0), address + i * VECTOR);
  const bits = (value: bigint): Code => vector(place(constants, [value]));
  const doubles = (value: number): Code => bits(bitsOf(value));

  const mask = bits(2n ** BigInt(LIMB_BITS) - 1n);
  const [two52, whole] = [doubles(2 ** 52), doubles(WHOLE)];
  const nearest = doubles(2 ** 52 + Number(NEAREST));
  const order = place(constants, limbBits(FIELD_ORDER));
  const minusOrder = place(constants, limbBits(-FIELD_ORDER));
  const orderIntegers = place(constants, limbsOf(FIELD_ORDER));
  const negativeInverse = doubles(Number(BigInt.asIntN(LIMB_BITS, -inverseOfOrder())));
  const toFold = {
    base: doubles(2 ** 52 + Number(POSITIVE >> BigInt(FOLD_BITS))),
    factor: doubles(2 ** (204 + FOLD_BITS) / Number(FIELD_ORDER)),
  };
  const [split, wholeSplit] = [doubles(SPLIT), doubles(SPLIT + WHOLE)];
  const prologue: Code = [...set(SPLITTER, split), ...set(WHOLE_SPLITTER, wholeSplit)];

  /** The limb that a column becomes, as a double. */
  const digit = (k: number): Code => subtractDoubles(or(and(get(column(k)), mask), two52), nearest);

  /**
   * Divides the columns by R modulo r, and leaves the result in columns 5 to 9. A digit's product with the
   * first limb of r makes its column a multiple of 2^51 and is not computed but for its upper half: the lower
   * one is the column's own digit with the other sign, which the carry leaves out. That holds for the digit
   * 2^50 too, since r is 1 modulo 4: all halves are rounded to even, and so to the digit -2^50 and to -2^50.
   */
  const reduce = (excess: Excess): Code =>
    range(LIMBS).flatMap((i) => {
      exceed(excess, i + 1, SPLIT, 1n);
      return [
        ...set(DIGIT, digit(i)),
        ...set(UPPER, fused(get(DIGIT), negativeInverse, get(SPLITTER))),
        ...set(DIGIT, fused(get(DIGIT), negativeInverse, subtractDoubles(get(SPLITTER), get(UPPER)))),
        ...addTo(i + 1, upperHalf(get(DIGIT), vector(order))),
        ...range(LIMBS)
          .slice(1)
          .flatMap((j) => product(excess, i + j, get(DIGIT), vector(order, j))),
        ...carry(i),
      ];
    });

  /** Takes the multiple of r that is nearest, told from the last column, from columns 5 to 9. */
  const fold = (excess: Excess): Code => {
    const shifted = subtractDoubles(or(shr(get(column(TOP)), FOLD_BITS), two52), toFold.base);
    const code = [
      ...set(DIGIT, subtractDoubles(fused(shifted, toFold.factor, whole), whole)),
      ...range(LIMBS - 1).flatMap((j) => product(excess, LIMBS + j, get(DIGIT), vector(minusOrder, j))),
      // There is no column behind the last one.
      ...addTo(TOP, shl(upperHalf(get(DIGIT), vector(minusOrder, LIMBS - 1)), LIMB_BITS)),
      ...addTo(TOP, lowerHalf(get(DIGIT), vector(minusOrder, LIMBS - 1))),
    ];
    exceed(excess, TOP, WHOLE, 1n);
    exceed(excess, TOP, SPLIT, 2n ** BigInt(LIMB_BITS));
    return code;
  };

  /** Stores columns 5 to 9. `late` is the excess of the last one that it did not start without. */
  const store = (to: Code, differences: boolean, late = 0n): Code => [
    ...range(LIMBS - 1).flatMap((i) => [...set(limb(i), digit(LIMBS + i)), ...carry(LIMBS + i)]),
    ...set(limb(LIMBS - 1), subtractDoubles(addLanes(get(column(TOP)), bits(bitsOf(WHOLE) - POSITIVE - late)), whole)),
    ...range(LIMBS).flatMap((i) => storeVector(to, get(limb(i)), i * VECTOR)),
    ...(differences ? storeDifferences(to, limb) : []),
  ];

  /** What the columns start with, of which each carries into the next. */
  const startOf = (excess: Excess): bigint[] =>
    range(COLUMNS).map(
      (k) => POSITIVE + (k < TOP ? NEAREST : 0n) - (k > 0 ? POSITIVE >> BigInt(LIMB_BITS) : 0n) - (excess[k] ?? 0n),
    );

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
    order: (i) => vector(orderIntegers, i),
    toInteger: (value) => subtractLanes(addDoubles(value, whole), whole),
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
}

/**
 * The products of `count` pairs of elements that follow each other, by the differences of limbs: first those of
 * limbs of one place, whose halves columns 0 to 4 and 5 to 9 sum up by the place meanwhile.
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
  // Column k gets those of places k - 4 to k: the difference of two sums from the first place on.
  const running = range(LIMBS - 1).flatMap((i) =>
    [lower, upper].flatMap((half) => set(half(i + 1), addLanes(get(half(i + 1)), get(half(i))))),
  );
  const window = (half: (i: number) => number, k: number): Code[] => {
    if (k < 0 || k >= TOP) return [];
    return [k < LIMBS ? get(half(k)) : subtractLanes(get(half(LIMBS - 1)), get(half(k - LIMBS)))];
  };
  const places = (k: number): bigint => BigInt(Math.max(0, Math.min(k, TOP - 1 - k, LIMBS - 1) + 1));
  for (const k of range(COLUMNS)) {
    exceed(excess, k, WHOLE, places(k) * BigInt(count));
    exceed(excess, k, SPLIT, places(k - 1) * BigInt(count));
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

/** `1/r` modulo 2^51, by Newton's iteration. */
function inverseOfOrder(): bigint {
  let inverse = 1n;
  for (let i = 0; i < 6; i++) inverse = BigInt.asUintN(LIMB_BITS, inverse * (2n - FIELD_ORDER * inverse));
  return inverse;
}
