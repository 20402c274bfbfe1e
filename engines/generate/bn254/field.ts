/** Functions of F_p in both lanes, and of F_p². Parameters are addresses of pairs, the result's first. */
import { LIMBS, VECTOR, range } from "../poseidonConstants.ts";
import { addDoubles, or, shl, subtractDoubles, type Lanes } from "../montgomery.ts";
import {
  add,
  below,
  constant,
  get,
  loadByte,
  loadVector,
  repeatWhile,
  set,
  simd,
  storeVector,
  type Code,
} from "../wasm.ts";
import {
  PAIR,
  byTurns,
  highTwice,
  keep,
  localsFrom,
  lowAndHigh,
  lowTwice,
  minus,
  operands,
  pairAt,
  plus,
  product,
  square,
  storePair,
  sumOfProducts,
  swapped,
  tidy,
  xor,
  zero,
  type Pieces,
  type Vectors,
} from "./elements.ts";
import { arithmeticFunction, define, placeVectors, scratch, type Call, type Parts } from "./parts.ts";

/** The part that G1 and G2 share: the coordinates of both are pairs. */
export type Coordinates = {
  readonly multiply: Call;
  /**
   * Computes two products, alternating between their pieces. Takes the parameters of the first, then of the second. No
   * result may be stored at a factor's address.
   */
  readonly multiplyTwo: Call;
  readonly multiplyPlusTwo: Call;
  readonly squarePlusTwo: Call;
  /** Leaves the product of the pair in `a`'s locals with that at an address in the limbs' locals. */
  readonly multiplyInline: (lanes: Lanes, more: number, a: Vectors, b: Code) => Pieces;
  /** How many locals that takes. */
  readonly vectors: number;
  /** 1 as a pair, and three times the curve's constant. */
  readonly one: number;
  readonly b3: number;
  readonly b: number;
  /** invert(to, from): computes the inverse, which is 0 for 0. */
  readonly invert: Call;
  /** Whether both elements of a reduced pair differ from 0. */
  readonly isNonzero: (pair: Vectors) => Code;
};

export type FieldFunctions = ReturnType<typeof fieldFunctions>;

/** Operations in F_p, in both lanes. Results are reduced, and tidy or folded if something is added. */
export function fieldFunctions(parts: Parts) {
  const { constants, p: field } = parts;
  const { arithmetic } = field;
  const sum = (lanes: Lanes, a: Vectors, b: Vectors, options?: Parameters<typeof sumOfProducts>[4]): Pieces =>
    sumOfProducts(constants, arithmetic, lanes, product(a, b), options);

  /** Takes `to`, `a`, `b` and, if `added` is set, a summand from the locals from `first` on. */
  const multiplication = (lanes: Lanes, first: number, folded: boolean, added: boolean): Pieces => [
    keep(lanes.limb(0), pairAt(get(first + 1))),
    ...sum(lanes, operands(lanes), pairAt(get(first + 2)), {
      folded,
      added: added ? pairAt(get(first + 3)) : undefined,
    }),
    storePair(get(first), operands(lanes)),
  ];
  const multiplyBy = (folded: boolean, exported = {}) =>
    arithmeticFunction(parts, field, { ...exported, parameters: 3 }, ([lanes]) =>
      multiplication(lanes, 0, folded, false).flat(),
    );
  const multiplyTwoBy = (added: boolean) => {
    const each = added ? 4 : 3;
    return arithmeticFunction(parts, field, { parameters: 2 * each }, (turns) =>
      byTurns(multiplication(turns[0], 0, added, added), multiplication(turns[1], each, added, added)),
    );
  };
  const squaring = (lanes: Lanes, first: number, twice: number, added: boolean): Pieces => [
    keep(lanes.limb(0), pairAt(get(first + 1))),
    keep(twice, plus(operands(lanes), operands(lanes))),
    ...sumOfProducts(constants, arithmetic, lanes, square(operands(lanes), localsFrom(twice)), {
      added: added ? pairAt(get(first + 2)) : undefined,
    }),
    storePair(get(first), operands(lanes)),
  ];

  const combine = (op: typeof plus) =>
    define(parts, {
      parameters: 3,
      vectors: LIMBS + 1,
      body: [
        ...keep(3, op(pairAt(get(1)), pairAt(get(2)))),
        ...tidy(field, 3, 3 + LIMBS).flat(),
        ...storePair(get(0), localsFrom(3)),
      ],
    });

  return {
    sum,
    // The function that the module's users test after loading it.
    multiply: multiplyBy(false, { exported: "multiply" }),
    multiplyFolded: multiplyBy(true),
    multiplyTwo: multiplyTwoBy(false),
    multiplyPlusTwo: multiplyTwoBy(true),
    square: arithmeticFunction(parts, field, { parameters: 2, vectors: LIMBS }, ([lanes], twice) =>
      squaring(lanes, 0, twice, false).flat(),
    ),
    squarePlusTwo: arithmeticFunction(parts, field, { parameters: 6, vectors: 2 * LIMBS }, (turns, twice) =>
      byTurns(squaring(turns[0], 0, twice, true), squaring(turns[1], 3, twice + LIMBS, true)),
    ),
    add: combine(plus),
    subtract: combine(minus),
  };
}

/**
 * invert(to, from): computes the power p - 2 of both lanes, by four bits of the exponent at a time. The result for 0 is
 * 0.
 */
export function inversion(parts: Parts, functions: FieldFunctions): Call {
  const { modulus, pair } = parts.p;
  const table = scratch(parts, 16);
  const power = scratch(parts);
  const digits = range(64).map((i) => Number(((modulus - 2n) >> BigInt(252 - 4 * i)) & 15n));
  const bytes = new BigUint64Array(Uint8Array.from(digits).buffer);
  const digitsAt = placeVectors(parts.vectors, [...bytes]);
  const one = pair(1n);
  const [to, from, at, entry] = [0, 1, 2, 3];
  return define(parts, {
    parameters: 2,
    integers: 2,
    body: [
      ...storePair(constant(table), pairAt(constant(one))),
      ...storePair(constant(power), pairAt(constant(one))),
      ...set(entry, constant(table)),
      ...repeatWhile(
        functions.multiply(add(get(entry), constant(PAIR)), get(entry), get(from)),
        below([...set(entry, add(get(entry), constant(PAIR))), ...get(entry)], constant(table + 15 * PAIR)),
      ),
      ...set(at, constant(digitsAt)),
      ...repeatWhile(
        [
          ...range(4).flatMap(() => functions.square(constant(power), constant(power))),
          ...set(entry, [...loadByte(get(at), 0), ...constant(PAIR), 0x6c]),
          ...functions.multiply(constant(power), constant(power), add(get(entry), constant(table))),
          ...set(at, add(get(at), constant(1))),
        ],
        below(get(at), constant(digitsAt + 64)),
      ),
      ...storePair(get(to), pairAt(constant(power))),
    ],
  });
}

// A reduced 0 has only limbs of 0 or -0.
const limbBits = (pair: Vectors): Code =>
  shl(
    range(LIMBS)
      .map(pair)
      .reduce((all, limb) => or(all, limb)),
    1,
  );
/** The lanes that are 0, by bits. */
export const zeroLanes = (pair: Vectors): Code => [...limbBits(pair), ...zero(), ...simd(0xd6), ...simd(0xc4)];

/** F_p, two elements at a time. */
export function primeField(parts: Parts, functions: FieldFunctions, invert: Call): Coordinates {
  const { pair } = parts.p;
  return {
    multiply: functions.multiply,
    multiplyTwo: functions.multiplyTwo,
    multiplyPlusTwo: functions.multiplyPlusTwo,
    squarePlusTwo: functions.squarePlusTwo,
    multiplyInline: (lanes, _, a, b) => functions.sum(lanes, a, pairAt(b)),
    vectors: 0,
    one: pair(1n),
    b: pair(3n),
    b3: pair(9n),
    invert,
    isNonzero: (of) => [...limbBits(of), ...simd(0xc3)],
  };
}

/** F_p², an element at a time. */
export function extensionField(parts: Parts, functions: FieldFunctions, invertPrime: Call): Coordinates {
  const { constants, p: field, vectors } = parts;
  const { arithmetic, pair, modulus } = field;
  const signLow = placeVectors(vectors, [1n << 63n, 0n]);
  const vector = (address: number): Code => loadVector(constant(0), address);

  /** (a0 b0 - a1 b1, a0 b1 + a1 b0). Ten locals. */
  const multiplyInline = (
    lanes: Lanes,
    more: number,
    a: Vectors,
    b: Code,
    options: Parameters<typeof sumOfProducts>[4] = { folded: true },
  ): Pieces => {
    const [negated, other] = [more, more + LIMBS];
    return [
      range(LIMBS).flatMap((i) => [
        ...set(negated + i, xor(highTwice(a(i)), vector(signLow))),
        ...set(other + i, swapped(pairAt(b)(i))),
      ]),
      range(LIMBS).flatMap((i) => set(lanes.limb(i), lowTwice(a(i)))),
      ...sumOfProducts(
        constants,
        arithmetic,
        lanes,
        [...product(operands(lanes), pairAt(b)), ...product(localsFrom(negated), localsFrom(other))],
        options,
      ),
    ];
  };
  const multiplication = (lanes: Lanes, more: number, first: number, added: boolean): Pieces => [
    keep(lanes.limb(0), pairAt(get(first + 1))),
    ...multiplyInline(lanes, more, operands(lanes), get(first + 2), {
      folded: true,
      added: added ? pairAt(get(first + 3)) : undefined,
    }),
    storePair(get(first), operands(lanes)),
  ];
  const multiplyTwoBy = (added: boolean) => {
    const each = added ? 4 : 3;
    return arithmeticFunction(parts, field, { parameters: 2 * each, vectors: 4 * LIMBS }, (turns, more) =>
      byTurns(multiplication(turns[0], more, 0, added), multiplication(turns[1], more + 2 * LIMBS, each, added)),
    );
  };
  /** ((a0 + a1)(a0 - a1), 2 a0 a1), plus a summand if the function takes one. */
  const squaringPlus = (lanes: Lanes, other: number, first: number): Pieces => [
    range(LIMBS).flatMap((i) => {
      const a = pairAt(get(first + 1))(i);
      return [
        // (a0 - a1, a1)
        ...set(lanes.limb(i), a),
        ...set(
          other + i,
          lowAndHigh(subtractDoubles(get(lanes.limb(i)), swapped(get(lanes.limb(i)))), get(lanes.limb(i))),
        ),
        // (a0 + a1, 2 a0)
        ...set(lanes.limb(i), addDoubles(lowTwice(get(lanes.limb(i))), swapped(get(lanes.limb(i))))),
      ];
    }),
    ...sumOfProducts(constants, arithmetic, lanes, product(operands(lanes), localsFrom(other)), {
      added: pairAt(get(first + 2)),
    }),
    storePair(get(first), operands(lanes)),
  ];

  // 1/(c0 + c1 i) = (c0 - c1 i)/(c0² + c1²)
  const [norm, conjugate] = [scratch(parts), scratch(parts)];
  const signHigh = placeVectors(vectors, [0n, 1n << 63n]);
  const invert = define(parts, {
    parameters: 2,
    body: [
      ...functions.square(constant(norm), get(1)),
      ...range(LIMBS).flatMap((i) => storeVector(constant(conjugate), swapped(pairAt(constant(norm))(i)), i * VECTOR)),
      ...functions.add(constant(norm), constant(norm), constant(conjugate)),
      ...invertPrime(constant(norm), constant(norm)),
      ...range(LIMBS).flatMap((i) =>
        storeVector(constant(conjugate), xor(pairAt(get(1))(i), vector(signHigh)), i * VECTOR),
      ),
      ...functions.multiplyFolded(get(0), constant(conjugate), constant(norm)),
    ],
  });
  // b' = 3 / (9 + i) = 3 (9 - i) / 82
  const inverse82 = power(82n, modulus - 2n, modulus);
  const [b0, b1] = [27n * inverse82, (modulus - 3n) * inverse82];
  return {
    multiply: arithmeticFunction(parts, field, { parameters: 3, vectors: 2 * LIMBS }, ([lanes], more) =>
      multiplication(lanes, more, 0, false).flat(),
    ),
    multiplyTwo: multiplyTwoBy(false),
    multiplyPlusTwo: multiplyTwoBy(true),
    squarePlusTwo: arithmeticFunction(parts, field, { parameters: 6, vectors: 2 * LIMBS }, (turns, other) =>
      byTurns(squaringPlus(turns[0], other, 0), squaringPlus(turns[1], other + LIMBS, 3)),
    ),
    multiplyInline,
    vectors: 2 * LIMBS,
    one: pair(1n, 0n),
    b: pair(b0, b1),
    b3: pair(3n * b0, 3n * b1),
    invert,
    isNonzero: (of) => [...limbBits(of), ...simd(0x53)],
  };
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (let [rest, square] = [exponent, base]; rest > 0n; rest >>= 1n, square = (square * square) % modulus) {
    if (rest & 1n) result = (result * square) % modulus;
  }
  return result;
}
