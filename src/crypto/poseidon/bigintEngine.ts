import type { HashMany } from "./engine.ts";
import { bytesToElements, ELEMENT_BYTES, elementsToBytes } from "./field.ts";
import { P4, P5, poseidon } from "./poseidon.ts";

const hashes = { 4: poseidon(P4), 5: poseidon(P5) } as const;

/** Hashes with bigints, which run everywhere. */
export const hashManyInBigints: HashMany = (arity, tag, inputs) => {
  const [tagElement = 0n] = bytesToElements(tag);
  const to = new Uint8Array(inputs.length / arity);
  for (let at = 0; at < to.length; at += ELEMENT_BYTES) {
    const elements = bytesToElements(inputs.subarray(at * arity, (at + ELEMENT_BYTES) * arity));
    to.set(elementsToBytes([hashes[arity](tagElement, elements)]), at);
  }
  return to;
};
