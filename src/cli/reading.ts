/**
 * Reads an operator's own records for its watchtower, from its store, while another process may have the store open.
 */
import { defineActions } from "../action/kinds.ts";
import { loadConfig, pathOf, type Environment } from "../daemon/config/load.ts";
import { archiveOf, assertStored, identityOf, openStore } from "../daemon/config/open.ts";
import type { Config } from "../daemon/config/settings.ts";
import { AnchorlogError } from "../base/errors.ts";
import type { ArchiveStore, BatchStore, ChainStore, OperationsStore } from "../log/store.ts";
import { storeRecords, type Records } from "../watch/records.ts";

/** The part of the store that reads. */
export type ReadableStore = Pick<ArchiveStore, "archived" | "segments"> &
  Pick<BatchStore, "batches" | "checkpoints" | "unbatched"> &
  Pick<ChainStore, "actsBefore" | "allLogNames" | "countLogs" | "entries" | "heads"> &
  Pick<OperationsStore, "recentTimestamps" | "tiles">;

/**
 * Opens a configuration's store for reading, while another process may write to it.
 *
 * @throws AnchorlogError `store_failed`; what PostgreSQL's store throws.
 */
export async function openForReading(
  config: Config,
  env: Environment = process.env,
): Promise<{ readonly store: ReadableStore; readonly close: () => Promise<void> }> {
  const sqlite = config["store.sqlite"];
  if (sqlite === undefined) {
    const store = await openStore(config, env, { mustExist: true });
    return { store, close: () => store.close() };
  }
  await assertStored(config, env);
  const path = pathOf(config, sqlite);
  try {
    const reader = (await import("../store/sqlite/reader.ts")).openReader(path, archiveOf(config));
    return { store: reader, close: async () => reader.close() };
  } catch (cause) {
    throw new AnchorlogError("store_failed", `${path} cannot be read: ${(cause as Error).message}`, {
      fix: "check that it is a store, and that this user can write to its folder: SQLite's readers make files there, too",
      cause,
    });
  }
}

/** The inputs of a watchtower from an operator's configuration. The configuration's keys are not opened. */
export type OwnWatch = {
  readonly config: Config;
  readonly records: Records;
  readonly close: () => Promise<void>;
};

/** Throws like `loadConfig` and {@link openForReading}. */
export async function openOwnWatch(file: string, env: Environment): Promise<OwnWatch> {
  const config = await loadConfig(file, { env });
  const { store, close } = await openForReading(config, env);
  const types = defineActions(config["operator.kinds"]);
  return { config, records: storeRecords(store, identityOf(config), types), close };
}
