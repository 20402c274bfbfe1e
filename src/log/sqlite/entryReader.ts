// Threads load this: nothing of Kysely here.
import { fromHex, type Hex } from "../../encoding/hex.ts";
import { toEntry, type EntryRow } from "../sql/schema.ts";
import type { StoredEntry } from "../store.ts";
import { openForReading } from "./database.ts";

/** Reads entries from a store's file beside those who write and read it elsewhere. */
export type EntryReader = {
  /** Those of a log from index `from` up to, not including, `to`, as they are committed. */
  entries(log: Hex, from: number, to: number): StoredEntry[];
  close(): void;
};

/** Throws what SQLite says where the file cannot be opened. */
export function openEntryReader(path: string): EntryReader {
  const db = openForReading(path);
  const select = db.prepare(
    `SELECT hash, bytes, action, verified_block_hash FROM anchorlog_entries
     WHERE log = (SELECT log FROM anchorlog_logs WHERE id = ?) AND idx >= ? AND idx < ? ORDER BY idx`,
  );
  return {
    // All of them at once: a statement that is left half-way would keep the write-ahead log from being settled.
    entries: (log, from, to) => (select.all(fromHex(log, 32), from, to) as EntryRow[]).map(toEntry),
    close: () => db.close(),
  };
}
