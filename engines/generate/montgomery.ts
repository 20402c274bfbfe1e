/**
 * Arithmetic modulo a prime in the two lanes of WebAssembly's vectors: r for engines/generate/poseidonField.ts, p and
 * r for engines/generate/bn254/. The primes are odd, below 2^254 and above 2^253.
 *
 * An element is five limbs of 51 bits, as doubles: from -2^50 to 2^50 each, or from -2^51 to 2^51 if the element is the
 * sum or the difference of two, or was just read. Two limbs are multiplied exactly by two fused multiply-adds (Emmart,
 * Zheng and Weems, "Faster modular exponentiation using double precision floating point arithmetic on the GPU", ARITH
 * 2018): added to `SPLIT` = 1.5 · 2^103, their product, up to 2^102 either way, is rounded to a multiple of 2^51; what
 * that leaves out, up to 2^50 either way, is the second one's result, with `WHOLE` = 1.5 · 2^52 on top. Both halves are
 * then integers in the lowest bits of doubles. The bits of these doubles are summed up in columns of 64 bits. The sum
 * of their exponents' bits is known beforehand, and is subtracted from the column's initial value.
 *
 * Elements are in Montgomery form, R = 2^255. A sum of products is reduced as a whole, once: the digits of a reduction
 * are up to 2^50 either way, so it makes T into T/R ± modulus/2, modulus/R being 0.378 for both primes. Poseidon has
 * another R and a reduction of its own, in ./poseidonField.ts.
 * Columns have to stay below 2^57, and results below 2^255, so that their last limb is at most 2^51.
 */
import {
  LIMBS,
  LIMB_BITS,
  VECTOR,
  bitsOf,
  limbBits,
  limbsOf,
  place,
  range,
  type Constants,
} from "./poseidonConstants.ts";
import { at, binary, constant, get, loadVector, set, simd, tee, type Code } from "./wasm.ts";

export const COLUMNS = 2 * LIMBS;
export const TOP = COLUMNS - 1;

export const and = binary(...simd(0x4e));
export const or = binary(...simd(0x50));
export const addLanes = binary(...simd(0xce));
export const subtractLanes = binary(...simd(0xd1));
export const shl = (value: Code, bits: number): Code => [...value, ...constant(bits), ...simd(0xcb)];
export const shr = (value: Code, bits: number): Code => [...value, ...constant(bits), ...simd(0xcd)];
export const shrSigned = (value: Code, bits: number): Code => [...value, ...constant(bits), ...simd(0xcc)];
export const addDoubles = binary(...simd(0xf0));
export const subtractDoubles = binary(...simd(0xf1));
export const multiplyDoubles = binary(...simd(0xf2));
/** The nearest integer. */
export const nearestInteger = (value: Code): Code => [...value, ...simd(0x94)];
/** `a · b + c`, rounded once. */
export const fused = (a: Code, b: Code, c: Code): Code => [...a, ...b, ...c, ...simd(0x107)];
export const loadSplat = (address: Code, offset: number): Code => [...address, ...simd(10, ...at(3, offset))];

export const SPLIT = 1.5 * 2 ** 103;
export const WHOLE = 1.5 * 2 ** 52;
/** The excess of every column over its true value, which keeps it positive. */
export const POSITIVE = 2n ** 58n;
/** And what columns have that become limbs, so that cutting them off rounds to the nearest: for limbs of both signs. */
export const NEAREST = 2n ** 50n - 1n;

/** By column, what the bits of the halves add up to beyond their values. */
export type Excess = bigint[];

export function exceed(excess: Excess, k: number, half: "upper" | "lower", times: bigint): void {
  excess[k] = (excess[k] ?? 0n) + times * bitsOf(half === "upper" ? SPLIT : WHOLE);
}

/** How many vectors a function has for the arithmetic. */
export const VECTORS = COLUMNS + LIMBS + 4;

export type Arithmetic = ReturnType<typeof arithmeticOver>;
/** The arithmetic with its locals. */
export type Lanes = ReturnType<Arithmetic["startingAt"]>;

/**
 * Returns the arithmetic's parts. They put their constants into `constants`.
 *
 * @param foldBits bits of the last column that {@link Lanes.quotient} ignores; missing if nobody calls it.
 */
export function arithmeticOver(constants: Constants, modulus: bigint, foldBits?: number) {
  const vector = (address: number, i = 0): Code => loadVector(constant(0), address + i * VECTOR);
  const bits = (value: bigint): Code => vector(place(constants, [value]));
  const doubles = (value: number): Code => bits(bitsOf(value));

  const mask = bits(2n ** BigInt(LIMB_BITS) - 1n);
  const [two52, whole] = [doubles(2 ** 52), doubles(WHOLE)];
  const nearest = doubles(2 ** 52 + Number(NEAREST));
  const order = place(constants, limbBits(modulus));
  const minusOrder = place(constants, limbBits(-modulus));
  const orderIntegers = place(constants, limbsOf(modulus));
  const negativeInverse = doubles(Number(BigInt.asIntN(LIMB_BITS, -inverseModuloLimb(modulus))));
  const fold = foldBits !== undefined && {
    bits: foldBits,
    base: doubles(2 ** 52 + Number(POSITIVE >> BigInt(foldBits))),
    factor: doubles(2 ** (204 + foldBits) / Number(modulus)),
  };
  const [split, wholeSplit] = [doubles(SPLIT), doubles(SPLIT + WHOLE)];

  return {
    mask,
    two52,
    whole,
    bits,
    doubles,
    vector,
    order: (i: number): Code => vector(order, i),
    minusOrder: (i: number): Code => vector(minusOrder, i),
    orderInteger: (i: number): Code => vector(orderIntegers, i),
    /** A limb as an integer. */
    toInteger: (value: Code): Code => subtractLanes(addDoubles(value, whole), whole),
    startingAt,
  };

  /** With the arithmetic's locals from `first` on. Its two constants can be another's, whose prologue sets them. */
  function startingAt(first: number, splitters = first + COLUMNS + LIMBS + 2) {
    const column = (k: number): number => first + k;
    const limb = (i: number): number => first + COLUMNS + i;
    const [UPPER, DIGIT] = [first + COLUMNS + LIMBS, first + COLUMNS + LIMBS + 1];
    const [SPLITTER, WHOLE_SPLITTER] = [splitters, splitters + 1];
    const prologue: Code = [...set(SPLITTER, split), ...set(WHOLE_SPLITTER, wholeSplit)];

    const addTo = (k: number, value: Code): Code => set(column(k), addLanes(get(column(k)), value));
    const takeFrom = (k: number, value: Code): Code => set(column(k), subtractLanes(get(column(k)), value));
    /** Carries the bits above a column's lowest 51. */
    const carry = (k: number): Code => addTo(k + 1, shr(get(column(k)), LIMB_BITS));

    /** The two halves of a product as doubles whose bits are to be summed up. The first leaves it in UPPER. */
    const upperHalf = (a: Code, b: Code): Code => tee(UPPER, fused(a, b, get(SPLITTER)));
    const lowerHalf = (a: Code, b: Code): Code => fused(a, b, subtractDoubles(get(WHOLE_SPLITTER), get(UPPER)));

    /**
     * Adds a product of limbs to columns k and k + 1, or subtracts it if `times` is negative. The code runs |times|
     * times in all, and `excess` counts all of them.
     */
    function product(excess: Excess, k: number, a: Code, b: Code, times = 1n): Code {
      const change = times < 0n ? takeFrom : addTo;
      exceed(excess, k, "lower", times);
      exceed(excess, k + 1, "upper", times);
      return [...change(k + 1, upperHalf(a, b)), ...change(k, lowerHalf(a, b))];
    }

    /** The limb that a column becomes, as a double. */
    const digit = (k: number): Code => subtractDoubles(or(and(get(column(k)), mask), two52), nearest);

    /**
     * Divides the columns by R modulo the modulus, and leaves the result in columns 5 to 9. A digit's product with the
     * modulus' first limb makes its column a multiple of 2^51, so only its upper half is computed: the lower half is
     * the negative of the column's digit, and the carry leaves that digit out. The same holds for the digit 2^50:
     * halves are rounded to even, so a product of 2^50 and an odd number leaves 2^50 or -2^50, as the number is 1 or 3
     * modulo 4. One of the modulus and its negative inverse is 1 and the other 3: -2^50 is left.
     */
    const reduce = (excess: Excess): Code => digits(excess).flat();

    /** The code of {@link reduce}, digit by digit. */
    const digits = (excess: Excess): Code[] => range(LIMBS).map((i) => clear(excess, i));

    /** Clears column i by a multiple of the modulus, and carries the rest to the next column. */
    const clear = (excess: Excess, i: number): Code => {
      exceed(excess, i + 1, "upper", 1n);
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
    };

    /** Sets DIGIT to the quotient of columns 5 to 9 by the modulus, estimated from the last column. */
    const quotient = (): Code => {
      if (fold === false) throw new Error("this arithmetic was made without foldBits");
      const shifted = subtractDoubles(or(shr(get(column(TOP)), fold.bits), two52), fold.base);
      return set(DIGIT, subtractDoubles(fused(shifted, fold.factor, whole), whole));
    };

    /**
     * Makes limbs of columns 5 to 9. `late` is the part of the last column's excess that its initial value did not
     * subtract.
     */
    const settle = (late = 0n): Code => limbs(late).flat();

    /** The code of {@link settle}, limb by limb. */
    const limbs = (late = 0n): Code[] => [
      ...range(LIMBS - 1).map((i) => [...set(limb(i), digit(LIMBS + i)), ...carry(LIMBS + i)]),
      set(limb(LIMBS - 1), subtractDoubles(addLanes(get(column(TOP)), bits(bitsOf(WHOLE) - POSITIVE - late)), whole)),
    ];

    return {
      DIGIT,
      SPLITTERS: SPLITTER,
      column,
      limb,
      prologue,
      addTo,
      takeFrom,
      carry,
      upperHalf,
      lowerHalf,
      product,
      digit,
      clear,
      reduce,
      digits,
      quotient,
      settle,
      limbs,
    };
  }
}

/** Initial values of the columns. Each column carries into the next one. */
export const startOf = (excess: Excess): bigint[] =>
  range(COLUMNS).map(
    (k) => POSITIVE + (k < TOP ? NEAREST : 0n) - (k > 0 ? POSITIVE >> BigInt(LIMB_BITS) : 0n) - (excess[k] ?? 0n),
  );

/** `1/modulus` modulo 2^51, by Newton's iteration. */
function inverseModuloLimb(modulus: bigint): bigint {
  let inverse = 1n;
  for (let i = 0; i < 6; i++) inverse = BigInt.asUintN(LIMB_BITS, inverse * (2n - modulus * inverse));
  return inverse;
}
