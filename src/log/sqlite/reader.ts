import type { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { migrate } from "../sql/migrations.ts";
import {
  countLogs,
  hasEntries,
  readAllLogNames,
  readEntriesAt,
  readHeads,
  readLogNames,
  readUnbatched,
} from "../sql/logQueries.ts";
import {
  readBatches,
  readCheckpoints,
  readEntries,
  readEntryByNonce,
  readHead,
  readNodes,
  readPendingTransaction,
  readSeen,
} from "../sql/queries.ts";
import type { LogDatabase } from "../sql/schema.ts";
import { sqliteDialect } from "../sql/sqliteDialect.ts";
import type { LogStore } from "../store.ts";
import { openForReading, openForWriting } from "./database.ts";

/** Brings a file's tables to the newest version. Throws AnchorlogError `newer_schema` where they are of a newer one. */
export async function migrateFile(path: string): Promise<void> {
  const db = openForWriting(path);
  try {
    await migrate(queriesOver(db), "sqlite");
  } finally {
    db.close();
  }
}

type ReadingMethod =
  | ("logNames" | "allLogNames" | "countLogs" | "head" | "heads" | "hasEntries" | "unbatched")
  | ("entries" | "entriesAt" | "entryByNonce" | "batches" | "nodes" | "checkpoints" | "seenCheckpoints")
  | "pendingTransaction";

export type Reader = {
  readonly [M in ReadingMethod]: (...args: Parameters<LogStore[M]>) => ReturnType<LogStore[M]>;
} & {
  readonly close: () => void;
};

/** The reading half of a store, on a connection of its own: it sees what is committed. */
export function openReader(path: string): Reader {
  const connection = openForReading(path);
  const db = queriesOver(connection);
  return {
    logNames: (logs) => readLogNames(db, logs),
    allLogNames: () => readAllLogNames(db),
    countLogs: () => countLogs(db),
    head: (log) => readHead(db, log),
    heads: (logs) => readHeads(db, logs),
    hasEntries: () => hasEntries(db),
    unbatched: () => readUnbatched(db),
    entries: (log, from, to) => readEntries(db, log, from, to),
    entriesAt: (places) => readEntriesAt(db, places),
    entryByNonce: (log, actor, nonce) => readEntryByNonce(db, log, actor, nonce),
    batches: (from, to) => readBatches(db, from, to),
    nodes: (position) => readNodes(db, position),
    checkpoints: (above) => readCheckpoints(db, above),
    seenCheckpoints: () => readSeen(db),
    pendingTransaction: (of) => readPendingTransaction(db, of),
    close: () => connection.close(),
  };
}

function queriesOver(db: DatabaseSync): LogDatabase {
  return new Kysely({ dialect: sqliteDialect(db) });
}
