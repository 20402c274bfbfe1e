/** The accounts' tables over both engines: everything else of the server is as it always is. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { KyselyPlugin } from "kysely";
import { startPostgres, type TestServer as Postgres } from "../../../test/postgres.ts";
import { readConfig } from "../../src/config.ts";
import { migrate, runIn } from "../../src/db/migrate.ts";
import { ACCOUNTS } from "../../src/db/migrations.ts";
import type { Database } from "../../src/db/database.ts";
import { openPostgresDatabase } from "../../src/db/postgres.ts";
import { openLog } from "../../src/log/open.ts";
import { createLogger } from "../../src/logger.ts";
import { openMailer } from "../../src/mail/mailer.ts";
import type { Platform } from "../../src/platform.ts";
import { createSecrets } from "../../src/secrets.ts";
import { createServer } from "../../src/server.ts";
import { assertDiscreet, NOW, type TestServer } from "../harness.ts";

export const ENGINES = ["sqlite", "postgres"] as const;
export type Engine = (typeof ENGINES)[number];

export type EngineServer = Omit<TestServer, "restart"> & {
  /** The accounts' statements, as they were run. */
  readonly statements: string[];
  /** Ends the server, and starts it again over the same tables. */
  restart(env?: Readonly<Record<string, string>>): Promise<EngineServer>;
};

let postgres: Promise<Postgres> | undefined;

/** To be called at the end of a file that started servers over PostgreSQL. */
export async function stopPostgres(): Promise<void> {
  await (await postgres)?.close();
}

type Kept = { readonly folder: string; readonly clock: { now: number }; readonly url: string | undefined };

export async function startOver(engine: Engine, env: Readonly<Record<string, string>> = {}): Promise<EngineServer> {
  const url = engine === "postgres" ? await (await (postgres ??= startPostgres())).createDatabase() : undefined;
  return start(env, { folder: await mkdtemp(join(tmpdir(), "anchorlog-server-")), clock: { now: NOW }, url });
}

async function start(env: Readonly<Record<string, string>>, kept: Kept): Promise<EngineServer> {
  const { folder, clock } = kept;
  const base = { PUBLIC_URL: "http://api.example", DATA_DIR: folder, SERVER_SECRET: "5e".repeat(32) };
  const config = readConfig({ ...base, ...env, PORT: "0" });
  const logged: string[] = [];
  const logger = createLogger("trace", { write: (line: string) => void logged.push(line) });
  const failures: unknown[] = [];
  const now = () => clock.now;
  const opened = await openLog(config, { clock: now, onError: (error) => void failures.push(error) });
  const accounts = kept.url === undefined ? opened.database : await openAccounts(kept.url);
  const statements: string[] = [];
  const spy: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      statements.push(accounts.accounts.getExecutor().compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const database: Database = {
    ...opened.database,
    engine: accounts.engine,
    accounts: accounts.accounts.withPlugin(spy),
  };
  const mailer = await openMailer(config.mail);
  const platform: Platform = {
    ...opened,
    database,
    config,
    clock: now,
    secrets: createSecrets(config.secret!),
    mailer,
  };
  let isStopped = false;
  const stop = async (app?: Awaited<ReturnType<typeof createServer>>): Promise<void> => {
    if (isStopped) return;
    isStopped = true;
    await app?.close();
    await opened.close();
    if (accounts !== opened.database) await accounts.close();
    await mailer.close();
    if (failures.length > 0) throw new AggregateError(failures, "failed in the background");
  };
  const app = await createServer(platform, { logger }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  return {
    url,
    platform,
    clock,
    logged,
    statements,
    restart: async (other = env) => {
      await stop(app);
      return start(other, kept);
    },
    close: async () => {
      await stop(app);
      await rm(folder, { recursive: true });
      assertDiscreet(logged, url);
    },
  };
}

/** Another process's connections to the same tables. */
export async function openAccounts(url: string): Promise<Database> {
  const database = openPostgresDatabase(url);
  const { accounts, engine } = database;
  await migrate(accounts, runIn(accounts), { table: "accounts_version", migrations: ACCOUNTS, engine });
  return database;
}
