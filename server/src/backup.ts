import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { backUpSqliteStore } from "anchorlog/log/sqlite";
import type { Config } from "./config.ts";
import { ServerError } from "./errors.ts";
import { configureOperator } from "./log/operator.ts";
import { accountsFileOf, assertBegun, logFileOf } from "./log/stores.ts";
import { assertFinished } from "./log/unfinished.ts";

/**
 * Copies the log with its tables, and the accounts, while the server runs: each as it was at one commit; and stored
 * files, where they are in a folder. Neither the guard nor the server's secret is copied: the one remembers what a backup
 * has forgotten, the other opens what is in it.
 *
 * @param folder made where it is missing; it must be empty.
 * @throws ServerError `not_sqlite`, `no_log`, `no_accounts`, `rebuild_unfinished`, `not_empty`. @throws AnchorlogError
 *   `backup_failed`.
 */
export async function backUp(config: Config, folder: string): Promise<void> {
  const configured = await configureOperator(config);
  const log = logFileOf(configured);
  if (log === undefined)
    throw new ServerError("not_sqlite", "this copies files, and the log is in PostgreSQL", { fix: "use pg_dump" });
  assertBegun(configured, config);
  assertFinished(config);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new ServerError("not_empty", `${folder} is not empty`, { fix: "name a folder for this backup alone" });
  await backUpSqliteStore(log, join(folder, "log.sqlite"));
  // After the log: nobody who is in it lacks an account.
  await backUpSqliteStore(accountsFileOf(config), join(folder, "accounts.sqlite"));
  // After the log, too: the bytes of all files that are in it are there by then.
  const { storage } = config;
  if (storage.kind === "folder" && existsSync(storage.folder)) await copyFiles(storage.folder, join(folder, "files"));
}

/** Copies stored files. Bytes that are removed meanwhile are no file's any more, and drafts are not yet. */
async function copyFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const name of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!name.isFile() || name.name.endsWith(".draft")) continue;
    const path = relative(from, join(name.parentPath, name.name));
    await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 });
    await copyFile(join(from, path), join(to, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
  }
}
