import type { Generated, Kysely } from "kysely";
import { fromHex, toHex, type Hex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import type { SignedAction } from "../../action/kinds.ts";
import { emptyHead } from "../../log/chain.ts";
import { decodeEntry } from "../../log/entry.ts";
import type { UsedNonce } from "../../log/link.ts";
import type { Head, SeenCheckpoint, StoredBatch, StoredCheckpoint, StoredEntry } from "../../log/store.ts";

/**
 * The tables, the same in PostgreSQL and SQLite. A log's number comes first in the keys of its entries and head, so
 * that a distributed PostgreSQL keeps a log on one node. Numbers are safe integers. A log's own number may be larger,
 * but is never used in arithmetic. Read `pg`'s bigints with {@link toSafeInteger}, since they are strings.
 */
export type LogTables = {
  /** Numbers the logs of this database: a number makes shorter keys than 32 bytes. */
  anchorlog_logs: {
    log: Generated<SqlInteger>;
    /** Identifier, 32 bytes. */
    id: Uint8Array;
    /** Null if the log was only written under its identifier. */
    name: string | null;
    /** Number of its entries that are in batches. */
    batched: Generated<SqlInteger>;
  };
  /**
   * A log's newest entries; older ones are in segments. Rows are narrow and keys short, since the cost of an append is
   * the number of pages that it touches. Apart from the index, columns do not repeat fields of `bytes`: acts are found
   * by an index over `bytes`.
   */
  anchorlog_entries: {
    log: SqlInteger;
    idx: SqlInteger;
    hash: Uint8Array;
    bytes: Uint8Array;
    action: string;
    verified_block_hash: Uint8Array | null;
  };
  /**
   * Every nonce that was ever used. Apart from the entries, since the nonce stays when its entry goes to the archive.
   */
  anchorlog_nonces: {
    log: SqlInteger;
    /** See `nonceKeyOf`. */
    nonce_key: Uint8Array;
    /** Index of the entry that used it. */
    idx: SqlInteger;
    /** See `digestTagOf`. */
    digest: Uint8Array;
  };
  /** The newest archived act upon each object. If the entries table has an act upon the object, that act is newer. */
  anchorlog_objects: {
    log: SqlInteger;
    object_key: Uint8Array;
    /** Index of the act's entry. */
    idx: SqlInteger;
    /** The wallet that may act next, 20 bytes. */
    holder: Uint8Array;
  };
  /**
   * Files of the archive. Each has the entries of the batches from `position` up to, not including, `until_position`.
   */
  anchorlog_segments: {
    position: SqlInteger;
    until_position: SqlInteger;
    name: string;
    /** Number of entries in it. */
    entries: SqlInteger;
    /** See `encodeBlocks`. */
    blocks: Uint8Array;
    /** 1 once the rows of its entries were deleted. */
    dropped: Generated<SqlInteger>;
  };
  /**
   * The entries `[start, until)` of a log in a segment. `first` is the position of the first of them in the segment.
   */
  anchorlog_archived: {
    log: SqlInteger;
    start: SqlInteger;
    until: SqlInteger;
    segment: SqlInteger;
    first: SqlInteger;
  };
  /** One row for each written log: its head, and the lease of its writer. */
  anchorlog_heads: {
    log: SqlInteger;
    size: SqlInteger;
    hash: Uint8Array;
    accepted_at: SqlInteger;
    /** Increases with each change of writer, which refuses the writes of all earlier writers. */
    epoch: SqlInteger;
    /** Name of the lease's holder; null if the lease was never taken. */
    leader: string | null;
    /** End of the lease: Unix milliseconds of the database's clock. */
    lease_until: SqlInteger;
  };
  anchorlog_batches: { position: SqlInteger; log_id: Uint8Array; header: Uint8Array };
  /** Tree nodes of closed batches, so that building a bundle reads only a part of a batch's entries. */
  anchorlog_nodes: { position: SqlInteger; nodes: Uint8Array };
  anchorlog_checkpoints: { size: SqlInteger; root: Uint8Array; note: string };
  /** Checkpoints as they were last seen on chain. */
  anchorlog_seen: {
    size: SqlInteger;
    root: Uint8Array;
    /** Time of the block that anchored it, Unix seconds. */
    time: SqlInteger;
    block: SqlInteger;
    block_hash: Uint8Array;
    state: SeenCheckpoint["state"];
  };
  /** Leases for tasks that one process does for all: held by `leader` until `lease_until` on the database's clock. */
  anchorlog_leases: { name: string; leader: string; epoch: SqlInteger; lease_until: SqlInteger };
  /** Published files by path, if they are published in the database. */
  anchorlog_tiles: { path: string; bytes: Uint8Array };
  /** One row for each account that has ever sent a transaction. `pending` is null if none is pending. */
  anchorlog_transactions: { chain: SqlInteger; account: Uint8Array; pending: string | null };
  /** One row for each transaction that wrote a checkpoint on a further chain. Rows are never deleted. */
  anchorlog_timestamps: {
    chain: SqlInteger;
    size: SqlInteger;
    /** The transaction's hash. */
    hash: Uint8Array;
    root: Uint8Array;
    account: Uint8Array;
    /** Number, hash and time of the block that contains it; null if no block does. */
    block: SqlInteger | null;
    block_hash: Uint8Array | null;
    time: SqlInteger | null;
    /** 1 if that block is final. */
    final: SqlInteger;
  };
};

export type LogDatabase = Kysely<LogTables>;

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
