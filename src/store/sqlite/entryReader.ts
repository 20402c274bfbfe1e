// Loaded by threads, so it must not import Kysely.
import type { DatabaseSync } from "node:sqlite";
import { fromHex, type Hex } from "../../base/hex.ts";
import { toBound, toEntry, type EntryRow } from "../sql/schema.ts";
import type { StoredEntry } from "../../log/store.ts";
import { prepareActsOfLogs, type ActsOfLogs } from "./acts.ts";
import { openForReading } from "./database.ts";

/** A log's committed entries from index `from` up to, not including, `to`. */
export type ReadEntries = (log: Hex, from: number, to: number) => StoredEntry[];

/** Reads entries and acts from a store's file, beside its writer and other readers. */
export type EntryReader = { readonly entries: ReadEntries; readonly actsBefore: ActsOfLogs["before"]; close(): void };

/** Throws SQLite's error if the file cannot be opened. */
export function openEntryReader(path: string): EntryReader {
  const db = openForReading(path);
  return { entries: prepareEntries(db), actsBefore: prepareActsOfLogs(db).before, close: () => db.close() };
}

export function prepareEntries(db: DatabaseSync): ReadEntries {
  const select = db.prepare(
    `SELECT hash, bytes, action, verified_block_hash FROM anchorlog_entries
     WHERE log = (SELECT log FROM anchorlog_logs WHERE id = ?) AND idx >= ? AND idx < ? ORDER BY idx`,
  );
  // Reads all rows at once: an unfinished statement would keep the write-ahead log from being reset.
  return (log, from, to) => (select.all(fromHex(log, 32), toBound(from), toBound(to)) as EntryRow[]).map(toEntry);
}
