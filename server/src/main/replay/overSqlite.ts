/** Accesses the log and its tables in SQLite files: a copy for an audit, or the files themselves for a rebuild. */
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { archiveOf } from "anchorlog/daemon/config";
import { openSqliteStore } from "anchorlog/store/sqlite";
import type { Config } from "../../foundation/config.ts";
import { statement } from "../../foundation/db/database.ts";
import { migrateAll } from "../../foundation/db/migrateAll.ts";
import { openSqliteDatabase } from "../../foundation/db/sqlite.ts";
import type { Configured } from "../../log/operator.ts";
import { clear } from "../../indexer/follow.ts";
import { accountsFileOf, openTables } from "../../log/stores.ts";
import { unfinishedIn } from "../../log/unfinished.ts";
import { chunksOf, type Stand, type Target } from "./stand.ts";
import { DERIVED_TABLES, rowsOf } from "./tables.ts";

type CopySource = { readonly config: Config; readonly configured: Configured; readonly file: string };

/** Copies all pages in one step. Between steps, SQLite starts again if the file was written. */
const AT_ONCE = { rate: 2 ** 31 - 1 };

/** Copies the log into a folder of the caller, and opens the copy. */
export async function openCopy({ config, configured, file }: CopySource, folder: string): Promise<Stand> {
  const copy = join(folder, "log.sqlite");
  const live = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  await backup(live, copy, AT_ONCE).finally(() => live.close());
  const store = await openSqliteStore(copy, { archive: archiveOf(configured.operator) });
  const database = await orClose(store, async () =>
    openSqliteDatabase({ log: copy, accounts: accountsFileOf(config) }),
  );
  return {
    store,
    database,
    rows: (table) => rowsOf(database.across.tables, table),
    close: async () => {
      await database.close();
      await store.close();
    },
  };
}

/** Opens the files themselves. @throws AnchorlogError `store_locked` if the server runs. */
export async function openFiles({ config, configured, file }: CopySource): Promise<Target> {
  const store = await openSqliteStore(file, { archive: archiveOf(configured.operator) });
  const database = await orClose(store, () => openTables(configured, config));
  const { builder } = database;
  const close = async (): Promise<void> => {
    await database.close();
    await store.close();
  };
  await orClose({ close }, () => migrateAll(database, (statements) => store.run(statements)));
  return {
    store,
    database,
    isUnfinished: existsSync(unfinishedIn(config)),
    refill: async (rows) => {
      await writeFile(unfinishedIn(config), "", { flush: true });
      for (const table of DERIVED_TABLES) {
        await store.run([statement(builder.deleteFrom(table))]);
        for await (const some of chunksOf(rows(table)))
          await store.run(some.map((row) => statement(builder.insertInto(table).values(row as never))));
      }
      await clear(database);
      await rm(unfinishedIn(config));
    },
    close,
  };
}

/** Runs the next step after an opening. If the step fails, closes the opened store. */
async function orClose<T>(opened: { close(): Promise<void> }, next: () => Promise<T>): Promise<T> {
  try {
    return await next();
  } catch (error) {
    await opened.close();
    throw error;
  }
}
