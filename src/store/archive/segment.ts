/**
 * A segment of the archive: a gzip file with the same lines as an export's log files, but without receipts, which can
 * be signed again. It consists of blocks of 256 entries, and each block can be read alone.
 */
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { SignedAction } from "../../action/kinds.ts";
import { concat, equalBytes } from "../../base/bytes.ts";
import { sha256 } from "../../base/digest.ts";
import { fromHex, toHex, type Hex } from "../../base/hex.ts";
import { decodeEntry, hashEntry } from "../../log/entry.ts";
import type { Segment, StoredEntry } from "../../log/store.ts";
import { archiveDamaged } from "../../log/archive.ts";

/** Entries per block; only a segment's last block may have fewer. */
export const BLOCK = 256;
const HASH_BYTES = 32;
const RECORD_BYTES = 4 + HASH_BYTES;

/** A line of an export or a segment. */
export function entryLine({ bytes, action, verifiedBlockHash }: StoredEntry, receipt?: Hex): string {
  return `${JSON.stringify({ entry: toHex(bytes), action, receipt, verifiedBlockHash })}\n`;
}

/** A segment's bytes, and the table of its blocks, which the store keeps. */
export type PackedSegment = { readonly bytes: Uint8Array; readonly blocks: Uint8Array };

/** The bytes of a block. */
export async function packBlock(entries: readonly StoredEntry[]): Promise<Uint8Array> {
  return compress(entries.map((entry) => entryLine(entry)).join(""));
}

/** Joins blocks into a segment. */
export function joinBlocks(blocks: readonly Uint8Array[]): PackedSegment {
  return { bytes: concat(...blocks), blocks: encodeBlocks(blocks) };
}

/** The table of blocks: for each its length, 4 bytes, and its SHA-256. With it a block is found and checked. */
export function encodeBlocks(blocks: readonly Uint8Array[]): Uint8Array {
  const records = new Uint8Array(RECORD_BYTES * blocks.length);
  const view = new DataView(records.buffer);
  for (const [i, block] of blocks.entries()) {
    view.setUint32(RECORD_BYTES * i, block.length);
    records.set(sha256(block), RECORD_BYTES * i + 4);
  }
  return records;
}

/** The offsets of blocks in their segment, and their hashes. */
export function placesOf(blocks: Uint8Array): { from: number; to: number; hash: Uint8Array }[] {
  const view = new DataView(blocks.buffer, blocks.byteOffset, blocks.byteLength);
  let from = 0;
  return Array.from({ length: blocks.length / RECORD_BYTES }, (_, i) => {
    const to = from + view.getUint32(RECORD_BYTES * i);
    const place = { from, to, hash: blocks.subarray(RECORD_BYTES * i + 4, RECORD_BYTES * (i + 1)) };
    from = to;
    return place;
  });
}

/** A segment's size in bytes. */
export function sizeOf({ blocks }: Pick<Segment, "blocks">): number {
  return placesOf(blocks).at(-1)?.to ?? 0;
}

/**
 * A segment's name: the day of its last batch, its positions, and a hash of its content. So other content gets another
 * name.
 */
export function nameSegment({ from, to, blocks }: Pick<Segment, "from" | "to" | "blocks">, closedAt: number): string {
  const day = new Date(closedAt).toISOString().slice(0, 10);
  const digits = (position: number) => String(position).padStart(12, "0");
  return `${day}/${digits(from)}-${digits(to)}-${toHex(sha256(blocks)).slice(2, 18)}.jsonl.gz`;
}

/** A block whose hash was checked. */
export type ReadBlock = {
  /** Number of entries. */
  readonly size: number;
  /** Size of its uncompressed lines in bytes. Repetitive lines make it many times the size of the compressed block. */
  readonly length: number;
  /**
   * Its entries from a position up to, not including, another. Parsed at each call, since most calls need few of a
   * block's entries.
   *
   * @throws AnchorlogError `archive_damaged` if a line is not an entry.
   */
  entries(from: number, to: number): StoredEntry[];
};

/**
 * Reads a block.
 *
 * @throws AnchorlogError `archive_damaged` if the bytes have another hash, or cannot be decompressed.
 */
export async function readBlock(name: string, bytes: Uint8Array, hash: Uint8Array): Promise<ReadBlock> {
  if (!equalBytes(sha256(bytes), hash)) throw archiveDamaged(name, "a part of it has another hash");
  const unreadable = (cause: unknown) => archiveDamaged(name, "a part of it cannot be read", cause);
  const text = await expand(bytes).catch((cause: unknown) => {
    throw unreadable(cause);
  });
  const ends: number[] = [];
  for (let end = text.indexOf(NEWLINE); end >= 0; end = text.indexOf(NEWLINE, end + 1)) ends.push(end);
  return {
    size: ends.length,
    length: text.length,
    entries: (from, to) => {
      try {
        return ends
          .slice(from, to)
          .map((end, i) => readLine(text.toString("utf8", from + i === 0 ? 0 : ends[from + i - 1]! + 1, end)));
      } catch (cause) {
        throw unreadable(cause);
      }
    },
  };
}

const NEWLINE = 0x0a;

function readLine(line: string): StoredEntry {
  const { entry, action, verifiedBlockHash } = JSON.parse(line) as {
    entry: Hex;
    action: SignedAction;
    verifiedBlockHash?: Hex;
  };
  const bytes = fromHex(entry);
  const { index, digest } = decodeEntry(bytes);
  const stored = { index, bytes, hash: hashEntry(bytes), digest, action };
  return verifiedBlockHash === undefined ? stored : { ...stored, verifiedBlockHash };
}

const compress = promisify<string, Buffer>(gzip);
const expand = promisify<Uint8Array, Buffer>(gunzip);
