/**
 * Poseidon over the field of order r (PROTOCOL, section 6.1). Browser-safe, without dependencies.
 *
 * @module
 */
export { assertFieldElement, FIELD_ORDER, isFieldElement } from "./field.ts";
export { poseidonP4, poseidonP5 } from "./poseidon.ts";
export { poseidonTag, TAGS, type PoseidonUse } from "./tags.ts";
