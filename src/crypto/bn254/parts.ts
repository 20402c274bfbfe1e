/** The parts of a proof; ./groth16.ts puts them together. */
import { areBelow, type Point1, type Point2, SCALAR_BYTES, wordsOf } from "./numbers.ts";

/** Two random scalars below r, new for each proof, which make it reveal nothing of the witness. */
export type Blinding = { readonly r: bigint; readonly s: bigint };

export type Groth16Points = { readonly a: Point1; readonly b: Point2; readonly c: Point1 };

/** The sums of B: in G2, a part of the proof, and in G1. */
export type PartB = { readonly b1: Point1 | undefined; readonly b2: Point2 | undefined };
/** The sums of A and C, the latter without s A + r B. */
export type PartA = { readonly a: Point1 | undefined; readonly c: Point1 | undefined };

/** Makes B of one proof after the other. Throws RangeError if the witness is malformed. */
export type ProverB = (witness: Uint8Array, blinding: Blinding) => PartB;
/** Makes A and C, and puts the parts together. */
export type ProverA = {
  readonly prove: (witness: Uint8Array, blinding: Blinding) => PartA;
  readonly finish: (partA: PartA, partB: PartB, blinding: Blinding) => Groth16Points;
};

/** The witness as words. Throws RangeError if it is malformed. */
export function readWitness(witness: Uint8Array, wires: number): Uint32Array {
  if (witness.length !== wires * SCALAR_BYTES) {
    throw new RangeError(`the witness has ${witness.length} bytes, not ${SCALAR_BYTES} for each of ${wires} wires`);
  }
  const words = wordsOf(witness);
  if (!areBelow(words, "r")) throw new RangeError("a wire of the witness is not below r");
  if (words[0] !== 1 || words.subarray(1, 8).some((word) => word !== 0)) {
    throw new RangeError("the first wire of the witness is not 1");
  }
  return words;
}

/** Makes a proof of three points. The chance that one of them is the point at infinity is 1 in r. */
export function finite(a: Point1 | undefined, b: Point2 | undefined, c: Point1 | undefined): Groth16Points {
  if (a === undefined || b === undefined || c === undefined) throw new Error("a point of the proof is infinity");
  return { a, b, c };
}
