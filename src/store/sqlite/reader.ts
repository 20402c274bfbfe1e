import type { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { Kysely } from "kysely";
import { fromHex, type Hex } from "../../base/hex.ts";
import type { Archive } from "../../log/archive.ts";
import { readThrough, type ReadingThrough } from "../archive/reading.ts";
import { toKnownAct, toNewestAct } from "../sql/acts.ts";
import { readArchived, readSegments, tablesOf } from "../sql/archiveQueries.ts";
import { migrate } from "../sql/migrations.ts";
import { countLogs, hasEntries, readAllLogNames, readHeads, readLogNames, readUnbatched } from "../sql/logQueries.ts";
import {
  readBatches,
  readCheckpoints,
  readHead,
  readNewestBatches,
  readNodes,
  readPendingTransaction,
} from "../sql/queries.ts";
import type { LogDatabase } from "../sql/schema.ts";
import { readFurthestCheckpoint, readNewestCheckpoints, readSeen } from "../sql/seen.ts";
import { readRecentTimestamps, readTimestamps } from "../sql/timestamps.ts";
import { sqliteDialect } from "../sql/sqliteDialect.ts";
import type { KnownAct } from "../../log/link.ts";
import type { LogStore } from "../../log/store.ts";
import { prepareActs } from "./acts.ts";
import { openForReading, openForWriting } from "./database.ts";
import { prepareEntries } from "./entryReader.ts";

/** Migrates a file's tables to the newest version. Throws AnchorlogError `newer_schema` if their version is newer. */
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
  | (
      | "entries"
      | "entriesAt"
      | "entryByNonce"
      | "newestAct"
      | "actsBefore"
      | "batches"
      | "nodes"
      | "checkpoints"
      | "pendingTransaction"
    )
  | ("newestBatches" | "newestCheckpoints" | "furthestCheckpoint" | "seenCheckpoints")
  | ("timestamps" | "recentTimestamps" | "archived" | "segments");

export type Reader = {
  readonly [M in ReadingMethod]: (...args: Parameters<LogStore[M]>) => ReturnType<LogStore[M]>;
} & Pick<ReadingThrough, "settle"> & {
    /** Unused bytes within the file, which SQLite fills before the file grows. */
    readonly freeBytes: () => number;
    readonly close: () => void;
  };

/**
 * The reading half of a store, on its own connection. It sees committed data only.
 *
 * @param archive archive of the older entries.
 */
export function openReader(path: string, archive?: Archive): Reader {
  const connection = openForReading(path);
  const db = queriesOver(connection);
  const entries = prepareEntries(connection);
  const tables = { ...tablesOf(db), entries: async (...of: Parameters<typeof entries>) => entries(...of) };
  const { settle, ...reading } = readThrough(tables, archive);
  const free = connection.prepare(
    "SELECT freelist_count * page_size AS bytes FROM pragma_freelist_count, pragma_page_size",
  );
  return {
    logNames: (logs) => readLogNames(db, logs),
    allLogNames: () => readAllLogNames(db),
    countLogs: () => countLogs(db),
    head: (log) => readHead(db, log),
    heads: (logs) => readHeads(db, logs),
    hasEntries: () => hasEntries(db),
    unbatched: () => readUnbatched(db),
    ...reading,
    archived: () => readArchived(db),
    segments: (from, to) => readSegments(db, from, to),
    ...openActs(connection),
    batches: (from, to) => readBatches(db, from, to),
    newestBatches: (log, limit, below) => readNewestBatches(db, log, limit, below),
    nodes: (position) => readNodes(db, position),
    checkpoints: (above) => readCheckpoints(db, above),
    newestCheckpoints: (limit, below) => readNewestCheckpoints(db, limit, below),
    furthestCheckpoint: (position) => readFurthestCheckpoint(db, position),
    seenCheckpoints: () => readSeen(db),
    pendingTransaction: (of) => readPendingTransaction(db, of),
    timestamps: () => readTimestamps(db),
    recentTimestamps: (chainId) => readRecentTimestamps(db, chainId),
    settle,
    freeBytes: () => (free.get() as { bytes: number }).bytes,
    close: () => connection.close(),
  };
}

/** Number of lookups before other tasks get a turn: about a millisecond. */
const FOUND_AT_ONCE = 64;

function openActs(db: DatabaseSync): Pick<Reader, "newestAct" | "actsBefore"> {
  const acts = prepareActs(db);
  const logs = db.prepare("SELECT log FROM anchorlog_logs WHERE id = ?");
  const numberOf = (log: Hex) => (logs.get(fromHex(log, 32)) as { log: number } | undefined)?.log;
  return {
    newestAct: async (log, objectKey) => {
      const number = numberOf(log);
      const row = number === undefined ? undefined : acts.newest(number, objectKey);
      return row && toNewestAct(row);
    },
    actsBefore: async (log, objectKeys, below) => {
      const number = numberOf(log);
      const known: (KnownAct | undefined)[] = [];
      for (const [i, objectKey] of objectKeys.entries()) {
        const row = number === undefined ? undefined : acts.linked(number, objectKey, below);
        known.push(row && toKnownAct(log, row));
        if (i % FOUND_AT_ONCE === FOUND_AT_ONCE - 1) await setImmediate();
      }
      return known;
    },
  };
}

function queriesOver(db: DatabaseSync): LogDatabase {
  return new Kysely({ dialect: sqliteDialect(db) });
}
