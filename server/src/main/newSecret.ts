/** Replaces the server's secret if it was lost or exposed. */
import { toHex, type Hex } from "anchorlog";
import { encodeMessage, hashDomain, logId } from "anchorlog/action";
import { identityOf, openStore } from "anchorlog/daemon/config";
import type { LogStore, Statement } from "anchorlog/log";
import { apiKeyOf } from "../accounts/apiKeys.ts";
import type { Config } from "../foundation/config.ts";
import { statement, type Database } from "../foundation/db/database.ts";
import { runIn, type Run } from "../foundation/db/migrate.ts";
import { ServerError } from "../foundation/errors.ts";
import { configureOperator } from "../log/operator.ts";
import { assertBegun, openTables } from "../log/stores.ts";
import { types } from "../objects/kinds.ts";
import { leadAlone } from "./replay/overPostgres.ts";
import type { Secrets } from "../foundation/secrets.ts";

/** Rows read and written per commit. */
const CHUNK = 500;

/** Numbers of replaced secrets that their users need to know about. */
type Renewed = { readonly apiKeys: number; readonly webhooks: number; readonly sessions: number };

/**
 * Derives all dependent secrets from the given one: API keys and webhook secrets change, and sessions end. The server
 * must not run. If it is interrupted, run it again: until it completes, the server does not start.
 *
 * @throws ServerError `same_secret`, `no_log`, `no_accounts`. If the server runs: AnchorlogError `store_locked`; with
 *   PostgreSQL, ServerError `server_runs`.
 */
export async function takeNewSecret({
  config,
  secrets,
}: {
  readonly config: Config;
  readonly secrets: Secrets;
}): Promise<Renewed> {
  const configured = await configureOperator(config);
  await assertBegun(configured, config);
  // A unique name: under the server's own name, it would take over the lease of a running server.
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
      // Must be last: by the keys of access tokens, the server detects which secret the data belong to.
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
  throw new ServerError("same_secret", "the data already belong to this secret", {
    fix: "set SERVER_SECRET to another one, or move DATA_DIR/secret away to get a new one",
  });
}

type RenewedParts = { readonly database: Database; readonly store: LogStore; readonly secrets: Secrets };

/** Derives API keys from their actions and the new secret. A rebuild derives the same keys. */
async function renewApiKeys(
  { database: { engine, across, builder }, store, secrets }: RenewedParts,
  operator: ReturnType<typeof identityOf>,
): Promise<number> {
  const separator = hashDomain({ ...operator, verifyingContract: operator.registry });
  const { tables, accounts } = across;
  // With PostgreSQL, the store's statements see one log's rows only, so the database's own connection is used. With
  // SQLite, only the store can write.
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
