/** How many inputs the hashes of protocol/1-verify §8.1 have. */
export type Arity = 4 | 5;

/**
 * Hashes each four elements with P4, or each five with P5, all under one tag.
 *
 * @param tag 32 bytes. Elements are 32 big-endian bytes each. The caller has checked their number and that they are
 *   canonical.
 * @returns The hashes, 32 bytes each, one after the other.
 */
export type HashMany = (arity: Arity, tag: Uint8Array, inputs: Uint8Array) => Uint8Array;
