import type { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { Kysely } from "kysely";
import type { Archive } from "../../log/archive.ts";
import { readThrough, type ReadingThrough } from "../archive/reading.ts";
import { tablesOf } from "../sql/archiveQueries.ts";
import { migrate } from "../sql/migrations.ts";
import { readsOf, type Reads } from "../sql/records.ts";
import type { LogDatabase } from "../sql/schema.ts";
import type { KnownAct } from "../../log/link.ts";
import type { ChainStore } from "../../log/store.ts";
import { prepareActsOfLogs } from "./acts.ts";
import { openForReading, openForWriting } from "./database.ts";
import { sqliteDialect } from "./dialect.ts";
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

export type Reader = Reads &
  ReadingThrough &
  Pick<ChainStore, "newestAct" | "actsBefore"> & {
    readonly db: LogDatabase;
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
  const free = connection.prepare(
    "SELECT freelist_count * page_size AS bytes FROM pragma_freelist_count, pragma_page_size",
  );
  return {
    ...readsOf(db),
    ...readThrough(tables, archive),
    ...openActs(connection),
    db,
    freeBytes: () => (free.get() as { bytes: number }).bytes,
    close: () => connection.close(),
  };
}

/** Number of lookups before other tasks get a turn: about a millisecond. */
const FOUND_AT_ONCE = 64;

function openActs(db: DatabaseSync): Pick<Reader, "newestAct" | "actsBefore"> {
  const acts = prepareActsOfLogs(db);
  return {
    newestAct: async (log, objectKey) => acts.newest(log, objectKey),
    actsBefore: async (log, objectKeys, below) => {
      const find = acts.before(log);
      const known: (KnownAct | undefined)[] = [];
      for (const [i, objectKey] of objectKeys.entries()) {
        known.push(find(objectKey, below));
        if (i % FOUND_AT_ONCE === FOUND_AT_ONCE - 1) await setImmediate();
      }
      return known;
    },
  };
}

function queriesOver(db: DatabaseSync): LogDatabase {
  return new Kysely({ dialect: sqliteDialect(db) });
}
