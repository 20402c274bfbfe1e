/**
 * A segment of the archive: a gzip file of lines as an export's log files have them, but without receipts, which can be
 * signed again. It is made of blocks of 256 entries, each of which can be read by itself.
 */
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { SignedAction } from "../../action/kinds.ts";
import { concat, equalBytes } from "../../encoding/bytes.ts";
import { sha256 } from "../../encoding/digest.ts";
import { fromHex, toHex, type Hex } from "../../encoding/hex.ts";
import { decodeEntry, hashEntry } from "../entry.ts";
import type { Segment, StoredEntry } from "../store.ts";
import { archiveDamaged } from "./archive.ts";

/** Entries of a block; only a segment's last one may have fewer. */
export const BLOCK = 256;
const HASH_BYTES = 32;
const RECORD_BYTES = 4 + HASH_BYTES;

/** A line of an export's or a segment's file. */
export function entryLine({ bytes, action, verifiedBlockHash }: StoredEntry, receipt?: Hex): string {
  return `${JSON.stringify({ entry: toHex(bytes), action, receipt, verifiedBlockHash })}\n`;
}

/** A segment's bytes, and what a store keeps of it. */
export type PackedSegment = { readonly bytes: Uint8Array; readonly blocks: Uint8Array };

/** The bytes of a block. */
export async function packBlock(entries: readonly StoredEntry[]): Promise<Uint8Array> {
  return compress(entries.map((entry) => entryLine(entry)).join(""));
}

/** Joins blocks to a segment. */
export function joinBlocks(blocks: readonly Uint8Array[]): PackedSegment {
  return { bytes: concat(...blocks), blocks: encodeBlocks(blocks) };
}

/** Of each block its length, 4 bytes, and its SHA-256: what it is found and checked by. */
export function encodeBlocks(blocks: readonly Uint8Array[]): Uint8Array {
  const records = new Uint8Array(RECORD_BYTES * blocks.length);
  const view = new DataView(records.buffer);
  for (const [i, block] of blocks.entries()) {
    view.setUint32(RECORD_BYTES * i, block.length);
    records.set(sha256(block), RECORD_BYTES * i + 4);
  }
  return records;
}

/** Where blocks stand in their segment, and their hashes. */
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

/** How many bytes a segment has. */
export function sizeOf({ blocks }: Pick<Segment, "blocks">): number {
  return placesOf(blocks).at(-1)?.to ?? 0;
}

/**
 * A segment's name: the day of its last batch, its positions, and of what is in it, so that other bytes are kept under
 * another name.
 */
export function nameSegment({ from, to, blocks }: Pick<Segment, "from" | "to" | "blocks">, closedAt: number): string {
  const day = new Date(closedAt).toISOString().slice(0, 10);
  const digits = (position: number) => String(position).padStart(12, "0");
  return `${day}/${digits(from)}-${digits(to)}-${toHex(sha256(blocks)).slice(2, 18)}.jsonl.gz`;
}

/** A block whose bytes are those that were put. */
export type ReadBlock = {
  /** How many entries it has. */
  readonly size: number;
  /** Bytes of its lines: many times what the block has, where they say little. */
  readonly length: number;
  /**
   * Its entries from a place up to, not including, another. Read each time, since few of a block are asked for.
   *
   * @throws AnchorlogError `archive_damaged` where one is none.
   */
  entries(from: number, to: number): StoredEntry[];
};

/**
 * Reads a block.
 *
 * @throws AnchorlogError `archive_damaged` where the bytes have another hash, or are no lines.
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
