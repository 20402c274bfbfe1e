/** An integer as a driver returns it: `pg` returns a bigint as a decimal string. */
export type SqlInteger = number | string | bigint;

/** Converts an integer column's value. Throws `RangeError` beyond 2^53 - 1, which this code never writes. */
export function toSafeInteger(value: SqlInteger): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is not a safe integer`);
  return number;
}

/** Converts a byte column's value: `pg` returns a Buffer, which prints and compares differently from a Uint8Array. */
export function toBytes(value: Uint8Array): Uint8Array {
  return Buffer.isBuffer(value) ? new Uint8Array(value.buffer, value.byteOffset, value.length) : value;
}
