/**
 * Arrays in PostgreSQL's binary format (`array_send` in src/backend/utils/adt/arrayfuncs.c). `pg` sends a Buffer as it
 * is. It would send any other array as text, with bytes in hex and strings escaped, which is longer.
 */

const BYTEA = 17;
const TEXT = 25;
const HEADER = 20;

/** A bytea[] parameter; null becomes NULL. */
export function byteaArray(values: readonly (Uint8Array | null)[]): Buffer {
  return encode(BYTEA, values);
}

/** A text[] parameter. */
export function textArray(values: readonly string[]): Buffer {
  return encode(
    TEXT,
    values.map((value) => Buffer.from(value)),
  );
}

function encode(oid: number, values: readonly (Uint8Array | null)[]): Buffer {
  let length = HEADER;
  for (const value of values) length += 4 + (value?.length ?? 0);
  const out = Buffer.allocUnsafe(length);
  // Header: one dimension, whether there are nulls, the element type, the length, and the first index 1.
  let at = 0;
  for (const word of [1, values.includes(null) ? 1 : 0, oid, values.length, 1]) at = out.writeInt32BE(word, at);
  for (const value of values) {
    at = out.writeInt32BE(value?.length ?? -1, at);
    if (value === null) continue;
    out.set(value, at);
    at += value.length;
  }
  return out;
}
