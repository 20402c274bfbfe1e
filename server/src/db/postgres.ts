import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Database } from "./database.ts";
import type { AccountTables, Tables } from "./tables.ts";

/** Numbers that SQL gives as bigint: indexes and milliseconds, all of them safe integers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format)),
};

/** Opens the tables in one PostgreSQL database. */
export function openPostgresDatabase(connectionString: string): Database {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    types,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    query_timeout: 30_000,
  });
  // A connection that breaks while nobody uses it: the next query takes another.
  pool.on("error", () => {});
  // One that breaks between two statements of a transaction: the next of them fails.
  pool.on("connect", (client) => void client.on("error", () => {}));
  const dialect = new PostgresDialect({ pool });
  return {
    engine: "postgres",
    tables: new Kysely<Tables>({ dialect }),
    accounts: new Kysely<AccountTables>({ dialect }),
    close: () => pool.end(),
  };
}
