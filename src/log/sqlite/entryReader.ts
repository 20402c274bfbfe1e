// Threads load this: nothing of Kysely here.
import type { DatabaseSync } from "node:sqlite";
import { fromHex, type Hex } from "../../encoding/hex.ts";
import { toBound, toEntry, type EntryRow } from "../sql/schema.ts";
import type { StoredEntry } from "../store.ts";
import { openForReading } from "./database.ts";

/** A log's entries from index `from` up to, not including, `to`, as they are committed. */
export type ReadEntries = (log: Hex, from: number, to: number) => StoredEntry[];

/** Reads entries from a store's file beside those who write and read it elsewhere. */
export type EntryReader = { readonly entries: ReadEntries; close(): void };

/** Throws what SQLite says where the file cannot be opened. */
export function openEntryReader(path: string): EntryReader {
  const db = openForReading(path);
  return { entries: prepareEntries(db), close: () => db.close() };
}

export function prepareEntries(db: DatabaseSync): ReadEntries {
  const select = db.prepare(
    `SELECT hash, bytes, action, verified_block_hash FROM anchorlog_entries
     WHERE log = (SELECT log FROM anchorlog_logs WHERE id = ?) AND idx >= ? AND idx < ? ORDER BY idx`,
  );
  // All of them at once: a statement that is left half-way would keep the write-ahead log from being settled.
  return (log, from, to) => (select.all(fromHex(log, 32), toBound(from), toBound(to)) as EntryRow[]).map(toEntry);
}
