/** `audit` compares the tables with the log; `rebuild` creates them again from the log. */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { identityOf } from "anchorlog/daemon/config";
import type { Config } from "../../foundation/config.ts";
import { makeFolder } from "../../foundation/config/folder.ts";
import type { Database } from "../../foundation/db/database.ts";
import { holdFile } from "../../foundation/db/hold.ts";
import { ServerError } from "../../foundation/errors.ts";
import { configureOperator } from "../../log/operator.ts";
import { assertBegun, logFileOf } from "../../log/stores.ts";
import type { Secrets } from "../../foundation/secrets.ts";
import { openStorage } from "../../foundation/storage/storage.ts";
import { compare, type Difference } from "./compare.ts";
import { openExclusively, openSnapshot } from "./overPostgres.ts";
import { openCopy, openFiles } from "./overSqlite.ts";
import { replay, type Replayed } from "./replay.ts";
import { openScratch } from "./scratch.ts";
import { DERIVED_TABLES, rowsOf } from "./tables.ts";

export type Audit = Pick<Replayed, "entries" | "passed"> & { readonly differences: readonly Difference[] };

type AuditInput = { readonly config: Config; readonly secrets: Secrets };

/**
 * Compares the tables with a replay of the log. Uses a snapshot, so the server may run.
 *
 * @throws ServerError `no_log`, `no_accounts`, `other_accounts`, `not_replayed`, `audit_runs`.
 */
export async function audit({ config, secrets }: AuditInput): Promise<Audit> {
  const configured = await configureOperator(config);
  assertBegun(configured, config);
  const file = logFileOf(configured);
  const storage = await openStorage(config.storage);
  return inWorkspace(config, "audit", async (folder) => {
    const stand =
      file === undefined
        ? await openSnapshot({ config, configured })
        : await openCopy({ config, configured, file }, folder);
    const { store, database } = stand;
    try {
      const scratch = await openScratch(join(folder, "replayed.sqlite"));
      try {
        const operator = identityOf(configured.operator);
        const { lost, ...replayed } = await replay({ config, secrets, store, database, operator, storage }, scratch);
        const gone = lost.map((key): Difference => ({ table: "file", key, what: "lost", columns: [] }));
        const differences = await compare((table) => rowsOf(scratch.tables, table), stand.rows);
        return { ...replayed, differences: [...differences, ...gone] };
      } finally {
        scratch.close();
      }
    } finally {
      await stand.close();
    }
  });
}

/**
 * Runs `work` in a temporary folder within the server's folder. With SQLite, it needs as much space as the log, on the
 * log's disk. Deletes the folder of a killed process first.
 */
async function inWorkspace<T>(
  config: Pick<Config, "folder">,
  name: "audit" | "rebuild",
  work: (folder: string) => Promise<T>,
): Promise<T> {
  await makeFolder("DATA_DIR", config.folder);
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
 * Rebuilds the tables from the log. The server must not run.
 *
 * @param isReplacing whether to replace existing rows. If false, existing rows are an error.
 * @throws ServerError `no_log`, `no_accounts`, `other_accounts`, `not_replayed`, `not_empty`, `server_runs`. @throws
 *   AnchorlogError `store_locked` if the server runs.
 */
export async function rebuild({ config, secrets }: AuditInput, isReplacing: boolean): Promise<Replayed> {
  const configured = await configureOperator(config);
  assertBegun(configured, config);
  const file = logFileOf(configured);
  const storage = await openStorage(config.storage);
  return inWorkspace(config, "rebuild", async (folder) => {
    const target =
      file === undefined
        ? await openExclusively({ config, configured })
        : await openFiles({ config, configured, file });
    const { store, database } = target;
    try {
      if (!isReplacing && !target.isUnfinished) await assertEmpty(database);
      const scratch = await openScratch(join(folder, "replayed.sqlite"));
      try {
        const operator = identityOf(configured.operator);
        const replayed = await replay({ config, secrets, store, database, operator, storage }, scratch);
        await target.refill((table) => rowsOf(scratch.tables, table));
        return replayed;
      } finally {
        scratch.close();
      }
    } finally {
      await target.close();
    }
  });
}

async function assertEmpty({ across: { tables } }: Database): Promise<void> {
  for (const table of DERIVED_TABLES) {
    const there = await tables.selectFrom(table).select("org").limit(1).executeTakeFirst();
    if (there === undefined) continue;
    throw new ServerError("not_empty", `the table ${table} has rows`, {
      fix: "compare it by audit; --replace puts what the log says in the place of all of them",
    });
  }
}
