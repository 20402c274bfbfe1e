import type { Generated, Kysely } from "kysely";
import { fromHex, toHex, type Hex } from "../../encoding/hex.ts";
import { AnchorlogError } from "../../errors.ts";
import type { SignedAction } from "../../action/kinds.ts";
import { emptyHead } from "../chain.ts";
import { decodeEntry } from "../entry.ts";
import type { UsedNonce } from "../link.ts";
import type { Head, SeenCheckpoint, StoredBatch, StoredCheckpoint, StoredEntry } from "../store.ts";

/**
 * The tables, as both PostgreSQL and SQLite have them. A log's number leads every key of its entries and its head, so
 * that a distributed PostgreSQL keeps a log together. Numbers are safe integers but for a log's own, which nothing is
 * counted with, and `pg` gives a bigint as a string: {@link toSafeInteger}.
 */
export type LogTables = {
  /** Numbers the logs of this database, since a number makes shorter keys than 32 bytes. */
  anchorlog_logs: {
    log: Generated<SqlInteger>;
    /** Its 32 bytes. */
    id: Uint8Array;
    /** Null where it was written under its identifier alone. */
    name: string | null;
    /** How many of its entries are in batches. */
    batched: Generated<SqlInteger>;
  };
  /**
   * Narrow, and with few and short keys: what an append costs is the pages that it touches. But for its index, what
   * its bytes tell an entry's row does not repeat: acts are found by an index over bytes. Of each log they are the newest
   * entries: those before are in segments.
   */
  anchorlog_entries: {
    log: SqlInteger;
    idx: SqlInteger;
    hash: Uint8Array;
    bytes: Uint8Array;
    action: string;
    verified_block_hash: Uint8Array | null;
  };
  /** Every nonce that was ever used: apart from the entries, since it stays when an entry goes to the archive. */
  anchorlog_nonces: {
    log: SqlInteger;
    /** See `nonceKeyOf`. */
    nonce_key: Uint8Array;
    /** The index of its entry. */
    idx: SqlInteger;
    /** See `digestTagOf`. */
    digest: Uint8Array;
  };
  /**
   * The newest act upon each object that went to the archive, since its entry tells no more of it here: of an object
   * with a newer act among the entries this is not the newest.
   */
  anchorlog_objects: {
    log: SqlInteger;
    object_key: Uint8Array;
    /** The index of its entry. */
    idx: SqlInteger;
    /** Who may act next, 20 bytes. */
    holder: Uint8Array;
  };
  /** Files of the archive, each of the entries of the batches from `position` up to, not including, `until_position`. */
  anchorlog_segments: {
    position: SqlInteger;
    until_position: SqlInteger;
    name: string;
    /** How many entries are in it. */
    entries: SqlInteger;
    /** See `encodeBlocks`. */
    blocks: Uint8Array;
    /** 1 once the rows of its entries are gone. */
    dropped: Generated<SqlInteger>;
  };
  /** Which entries of a log, `[start, until)`, are in which segment, from the how many-th of its entries on. */
  anchorlog_archived: {
    log: SqlInteger;
    start: SqlInteger;
    until: SqlInteger;
    segment: SqlInteger;
    first: SqlInteger;
  };
  /** One row for each log that has been written: its head, and who may move it. */
  anchorlog_heads: {
    log: SqlInteger;
    size: SqlInteger;
    hash: Uint8Array;
    accepted_at: SqlInteger;
    /** Grows by one with each change of writer: whoever writes under an older one has been fenced off. */
    epoch: SqlInteger;
    /** Whose lease it is; null where nobody ever took one. */
    leader: string | null;
    /** When that lease ends: Unix ms of the database's clock. */
    lease_until: SqlInteger;
  };
  anchorlog_batches: { position: SqlInteger; log_id: Uint8Array; header: Uint8Array };
  /** What is kept of the trees of closed batches, so that a bundle needs a part of a batch's entries only. */
  anchorlog_nodes: { position: SqlInteger; nodes: Uint8Array };
  anchorlog_checkpoints: { size: SqlInteger; root: Uint8Array; note: string };
  /** Checkpoints as they were last seen on chain. */
  anchorlog_seen: {
    size: SqlInteger;
    root: Uint8Array;
    /** Unix seconds of the block that anchored it. */
    time: SqlInteger;
    block: SqlInteger;
    block_hash: Uint8Array;
    state: SeenCheckpoint["state"];
  };
  /** What one process does for all: by `leader`, until `lease_until` by the database's clock. */
  anchorlog_leases: { name: string; leader: string; epoch: SqlInteger; lease_until: SqlInteger };
  /** What is published, by its path, where that is in the database. */
  anchorlog_tiles: { path: string; bytes: Uint8Array };
  /** One row for each account that has ever sent: what is on its way, null for nothing. */
  anchorlog_transactions: { chain: SqlInteger; account: Uint8Array; pending: string | null };
  /** One row for each transaction that wrote a checkpoint on a further chain; none is ever deleted. */
  anchorlog_timestamps: {
    chain: SqlInteger;
    size: SqlInteger;
    /** The transaction's. */
    hash: Uint8Array;
    root: Uint8Array;
    account: Uint8Array;
    /** The block that it is in: its height, hash and time; null where it is in none. */
    block: SqlInteger | null;
    block_hash: Uint8Array | null;
    time: SqlInteger | null;
    /** 1 where that is final. */
    final: SqlInteger;
  };
};

export type LogDatabase = Kysely<LogTables>;

/** An integer as a driver gives it: `pg` gives a bigint as a decimal string. */
export type SqlInteger = number | string | bigint;

/** An integer column's value. Throws `RangeError` beyond 2^53 - 1: nothing that was written here is. */
export function toSafeInteger(value: SqlInteger): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is no safe integer`);
  return number;
}

/** A byte column's value: `pg` gives a Buffer, which prints and compares otherwise than other byte arrays do. */
export function toBytes(value: Uint8Array): Uint8Array {
  return Buffer.isBuffer(value) ? new Uint8Array(value.buffer, value.byteOffset, value.length) : value;
}

export type EntryRow = Pick<LogTables["anchorlog_entries"], (typeof ENTRY_COLUMNS)[number]>;

/** A bound of indexes that a database takes. */
export const toBound = (index: number): number => Math.min(Math.max(index, 0), Number.MAX_SAFE_INTEGER);

/** What an entry is read from. */
export const ENTRY_COLUMNS = ["hash", "bytes", "action", "verified_block_hash"] as const;

/** A used nonce: its entry's columns are null where that is in the archive. */
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

/** Reads a part of a row that this code wrote, if nobody has changed it since. */
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

/** A log's head; that of an empty log where it has no row. */
export function toHead(log: Hex, row: HeadRow | undefined): Head {
  if (row === undefined) return emptyHead(log);
  return { size: toSafeInteger(row.size), hash: toBytes(row.hash), acceptedAt: toSafeInteger(row.accepted_at) };
}

export function toBatch({ position, log_id, header }: LogTables["anchorlog_batches"]): StoredBatch {
  return { position: toSafeInteger(position), log: toHex(log_id), header: toBytes(header) };
}

/**
 * How many entries of its log the batches up to this one hold: `start` and `count` stand at fixed places (PROTOCOL §5).
 * Throws `RangeError` where it is too short for a header.
 */
export function batchedBy(header: Uint8Array): number {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  return toSafeInteger(view.getBigUint64(41) + BigInt(view.getUint32(49)));
}

export function toCheckpoint({ size, root, note }: LogTables["anchorlog_checkpoints"]): StoredCheckpoint {
  return { size: toSafeInteger(size), root: toBytes(root), note };
}

/** A checkpoint as it was seen on chain, and {@link fromSeen} its row. The thread that writes needs no query builder. */
export function toSeen(row: LogTables["anchorlog_seen"]): SeenCheckpoint {
  const { size, root, time, block, block_hash, state } = row;
  const place = { number: toSafeInteger(block), hash: toHex(block_hash) };
  return { size: toSafeInteger(size), root: toHex(root), time: toSafeInteger(time), block: place, state };
}

export function fromSeen({ size, root, time, block, state }: SeenCheckpoint) {
  return { size, root: fromHex(root, 32), time, block: block.number, block_hash: fromHex(block.hash, 32), state };
}
