import type { Kysely } from "kysely";
import { fromHex, toHex, type Hex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import type { SignedAction } from "../../action/kinds.ts";
import { emptyHead } from "../../log/chain.ts";
import { decodeEntry } from "../../log/entry.ts";
import type { UsedNonce } from "../../log/link.ts";
import type { LogTables } from "./tables.ts";
import { toBytes, toSafeInteger } from "./values.ts";
import type { Head, SeenCheckpoint, StoredBatch, StoredCheckpoint, StoredEntry } from "../../log/store.ts";

export type LogDatabase = Kysely<LogTables>;

export type EntryRow = Pick<LogTables["anchorlog_entries"], (typeof ENTRY_COLUMNS)[number]>;

/** Clamps an index to the range that a database accepts. */
export const toBound = (index: number): number => Math.min(Math.max(index, 0), Number.MAX_SAFE_INTEGER);

/** The columns from which `toEntry` makes an entry. */
export const ENTRY_COLUMNS = ["hash", "bytes", "action", "verified_block_hash"] as const;

/** A used nonce with its entry's columns, which are null if the entry is in the archive. */
export type NonceRow = Pick<LogTables["anchorlog_nonces"], "idx" | "digest"> & {
  readonly [C in keyof EntryRow]: EntryRow[C] | null;
};

export function toUsedNonce({ idx, digest, ...row }: NonceRow): UsedNonce {
  const entry = row.bytes === null ? undefined : toEntry(row as EntryRow);
  return { index: toSafeInteger(idx), digest: toBytes(digest), entry };
}

export function toEntry(row: EntryRow): StoredEntry {
  const bytes = toBytes(row.bytes);
  const { index, digest } = readRow(() => decodeEntry(bytes));
  const action = readRow(() => JSON.parse(row.action) as SignedAction, index);
  const entry = { index, bytes, hash: toBytes(row.hash), digest, action };
  const blockHash = row.verified_block_hash;
  return blockHash === null ? entry : { ...entry, verifiedBlockHash: toHex(blockHash) };
}

/** Parses a part of a row. It only fails if the row was changed after this code wrote it. */
function readRow<T>(read: () => T, index?: number): T {
  try {
    return read();
  } catch (cause) {
    const which = index === undefined ? "an entry" : `entry ${index}`;
    throw new AnchorlogError("store_damaged", `the row of ${which} is not what was written: ${String(cause)}`, {
      fix: "find out who changed the store, and restore it from a backup or an export",
      cause,
      details: index === undefined ? {} : { index },
    });
  }
}

export type HeadRow = Pick<LogTables["anchorlog_heads"], "size" | "hash" | "accepted_at">;

/** A log's head; the empty log's head if there is no row. */
export function toHead(log: Hex, row: HeadRow | undefined): Head {
  if (row === undefined) return emptyHead(log);
  return { size: toSafeInteger(row.size), hash: toBytes(row.hash), acceptedAt: toSafeInteger(row.accepted_at) };
}

export function toBatch({ position, log_id, header }: LogTables["anchorlog_batches"]): StoredBatch {
  return { position: toSafeInteger(position), log: toHex(log_id), header: toBytes(header) };
}

/**
 * How many entries of its log are batched up to and including this batch: `start` plus `count`, at fixed offsets
 * (protocol/1-verify §7). Throws `RangeError` if the bytes are too short for a header.
 */
export function batchedBy(header: Uint8Array): number {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  return toSafeInteger(view.getBigUint64(41) + BigInt(view.getUint32(49)));
}

export function toCheckpoint({ size, root, note }: LogTables["anchorlog_checkpoints"]): StoredCheckpoint {
  return { size: toSafeInteger(size), root: toBytes(root), note };
}

/**
 * A row as a checkpoint seen on chain; {@link fromSeen} is the reverse. In this file because the writer thread must not
 * load Kysely.
 */
export function toSeen(row: LogTables["anchorlog_seen"]): SeenCheckpoint {
  const { size, root, time, block, block_hash, state } = row;
  const place = { number: toSafeInteger(block), hash: toHex(block_hash) };
  return { size: toSafeInteger(size), root: toHex(root), time: toSafeInteger(time), block: place, state };
}

export function fromSeen({ size, root, time, block, state }: SeenCheckpoint) {
  return { size, root: fromHex(root, 32), time, block: block.number, block_hash: fromHex(block.hash, 32), state };
}
