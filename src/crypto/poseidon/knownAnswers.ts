/** Known answers that an engine must give before it is used. */
import type { Arity, HashMany } from "./engine.ts";
import { ELEMENT_BYTES, elementsToBytes, FIELD_ORDER } from "./field.ts";

/** Fills four vectors of two lanes. Over all rounds, a code path that 1 in 20 numbers takes is most probably taken. */
const COUNT = 8;
const ROUNDS = 8;

/** The edges of the arithmetic, and random numbers between them. */
const FIRST = [
  0n,
  FIELD_ORDER - 1n,
  1n,
  2n ** 253n,
  FIELD_ORDER >> 1n,
  2n ** 51n - 1n,
  FIELD_ORDER / 3n,
  FIELD_ORDER - 2n ** 204n,
  2n ** 102n + 1n,
  FIELD_ORDER / 7n,
  (FIELD_ORDER >> 1n) + 1n,
];

/**
 * Hashes hashes in rounds, with a hash as the tag, and returns the last ones. So an error in any hash changes the
 * result.
 */
export function answerOf(hashMany: HashMany, arity: Arity): Uint8Array {
  let tag = elementsToBytes([FIELD_ORDER - 5n]);
  let hashes = elementsToBytes(FIRST);
  for (let round = 0; round < ROUNDS; round++) {
    const elements = hashes.length / ELEMENT_BYTES;
    const inputs = new Uint8Array(COUNT * arity * ELEMENT_BYTES);
    for (let i = 0; i < COUNT * arity; i++) {
      // Each hash takes other elements, from another place on.
      const from = ((Math.floor(i / arity) + i) % elements) * ELEMENT_BYTES;
      inputs.set(hashes.subarray(from, from + ELEMENT_BYTES), i * ELEMENT_BYTES);
    }
    hashes = hashMany(arity, tag, inputs);
    tag = hashes.slice(0, ELEMENT_BYTES);
  }
  return hashes;
}
