import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import {
  DummyDriver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from "kysely";
import { keepPrepared } from "./prepared.ts";
import { AnchorlogError } from "../../base/errors.ts";

/**
 * Kysely over a `DatabaseSync`. There is one connection, with one user at a time: others wait until a transaction ends.
 * Statements run synchronously. They do not report the number of changed rows: use RETURNING for it. The caller closes
 * the database.
 */
export const sqliteDialect = (db: DatabaseSync): Dialect => dialectOf(() => createDriver(db));

/** Runs a statement. Returns its rows. */
type Query = (query: CompiledQuery) => Promise<readonly unknown[]>;

/** Kysely over a function that runs one statement in its own transaction. */
export const statementDialect = (query: Query): Dialect =>
  dialectOf(() => Object.assign(new DummyDriver(), { acquireConnection: async () => connectionOf(query) }));

const dialectOf = (createDriver: () => Driver): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (kysely) => new SqliteIntrospector(kysely),
  createDriver,
});

const connectionOf = (query: Query): DatabaseConnection => ({
  executeQuery: async <R>(compiled: CompiledQuery): Promise<QueryResult<R>> => ({
    rows: (await query(compiled)) as R[],
  }),
  streamQuery: () => {
    throw new AnchorlogError("unsupported", "this connection streams no rows");
  },
});

function createDriver(db: DatabaseSync): Driver {
  const prepare = keepPrepared((sql) => db.prepare(sql));
  const connection = connectionOf(async ({ sql, parameters }) =>
    prepare(sql).all(...(parameters as readonly SQLInputValue[])),
  );
  let free: Promise<void> = Promise.resolve();
  let release = () => {};
  const run = (sql: string) => async () => db.exec(sql);
  return {
    init: async () => {},
    acquireConnection: async () => {
      const mine = free;
      const { promise, resolve } = Promise.withResolvers<void>();
      free = mine.then(() => promise);
      await mine;
      release = resolve;
      return connection;
    },
    releaseConnection: async () => release(),
    beginTransaction: run("BEGIN IMMEDIATE"),
    commitTransaction: run("COMMIT"),
    // After some errors SQLite has already rolled back.
    rollbackTransaction: async () => {
      if (db.isTransaction) db.exec("ROLLBACK");
    },
    destroy: async () => {},
  };
}
