/**
 * The rules for single headers and entries, and for their succession, as in contracts/libraries/Headers.sol and
 * Entries.sol. Both are tested with the same vectors (test/vectors/succession.json).
 *
 * @module
 */
import { isAhead } from "../action/time.ts";
import { decodeHeader, hashHeader, type Header } from "../batch/header.ts";
import { attempt } from "../base/attempt.ts";
import { equalBytes } from "../base/bytes.ts";
import { decodeEntry, hashEntry, type Entry } from "../log/entry.ts";

/** Reads a header; undefined if the bytes are not a well-formed header, which is a fault of its own. */
export function readHeader(bytes: Uint8Array): Header | undefined {
  return attempt(() => decodeHeader(bytes), RangeError);
}

/** Reads an entry; undefined if the bytes are not a well-formed entry, which is a fault of its own. */
export function readEntry(bytes: Uint8Array): Entry | undefined {
  return attempt(() => decodeEntry(bytes), RangeError);
}

/** Whether a well-formed header may stand at this position, under a checkpoint of this time in Unix seconds. */
export function headerStands(header: Header, position: number, time: number): boolean {
  const before = header.prevLeaf === undefined || header.prevLeaf < position;
  return before && !isAhead(header.closedAt, time);
}

/** Whether a header may follow the header at its `prevLeaf`, given by its bytes. */
export function headerFollows(previousBytes: Uint8Array, next: Header): boolean {
  const previous = decodeHeader(previousBytes);
  return (
    equalBytes(next.log, previous.log) &&
    next.number === previous.number + 1 &&
    next.start === previous.start + previous.count &&
    equalBytes(next.parent, hashHeader(previousBytes)) &&
    equalBytes(next.prevHead, previous.head) &&
    next.closedAt >= previous.closedAt
  );
}

/** Whether an entry at the next index fails to follow the previous entry, given by its bytes. */
export function breaksChain(previousBytes: Uint8Array, next: Entry): boolean {
  const previous = decodeEntry(previousBytes);
  const neighbours = equalBytes(next.log, previous.log) && next.index === previous.index + 1;
  return neighbours && (!equalBytes(next.prev, hashEntry(previousBytes)) || next.acceptedAt < previous.acceptedAt);
}

/**
 * Whether these bytes are an entry that may stand at a position, from 0, of a batch with this header.
 *
 * @example
 * const header = readHeader(headerBytes)
 * if (header === undefined || !headerStands(header, position, checkpoint.time)) {
 *   await reportFault(chain, faultProofs, malformedHeader(history, position))
 * } else if (!entryFits(header, 0, entryBytes)) {
 *   await reportFault(chain, faultProofs, malformedEntry(history, { batch: position, position: 0 }))
 * }
 */
export function entryFits(header: Header, position: number, entryBytes: Uint8Array): boolean {
  const entry = readEntry(entryBytes);
  return (
    entry !== undefined &&
    equalBytes(entry.log, header.log) &&
    entry.index === header.start + position &&
    entry.acceptedAt <= header.closedAt &&
    (position !== 0 || equalBytes(entry.prev, header.prevHead)) &&
    (position !== header.count - 1 || equalBytes(hashEntry(entryBytes), header.head))
  );
}
