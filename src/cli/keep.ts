/** `anchorlog backup` and `restore`: copy a store, and put it back. */
import { chmod, copyFile, link, rename, rm, stat } from "node:fs/promises";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkpointOrigin } from "../action/domain.ts";
import type { ReadExport } from "../verify/audit/audit.ts";
import { readExportFolder } from "../verify/audit/folder.ts";
import { EXPORT_FILES, parseManifest, type Manifest } from "../verify/audit/format.ts";
import { assertRestorable, importExport, type Imported } from "../verify/audit/import.ts";
import { openAccount } from "../daemon/config/keys.ts";
import { loadConfig, pathOf } from "../daemon/config/load.ts";
import { connectWriter, identityOf, openOptions } from "../daemon/config/open.ts";
import type { Config } from "../daemon/config/settings.ts";
import { AnchorlogError } from "../base/errors.ts";
import { syncFile, syncFolder } from "../base/folders.ts";
import { findMissingSegments } from "../store/archive.ts";
import { lockFile } from "../store/lock.ts";
import { backUpSqliteStore } from "../store/sqlite.ts";
import { openReader } from "../store/sqlite/reader.ts";
import { openAnchorlog } from "../operator/open.ts";
import type { Call } from "./command.ts";
import { EXIT_CODES, UsageError } from "./usage.ts";
import { printRows } from "./rows.ts";
import { print } from "./print.ts";

/** `anchorlog backup`. Returns the exit code. */
export async function runBackup({ values, positionals }: Call): Promise<number> {
  const target = onlyOf("backup", "the file to write", positionals);
  const config = await loadConfig(values["config"] as string | undefined);
  await backUpSqliteStore(pathOfStore(config), target);
  await print(`wrote ${target}: the store as of one commit\n`);
  return EXIT_CODES.valid;
}

/** `anchorlog restore`. Returns the exit code: 1 if something is still missing. */
export async function runRestore({ values, positionals }: Call): Promise<number> {
  const [backup, more] = positionals;
  const folder = values["export"] as string | undefined;
  if (more !== undefined || (backup === undefined && folder === undefined)) {
    throw new UsageError("restore takes a backup, or --export DIR for a store that is there, or both", "restore");
  }
  const config = await loadConfig(values["config"] as string | undefined);
  // Checked before anything is written.
  const chain = await connectWriter(config, await openAccount(config));
  const exported = folder === undefined ? undefined : await readOwnExport(folder, config);
  if (backup !== undefined) await putBack(backup, pathOfStore(config));
  const options = await openOptions(config);
  const anchorlog = await openAnchorlog({ ...options, chain }).catch(async (error: unknown) => {
    await options.store.close();
    await options.guard?.close();
    throw error;
  });
  try {
    const imported: Imported | undefined = exported && (await importExport(exported, options.store));
    const missing = await anchorlog.missing();
    const archiveMissing = await findMissingSegments(options.store);
    await printRows(values["json"] === true, {
      finished: missing.length === 0,
      ...(imported === undefined ? {} : { imported }),
      ...(missing.length === 0 ? {} : { missing }),
      ...(archiveMissing.length === 0 ? {} : { archiveMissing }),
      next: missing.length === 0 ? "npx anchorlog operate" : "npx anchorlog restore --export DIR, with a newer export",
    });
    return missing.length === 0 ? EXIT_CODES.valid : EXIT_CODES.invalid;
  } finally {
    await anchorlog.close();
  }
}

/**
 * @throws AnchorlogError `foreign_export` if it is another operator's: importing it would mix their logs.
 * `payloads_withheld` if it has no payloads.
 */
async function readOwnExport(folder: string, config: Config): Promise<ReadExport> {
  const read = await readExportFolder(folder);
  const manifest = readManifest(folder, (await read(EXPORT_FILES.manifest))!);
  const { operator } = manifest;
  const isOwn = checkpointOrigin(identityOf(config)) === checkpointOrigin(operator);
  if (isOwn) {
    assertRestorable(manifest);
    return read;
  }
  const { chainId, registry, operator: address } = operator;
  throw new AnchorlogError(
    "foreign_export",
    `${folder}: the export is of another operator: ${address} of ${registry} on chain ${chainId}`,
    { fix: "give the folder of this operator's own export, or its own configuration (--config FILE)" },
  );
}

function readManifest(folder: string, text: string): Manifest {
  try {
    return parseManifest(text);
  } catch (cause) {
    const message = `${join(folder, EXPORT_FILES.manifest)}: ${(cause as Error).message.split("\n")[0]}`;
    throw new AnchorlogError("bad_export", message, { fix: "give the whole folder of an export, unchanged", cause });
  }
}

function onlyOf(command: string, what: string, positionals: readonly string[]): string {
  const [one, more] = positionals;
  if (one !== undefined && more === undefined) return one;
  throw new UsageError(`${command} takes ${what}`, command);
}

function pathOfStore(config: Config): string {
  const sqlite = config["store.sqlite"];
  if (sqlite !== undefined) return pathOf(config, sqlite);
  throw new AnchorlogError("not_sqlite", "store.postgres is backed up and restored by PostgreSQL's own tools", {
    fix: "use pg_dump or a base backup with WAL archiving; then npx anchorlog restore --export DIR for what is missing",
  });
}

/** Error codes of file systems without hard links. */
const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/** Puts a backup at the store's path, under the store's lock, so that no process has the store open. */
async function putBack(backup: string, path: string): Promise<void> {
  const { unlock } = lockFile(path, "store_locked");
  try {
    await putBackLocked(backup, path);
  } finally {
    unlock();
  }
}

/**
 * Puts a backup at the store's path. The path must be free. Its -wal and -shm files must not exist, since SQLite would
 * read them with the backup.
 */
async function putBackLocked(backup: string, path: string): Promise<void> {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    if (!existsSync(file)) continue;
    throw new AnchorlogError("exists", `${file} is there already, and is not overwritten`, {
      fix: "stop what uses the store, and move the store's file away with its -wal and -shm",
    });
  }
  await assertStore(backup);
  const partial = `${path}.partial`;
  try {
    // An interrupted restore may have left a second hard link to the store. Copying would overwrite the store through
    // it.
    await rm(partial, { force: true });
    await copyFile(backup, partial);
    // The copy has the backup's mode, and a backup may be read-only.
    await chmod(partial, (await stat(partial)).mode | 0o600);
    await syncFile(partial);
    // A link appears whole, and never replaces a file. Without hard links, a rename appears whole too.
    await link(partial, path).catch(async (error: NodeJS.ErrnoException) => {
      if (!NO_LINKS.has(error.code ?? "")) throw error;
      await rename(partial, path);
    });
    await syncFolder(dirname(path));
  } catch (cause) {
    throw unwritten(path, cause);
  } finally {
    await rm(partial, { force: true });
  }
}

function unwritten(path: string, cause: unknown): AnchorlogError {
  return new AnchorlogError("restore_failed", `${path} cannot be written: ${(cause as Error).message}`, { cause });
}

async function assertStore(backup: string): Promise<void> {
  if (!existsSync(backup)) throw new AnchorlogError("unreadable", `there is no ${backup}`, { fix: "name the backup" });
  // A -wal file holds the newest commits, and would not be copied.
  const log = `${backup}-wal`;
  if (((await stat(log).catch(() => undefined))?.size ?? 0) > 0) {
    throw new AnchorlogError("unreadable", `${log} has commits that ${backup} lacks: this is a store, not a backup`, {
      fix: "to use this store, move both files back to the configured name; to restore, name a file of `anchorlog backup`",
    });
  }
  try {
    const reader = openReader(backup);
    try {
      await reader.checkpoints();
    } finally {
      reader.close();
    }
  } catch (cause) {
    throw new AnchorlogError("unreadable", `${backup} is not a store: ${(cause as Error).message}`, { cause });
  }
}
