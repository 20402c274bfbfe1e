import { toHex, type Hex } from "../encoding/hex.ts";
import type { Mark } from "../log/highWaterMark.ts";
import { decodeHeader } from "./header.ts";

/** How far logs are by their headers: what a store must hold at least, once the headers are published. */
export function marksOfHeaders(headers: Iterable<Uint8Array>): Map<Hex, Mark> {
  const marks = new Map<Hex, Mark>();
  for (const header of headers) {
    const { log, start, count, head } = decodeHeader(header);
    const id = toHex(log);
    if (start + count > (marks.get(id)?.size ?? 0)) marks.set(id, { size: start + count, hash: head });
  }
  return marks;
}
