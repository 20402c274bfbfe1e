/**
 * Scalars: reading and writing numbers, sums of products by a program, and Fourier transforms over F_r.
 *
 * A transform's vector has pairs: two vectors are transformed at once. From the natural order to the bit-reversed one
 * it goes with decimation in frequency, back with decimation in time. `middle` is the last stage forth, the multiplication
 * of coefficients, and the first stage back: the roots of both stages are 1. A and B are the two lanes of one vector. C
 * has its first half in one lane and the second one in the other: `halves` makes its first stage, and `quotient` its last.
 *
 * Sizes, in units of r. Roots are below 0.62, each being a product of the one before it and a number up to 1/2
 * (0.378 · 0.62 / 2 + 1/2). Sums are tidied, to 0.51. With decimation in frequency what is turned stays below 0.95
 * (0.378 · 2 · 0.95 · 0.62 + 1/2), with decimation in time below 0.73; so no sum of two is above 1.9. A quotient is below
 * 0.378 · 0.51² + 1/2 + 2 · 0.73 = 2.1 before it is folded.
 */
import {
  and as andLanes,
  or as orLanes,
  shl,
  shr,
  shrSigned,
  subtractDoubles,
  addLanes,
  type Lanes,
} from "../montgomery.ts";
import { LIMB_BITS, LIMBS, range } from "../poseidonConstants.ts";
import { add, and, at, below, constant, get, load, repeatWhile, set, simd, tee, type Code } from "../wasm.ts";
import {
  both,
  byTurns,
  ELEMENT,
  gather,
  highs,
  highTwice,
  keep,
  localsFrom,
  lowAndHigh,
  lows,
  lowTwice,
  minus,
  negative,
  operands,
  PAIR,
  pairAt,
  plus,
  product,
  scatter,
  storeLane,
  storePair,
  sumOfProducts,
  tidy,
  type Pieces,
  type Vectors,
} from "./elements.ts";
import { arithmeticFunction, type Field, type Parts } from "./parts.ts";

/** Bytes of a number that is read or written, little-endian. */
const BYTES = 32;
/** Bytes of a step of `combine`'s program: four addresses and a pair of coefficients. */
export const STEP = 16 + PAIR;

/** Advances a loop's pointer after each round, and repeats the body until the pointer reaches the end. */
const advance = (local: number, by: number): Code => set(local, add(get(local), constant(by)));
const until = (body: Code, local: number, by: number, end: number): Code =>
  repeatWhile(body, below(tee(local, add(get(local), constant(by))), get(end)));

/** The limbs of the two numbers of 32 bytes at an address: from 0 to 2^51 - 1. Four vectors from `words` on. */
function readPair({ mask, two52 }: Field["arithmetic"], from: Code, words: number): { set: Code; pair: Vectors } {
  const word = (i: number): Code => get(words + i);
  const limbs = [
    andLanes(word(0), mask),
    andLanes(orLanes(shr(word(0), 51), shl(word(1), 13)), mask),
    andLanes(orLanes(shr(word(1), 38), shl(word(2), 26)), mask),
    andLanes(orLanes(shr(word(2), 25), shl(word(3), 39)), mask),
    shr(word(3), 12),
  ];
  return {
    set: range(4).flatMap((i) =>
      set(words + i, [...from, ...from, ...simd(0x5d, ...at(0, 8 * i)), ...simd(0x57, ...at(0, BYTES + 8 * i), 1)]),
    ),
    pair: (i) => subtractDoubles(orLanes(limbs[i]!, two52), two52),
  };
}

/**
 * name(from, to, end): reads pairs of numbers, and multiplies them by 2^power / R.
 *
 * @param apart whether it stores the two elements of a pair one after the other, instead of as a pair.
 * @param strides bytes from one pair to the next: of the numbers that it reads, and of the elements that it writes.
 */
function reading(
  parts: Parts,
  field: Field,
  exported: string,
  power: number | undefined,
  apart: boolean,
  strides: readonly [number, number] = [2 * BYTES, PAIR],
): void {
  const store = (pair: Vectors): Code =>
    apart ? scatter(get(1), add(get(1), constant(ELEMENT)), pair) : storePair(get(1), pair);
  arithmeticFunction(parts, field, { exported, parameters: 3, vectors: 4 }, ([lanes], words) => {
    const { set: load, pair } = readPair(field.arithmetic, get(0), words);
    // The address is of a value in Montgomery form, so one R is in it already.
    const factor = power === undefined ? 0 : field.pair(powerOfTwo(power - 255, field.modulus));
    return until(
      [
        ...load,
        ...keep(lanes.limb(0), pair),
        ...(power === undefined
          ? []
          : sumOfProducts(
              parts.constants,
              field.arithmetic,
              lanes,
              product(operands(lanes), pairAt(constant(factor))),
              { folded: true },
            ).flat()),
        ...store(operands(lanes)),
        ...advance(0, strides[0]),
      ],
      1,
      strides[1],
      2,
    );
  });
}

function powerOfTwo(exponent: number, modulus: bigint): bigint {
  if (exponent >= 0) return (1n << BigInt(exponent)) % modulus;
  const half = (modulus + 1n) / 2n;
  return range(-exponent).reduce((value) => (value * half) % modulus, 1n);
}

export function scalarFunctions(parts: Parts): void {
  const { p, r } = parts;
  // As keys have points: times 2^256. As they have coefficients: times 2^512, and we want them times R² = 2^510.
  reading(parts, p, "readG1", 254, true);
  reading(parts, p, "readG2", 254, false);
  reading(parts, r, "readCoefficients", 253, false, [STEP, STEP]);
  reading(parts, r, "readScalars", undefined, true);
  combine(parts);
  pointwise(parts);
  stages(parts);
  quotient(parts);
}

/** The product of the number in the limbs' locals and of `factor`, modulo r, plus what `options` adds. */
const times = (
  { constants, r }: Parts,
  lanes: Lanes,
  factor: Vectors,
  options?: Parameters<typeof sumOfProducts>[4],
): Pieces => sumOfProducts(constants, r.arithmetic, lanes, product(operands(lanes), factor), options);

function pointwise(parts: Parts): void {
  const { r } = parts;
  // powers(at, end): keeps the first element. Each later element becomes the one before it times the element at `end`.
  arithmeticFunction(parts, r, { exported: "powers", parameters: 2, vectors: LIMBS }, ([lanes], factor) => [
    ...keep(lanes.limb(0), both(get(0))),
    ...keep(factor, both(get(1))),
    ...set(0, add(get(0), constant(ELEMENT))),
    ...until(
      [...times(parts, lanes, localsFrom(factor)).flat(), ...storeLane(get(0), operands(lanes), 0)],
      0,
      ELEMENT,
      1,
    ).flat(),
  ]);
}

function stages(parts: Parts): void {
  const { r } = parts;
  const VECTORS_OF_TURN = 2 * LIMBS + 1;
  const options = (exported: string) => ({
    exported,
    parameters: 5,
    integers: 2,
    vectors: 2 * VECTORS_OF_TURN,
  });
  /** Runs through a stage: blocks of two halves, whose pairs meet a root each, two pairs at a time. */
  const stage = (turn: (of: number) => Pieces): Code => {
    const [from, end, half, roots, step, stop, root] = [0, 1, 2, 3, 4, 5, 6];
    return repeatWhile(
      [
        ...set(stop, add(get(from), get(half))),
        ...set(root, get(roots)),
        ...repeatWhile(
          [...byTurns(turn(0), turn(1)), ...set(root, add(get(root), get(step), get(step)))],
          below(tee(from, add(get(from), constant(2 * PAIR))), get(stop)),
        ),
      ],
      below(tee(from, add(get(from), get(half))), get(end)),
    );
  };
  const [lower, upper] = [get(0), add(get(0), get(2))];
  const rootOf = (of: number): Code => (of === 0 ? get(6) : add(get(6), get(4)));

  // frequencies(at, end, half, roots, step): a stage with decimation in frequency; times(…): in time. A half has at
  // least two pairs.
  arithmeticFunction(parts, r, options("frequencies"), (turns, more) =>
    stage((of) => {
      const [lanes, a] = [turns[of]!, more + of * VECTORS_OF_TURN];
      const b = a + LIMBS;
      return [
        keep(a, pairAt(lower, of * PAIR)),
        keep(b, pairAt(upper, of * PAIR)),
        keep(lanes.limb(0), minus(localsFrom(a), localsFrom(b))),
        keep(a, plus(localsFrom(a), localsFrom(b))),
        ...tidy(r, a, b + LIMBS),
        storePair(lower, localsFrom(a), of * PAIR),
        keep(b, both(rootOf(of))),
        ...times(parts, lanes, localsFrom(b)),
        storePair(upper, operands(lanes), of * PAIR),
      ];
    }),
  );
  arithmeticFunction(parts, r, options("times"), (turns, more) =>
    stage((of) => {
      const [lanes, a] = [turns[of]!, more + of * VECTORS_OF_TURN];
      const b = a + LIMBS;
      return [
        keep(lanes.limb(0), pairAt(upper, of * PAIR)),
        keep(b, both(rootOf(of))),
        ...times(parts, lanes, localsFrom(b)),
        keep(b, pairAt(lower, of * PAIR)),
        keep(a, plus(localsFrom(b), operands(lanes))),
        ...tidy(r, a, b + LIMBS),
        storePair(lower, localsFrom(a), of * PAIR),
        keep(b, minus(localsFrom(b), operands(lanes))),
        ...tidy(r, b, b + LIMBS),
        storePair(upper, localsFrom(b), of * PAIR),
      ];
    }),
  );
  middle(parts);
}

/**
 * middle(at, end, low, high): the last stage of the transform back, the multiplication by factors, and the first stage
 * of the transform forth. The factors of the two lanes are lists of elements, at `low` and at `high`.
 */
function middle(parts: Parts): void {
  const { r } = parts;
  arithmeticFunction(parts, r, { exported: "middle", parameters: 4, vectors: 2 * LIMBS + 2 }, (turns, a) => {
    const b = a + LIMBS;
    const spare = b + LIMBS;
    const [first, second] = turns.map(({ limb }) => limb(0)) as [number, number];
    /** The sum and the difference of two pairs. */
    const sums = (to: readonly [number, number], from: readonly [number, number]): Code => [
      ...keep(to[0], plus(localsFrom(from[0]), localsFrom(from[1]))),
      ...keep(to[1], minus(localsFrom(from[0]), localsFrom(from[1]))),
      ...byTurns(tidy(r, to[0], spare), tidy(r, to[1], spare + 1)),
    ];
    const turn = (of: number): Pieces => {
      const factor = of === 0 ? a : b;
      return [keep(factor, gather(get(2), get(3), of * ELEMENT)), ...times(parts, turns[of]!, localsFrom(factor))];
    };
    return until(
      [
        ...keep(a, pairAt(get(0))),
        ...keep(b, pairAt(get(0), PAIR)),
        ...sums([first, second], [a, b]),
        ...byTurns(turn(0), turn(1)),
        ...sums([a, b], [first, second]),
        ...storePair(get(0), localsFrom(a)),
        ...storePair(get(0), localsFrom(b), PAIR),
        ...advance(2, 2 * ELEMENT),
        ...advance(3, 2 * ELEMENT),
      ],
      0,
      2 * PAIR,
      1,
    );
  });
}

/** The products of the lanes of pairs at two addresses, in the limbs' locals. */
const productOfLanes = (
  parts: Parts,
  lanes: Lanes,
  [low, high]: readonly [Code, Code],
  other: number,
  options?: Parameters<typeof sumOfProducts>[4],
): Code => [
  ...range(LIMBS).flatMap((i) => [
    ...set(lanes.limb(i), lows(pairAt(low)(i), pairAt(high)(i))),
    ...set(other + i, highs(pairAt(low)(i), pairAt(high)(i))),
  ]),
  ...times(parts, lanes, localsFrom(other), options).flat(),
];

function quotient(parts: Parts): void {
  const { r } = parts;
  /** The sum of the two lanes in the low one, and their difference in the high one. */
  const sumAndDifference = (from: Vectors): Vectors => {
    const [first, second] = [(i: number) => lowTwice(from(i)), (i: number) => highTwice(from(i))];
    return (i) => lowAndHigh(plus(first, second)(i), minus(first, second)(i));
  };
  const one = r.pair(1n);
  /** 1 in the low lane, and the element at an address in the high one. */
  const oneAnd =
    (root: Code): Vectors =>
    (i) =>
      lowAndHigh(pairAt(constant(one))(i), both(root)(i));

  // halves(ab, c, end, upper, roots): products a b, and the first stage of their transform with decimation in
  // frequency. `upper` is where the second half of ab begins.
  arithmeticFunction(parts, r, { exported: "halves", parameters: 5, vectors: LIMBS }, ([lanes], other) =>
    until(
      [
        ...productOfLanes(parts, lanes, [get(0), get(3)], other),
        ...keep(other, sumAndDifference(operands(lanes))),
        ...keep(lanes.limb(0), oneAnd(get(4))),
        ...times(parts, lanes, localsFrom(other)).flat(),
        ...storePair(get(1), operands(lanes)),
        ...advance(0, PAIR),
        ...advance(3, PAIR),
        ...advance(4, ELEMENT),
      ],
      1,
      PAIR,
      2,
    ),
  );

  // quotient(ab, c, to, end, upper, upperTo, roots): the bytes of a b - c, after the last stage of c's transform. The
  // second halves of ab and of the bytes begin at `upper` and `upperTo`.
  const bytes = r.pair(powerOfTwo(-255, r.modulus));
  arithmeticFunction(parts, r, { exported: "quotient", parameters: 7, vectors: 2 * LIMBS + 2 }, ([lanes], c) => {
    const [other, sign] = [c + LIMBS, c + 2 * LIMBS];
    return until(
      [
        ...keep(other, pairAt(get(1))),
        ...keep(lanes.limb(0), oneAnd(get(6))),
        ...times(parts, lanes, localsFrom(other)).flat(),
        ...keep(c, sumAndDifference(operands(lanes))),
        ...productOfLanes(parts, lanes, [get(0), get(4)], other, { added: negative(localsFrom(c)) }),
        ...times(parts, lanes, pairAt(constant(bytes))).flat(),
        ...write(r.arithmetic, lanes.limb(0), sign, [get(2), get(5)]),
        ...[0, 1, 4].flatMap((local) => advance(local, PAIR)),
        ...advance(5, BYTES),
        ...advance(6, ELEMENT),
      ],
      2,
      BYTES,
      3,
    );
  });
}

/**
 * Writes the numbers of both lanes as bytes, each to an address. The numbers are in five locals from `first` on, above
 * -r and below r.
 *
 * @param sign the first of two locals to compute with.
 */
function write(
  { mask, orderInteger, toInteger }: Field["arithmetic"],
  first: number,
  sign: number,
  to: readonly [Code, Code],
): Code {
  const limb = (i: number): number => first + i;
  const carries = range(LIMBS - 1).flatMap((i) => [
    ...set(limb(i + 1), addLanes(get(limb(i + 1)), shrSigned(get(limb(i)), LIMB_BITS))),
    ...set(limb(i), andLanes(get(limb(i)), mask)),
  ]);
  const words = [
    orLanes(get(limb(0)), shl(get(limb(1)), 51)),
    orLanes(shr(get(limb(1)), 13), shl(get(limb(2)), 38)),
    orLanes(shr(get(limb(2)), 26), shl(get(limb(3)), 25)),
    orLanes(shr(get(limb(3)), 39), shl(get(limb(4)), 12)),
  ];
  return [
    ...range(LIMBS).flatMap((i) => set(limb(i), toInteger(get(limb(i))))),
    ...carries,
    ...set(sign, shrSigned(get(limb(LIMBS - 1)), 63)),
    ...range(LIMBS).flatMap((i) => set(limb(i), addLanes(get(limb(i)), andLanes(get(sign), orderInteger(i))))),
    ...carries,
    ...words.flatMap((word, i) => [
      ...set(sign + 1, word),
      ...to.flatMap((address, lane) => [...address, ...get(sign + 1), ...simd(0x5b, ...at(0, 8 * i), lane)]),
    ]),
  ];
}

/**
 * combine(step, end): computes four sums of coefficients times scalars: two in each of two turns, one in each lane. A
 * step makes one product in each lane, and steps alternate between the turns. A step has the addresses of two scalars,
 * the addresses of the two results, and two coefficients. If 1 is added to a result's address, the sum of the same
 * turn's step before is added to the result. The limbs of results are 16 bytes apart.
 */
function combine(parts: Parts): void {
  const { r } = parts;
  const VECTORS_OF_TURN = 2 * LIMBS + 2;
  arithmeticFunction(
    parts,
    r,
    { exported: "combine", parameters: 2, integers: 8, vectors: 2 * VECTORS_OF_TURN },
    (turns, more) => {
      const extended = (local: number): Code => [...get(local), 0xad];
      const turn = (of: number): Pieces => {
        const lanes = turns[of]!;
        const sum = more + of * VECTORS_OF_TURN;
        const scalars = sum + LIMBS;
        const [kept, spare] = [scalars + LIMBS, scalars + LIMBS + 1];
        const word = (i: number): number => 2 + 4 * of + i;
        const bits = [...extended(word(2)), ...simd(0x12), ...extended(word(3)), ...simd(0x1e, 1)];
        return [
          range(4).flatMap((i) => set(word(i), load(get(0), of * STEP + 4 * i))),
          keep(scalars, gather(get(word(0)), get(word(1)))),
          keep(lanes.limb(0), pairAt(get(0), of * STEP + 16)),
          ...times(parts, lanes, localsFrom(scalars)),
          set(kept, shrSigned(shl(bits, 63), 63)),
          keep(sum, (i) => plus(() => andLanes(get(sum + i), get(kept)), operands(lanes))(i)),
          ...tidy(r, sum, spare),
          range(2).flatMap((lane) => storeLane(and(get(word(2 + lane)), constant(-2)), localsFrom(sum), lane, 0, 16)),
        ];
      };
      return until(byTurns(turn(0), turn(1)), 0, 2 * STEP, 1);
    },
  );
}
