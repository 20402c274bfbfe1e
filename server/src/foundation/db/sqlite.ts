import { remembering } from "../remembering.ts";
import { rmSync } from "node:fs";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { Kysely, SqliteDialect, SqliteQueryCompiler, ValueNode, type LimitNode, type SqliteDatabase } from "kysely";
import { neverRun, type Database, type SqliteFiles } from "./database.ts";
import { readBy } from "./fixed.ts";
import { readTogether } from "./together.ts";
import type { AccountTables, IndexTables, Tables } from "./tables.ts";

/** Opens the tables in SQLite files. Creates `accounts` and `index` if they are missing. */
export function openSqliteDatabase(paths: SqliteFiles): Database {
  const tables = new DatabaseSync(paths.log, { readOnly: true, timeout: 5_000 });
  const accounts = new DatabaseSync(paths.accounts, { timeout: 5_000 });
  accounts.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  // A separate connection: Kysely's own can have a transaction open across turns of the event loop.
  const accountsRead = new DatabaseSync(paths.accounts, { readOnly: true, timeout: 5_000 });
  const index = openIndex(paths.index ?? ":memory:");
  // Close readers first: the last connection merges the write-ahead log into the file, which needs write access.
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
    // SQLite has no row-level security: queries must name the organization.
    of: () => across,
    across,
    builder: sqliteBuilder,
    close: async () => databases.forEach((db) => db.close()),
  };
}

/** SQLite's primary error codes for a damaged file, and for a file that is not a database. */
const BROKEN: ReadonlySet<number> = new Set([11, 26]);

/** Opens the index. A damaged file is replaced: the index can be built again from the tables. */
function openIndex(path: string): DatabaseSync {
  const index = new DatabaseSync(path, { timeout: 5_000 });
  try {
    // A commit lost in a power cut is repeated.
    index.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; SELECT * FROM sqlite_schema");
    return index;
  } catch (error) {
    index.close();
    if (!BROKEN.has(((error as { errcode?: number }).errcode ?? 0) & 0xff)) throw error;
  }
  for (const rest of ["", "-wal", "-shm"]) rmSync(path + rest, { force: true });
  return openIndex(path);
}

/** Writes limits as literals. With a parameter as its limit, SQLite would prepare a statement again at each use. */
class Compiler extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append("limit ");
    const isNumber = ValueNode.is(limit) && typeof limit.value === "number";
    this.visitNode(isNumber ? ValueNode.createImmediate(limit.value) : limit);
  }
}

class Dialect extends SqliteDialect {
  override createQueryCompiler(): SqliteQueryCompiler {
    return new Compiler();
  }
}

export const sqliteBuilder = new Kysely<Tables>({ dialect: new Dialect({ database: neverRun }) });

/** Kysely over a Node database. Its owner closes it. */
export function kyselyOver<T>(db: DatabaseSync): Kysely<T> {
  return new Kysely<T>({ dialect: new Dialect({ database: adapt(db) }) });
}

/**
 * The text of Kysely's rollback. If the disk is full, SQLite has already rolled back, and this statement must not hide
 * the original error.
 */
const ROLLBACK = "rollback";
const NOTHING = { changes: 0, lastInsertRowid: 0 };

/** Prepared statements in the cache. The server has fewer, except for lists of values. */
const MOST_PREPARED = 500;

/** Adapts Node's database to Kysely's dialect. Its owner closes it. */
function adapt(db: DatabaseSync): SqliteDatabase {
  const prepare = remembering(MOST_PREPARED, (sql: string) => {
    const statement = db.prepare(sql);
    return { statement, reader: statement.columns().length > 0 };
  });
  return {
    close: () => {},
    prepare: (sql) => {
      const { statement, reader } = prepare(sql);
      const values = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];
      return {
        reader,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => (sql === ROLLBACK && !db.isTransaction ? NOTHING : statement.run(...values(parameters))),
        // Uses a new statement: running the cached one again would restart an earlier iteration.
        iterate: (parameters) => db.prepare(sql).iterate(...values(parameters)),
      };
    },
  };
}
