/**
 * Poseidon over the field of order r (protocol/1-verify §8.1). Browser-safe, without dependencies.
 *
 * @module
 */
export {
  assertFieldElement,
  bytesToElements,
  elementsToBytes,
  FIELD_ORDER,
  isFieldElement,
  reduceWord,
} from "./field.ts";
export { poseidonMany, poseidonP4, poseidonP5 } from "./hash.ts";
export { poseidonTag, TAGS, type PoseidonUse } from "./tags.ts";
