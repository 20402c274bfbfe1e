import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Database } from "./database.ts";
import type { AccountTables, IndexTables, Tables } from "./tables.ts";

/** Numbers that SQL gives as bigint: indexes and milliseconds, all of them safe integers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format)),
};

/** Milliseconds that a statement about the index may take: the database itself ends it then. */
const INDEX_TIMEOUT = 5_000;

/** Opens the tables in one PostgreSQL database. The index has connections of its own: questions take nobody else's. */
export function openPostgresDatabase(connectionString: string): Database {
  const pool = openPool({ connectionString, max: 10 });
  const indexPool = openPool({ connectionString, max: 4, statement_timeout: INDEX_TIMEOUT });
  const dialect = new PostgresDialect({ pool });
  return {
    engine: "postgres",
    tables: new Kysely<Tables>({ dialect }),
    accounts: new Kysely<AccountTables>({ dialect }),
    index: new Kysely<IndexTables>({ dialect: new PostgresDialect({ pool: indexPool }) }),
    close: async () => void (await Promise.all([pool.end(), indexPool.end()])),
  };
}

function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    types,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    query_timeout: 30_000,
    ...options,
  });
  // A connection that breaks while nobody uses it: the next query takes another.
  pool.on("error", () => {});
  // One that breaks between two statements of a transaction: the next of them fails.
  pool.on("connect", (client) => void client.on("error", () => {}));
  return pool;
}
