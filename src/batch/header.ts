import { bytesToUint, equalBytes } from "../base/bytes.ts";
import { RecordReader, RecordWriter } from "../base/records.ts";
import { hashLeaf } from "../crypto/merkle/hash.ts";
import { FIELD_ORDER } from "../crypto/poseidon/index.ts";

/** Bytes of a batch header (protocol/1-verify §7). */
export const HEADER_BYTES = 229;
const HEADER_TAG = 0x02;

/** The most entries that a batch holds, and the positions of its zk tree. */
export const MAX_BATCH_ENTRIES = 65_536;

/** A batch's header: a summary of one range of a log's entries. Byte strings are raw bytes. */
export type Header = {
  /** The log's identifier, 32 bytes. */
  readonly log: Uint8Array;
  /** The batch's number in its log, from 0. */
  readonly number: number;
  /** Index of the first entry. */
  readonly start: number;
  /** Entries, 1 to 65,536. */
  readonly count: number;
  /** Position of this log's previous header in the batch log; undefined for number 0. */
  readonly prevLeaf: number | undefined;
  /** The previous header's fingerprint; zero for number 0. */
  readonly parent: Uint8Array;
  /** The log's head before the first entry. */
  readonly prevHead: Uint8Array;
  /** entryHash of the last entry. */
  readonly head: Uint8Array;
  /** RFC 9162 root over the entries. */
  readonly root: Uint8Array;
  /** Root of the Poseidon tree over the entries' commitments, 32 bytes. */
  readonly zkRoot: Uint8Array;
  /** Unix milliseconds. */
  readonly closedAt: number;
};

/**
 * Encodes a header in 229 bytes (protocol/1-verify §7).
 *
 * @throws RangeError if a field does not fit.
 * @example
 * // For a test: the same batch with another root. It has another fingerprint, so no checkpoint includes it.
 * const forged = encodeHeader({ ...decodeHeader(header), root: new Uint8Array(32) })
 * const verdict = verifyTlogProof(proof, hashHeader(forged), policy) // `not_included`
 */
export function encodeHeader(header: Header): Uint8Array {
  return new RecordWriter(HEADER_BYTES)
    .u8(HEADER_TAG)
    .bytes(header.log, 32, "log")
    .u64(header.number, "number")
    .u64(header.start, "start")
    .u32(header.count, "count")
    .u64(header.prevLeaf, "prevLeaf")
    .bytes(header.parent, 32, "parent")
    .bytes(header.prevHead, 32, "prevHead")
    .bytes(header.head, 32, "head")
    .bytes(header.root, 32, "root")
    .bytes(header.zkRoot, 32, "zkRoot")
    .u64(header.closedAt, "closedAt")
    .finish();
}

/**
 * Reads a batch's header (protocol/1-verify §7).
 *
 * @throws RangeError if the length or tag is wrong, the log is zero, the count is out of range, the zkRoot is beyond
 *   the field, a first batch follows something, or a later batch does not.
 * @example
 * const { number, start, count, closedAt } = decodeHeader(fromHex(bundle.inclusion!.header, HEADER_BYTES))
 * console.log(`batch ${number}: entries ${start} to ${start + count - 1}, closed ${new Date(closedAt).toISOString()}`)
 */
export function decodeHeader(bytes: Uint8Array): Header {
  const reader = new RecordReader(bytes, HEADER_BYTES, "a header");
  const tag = reader.u8();
  if (tag !== HEADER_TAG) throw new RangeError(`a header begins with tag 2, not ${tag}`);
  const header: Header = {
    log: reader.bytes(32),
    number: reader.u64("number"),
    start: reader.u64("start"),
    count: reader.u32(),
    prevLeaf: reader.u64OrMax("prevLeaf"),
    parent: reader.bytes(32),
    prevHead: reader.bytes(32),
    head: reader.bytes(32),
    root: reader.bytes(32),
    zkRoot: reader.bytes(32),
    closedAt: reader.u64("closedAt"),
  };
  // Freezes and questions of the batch log have it as their log.
  if (header.log.every((byte) => byte === 0)) throw new RangeError("no log has the identifier zero");
  if (header.count === 0 || header.count > MAX_BATCH_ENTRIES) {
    throw new RangeError(`a batch has 1 to ${MAX_BATCH_ENTRIES} entries, not ${header.count}`);
  }
  const first = header.number === 0;
  if (first !== (header.prevLeaf === undefined) || first !== (header.start === 0)) {
    const before = header.prevLeaf === undefined ? "no batch before it" : `prevLeaf ${header.prevLeaf}`;
    throw new RangeError(
      "only a log's first batch has number 0, start 0 and no batch before it; " +
        `this one has number ${header.number}, start ${header.start} and ${before}`,
    );
  }
  if (first && !(header.parent.every((byte) => byte === 0) && equalBytes(header.prevHead, header.log))) {
    throw new RangeError("a log's first batch has a zero parent and the log's identifier as prevHead");
  }
  if (bytesToUint(header.zkRoot) >= FIELD_ORDER) throw new RangeError("zkRoot is not an element of the field");
  return header;
}

/** Returns a header's fingerprint, 32 bytes: its RFC 9162 leaf hash in the batch log. */
export function hashHeader(headerBytes: Uint8Array): Uint8Array {
  return hashLeaf(headerBytes);
}
