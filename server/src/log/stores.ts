/** The log's store with its guard, and the tables beside it: in files, or in PostgreSQL. */
import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { AnchorlogError } from "anchorlog";
import type { OperatorId } from "anchorlog/action";
import type { LogStore } from "anchorlog/log";
import {
  createFileGuard,
  createPostgresGuard,
  openFileGuard,
  openPostgresGuard,
  type Guard,
} from "anchorlog/log/guard";
import { openPostgresStore } from "anchorlog/log/postgres";
import { openSqliteStore } from "anchorlog/log/sqlite";
import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import { ServerError } from "../errors.ts";
import { openPostgresDatabase } from "../db/postgres.ts";
import { openSqliteDatabase } from "../db/sqlite.ts";

export type Stores = { readonly store: LogStore; readonly guard: Guard; readonly database: Database };

/** Opens them. What was opened is closed again where one does not open. */
export async function openStores(config: Pick<Config, "folder" | "store">, operator: OperatorId): Promise<Stores> {
  const { folder, store: where } = config;
  const file = join(folder, "log.sqlite");
  const guardFile = join(folder, "log.guard");
  const store =
    where.kind === "sqlite"
      ? await openSqliteStore(file)
      : await openPostgresStore({
          connectionString: where.url,
          holder: `${hostname()}:${process.pid}`,
          leaseSeconds: where.leaseSeconds,
        });
  let guard: Guard | undefined;
  try {
    guard =
      where.kind === "sqlite"
        ? await guardOf(
            store,
            () => openFileGuard(guardFile, operator),
            () => createFileGuard(guardFile, operator),
          )
        : await guardOf(
            store,
            () => openPostgresGuard({ connectionString: where.guardUrl }, operator),
            () => createPostgresGuard({ connectionString: where.guardUrl }, operator),
          );
    const accounts = join(folder, "accounts.sqlite");
    if (where.kind === "sqlite") await assertAccounts(store, accounts);
    const database =
      where.kind === "sqlite" ? openSqliteDatabase({ log: file, accounts }) : openPostgresDatabase(where.url);
    return { store, guard, database };
  } catch (error) {
    await guard?.close();
    await store.close();
    throw error;
  }
}

/** Accounts are begun with the first log: without them nobody could sign in to the organizations that there are. */
async function assertAccounts(store: LogStore, file: string): Promise<void> {
  if (existsSync(file) || (await store.countLogs()) === 0) return;
  throw new ServerError("no_accounts", `${file} is gone, and there are logs of organizations`, {
    fix: "put the file back, from a backup",
  });
}

/** A guard is made once, with the first log: one that is gone while there are logs is no new beginning. */
async function guardOf(
  store: LogStore,
  open: () => Guard | Promise<Guard>,
  create: () => Guard | Promise<Guard>,
): Promise<Guard> {
  try {
    return await open();
  } catch (error) {
    if (!is(error, "no_guard") || (await store.countLogs()) > 0) throw error;
  }
  try {
    return await create();
  } catch (error) {
    // Another process came first.
    if (is(error, "guard_exists")) return open();
    throw error;
  }
}

const is = (error: unknown, code: string): boolean => error instanceof AnchorlogError && error.code === code;
