/**
 * Scalars: reading and writing numbers, sums of products by a program, and Fourier transforms over F_r.
 *
 * A transform's vector has pairs: two vectors are transformed at once. From the natural order to the bit-reversed one
 * it goes with decimation in frequency, back with decimation in time.
 *
 * Sizes, in units of r. Roots are below 0.62, each being a product of the one before it and a number up to 1/2
 * (0.378 · 0.62 / 2 + 1/2). Sums are tidied, to 0.51. With decimation in frequency what is turned stays below 0.95
 * (0.378 · 2 · 0.95 · 0.62 + 1/2), with decimation in time below 0.73; so no sum of two is above 1.9.
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
  ELEMENT,
  gather,
  keep,
  localsFrom,
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
  swapped,
  tidy,
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
 * @param apart whether it stores the two elements of a pair one behind the other, instead of as a pair.
 */
function reading(parts: Parts, field: Field, exported: string, power: number | undefined, apart: boolean): void {
  const store = (pair: Vectors): Code =>
    apart ? scatter(get(1), add(get(1), constant(ELEMENT)), pair) : storePair(get(1), pair);
  arithmeticFunction(parts, field, { exported, parameters: 3, vectors: 4 }, (lanes, words) => {
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
            )),
        ...store(operands(lanes)),
        ...advance(0, 2 * BYTES),
      ],
      1,
      PAIR,
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
  reading(parts, r, "readCoefficients", 253, false);
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
): Code => sumOfProducts(constants, r.arithmetic, lanes, product(operands(lanes), factor), options);

function pointwise(parts: Parts): void {
  const { r } = parts;
  // multiplyLanes(from, to, end): multiplies the two lanes of each pair, and stores the product in both.
  arithmeticFunction(parts, r, { exported: "multiplyLanes", parameters: 3, vectors: LIMBS }, (lanes, other) =>
    until(
      [
        ...keep(lanes.limb(0), pairAt(get(0))),
        ...range(LIMBS).flatMap((i) => set(other + i, swapped(get(lanes.limb(i))))),
        ...times(parts, lanes, localsFrom(other)),
        ...storePair(get(1), operands(lanes)),
        ...advance(0, PAIR),
      ],
      1,
      PAIR,
      2,
    ),
  );

  // scale(at, end, factors): multiplies both lanes of each pair by the next element of `factors`, in place.
  arithmeticFunction(parts, r, { exported: "scale", parameters: 3, vectors: LIMBS }, (lanes, factor) =>
    until(
      [
        ...keep(lanes.limb(0), pairAt(get(0))),
        ...keep(factor, both(get(2))),
        ...times(parts, lanes, localsFrom(factor)),
        ...storePair(get(0), operands(lanes)),
        ...advance(2, ELEMENT),
      ],
      0,
      PAIR,
      1,
    ),
  );

  // powers(at, end): keeps the first element. Each later element becomes the one before it times the element at `end`.
  arithmeticFunction(parts, r, { exported: "powers", parameters: 2, vectors: LIMBS }, (lanes, factor) => [
    ...keep(lanes.limb(0), both(get(0))),
    ...keep(factor, both(get(1))),
    ...set(0, add(get(0), constant(ELEMENT))),
    ...until([...times(parts, lanes, localsFrom(factor)), ...storeLane(get(0), operands(lanes), 0)], 0, ELEMENT, 1),
  ]);
}

function stages(parts: Parts): void {
  const { r } = parts;
  /** Runs through a stage: blocks of two halves, whose pairs meet a root each. */
  const stage = (body: Code): Code => {
    const [from, end, half, roots, step, stop, root] = [0, 1, 2, 3, 4, 5, 6];
    return repeatWhile(
      [
        ...set(stop, add(get(from), get(half))),
        ...set(root, get(roots)),
        ...repeatWhile(
          [...body, ...set(root, add(get(root), get(step)))],
          below(tee(from, add(get(from), constant(PAIR))), get(stop)),
        ),
      ],
      below(tee(from, add(get(from), get(half))), get(end)),
    );
  };
  const [lower, upper] = [get(0), add(get(0), get(2))];

  // frequencies(at, end, half, roots, step): a stage with decimation in frequency; times(…): in time.
  arithmeticFunction(
    parts,
    r,
    { exported: "frequencies", parameters: 5, integers: 2, vectors: 2 * LIMBS + 1 },
    (lanes, a) => {
      const b = a + LIMBS;
      return stage([
        ...keep(a, pairAt(lower)),
        ...keep(b, pairAt(upper)),
        ...keep(lanes.limb(0), minus(localsFrom(a), localsFrom(b))),
        ...keep(a, plus(localsFrom(a), localsFrom(b))),
        ...tidy(r, a, b + LIMBS),
        ...storePair(lower, localsFrom(a)),
        ...keep(b, both(get(6))),
        ...times(parts, lanes, localsFrom(b)),
        ...storePair(upper, operands(lanes)),
      ]);
    },
  );
  arithmeticFunction(
    parts,
    r,
    { exported: "times", parameters: 5, integers: 2, vectors: 2 * LIMBS + 1 },
    (lanes, a) => {
      const b = a + LIMBS;
      return stage([
        ...keep(lanes.limb(0), pairAt(upper)),
        ...keep(b, both(get(6))),
        ...times(parts, lanes, localsFrom(b)),
        ...keep(b, pairAt(lower)),
        ...keep(a, plus(localsFrom(b), operands(lanes))),
        ...tidy(r, a, b + LIMBS),
        ...storePair(lower, localsFrom(a)),
        ...keep(b, minus(localsFrom(b), operands(lanes))),
        ...tidy(r, b, b + LIMBS),
        ...storePair(upper, localsFrom(b)),
      ]);
    },
  );
}

/** quotient(ab, c, to, end): the bytes of a b - c. */
function quotient(parts: Parts): void {
  const { r } = parts;
  const one = r.pair(powerOfTwo(-255, r.modulus));
  arithmeticFunction(parts, r, { exported: "quotient", parameters: 4, vectors: LIMBS + 2 }, (lanes, other) =>
    until(
      [
        ...keep(lanes.limb(0), pairAt(get(0))),
        ...range(LIMBS).flatMap((i) => set(other + i, swapped(get(lanes.limb(i))))),
        ...times(parts, lanes, localsFrom(other), { added: negative(pairAt(get(1))) }),
        ...times(parts, lanes, pairAt(constant(one))),
        ...write(r.arithmetic, lanes.limb(0), other + LIMBS),
        ...advance(0, PAIR),
        ...advance(1, PAIR),
      ],
      2,
      BYTES,
      3,
    ),
  );
}

/** The bytes of the low lane of five locals, at what the third parameter is: of what is above -r and below r. */
function write({ mask, orderInteger, toInteger }: Field["arithmetic"], first: number, sign: number): Code {
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
    ...words.flatMap((word, i) => [...get(2), ...word, ...simd(0x5b, ...at(0, 8 * i), 0)]),
  ];
}

/**
 * combine(step, end): in each lane a sum of coefficients times scalars, one product a step. A step has the addresses
 * of two scalars, then of where the two sums go, plus 1 where the sum of the step before is added; limbs there are
 * 16 bytes apart. Then it has the coefficients.
 */
function combine(parts: Parts): void {
  const { r } = parts;
  arithmeticFunction(
    parts,
    r,
    { exported: "combine", parameters: 2, integers: 4, vectors: 2 * LIMBS + 2 },
    (lanes, sum) => {
      const scalars = sum + LIMBS;
      const [kept, spare] = [scalars + LIMBS, scalars + LIMBS + 1];
      const word = (i: number): Code => get(2 + i);
      const extended = (i: number): Code => [...word(i), 0xad];
      return until(
        [
          ...range(4).flatMap((i) => set(2 + i, load(get(0), 4 * i))),
          ...keep(scalars, gather(word(0), word(1))),
          ...keep(lanes.limb(0), pairAt(get(0), 16)),
          ...times(parts, lanes, localsFrom(scalars)),
          ...set(kept, shrSigned(shl([...extended(2), ...simd(0x12), ...extended(3), ...simd(0x1e, 1)], 63), 63)),
          ...keep(sum, (i) => plus(() => andLanes(get(sum + i), get(kept)), operands(lanes))(i)),
          ...tidy(r, sum, spare),
          ...range(2).flatMap((lane) => storeLane(and(word(2 + lane), constant(-2)), localsFrom(sum), lane, 0, 16)),
        ],
        0,
        STEP,
        1,
      );
    },
  );
}
