/** The layout of the module's memory, and the largest limbs of each element. */
import type { Data } from "../assembler.ts";
import { LIMBS, VECTOR, type Constants } from "../poseidonConstants.ts";
import { limbsOfElement, P, type Fp2 } from "./pairingNumbers.ts";

/** Bytes of a vector's worth of limbs: two numbers modulo p, or one of Fp2. */
export const ELEMENT = LIMBS * VECTOR;

/** The largest limbs there may be, without their signs: the first four, and the last. */
export type Bounds = { readonly low: number; readonly top: number };
export type Element = { readonly at: number; readonly bounds: Bounds };

const HALF_TOP = Number(P / 2n) / 2 ** 204;
/** After a reduction: limbs of 51 bits, and p/2 in all, plus the rounding error of the quotient. */
export const REDUCED: Bounds = { low: 2 ** 50, top: HALF_TOP * (1 + 2 ** -20) + 1 };
/** After `tidy`, which adds carries to limbs and does not carry again. */
export const TIDY: Bounds = { low: 2 ** 50 + 16, top: HALF_TOP * (1 + 2 ** -20) + 17 };
/** A number below p, as it is read. */
export const READ: Bounds = { low: 2 ** 51, top: 2 ** 50 };
export const times = ({ low, top }: Bounds, factor: number): Bounds => ({ low: low * factor, top: top * factor });
/** Bounds of a sum or difference of two reduced elements, of two tidy ones, and of three tidy ones. */
export const REDUCED_SUM = times(REDUCED, 2);
export const SUM = times(TIDY, 2);
export const SUM_OF_3 = times(TIDY, 3);

/** The values that ../montgomery.ts works with come first, then the programs of sums.ts. */
export const constants: Constants = { values: [], limbs: [], elementsAt: 0 };
const CONSTANTS_END = 8_192;
export const programs: number[] = [];
export const PROGRAMS = CONSTANTS_END;
const PROGRAMS_END = PROGRAMS + 12_288;

let next = PROGRAMS_END;
export function place(bytes: number): number {
  const at = next;
  next = (next + bytes + 15) & ~15;
  return at;
}

export const element = (bounds: Bounds = REDUCED): Element => ({ at: place(ELEMENT), bounds });
/** Elements that follow each other. */
export const elements = (count: number, bounds: Bounds = REDUCED): Element[] =>
  Array.from({ length: count }, () => element(bounds));

const data: Data[] = [];
/** An element of Fp2, or two numbers modulo p. */
export function constantElement(...numbers: Fp2): Element {
  const result = element();
  const lanes = numbers.map(limbsOfElement);
  const doubles = Array.from({ length: 2 * LIMBS }, (_, i) => Number(lanes[i % 2]![i >> 1]!));
  data.push({ at: result.at, bytes: new Uint8Array(Float64Array.from(doubles).buffer) });
  return result;
}
export function constantBytes(bytes: Uint8Array): number {
  const at = place(bytes.length);
  data.push({ at, bytes });
  return at;
}

/** Returns the initial memory. Call it after all code is written, because code adds constants. */
export function memory(): { data: readonly Data[]; pages: number } {
  const both = constants.values.flatMap((value) => [value, value]);
  const values = new Uint8Array(BigUint64Array.from(both).buffer);
  const program = new Uint8Array(Uint32Array.from(programs).buffer);
  if (values.length > CONSTANTS_END) throw new Error("the constants do not fit");
  if (PROGRAMS + program.length > PROGRAMS_END) throw new Error("the programs do not fit");
  return {
    data: [{ at: 0, bytes: values }, { at: PROGRAMS, bytes: program }, ...data],
    pages: Math.ceil(next / 65_536),
  };
}
