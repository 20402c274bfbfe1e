/** Opens the security layer and the tables beside it. */
import { mkdir } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { defineActions, openAnchorlog, type Anchorlog, type AnchorlogOptions } from "anchorlog";
import { contractAddresses, presets } from "anchorlog/anchor";
import {
  developmentAccount,
  developmentNoteKey,
  developmentSigner,
  LOCAL_CHAIN_ID,
  ROLES,
} from "anchorlog/development";
import { createFileGuard, openFileGuard } from "anchorlog/log/guard";
import { openSqliteStore } from "anchorlog/log/sqlite";
import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import { migrate, runIn, type Run } from "../db/migrate.ts";
import { ACCOUNTS, PLATFORM } from "../db/migrations.ts";
import { openSqliteDatabase } from "../db/sqlite.ts";
import type { Platform } from "../platform.ts";

/** Threads that verify signatures and sign receipts, beside the one that builds batches. */
const THREADS = 1;
/** Milliseconds that an entry waits for its batch. */
const BATCH_AGE = 60_000;

export type Opened = Pick<Platform, "anchorlog" | "operator" | "database"> & { close(): Promise<void> };

/** @param onError told of what fails in the background. */
export async function openLog(
  { folder }: Pick<Config, "folder">,
  { clock, onError }: { readonly clock: () => number; readonly onError: (error: unknown) => void },
): Promise<Opened> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const operator = {
    chainId: LOCAL_CHAIN_ID,
    registry: contractAddresses(presets.local).registry,
    operator: developmentAccount(ROLES.operator, LOCAL_CHAIN_ID).address.toLowerCase() as `0x${string}`,
    name: "Anchorlog Platform",
    version: "1",
  };
  const file = join(folder, "log.sqlite");
  const guardFile = join(folder, "log.guard");
  // Before the store is made: a guard that is gone while there is a log is no new beginning.
  const isNew = !existsSync(file) && !existsSync(guardFile);
  const guard = isNew ? createFileGuard(guardFile, operator) : openFileGuard(guardFile, operator);
  const store = await openSqliteStore(file).catch(async (error: unknown) => {
    await guard.close();
    throw error;
  });
  let database: Database | undefined;
  try {
    database = openSqliteDatabase({ log: file, accounts: join(folder, "accounts.sqlite") });
    await migrateAll(database, (statements) => store.run(statements));
    const options: AnchorlogOptions = {
      store,
      guard,
      operator,
      types: defineActions({}),
      keys: {
        anchorKey: developmentAccount(ROLES.anchorKey, LOCAL_CHAIN_ID),
        receiptKey: developmentSigner(ROLES.receiptKey, LOCAL_CHAIN_ID),
        noteKey: developmentNoteKey(LOCAL_CHAIN_ID),
      },
      threads: THREADS,
      batches: { maxAge: BATCH_AGE },
      clock,
      onError,
    };
    const anchorlog: Anchorlog = await openAnchorlog(options);
    const opened = database;
    const close = async (): Promise<void> => {
      // Before the writer, which then leaves one file.
      await opened.close();
      await anchorlog.close();
    };
    return { anchorlog, operator, database, close };
  } catch (error) {
    await database?.close();
    await store.close();
    await guard.close();
    throw error;
  }
}

async function migrateAll(database: Database, run: Run): Promise<void> {
  const { engine, platform, accounts } = database;
  await migrate(platform, run, { table: "platform_version", migrations: PLATFORM, engine });
  await migrate(accounts, runIn(accounts), { table: "accounts_version", migrations: ACCOUNTS, engine });
}
