import { AnchorlogError } from "../base/errors.ts";

/** The most bytes of an entry, given by its length prefix. */
export const MAX_ENTRY_BYTES = 0xffff;

/**
 * Encodes entries as an entry bundle: each after its length as a big-endian uint16 (c2sp.org/tlog-tiles, section Log
 * entries).
 *
 * @throws RangeError if an entry is over 65,535 bytes.
 * @example
 * const bundle = encodeEntryBundle(leaves.slice(0, TILE_WIDTH)) // of "tile/entries/000"
 */
export function encodeEntryBundle(entries: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(entries.reduce((sum, { length }) => sum + 2 + length, 0));
  const view = new DataView(out.buffer);
  let offset = 0;
  for (const entry of entries) {
    if (entry.length > MAX_ENTRY_BYTES) throw new RangeError(`an entry of ${entry.length} bytes is over 65,535`);
    view.setUint16(offset, entry.length);
    out.set(entry, offset + 2);
    offset += 2 + entry.length;
  }
  return out;
}

/**
 * Decodes a bundle that must have exactly `count` entries.
 *
 * @throws AnchorlogError `bad_tile` if the bytes are not such a bundle.
 */
export function decodeEntryBundle(bytes: Uint8Array, count: number): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: Uint8Array[] = [];
  let offset = 0;
  while (entries.length < count) {
    const start = offset + 2;
    const end = start <= bytes.length ? start + view.getUint16(offset) : Infinity;
    if (end > bytes.length) {
      throw new AnchorlogError("bad_tile", `the entry bundle ends within entry ${entries.length} of ${count}`);
    }
    entries.push(bytes.slice(start, end));
    offset = end;
  }
  if (offset !== bytes.length) {
    throw new AnchorlogError("bad_tile", `the entry bundle has ${bytes.length - offset} bytes after ${count} entries`);
  }
  return entries;
}
