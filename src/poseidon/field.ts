/**
 * The field of the circuits: the integers modulo r, the order of BN254
 * (PROTOCOL, section 1).
 *
 * @module
 */

/** `r`, the order of BN254; every value that a circuit sees is below it. */
export const FIELD_ORDER = 0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001n;

/** How many bits {@link FIELD_ORDER} has. */
export const FIELD_BITS = 254;

/** Whether `value` is an element of the field in its one canonical form: `0 <= value < r`. */
export function isFieldElement(value: unknown): value is bigint {
  return typeof value === "bigint" && value >= 0n && value < FIELD_ORDER;
}

/**
 * Returns `value` if it is a field element.
 *
 * @param name What the value is, for the message.
 * @throws RangeError where it is not a bigint with `0 <= value < r`.
 */
export function assertFieldElement(value: unknown, name: string): bigint {
  if (isFieldElement(value)) return value;
  throw new RangeError(`${name} is not a field element: it must be a bigint from 0 to r - 1`);
}

/** `value mod r`, from 0 to r - 1 also for a negative value. */
export function reduce(value: bigint): bigint {
  const rest = value % FIELD_ORDER;
  return rest < 0n ? rest + FIELD_ORDER : rest;
}

/**
 * The inverse modulo r, by Euclid's extended algorithm.
 *
 * @throws RangeError for a multiple of r, which has none.
 */
export function inverse(value: bigint): bigint {
  let [rest, next] = [FIELD_ORDER, reduce(value)];
  let [factor, nextFactor] = [0n, 1n];
  if (next === 0n) throw new RangeError("zero has no inverse");
  while (next !== 0n) {
    const quotient = rest / next;
    [rest, next] = [next, rest - quotient * next];
    [factor, nextFactor] = [nextFactor, factor - quotient * nextFactor];
  }
  return reduce(factor);
}

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
 * @throws RangeError where the matrix is singular.
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
