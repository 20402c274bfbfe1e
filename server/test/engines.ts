/** The real databases that the server runs on. */
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

/** An empty database of the server's role. */
export async function createDatabase(): Promise<string> {
  postgres ??= start();
  const server = await postgres;
  const url = new URL(await server.createDatabase(ROLE));
  url.username = ROLE;
  return url.href;
}

/** The environment of a server over an empty database, whose connections may take long on a busy machine. */
export async function environmentOf(engine: Engine): Promise<Record<string, string>> {
  if (engine === "SQLite") return {};
  const create = async () => `${await createDatabase()}?connect_timeout=${WAIT_LIMIT / 1_000}`;
  return { DATABASE_URL: await create(), GUARD_DATABASE_URL: await create() };
}
