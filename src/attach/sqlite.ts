/** A table of a SQLite file, read on a connection that cannot write. */
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { toHex } from "../base/hex.ts";
import { messageOf } from "../base/errors.ts";
import { assertText, assertKnownOptions } from "../base/options.ts";
import {
  badSource,
  fileAt,
  NAME_ID,
  NO_KEY,
  PAGE_ROWS,
  quoted,
  readId,
  Sweeps,
  TABLE_OPTIONS,
  type DatabaseTableOptions,
  type Row,
  type RowPage,
  type RowSource,
} from "./source.ts";

/** Options of {@link sqliteTable}. */
export type SqliteTableOptions = DatabaseTableOptions & {
  /** Path of the database's file. */
  readonly file: string;
};

/** Milliseconds to wait for a writer's lock. */
const PATIENCE = 5_000;

type SqliteValue = null | bigint | number | string | Uint8Array;
type Found = Record<string, SqliteValue>;

/** The statements for one state of the schema. */
type Prepared = {
  readonly version: number;
  readonly columns: readonly string[];
  /** The first rows in their order, and the rows after an order value. */
  readonly first: StatementSync;
  readonly next: StatementSync;
  readonly one: StatementSync;
};

const ORDER = "anchorlog_order";
const ID = "anchorlog_id";

/**
 * Opens a table of a SQLite file for {@link attachTable}. It is followed by `rowid`, the order in which SQLite numbers
 * rows. Rows that were given a lower number are found when all ids are read.
 *
 * Text becomes a JSON string, NULL null, REAL and INTEGER a number. An integer beyond 2^53 - 1 becomes `{"integer":
 * "9007199254740993"}`, a BLOB `{"blob": "0x00ff"}`, an infinite REAL `{"real": "Infinity"}`.
 *
 * @throws AnchorlogError `bad_source` if the file or the table cannot be read, or has no such id.
 */
export async function sqliteTable(options: SqliteTableOptions): Promise<RowSource> {
  assertKnownOptions("sqliteTable", options, { ...TABLE_OPTIONS, file: true });
  for (const name of ["file", "table"] as const) {
    assertText(`${name} of sqliteTable`, options[name], "give { file, table }");
  }
  const { file, table } = options;
  const what = `table ${table} of ${file}`;
  let db: DatabaseSync | undefined;
  const there = await fileAt(file);
  try {
    db = new DatabaseSync(file, { readOnly: true });
    db.exec(`PRAGMA busy_timeout = ${PATIENCE}`);
    if (isView(db, table)) throw badSource(what, "it is a view", "attach the table that it reads");
    const id = options.id ?? primaryKeyOf(db, table, what);
    if (!isUnique(db, table, id)) throw badSource(what, `its column ${id} is not unique`, "make a unique index on it");
    return new SqliteTable(db, what, { ...options, id }, there);
  } catch (error) {
    db?.close();
    if (isSqlite(error))
      throw badSource(what, messageOf(error), "name the file and the table, and let this user read them", error);
    throw error;
  }
}

const isSqlite = (error: unknown): boolean => (error as { code?: unknown }).code === "ERR_SQLITE_ERROR";

class SqliteTable implements RowSource {
  readonly form = "sqlite/1";
  private readonly db: DatabaseSync;
  private readonly file: string | undefined;
  private readonly what: string;
  private readonly options: SqliteTableOptions & { readonly id: string };
  private readonly sweeps: Sweeps;
  private readonly order: string;
  private prepared: Prepared;
  /** The order value of the last row that was taken; undefined before the first sweep has ended. */
  private taken: SqliteValue | undefined;
  /** `PRAGMA data_version` before the last look and before the last sweep: each commit of another connection changes it. */
  private seen: unknown;
  private swept: unknown;

  /** @param file as `fileAt` returns it. */
  constructor(
    db: DatabaseSync,
    what: string,
    options: SqliteTableOptions & { readonly id: string },
    file: string | undefined,
  ) {
    this.db = db;
    this.file = file;
    this.what = what;
    this.options = options;
    this.sweeps = new Sweeps(options.sweepEvery ?? 10_000);
    this.order = hasRowid(db, options.table) ? "rowid" : quoted(options.id);
    this.prepared = this.prepare();
  }

  // A restart reads all ids: SQLite has no mark of what is new.
  position(): string {
    return "";
  }

  begin(): void {}

  async *look(everything: boolean): AsyncGenerator<RowPage> {
    if ((await fileAt(this.options.file)) !== this.file) {
      throw badSource(
        this.what,
        "its file was moved or replaced",
        "start again: all rows are read, and none is recorded twice",
      );
    }
    const version = this.db.prepare("PRAGMA data_version").get()!["data_version"];
    if (this.taken === undefined || everything || (version !== this.swept && this.sweeps.isDue())) {
      const started = performance.now();
      yield* this.pages(undefined, this.taken === undefined);
      this.swept = version;
      this.sweeps.ended(started);
    }
    if (version === this.seen) return;
    yield* this.pages(this.taken, true);
    this.seen = version;
  }

  all(): AsyncGenerator<RowPage> {
    return this.pages(undefined, false);
  }

  async find(id: string): Promise<Row | undefined> {
    const row = this.ready().one.get(id) as Found | undefined;
    return row && this.toRow(row);
  }

  async close(): Promise<void> {
    if (this.db.isOpen) this.db.close();
  }

  /** @param isTaken whether the caller takes the pages, so that the next look begins after them. */
  private async *pages(behind: SqliteValue | undefined, isTaken: boolean): AsyncGenerator<RowPage> {
    for (let after = behind; ;) {
      const { first, next, columns } = this.ready();
      const found = (after === undefined ? first.all() : next.all(after)) as Found[];
      if (found.length > 0) {
        after = found.at(-1)![ORDER]!;
        yield { rows: found.map((row) => this.toRow(row)), columns, isTail: behind !== undefined };
      }
      if (isTaken) this.taken = after;
      if (found.length < PAGE_ROWS) return;
    }
  }

  private toRow(found: Found): Row {
    const id = found[ID];
    const value = Object.fromEntries(this.prepared.columns.map((name) => [name, toJsonValue(found[name]!)]));
    return { id: readId(typeof id === "bigint" ? String(id) : id, `a row of ${this.what}`), value };
  }

  /** Returns the statements. Prepares them again if the schema has changed. */
  private ready(): Prepared {
    if (schemaVersionOf(this.db) !== this.prepared.version) this.prepared = this.prepare();
    return this.prepared;
  }

  private prepare(): Prepared {
    const { table, id, columns: wanted } = this.options;
    const version = schemaVersionOf(this.db);
    const there = columnsOf(this.db, table);
    if (there.length === 0) throw badSource(this.what, "there is no such table", `name one of: ${tablesOf(this.db)}`);
    const missing = [id, ...(wanted ?? [])].find((name) => !there.includes(name));
    if (missing !== undefined)
      throw badSource(this.what, `it has no column ${missing}`, `name some of: ${there.join(", ")}`);
    const columns = wanted ?? there;
    const select = `SELECT ${this.order} AS ${ORDER}, ${quoted(id)} AS ${ID}, ${columns.map(quoted).join(", ")} FROM ${quoted(table)}`;
    const prepare = (sql: string): StatementSync => {
      const statement = this.db.prepare(sql);
      statement.setReadBigInts(true);
      return statement;
    };
    return {
      version,
      columns,
      first: prepare(`${select} ORDER BY ${this.order} LIMIT ${PAGE_ROWS}`),
      next: prepare(`${select} WHERE ${this.order} > ? ORDER BY ${this.order} LIMIT ${PAGE_ROWS}`),
      one: prepare(`${select} WHERE ${quoted(id)} = ?`),
    };
  }
}

function schemaVersionOf(db: DatabaseSync): number {
  return Number(db.prepare("PRAGMA schema_version").get()!["schema_version"]);
}

/** The names of a table's columns, those that are generated included. */
function columnsOf(db: DatabaseSync, table: string): string[] {
  const found = db.prepare("SELECT name FROM pragma_table_xinfo(?) WHERE hidden <> 1 ORDER BY cid").all(table);
  return found.map(({ name }) => name as string);
}

function hasRowid(db: DatabaseSync, table: string): boolean {
  const row = db.prepare("SELECT type, wr FROM pragma_table_list WHERE schema = 'main' AND name = ?").get(table);
  return row?.["type"] === "table" && row["wr"] === 0;
}

/** Whether a column alone is the primary key, or has a unique index of its own. */
function isUnique(db: DatabaseSync, table: string, column: string): boolean {
  const keys = db.prepare("SELECT name FROM pragma_table_xinfo(?) WHERE pk > 0").all(table);
  if (keys.length === 1 && keys[0]!["name"] === column) return true;
  const indexes = db.prepare(
    `SELECT 1 FROM pragma_index_list(?1) AS list WHERE list."unique" AND NOT list.partial
     AND (SELECT group_concat(name, char(0)) FROM pragma_index_info(list.name)) = ?2`,
  );
  return indexes.get(table, column) !== undefined;
}

function primaryKeyOf(db: DatabaseSync, table: string, what: string): string {
  const keys = db.prepare("SELECT name FROM pragma_table_xinfo(?) WHERE pk > 0").all(table);
  if (keys.length === 1) return keys[0]!["name"] as string;
  if (columnsOf(db, table).length === 0)
    throw badSource(what, "there is no such table", `name one of: ${tablesOf(db)}`);
  throw badSource(what, NO_KEY, NAME_ID);
}

function tablesOf(db: DatabaseSync): string {
  const found = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all();
  return found.map(({ name }) => name as string).join(", ");
}

const isView = (db: DatabaseSync, name: string): boolean =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'view' AND name = ?").get(name) !== undefined;

function toJsonValue(value: SqliteValue): unknown {
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : { integer: String(value) };
  }
  if (typeof value === "number") return Number.isFinite(value) ? value : { real: String(value) };
  return value instanceof Uint8Array ? { blob: toHex(value) } : value;
}
