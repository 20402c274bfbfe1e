/** Locates the log, its guard and the tables: in files, or in PostgreSQL. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { AnchorlogError } from "anchorlog";
import { openGuard, openStore, pathOf, readSecretUrl } from "anchorlog/daemon/config";
import type { LogStore } from "anchorlog/log";
import type { Config } from "../foundation/config.ts";
import type { Database } from "../foundation/db/database.ts";
import { openPostgresDatabase } from "../foundation/db/postgres.ts";
import { openSqliteDatabase } from "../foundation/db/sqlite.ts";
import { assertApart } from "../foundation/db/tenants.ts";
import { ServerError } from "../foundation/errors.ts";
import type { Configured } from "./operator.ts";

/** The log's file; undefined with PostgreSQL. */
export function logFileOf({ operator }: Configured): string | undefined {
  const file = operator["store.sqlite"];
  return file === undefined ? undefined : pathOf(operator, file);
}

/** For commands, which must not create a new log. @throws ServerError `no_log`, `no_accounts`, `no_database`. */
export async function assertBegun(configured: Configured, config: Pick<Config, "folder">): Promise<void> {
  const log = logFileOf(configured);
  if (log === undefined) return assertTables(configured);
  const [fix, accounts] = ["set DATA_DIR to the folder of a server that has run", accountsFileOf(config)];
  if (!existsSync(log)) throw new ServerError("no_log", `${log} does not exist`, { fix });
  if (existsSync(accounts)) return;
  throw new ServerError("no_accounts", `${accounts} does not exist`, {
    fix: `${fix}. If the file was lost, restore it from a backup`,
  });
}

async function assertTables(configured: Configured): Promise<void> {
  const { rows } = await askDatabase(configured, ({ across }) =>
    sql`select 1 where to_regclass('anchorlog_schema') is not null and to_regclass('accounts_version') is not null`.execute(
      across.tables,
    ),
  );
  if (rows.length > 0) return;
  throw new ServerError("no_log", "the database of store.postgres has no tables of a server", {
    fix: "set store.postgres to the database of a server that has run",
  });
}

export const accountsFileOf = ({ folder }: Pick<Config, "folder">): string => join(folder, "accounts.sqlite");

/** Opens the tables of a log that exists. */
export async function openTables(configured: Configured, config: Pick<Config, "folder">): Promise<Database> {
  const log = logFileOf(configured);
  if (log !== undefined) {
    const index = join(config.folder, "index.sqlite");
    return openSqliteDatabase({ log, accounts: accountsFileOf(config), index });
  }
  return openPostgresDatabase(await addressOf(configured));
}

/** The database's URL, if the log is in PostgreSQL. */
export function addressOf({ operator, env }: Configured): Promise<string> {
  const place = { config: operator, env, name: "store.postgres" };
  return readSecretUrl(operator["store.postgres"]!, ["postgres", "postgresql"], place);
}

/**
 * Whether row-level security applies to the server's role.
 *
 * @throws ServerError like `assertApart`; `no_database` if the database does not answer.
 */
export async function assertFenced(configured: Configured): Promise<boolean> {
  if (logFileOf(configured) !== undefined) return true;
  return askDatabase(configured, (database) => assertApart(database, configured.env["NODE_ENV"] === "production"));
}

async function askDatabase<T>(configured: Configured, ask: (database: Database) => Promise<T>): Promise<T> {
  const database = openPostgresDatabase(await addressOf(configured));
  try {
    return await ask(database);
  } catch (cause) {
    if (cause instanceof ServerError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ServerError("no_database", `the database of store.postgres does not answer: ${why}`, {
      fix: "repair the database, then start again",
      cause,
    });
  } finally {
    await database.close();
  }
}

/**
 * Accounts must be older than the log's first entry: with new ones, no member of an existing organization could sign
 * in.
 */
export async function assertAccounts(
  store: LogStore,
  configured: Configured,
  config: Pick<Config, "folder">,
): Promise<void> {
  const file = accountsFileOf(config);
  if (logFileOf(configured) === undefined || existsSync(file) || !(await store.hasEntries())) return;
  throw new ServerError("no_accounts", `${file} does not exist, but organizations have entries in the log`, {
    fix: "restore the file from a backup",
  });
}

/** Processes that share a database must share their file storage. */
export function assertShared(
  { "store.leader": leader }: Configured["operator"],
  { storage }: Pick<Config, "storage">,
): void {
  if (leader === undefined || storage.kind !== "folder" || !storage.isOwn) return;
  throw new ServerError("files_apart", "several processes share the database, and each would have files of its own", {
    fix: "set FILES_DIR to a folder that they share, or set S3_URL",
  });
}

/** In development, the guard is created with the first log. If logs exist, a missing guard is an error. */
export async function makeGuard(configured: Configured): Promise<void> {
  const { operator, env } = configured;
  const open = async (make: boolean): Promise<void> => (await openGuard(operator, { env, make }))?.close();
  try {
    return await open(false);
  } catch (error) {
    if (!is(error, "no_guard") || (await hasLogs(configured))) throw error;
  }
  await open(true).catch((error: unknown) => {
    // Another process created it first.
    if (!is(error, "guard_exists")) throw error;
  });
}

async function hasLogs(configured: Configured): Promise<boolean> {
  const file = logFileOf(configured);
  if (file !== undefined && !existsSync(file)) return false;
  const store = await openStore(configured.operator, configured.env);
  try {
    return (await store.countLogs()) > 0;
  } finally {
    await store.close();
  }
}

const is = (error: unknown, code: string): boolean => error instanceof AnchorlogError && error.code === code;
