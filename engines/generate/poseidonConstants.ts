/** Field elements and other constants as they stand in the memory of the module of ./poseidonWasm.ts. */
import { FIELD_ORDER, reduce } from "../../src/crypto/poseidon/field.ts";

export const LIMBS = 5;
export const LIMB_BITS = 51;
export const VECTOR = 16;
/** R of the modules of engines/generate/bn254/. */
export const R = 2n ** 255n;
/** R of the module of ./poseidonWasm.ts. */
export const POSEIDON_R = 2n ** 204n;

export const range = (length: number): number[] => Array.from({ length }, (_, i) => i);
/** Every two limbs, in the order in which their differences follow the limbs. */
export const PAIRS = range(LIMBS).flatMap((j) => range(j).map((i) => [i, j] as const));
/** Bytes of an element: limbs and differences, each in both lanes. */
export const ELEMENT = (LIMBS + PAIRS.length) * VECTOR;
/** Bytes of an element that is a constant: the same, once. */
export const CONSTANT = ELEMENT / 2;
/** Bytes of the initial values of a sum's upper columns. */
export const START = LIMBS * VECTOR;

/** The bits of a double. */
export const bitsOf = (double: number): bigint => new BigUint64Array(Float64Array.of(double).buffer)[0]!;

/** The limbs of an element. */
export function limbsOf(element: bigint): bigint[] {
  let rest = element;
  return range(LIMBS).map((i) => {
    const limb = i < LIMBS - 1 ? BigInt.asIntN(LIMB_BITS, rest) : rest;
    rest = (rest - limb) >> BigInt(LIMB_BITS);
    return limb;
  });
}

export const limbBits = (element: bigint): bigint[] => limbsOf(element).map((limb) => bitsOf(Number(limb)));
/** From -r/2 to r/2. */
export const nearZero = (value: bigint): bigint => {
  const element = reduce(value);
  return 2n * element > FIELD_ORDER ? element - FIELD_ORDER : element;
};
export const toMontgomery = (element: bigint): bigint => nearZero(element * POSEIDON_R);

/** The initial memory: 64-bit values, each in both lanes of a vector, and elements. */
export type Constants = {
  readonly values: bigint[];
  /** The limbs of all elements. */
  readonly limbs: bigint[];
  /** Address of the first element. */
  readonly elementsAt: number;
};

/** Puts values into memory if they are not there yet, and returns the address of the first. */
export function place({ values }: Constants, added: readonly bigint[]): number {
  const words = added.map((value) => BigInt.asUintN(64, value));
  const found = values.findIndex((_, at) => words.every((word, i) => word === values[at + i]));
  if (found === -1) values.push(...words);
  return (found === -1 ? values.length - words.length : found) * VECTOR;
}

/** Puts elements into memory, in Montgomery form, and returns the address of the first. */
export function placeElements({ limbs, elementsAt }: Constants, elements: readonly bigint[]): number {
  const address = elementsAt + (limbs.length / LIMBS) * CONSTANT;
  for (const element of elements) limbs.push(...limbBits(toMontgomery(element)));
  return address;
}
