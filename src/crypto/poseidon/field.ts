/**
 * The field of the circuits: the integers modulo r, the order of BN254
 * (protocol/1-verify §3).
 *
 * @module
 */

import { Field } from "@noble/curves/abstract/modular.js";

/** `r`, the order of BN254; every value that a circuit sees is below it. */
export const FIELD_ORDER = 0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001n;

/** Whether `value` is an element of the field in its one canonical form: `0 <= value < r`. */
export function isFieldElement(value: unknown): value is bigint {
  return typeof value === "bigint" && value >= 0n && value < FIELD_ORDER;
}

/**
 * Returns `value` if it is a field element.
 *
 * @param name names the value in the message.
 * @throws RangeError if it is not a bigint with `0 <= value < r`.
 */
export function assertFieldElement(value: unknown, name: string): bigint {
  if (isFieldElement(value)) return value;
  throw new RangeError(`${name} is not a field element: it must be a bigint from 0 to r - 1`);
}

/** Bytes of a written element, big-endian. */
export const ELEMENT_BYTES = 32;

/**
 * Elements as 32 big-endian bytes each, one after the other.
 *
 * @throws RangeError if one is not a field element.
 */
export function elementsToBytes(elements: readonly bigint[]): Uint8Array {
  const bytes = new Uint8Array(elements.length * ELEMENT_BYTES);
  const view = new DataView(bytes.buffer);
  elements.forEach((element, i) => {
    assertFieldElement(element, `element ${i}`);
    for (let word = 0; word < 4; word++) {
      view.setBigUint64(i * ELEMENT_BYTES + 8 * word, element >> BigInt(192 - 64 * word));
    }
  });
  return bytes;
}

/**
 * The elements of {@link elementsToBytes}.
 *
 * @throws RangeError if there are not 32 bytes for each, or one is not below r.
 */
export function bytesToElements(bytes: Uint8Array): bigint[] {
  assertElementBytes(bytes, "the elements");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / ELEMENT_BYTES }, (_, i) => {
    let element = 0n;
    for (let word = 0; word < 4; word++) {
      element = (element << 64n) | view.getBigUint64(i * ELEMENT_BYTES + 8 * word);
    }
    return element;
  });
}

/** The eight 32-bit words of {@link FIELD_ORDER}, most significant first. */
const ORDER_WORDS = Array.from({ length: 8 }, (_, i) => Number((FIELD_ORDER >> BigInt(224 - 32 * i)) & 0xffffffffn));

/** Whether the 32 bytes at `at` are an integer below r. */
function isBelowOrder(view: DataView, at: number): boolean {
  for (const [i, word] of ORDER_WORDS.entries()) {
    const found = view.getUint32(at + 4 * i);
    if (found !== word) return found < word;
  }
  return false;
}

/**
 * Checks that bytes are field elements in their canonical form.
 *
 * @throws RangeError if there are not 32 bytes for each, or one is not below r.
 */
export function assertElementBytes(bytes: Uint8Array, name: string): void {
  if (bytes.length % ELEMENT_BYTES !== 0) {
    throw new RangeError(`${name} are ${bytes.length} bytes, not ${ELEMENT_BYTES} for each`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length; at += ELEMENT_BYTES) {
    // For most elements the first byte decides.
    if (bytes[at]! < 0x30 || isBelowOrder(view, at)) continue;
    throw new RangeError(`element ${at / ELEMENT_BYTES} of ${name} is not a field element: it is not below r`);
  }
}

/**
 * Reduces the 256-bit word at `at` modulo r, in place.
 *
 * @returns How many times r went into it: 0 to 5.
 */
export function reduceWord(bytes: Uint8Array, at: number): number {
  if (bytes[at]! < 0x30) return 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let quotient = 0;
  while (!isBelowOrder(view, at)) {
    let borrow = 0;
    for (let i = 7; i >= 0; i--) {
      const difference = view.getUint32(at + 4 * i) - ORDER_WORDS[i]! - borrow;
      borrow = difference < 0 ? 1 : 0;
      view.setUint32(at + 4 * i, difference);
    }
    quotient += 1;
  }
  return quotient;
}

const Fr = Field(FIELD_ORDER);

/** Returns `value mod r`, from 0 to r - 1 also for a negative value. */
export const reduce = (value: bigint): bigint => Fr.create(value);

/**
 * Returns the inverse modulo r.
 *
 * @throws Error if `value` is a multiple of r.
 */
export const inverse = (value: bigint): bigint => Fr.inv(value);

/** Rows of field elements. */
export type Matrix = readonly (readonly bigint[])[];

/** The product of two matrices modulo r. */
export function multiply(left: Matrix, right: Matrix): bigint[][] {
  const columns = right[0]?.length ?? 0;
  return left.map((row) =>
    Array.from({ length: columns }, (_, column) =>
      reduce(row.reduce((sum, x, k) => sum + x * (right[k]?.[column] ?? 0n), 0n)),
    ),
  );
}

/**
 * The inverse of a square matrix modulo r, by Gauss and Jordan's elimination.
 *
 * @throws RangeError if the matrix is singular.
 */
export function invertMatrix(matrix: Matrix): bigint[][] {
  const size = matrix.length;
  let rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1n : 0n))]);
  for (let column = 0; column < size; column++) {
    const at = rows.findIndex((row, i) => i >= column && row[column] !== 0n);
    const found = rows[at];
    if (found === undefined) throw new RangeError("the matrix is singular");
    const scale = inverse(found[column] ?? 0n);
    const pivot = found.map((x) => reduce(x * scale));
    rows.splice(at, 1);
    rows.splice(column, 0, pivot);
    rows = rows.map((row, i) => {
      const factor = row[column] ?? 0n;
      return i === column ? row : row.map((x, j) => reduce(x - factor * (pivot[j] ?? 0n)));
    });
  }
  return rows.map((row) => row.slice(size));
}
