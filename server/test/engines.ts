/** The databases that the server stands on, each a real one. */
import { startPostgres, type TestServer as Postgres } from "../../test/postgres.ts";

export const ENGINES = ["SQLite", "PostgreSQL"] as const;

/** For all test files of this process. It ends with it. */
let postgres: Promise<Postgres> | undefined;

/** The environment of a server over an empty database. */
export async function environmentOf(engine: (typeof ENGINES)[number]): Promise<Record<string, string>> {
  if (engine === "SQLite") return {};
  postgres ??= startPostgres();
  const server = await postgres;
  return { DATABASE_URL: await server.createDatabase(), GUARD_DATABASE_URL: await server.createDatabase() };
}
