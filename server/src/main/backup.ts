import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { backUpSqliteStore } from "anchorlog/store/sqlite";
import type { Config } from "../foundation/config.ts";
import { ServerError } from "../foundation/errors.ts";
import { configureOperator } from "../log/operator.ts";
import { accountsFileOf, assertBegun, logFileOf } from "../log/stores.ts";
import { assertFinished } from "../log/unfinished.ts";

/**
 * Copies the log with its tables, and the accounts, while the server runs, each as of one commit. Stored files are
 * copied if they are in a folder. The guard is not copied, since it must be newer than any backup. The server's secret
 * is not copied, since it decrypts the backup.
 *
 * @param folder created if missing; it must be empty.
 * @throws ServerError `not_sqlite`, `no_log`, `no_accounts`, `rebuild_unfinished`, `not_empty`. @throws AnchorlogError
 *   `backup_failed`.
 */
export async function backUp(config: Config, folder: string): Promise<void> {
  const configured = await configureOperator(config);
  const log = logFileOf(configured);
  if (log === undefined)
    throw new ServerError("not_sqlite", "backup copies files, but the log is in PostgreSQL", { fix: "use pg_dump" });
  await assertBegun(configured, config);
  assertFinished(config);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new ServerError("not_empty", `${folder} is not empty`, { fix: "name a folder for this backup alone" });
  await backUpSqliteStore(log, join(folder, "log.sqlite"));
  // Copy accounts after the log, so that every organization in the log has its accounts.
  await backUpSqliteStore(accountsFileOf(config), join(folder, "accounts.sqlite"));
  // Copy files after the log, so that the bytes of all files in it exist.
  const { storage } = config;
  if (storage.kind === "folder" && existsSync(storage.folder)) await copyFiles(storage.folder, join(folder, "files"));
}

/** Copies stored files. Bytes deleted meanwhile are not needed, and drafts are not yet files. */
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
