import { rmSync } from "node:fs";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { Kysely, SqliteDialect, type SqliteDatabase } from "kysely";
import { neverRun, type Database, type SqliteFiles } from "./database.ts";
import { readBy } from "./fixed.ts";
import { readTogether } from "./together.ts";
import type { AccountTables, IndexTables, Tables } from "./tables.ts";

/** Opens the tables in SQLite files: `accounts` and `index` are made where there are none. */
export function openSqliteDatabase(paths: SqliteFiles): Database {
  const tables = new DatabaseSync(paths.log, { readOnly: true, timeout: 5_000 });
  const accounts = new DatabaseSync(paths.accounts, { timeout: 5_000 });
  accounts.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  // Kysely's own have transactions open now and then, across turns.
  const accountsRead = new DatabaseSync(paths.accounts, { readOnly: true, timeout: 5_000 });
  const index = openIndex(paths.index ?? ":memory:");
  // Who reads goes first: the last one folds the write-ahead log into the file, and must be able to.
  const databases = [tables, accountsRead, accounts, index];
  const across = {
    tables: kyselyOver<Tables>(tables),
    accounts: kyselyOver<AccountTables>(accounts),
    index: kyselyOver<IndexTables>(index),
  };
  readBy(across.tables, readTogether(tables));
  readBy(across.accounts, readTogether(accountsRead));
  return {
    engine: "sqlite",
    place: paths,
    // Files have no second fence: queries say whose rows they are about.
    of: () => across,
    across,
    builder: sqliteBuilder,
    close: async () => databases.forEach((db) => db.close()),
  };
}

/** Codes of SQLite, without what is behind their first byte: the file is damaged, or no database. */
const BROKEN: ReadonlySet<number> = new Set([11, 26]);

/** Opens the index. A file that is broken is begun anew: it has nothing that is not beside the log. */
function openIndex(path: string): DatabaseSync {
  const index = new DatabaseSync(path, { timeout: 5_000 });
  try {
    // A commit that a power cut takes is done over.
    index.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; SELECT * FROM sqlite_schema");
    return index;
  } catch (error) {
    index.close();
    if (!BROKEN.has(((error as { errcode?: number }).errcode ?? 0) & 0xff)) throw error;
  }
  for (const rest of ["", "-wal", "-shm"]) rmSync(path + rest, { force: true });
  return openIndex(path);
}

export const sqliteBuilder = new Kysely<Tables>({ dialect: new SqliteDialect({ database: neverRun }) });

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
