/** Begins anew with another secret, over data whose own was lost, or became known. */
import { toHex, type Hex } from "anchorlog";
import { encodeMessage, hashDomain, logId } from "anchorlog/action";
import { identityOf, openStore } from "anchorlog/config";
import type { LogStore, Statement } from "anchorlog/log";
import { apiKeyOf } from "./accounts/apiKeys.ts";
import type { Config } from "./config.ts";
import { statement, type Database } from "./db/database.ts";
import { runIn, type Run } from "./db/migrate.ts";
import { ServerError } from "./errors.ts";
import { configureOperator } from "./log/operator.ts";
import { assertBegun, openTables } from "./log/stores.ts";
import { types } from "./platform/kinds.ts";
import { leadAlone } from "./replay/overPostgres.ts";
import type { Secrets } from "./secrets.ts";

/** Rows that are read, and written in one commit. */
const CHUNK = 500;

/** What has another secret now, and must be told to whom it is for. */
export type Renewed = { readonly apiKeys: number; readonly webhooks: number; readonly sessions: number };

/**
 * Has all that follows from the server's secret follow from the given one: API keys and the secrets of webhooks are others
 * then, and sessions end. The server must not run. One that was cut off is done over: until it is through, the server does
 * not start.
 *
 * @throws ServerError `same_secret`, `no_log`, `no_accounts`. Where the server runs: AnchorlogError `store_locked`; over
 *   PostgreSQL ServerError `server_runs`.
 */
export async function takeNewSecret({
  config,
  secrets,
}: {
  readonly config: Config;
  readonly secrets: Secrets;
}): Promise<Renewed> {
  const configured = await configureOperator(config);
  assertBegun(configured, config);
  // In its own name: a process takes what is held in the same one.
  const store = await openStore({ ...configured.operator, "store.leader": undefined }, configured.env);
  try {
    const epoch = store.shared ? await leadAlone(store) : undefined;
    const database = await openTables(configured, config);
    try {
      await assertOther(database, secrets);
      const apiKeys = await renewApiKeys({ database, store, secrets }, identityOf(configured.operator));
      const { n: webhooks } = await database.across.tables
        .selectFrom("webhook")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .where("removed_at", "is", null)
        .executeTakeFirstOrThrow();
      // Last: by its keys of access tokens, the server knows which secret the data are of.
      return { apiKeys, webhooks, sessions: await endSessions(database) };
    } finally {
      await database.close();
      if (epoch !== undefined) await store.releaseLease("operator", epoch);
    }
  } finally {
    await store.close();
  }
}

async function assertOther({ across: { accounts } }: Database, secrets: Secrets): Promise<void> {
  const key = await accounts.selectFrom("signing_key").select(["id", "sealed"]).limit(1).executeTakeFirst();
  if (key === undefined || secrets.open("signing key", key.id, key.sealed) === undefined) return;
  throw new ServerError("same_secret", "the data are of this secret already", {
    fix: "give another one by SERVER_SECRET, or move DATA_DIR/secret away to have one made",
  });
}

type Parts = { readonly database: Database; readonly store: LogStore; readonly secrets: Secrets };

/** API keys as the actions that made them say, under the new secret. A rebuild finds the same. */
async function renewApiKeys(
  { database: { engine, across, builder }, store, secrets }: Parts,
  operator: ReturnType<typeof identityOf>,
): Promise<number> {
  const separator = hashDomain({ ...operator, verifyingContract: operator.registry });
  const { tables, accounts } = across;
  // What the store runs sees one log's rows, and here there is none. Over files, nobody but the store writes.
  const run: Run = engine === "postgres" ? runIn(tables) : (statements) => store.run(statements);
  const logs = await accounts.selectFrom("organization").select(["id", "log"]).execute();
  let renewed = 0;
  for (const { id: org, log } of logs) {
    const rows = await tables.selectFrom("api_key").select(["id", "idx"]).where("org", "=", org).execute();
    let statements: Statement[] = [];
    for (const { id, idx } of rows) {
      const [entry] = await store.entries(logId(operator, log), idx, idx + 1);
      const { primaryType, message } = entry!.action;
      const digest: Hex = toHex(encodeMessage(types.kinds.get(primaryType)!, message, separator).digest);
      const { hash, prefix } = apiKeyOf(secrets, digest.slice(2));
      const query = builder.updateTable("api_key").set({ hash, prefix }).where("org", "=", org).where("id", "=", id);
      statements.push(statement(query, { expect: 1 }));
      renewed++;
      if (statements.length < CHUNK) continue;
      await run(statements);
      statements = [];
    }
    if (statements.length > 0) await run(statements);
  }
  return renewed;
}

async function endSessions({ across: { accounts } }: Database): Promise<number> {
  return accounts.transaction().execute(async (db) => {
    await db.deleteFrom("refresh_token").execute();
    const { numDeletedRows } = await db.deleteFrom("session").executeTakeFirstOrThrow();
    await db.deleteFrom("one_time_code").execute();
    await db.deleteFrom("signing_key").execute();
    return Number(numDeletedRows);
  });
}
