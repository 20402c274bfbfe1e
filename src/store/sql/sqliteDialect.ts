import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from "kysely";
import { AnchorlogError } from "../../base/errors.ts";

/**
 * Kysely over a `DatabaseSync`. There is one connection, with one user at a time: others wait until a transaction ends.
 * Statements run synchronously. They do not report the number of changed rows: use RETURNING for it. The caller closes
 * the database.
 */
export function sqliteDialect(db: DatabaseSync): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createDriver: () => createDriver(db),
  };
}

/** Largest number of statements kept prepared. Enough for all, except statements with value lists of varying length. */
const MOST_PREPARED = 256;

function createDriver(db: DatabaseSync): Driver {
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    let statement = prepared.get(sql);
    if (statement !== undefined) return statement;
    if (prepared.size >= MOST_PREPARED) prepared.clear();
    statement = db.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  const connection: DatabaseConnection = {
    executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => ({
      rows: prepare(sql).all(...(parameters as readonly SQLInputValue[])) as R[],
    }),
    streamQuery: () => {
      throw new AnchorlogError("unsupported", "this connection streams no rows");
    },
  };
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
