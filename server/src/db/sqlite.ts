import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { Kysely, SqliteDialect, type SqliteDatabase } from "kysely";
import type { Database } from "./database.ts";
import type { AccountTables, Tables } from "./tables.ts";

/**
 * Opens the tables in two SQLite files.
 *
 * @param paths `log`: the log's own file, which is only read here; `accounts` is made where there is none.
 */
export function openSqliteDatabase(paths: { readonly log: string; readonly accounts: string }): Database {
  const tables = new DatabaseSync(paths.log, { readOnly: true, timeout: 5_000 });
  const accounts = new DatabaseSync(paths.accounts, { timeout: 5_000 });
  accounts.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  const databases = [tables, accounts];
  return {
    engine: "sqlite",
    tables: kyselyOver<Tables>(tables),
    accounts: kyselyOver<AccountTables>(accounts),
    close: async () => databases.forEach((db) => db.close()),
  };
}

/** Kysely over a database of Node's, whose owner closes it. */
export function kyselyOver<T>(db: DatabaseSync): Kysely<T> {
  return new Kysely<T>({ dialect: new SqliteDialect({ database: adapt(db) }) });
}

/** As Kysely's driver writes it. Where the disk is full, SQLite has rolled back already: that is what failed. */
const ROLLBACK = "rollback";
const NOTHING = { changes: 0, lastInsertRowid: 0 };

/** Statements that are kept prepared: more than there are, but for lists of values. */
const MOST_PREPARED = 500;
type Prepared = { readonly statement: StatementSync; readonly reader: boolean };

/** Node's database as Kysely's dialect takes one. Closing it is left to its owner. */
function adapt(db: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, Prepared>();
  const prepare = (sql: string): Prepared => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    if (prepared.size >= MOST_PREPARED) prepared.clear();
    const statement = db.prepare(sql);
    const made = { statement, reader: statement.columns().length > 0 };
    prepared.set(sql, made);
    return made;
  };
  return {
    close: () => {},
    prepare: (sql) => {
      const { statement, reader } = prepare(sql);
      const values = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];
      return {
        reader,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => (sql === ROLLBACK && !db.isTransaction ? NOTHING : statement.run(...values(parameters))),
        // Its own: the same one again would begin anew.
        iterate: (parameters) => db.prepare(sql).iterate(...values(parameters)),
      };
    },
  };
}
