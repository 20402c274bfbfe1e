/** `audit` compares the tables with the log; `rebuild` creates them again from the log. */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { identityOf } from "anchorlog/daemon/config";
import type { Config } from "../../foundation/config.ts";
import { makeFolder } from "../../foundation/config/folder.ts";
import type { Database } from "../../foundation/db/database.ts";
import { holdFile } from "../../foundation/db/hold.ts";
import { ServerError } from "../../foundation/errors.ts";
import { configureOperator, type Configured } from "../../log/operator.ts";
import { assertBegun, logFileOf } from "../../log/stores.ts";
import type { Secrets } from "../../foundation/secrets.ts";
import { openStorage } from "../../foundation/storage/storage.ts";
import { compare, type Difference } from "./compare.ts";
import { openExclusively, openSnapshot } from "./overPostgres.ts";
import { openCopy, openFiles } from "./overSqlite.ts";
import { replay, type Replayed } from "./replay.ts";
import { openScratch, type Scratch } from "./scratch.ts";
import type { Stand } from "./stand.ts";
import { DERIVED_TABLES, rowsOf } from "./tables.ts";

export type Audit = Pick<Replayed, "entries" | "passed"> & { readonly differences: readonly Difference[] };

type AuditInput = { readonly config: Config; readonly secrets: Secrets };

/**
 * Compares the tables with a replay of the log. Uses a snapshot, so the server may run.
 *
 * @throws ServerError `no_log`, `no_accounts`, `other_accounts`, `not_replayed`, `audit_runs`.
 */
export async function audit(input: AuditInput): Promise<Audit> {
  return inWorkspace(input.config, "audit", async (configured, folder) => {
    const file = logFileOf(configured);
    const source = { config: input.config, configured };
    const stand = file === undefined ? await openSnapshot(source) : await openCopy({ ...source, file }, folder);
    return withReplay(input, configured, folder, stand, async ({ lost, ...replayed }, scratch) => {
      const gone = lost.map((key): Difference => ({ table: "file", key, what: "lost", columns: [] }));
      const differences = await compare((table) => rowsOf(scratch.tables, table), stand.rows);
      return { ...replayed, differences: [...differences, ...gone] };
    });
  });
}

/** Replays the log beside opened tables, and passes the result on. Closes the tables at the end. */
async function withReplay<T>(
  { config, secrets }: AuditInput,
  configured: Configured,
  folder: string,
  opened: Pick<Stand, "store" | "database" | "close">,
  use: (replayed: Replayed, scratch: Scratch) => Promise<T>,
): Promise<T> {
  const { store, database } = opened;
  try {
    const storage = await openStorage(config.storage);
    const scratch = await openScratch(join(folder, "replayed.sqlite"));
    try {
      const operator = identityOf(configured.operator);
      return await use(await replay({ config, secrets, store, database, operator, storage }, scratch), scratch);
    } finally {
      scratch.close();
    }
  } finally {
    await opened.close();
  }
}

/**
 * Runs `work` in a temporary folder within the server's folder. With SQLite, it needs as much space as the log, on the
 * log's disk. Deletes the folder of a killed process first.
 */
async function inWorkspace<T>(
  config: Config,
  name: "audit" | "rebuild",
  work: (configured: Configured, folder: string) => Promise<T>,
): Promise<T> {
  const configured = await configureOperator(config);
  await assertBegun(configured, config);
  await makeFolder("DATA_DIR", config.folder);
  const letGo = holdFile(
    join(config.folder, `${name}.lock`),
    (cause) =>
      new ServerError(`${name}_runs`, `another ${name} is running on ${config.folder}`, { fix: "wait for it", cause }),
  );
  const folder = join(config.folder, name);
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o700 });
    try {
      return await work(configured, folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    letGo();
  }
}

/**
 * Rebuilds the tables from the log. The server must not run.
 *
 * @param isReplacing whether to replace existing rows. If false, existing rows are an error.
 * @throws ServerError `no_log`, `no_accounts`, `other_accounts`, `not_replayed`, `not_empty`, `server_runs`. @throws
 *   AnchorlogError `store_locked` if the server runs.
 */
export async function rebuild(input: AuditInput, isReplacing: boolean): Promise<Replayed> {
  return inWorkspace(input.config, "rebuild", async (configured, folder) => {
    const file = logFileOf(configured);
    const source = { config: input.config, configured };
    const target = file === undefined ? await openExclusively(source) : await openFiles({ ...source, file });
    if (!isReplacing && !target.isUnfinished)
      await assertEmpty(target.database).catch(async (error: unknown) => {
        await target.close();
        throw error;
      });
    return withReplay(input, configured, folder, target, async (replayed, scratch) => {
      await target.refill((table) => rowsOf(scratch.tables, table));
      return replayed;
    });
  });
}

async function assertEmpty({ across: { tables } }: Database): Promise<void> {
  for (const table of DERIVED_TABLES) {
    const there = await tables.selectFrom(table).select("org").limit(1).executeTakeFirst();
    if (there === undefined) continue;
    throw new ServerError("not_empty", `the table ${table} has rows`, {
      fix: "compare it by audit; --replace replaces all rows by the log's",
    });
  }
}
