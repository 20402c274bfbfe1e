/** `audit` and `rebuild`: the tables against the log, and anew from it. Over SQLite. */
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { archiveOf, identityOf } from "anchorlog/config";
import type { LogStore, Statement } from "anchorlog/log";
import { openSqliteStore } from "anchorlog/log/sqlite";
import type { Config } from "../config.ts";
import { statement, type Database } from "../db/database.ts";
import { holdFile } from "../db/hold.ts";
import { openSqliteDatabase } from "../db/sqlite.ts";
import { ServerError } from "../errors.ts";
import { migrateAll } from "../db/migrateAll.ts";
import { configureOperator, type Configured } from "../log/operator.ts";
import { accountsFileOf, logFileOf } from "../log/stores.ts";
import type { Secrets } from "../secrets.ts";
import { compare, DERIVED, rowsOf, type Difference } from "./compare.ts";
import { openStorage } from "../storage/storage.ts";
import { replay, type Replayed } from "./replay.ts";
import { unfinishedIn } from "../log/unfinished.ts";
import { openScratch, type Scratch } from "./scratch.ts";

export type Audit = { readonly entries: number; readonly differences: readonly Difference[] };

type Given = { readonly config: Config; readonly secrets: Secrets };

/**
 * Compares the tables with what a replay of the log makes, while the server runs or not: all of it as it was at one moment.
 *
 * @throws ServerError `not_replayed`, `not_sqlite`, `audit_runs`.
 */
export async function audit({ config, secrets }: Given): Promise<Audit> {
  const configured = await configureOperator(config);
  const file = sqliteFileOf(configured);
  const storage = await openStorage(config.storage);
  return inWorkspace(config, "audit", async (folder) => {
    const copy = join(folder, "log.sqlite");
    const live = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
    await backup(live, copy).finally(() => live.close());
    const store = await openSqliteStore(copy, { archive: archiveOf(configured.operator) });
    const database = openSqliteDatabase({ log: copy, accounts: accountsFileOf(config) });
    const scratch = await openScratch(join(folder, "replayed.sqlite"));
    try {
      const operator = identityOf(configured.operator);
      const { entries, lost } = await replay({ config, secrets, store, database, operator, storage }, scratch);
      const gone = lost.map((key): Difference => ({ table: "file", key, what: "lost", columns: [] }));
      return { entries, differences: [...(await compare(scratch.tables, database.across.tables)), ...gone] };
    } finally {
      scratch.close();
      await database.close();
      await store.close();
    }
  });
}

/**
 * Works in a folder beside the original: on its disk there is room for as much again, or there soon is none for the log.
 * What one that was killed left is cleared away.
 */
async function inWorkspace<T>(
  config: Pick<Config, "folder">,
  name: "audit" | "rebuild",
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const letGo = holdFile(
    join(config.folder, `${name}.lock`),
    (cause) =>
      new ServerError(`${name}_runs`, `another ${name} of ${config.folder} runs`, { fix: "wait for it", cause }),
  );
  const folder = join(config.folder, name);
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o700 });
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    letGo();
  }
}

/**
 * Makes the tables anew from the log. The server must not run.
 *
 * @param isReplacing whether rows that are there are replaced; without it there may be none.
 * @throws ServerError `not_replayed`, `not_empty`, `not_sqlite`. @throws AnchorlogError `store_locked` where it runs.
 */
export async function rebuild({ config, secrets }: Given, isReplacing: boolean): Promise<Replayed> {
  const configured = await configureOperator(config);
  const file = sqliteFileOf(configured);
  const storage = await openStorage(config.storage);
  const store = await openSqliteStore(file, { archive: archiveOf(configured.operator) });
  const database = openSqliteDatabase({ log: file, accounts: accountsFileOf(config) });
  try {
    return await inWorkspace(config, "rebuild", async (folder) => {
      await migrateAll(database, (statements) => store.run(statements));
      if (!isReplacing && !existsSync(unfinishedIn(config))) await assertEmpty(database);
      const scratch = await openScratch(join(folder, "replayed.sqlite"));
      try {
        const operator = identityOf(configured.operator);
        const replayed = await replay({ config, secrets, store, database, operator, storage }, scratch);
        await writeFile(unfinishedIn(config), "", { flush: true });
        for (const table of TABLES) await refill(table, { scratch, store, database });
        await rm(unfinishedIn(config));
        return replayed;
      } finally {
        scratch.close();
      }
    });
  } finally {
    await database.close();
    await store.close();
  }
}

async function assertEmpty({ across: { tables } }: Database): Promise<void> {
  for (const table of TABLES) {
    const there = await tables.selectFrom(table).select("org").limit(1).executeTakeFirst();
    if (there === undefined) continue;
    throw new ServerError("not_empty", `the table ${table} has rows`, {
      fix: "compare it by audit; --replace puts what the log says in the place of all of them",
    });
  }
}

const TABLES = Object.keys(DERIVED) as (keyof typeof DERIVED)[];
/** Rows that are written in one commit. */
const CHUNK = 500;

async function refill(
  table: keyof typeof DERIVED,
  { scratch, store, database: { builder } }: { scratch: Scratch; store: LogStore; database: Database },
): Promise<void> {
  await store.run([statement(builder.deleteFrom(table))]);
  let statements: Statement[] = [];
  for await (const row of rowsOf(scratch.tables, table)) {
    statements.push(statement(builder.insertInto(table).values(row as never)));
    if (statements.length < CHUNK) continue;
    await store.run(statements);
    statements = [];
  }
  if (statements.length > 0) await store.run(statements);
}

function sqliteFileOf(configured: Configured): string {
  const file = logFileOf(configured);
  if (file !== undefined) return file;
  throw new ServerError("not_sqlite", "this is for tables in files, so far", { fix: "run it over SQLite" });
}
