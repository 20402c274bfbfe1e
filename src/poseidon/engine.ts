/** How many inputs the hashes of PROTOCOL, section 6.1, have. */
export type Arity = 4 | 5;

/**
 * Hashes each four elements with P4, or each five with P5, all under one tag.
 *
 * @param tag 32 bytes. Elements are 32 big-endian bytes each. Whoever calls this has checked that they are
 *   canonical, and how many there are.
 * @returns The hashes, 32 bytes each, one after the other.
 */
export type HashMany = (arity: Arity, tag: Uint8Array, inputs: Uint8Array) => Uint8Array;
