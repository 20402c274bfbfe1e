/** The real databases that the server runs on. */
import { openPostgresStore } from "anchorlog/store/postgres";
import { migrateAll } from "../src/foundation/db/migrateAll.ts";
import { openPostgresDatabase } from "../src/foundation/db/postgres.ts";
import { WAIT_LIMIT } from "../../test/limits.ts";
import { queryDatabase } from "../../test/postgres.ts";
import { sharePostgres, type SharedServer } from "../../test/sharedPostgres.ts";
import { isSlowSuite } from "../../test/slow.ts";

export const EVERY_ENGINE = ["SQLite", "PostgreSQL"] as const;
export type Engine = (typeof EVERY_ENGINE)[number];

/**
 * The engines for tests of a rule that is not about SQL. The slow suite has both. In the default suite, servers run
 * over SQLite unless a test names another engine.
 */
export const ENGINES: readonly Engine[] = isSlowSuite ? EVERY_ENGINE : ["PostgreSQL"];

/** The server that all test files of this process share. It ends with the process. */
let postgres: Promise<SharedServer> | undefined;

/** The role that a server should have: it owns its databases, and row-level security applies to it. */
const ROLE = "platform";

/** Another process of this run may make the role at the same time. */
const MAKE_ROLE = `DO $$ BEGIN
  CREATE ROLE ${ROLE} LOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
END $$`;

async function start(): Promise<SharedServer> {
  const server = await sharePostgres();
  await queryDatabase(server.url("postgres"), MAKE_ROLE);
  return server;
}

/** A database of the server's role: empty, or a copy of another one. @param template the other one's name. */
export async function createDatabase(template?: string): Promise<string> {
  postgres ??= start();
  const server = await postgres;
  const url = new URL(await server.createDatabase(ROLE, template));
  url.username = ROLE;
  return url.href;
}

/** The name of a database with a server's tables, which are empty. Making them takes most of a server's start. */
let tables: Promise<string> | undefined;

async function makeTables(): Promise<string> {
  const url = await createDatabase();
  const store = await openPostgresStore({ connectionString: url, leader: "tables" });
  const database = openPostgresDatabase(url);
  try {
    await migrateAll(database, (statements) => store.run(statements));
  } finally {
    await database.close();
    await store.close();
  }
  return new URL(url).pathname.slice(1);
}

/**
 * The environment of a server, whose connections may take long on a busy machine.
 *
 * @param areEmpty whether the server finds empty databases. By default, it finds empty tables of its own.
 */
export async function environmentOf(engine: Engine, areEmpty = false): Promise<Record<string, string>> {
  if (engine === "SQLite") return {};
  const create = async (template?: string) => `${await createDatabase(template)}?connect_timeout=${WAIT_LIMIT / 1_000}`;
  return {
    DATABASE_URL: await create(areEmpty ? undefined : await (tables ??= makeTables())),
    GUARD_DATABASE_URL: await create(),
  };
}
