/** A table of PostgreSQL, read with the right to SELECT. Needs the `pg` package. */
import { AnchorlogError, messageOf } from "../base/errors.ts";
import { assertText, assertKnownOptions } from "../base/options.ts";
import type { PgClient, PgPool, PgQuery } from "../store/postgres/connection.ts";
import { sqlState } from "../store/postgres/errors.ts";
import { openPool } from "../store/postgres/pool.ts";
import type { RowRecord } from "./records.ts";
import {
  badSource,
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

/** Options of {@link postgresTable}. */
export type PostgresTableOptions = DatabaseTableOptions & {
  /** `postgresql://user:password@host:port/database`. The user needs SELECT on the table, and nothing else. */
  readonly connectionString: string;
};

/** The table, as the catalog has it. */
type Table = { readonly name: string; readonly id: string; readonly columns: readonly string[] };

/** Makes the text of each type independent of server, user and version. */
const SETTINGS = [
  "SET default_transaction_read_only = on",
  "SET TimeZone = 'UTC'",
  "SET DateStyle = 'ISO, YMD'",
  "SET IntervalStyle = 'postgres'",
  "SET bytea_output = 'hex'",
  "SET extra_float_digits = 1",
  "SET lc_monetary = 'C'",
  "SET search_path = pg_catalog",
].join("; ");

/** Every value as the server sent it: its type's text, or null. */
const AS_TEXT = { getTypeParser: () => (text: string) => text };
/** The server's timeline. A primary's is in the name of its WAL file. */
const TIMELINE = `CASE WHEN pg_is_in_recovery() THEN (SELECT timeline_id FROM pg_control_checkpoint())
  ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END`;
/** PostgreSQL's transaction ids have 32 bits in a row: 2^31 of them count as newer. */
const HALF = 2n ** 31n;
const MISSING_COLUMN = "42703";
/** Class of errors for a text that is not a value of the type. */
const BAD_VALUE = "22";
/** Classes of errors that do not pass: a name that does not exist, or a right that is missing. */
const LASTING = /^(?:42|3D|28)/;

/**
 * Opens a table of PostgreSQL for {@link attachTable}. New ids above the last one are read at each look. A row with a
 * lower id that becomes visible later is found by its transaction's id (`xmin`): a sweep reads each row whose
 * transaction had not ended before the last sweep.
 *
 * A value becomes the text that PostgreSQL has for it (ISO dates, UTC, bytea as `\x…`), or null.
 *
 * @throws AnchorlogError `bad_source` if the table cannot be read, or has no such id; `pg_missing`, `bad_option`.
 */
export async function postgresTable(options: PostgresTableOptions): Promise<RowSource> {
  assertKnownOptions("postgresTable", options, { ...TABLE_OPTIONS, connectionString: true });
  assertText("table of postgresTable", options.table, "give { connectionString, table }, or { pool, table }");
  const { connectionString, table, sweepEvery = 10_000 } = options;
  const { pool, end } = await openPool({ connectionString, maxConnections: 2 });
  const what = `table ${table}`;
  try {
    const found = await within(pool, what, (client) => describe(client, options, what));
    return new PostgresTable({ pool, end, what, options, sweepEvery }, found);
  } catch (error) {
    await end();
    if (error instanceof AnchorlogError) throw error;
    throw badSource(what, messageOf(error), "check that the server can be reached with this URL", error);
  }
}

type Opened = {
  readonly pool: PgPool;
  readonly end: () => Promise<void>;
  readonly what: string;
  readonly options: PostgresTableOptions;
  readonly sweepEvery: number;
};

class PostgresTable implements RowSource {
  readonly form = "postgres/1";
  private readonly opened: Opened;
  private closing: Promise<void> | undefined;
  private readonly sweeps: Sweeps;
  private table: Table;
  /**
   * The start of the next sweep: the server's identity with its timeline, and the oldest transaction that had not ended;
   * empty at first. A standby that is promoted can use lost transactions' ids again, on another timeline.
   */
  private horizon = "";
  /** Id of the last row that was taken; undefined before the first sweep. */
  private taken: string | undefined;

  constructor(opened: Opened, table: Table) {
    this.opened = opened;
    this.sweeps = new Sweeps(opened.sweepEvery);
    this.table = table;
  }

  position(): string {
    return this.horizon;
  }

  begin({ payload: { position } }: RowRecord): void {
    if (/^[0-9]{1,20}\.[0-9]{1,10}:[0-9]{1,20}$/.test(position)) this.horizon = position;
  }

  async *look(everything: boolean): AsyncGenerator<RowPage> {
    const { pool, what, options } = this.opened;
    // Columns may have been added since.
    this.table = await within(pool, what, (client) => describe(client, options, what));
    if (everything || this.taken === undefined || this.sweeps.isDue()) yield* this.sweep();
    yield* this.tail();
  }

  async *all(): AsyncGenerator<RowPage> {
    for (let after: string | undefined; ;) {
      const page = await this.read(after, "true", []);
      if (page.rows.length > 0) yield page;
      if (page.rows.length < PAGE_ROWS) return;
      after = page.rows.at(-1)!.id;
    }
  }

  async find(id: string): Promise<Row | undefined> {
    try {
      // Compared as the column's own type, so that its index is used.
      const { rows } = await this.read(undefined, `${quoted(this.table.id)} = $1`, [id]);
      return rows.find((row) => row.id === id);
    } catch (error) {
      if (sqlState(error)?.startsWith(BAD_VALUE) === true) return undefined;
      throw error;
    }
  }

  close(): Promise<void> {
    return (this.closing ??= this.opened.end());
  }

  /**
   * Yields every visible row whose transaction had not ended at the last sweep. The horizon is taken before the first
   * page: a row that is not visible to a page has a transaction that had not ended by then, and the next sweep reads it.
   */
  private async *sweep(): AsyncGenerator<RowPage> {
    const started = performance.now();
    const now = await this.mark();
    if (now.horizon === this.horizon && now.isQuiet && this.taken !== undefined) return;
    const from = this.firstOf(now);
    const filter = from === undefined ? "true" : `((xmin::text::bigint - $1::bigint) & 4294967295) < ${HALF}`;
    const values = from === undefined ? [] : [from];
    let last: string | undefined;
    for (let after: string | undefined; ;) {
      const page = await this.read(after, filter, values);
      if (page.rows.length > 0) yield page;
      last = page.rows.at(-1)?.id ?? last;
      if (page.rows.length < PAGE_ROWS) break;
      after = last;
    }
    // Without a filter, the last row is the last one of all.
    this.taken ??= from === undefined ? last : now.last;
    this.horizon = now.horizon;
    this.sweeps.ended(started);
  }

  private async *tail(): AsyncGenerator<RowPage> {
    while (this.taken !== undefined) {
      const page = await this.read(this.taken, "true", []);
      if (page.rows.length === 0) return;
      yield { ...page, isTail: true };
      this.taken = page.rows.at(-1)!.id;
      if (page.rows.length < PAGE_ROWS) return;
    }
  }

  /** Returns the 32 bits of the transaction from which a sweep reads, or undefined if it must read all rows. */
  private firstOf(now: Mark): string | undefined {
    const [server, from] = this.horizon.split(":");
    if (from === undefined || server !== now.server) return undefined;
    const behind = now.newest - BigInt(from);
    // After a restore the counter can be lower; far behind it, 32 bits do not tell old from new.
    return behind < 0n || behind >= HALF ? undefined : String(BigInt(from) & 0xffff_ffffn);
  }

  private async mark(): Promise<Mark> {
    const { name, id } = this.table;
    return within(this.opened.pool, this.opened.what, async (client) => {
      const [row] = await query(
        client,
        `SELECT (SELECT system_identifier FROM pg_control_system()) || '.' || ${TIMELINE},
           pg_snapshot_xmin(s), pg_snapshot_xmax(s),
           (SELECT ${quoted(id)} FROM ${name} ORDER BY ${quoted(id)} DESC LIMIT 1)
         FROM pg_current_snapshot() AS s`,
        [],
      );
      const [server, oldest, newest, last] = row as [string, string, string, string | null];
      const isQuiet = oldest === newest;
      return { server, horizon: `${server}:${oldest}`, newest: BigInt(newest), isQuiet, last: last ?? undefined };
    });
  }

  /** Reads a page of rows after an id, in the order of their ids. */
  private async read(after: string | undefined, filter: string, values: readonly string[]): Promise<RowPage> {
    const { pool, what, options } = this.opened;
    return within(pool, what, async (client) => {
      for (let isAgain = false; ; isAgain = true) {
        const { name, id, columns } = this.table;
        const behind = after === undefined ? "" : ` AND ${quoted(id)} > $${values.length + 1}`;
        const select = [id, ...columns].map(quoted).join(", ");
        const sql = `SELECT ${select} FROM ${name} WHERE ${filter}${behind} ORDER BY ${quoted(id)} LIMIT ${PAGE_ROWS}`;
        try {
          const found = await query(client, sql, after === undefined ? values : [...values, after]);
          return { rows: found.map((row) => toRow(row, columns, what)), columns };
        } catch (error) {
          if (sqlState(error) !== MISSING_COLUMN || isAgain) throw error;
          this.table = await describe(client, options, what);
        }
      }
    });
  }
}

type Mark = {
  readonly server: string;
  readonly horizon: string;
  readonly newest: bigint;
  /** Whether the server had no open transaction. */
  readonly isQuiet: boolean;
  /** The greatest id. */
  readonly last: string | undefined;
};

function toRow([id, ...values]: readonly (string | null)[], columns: readonly string[], what: string): Row {
  const value = Object.fromEntries(columns.map((name, i) => [name, values[i]]));
  return { id: readId(id, `a row of ${what}`), value };
}

const REMEDIES: Readonly<Record<string, string>> = {
  "28": "check the user and the password in the URL",
  "3D": "check the database in the URL",
  "42": "name the table, and grant this user SELECT on it",
};

/** Lends a connection with our settings. Errors that will not pass become `bad_source`. */
async function within<T>(pool: PgPool, what: string, use: (client: PgClient) => Promise<T>): Promise<T> {
  let client: PgClient | undefined;
  let isBroken = true;
  try {
    client = await pool.connect();
    await client.query(SETTINGS);
    const result = await use(client);
    isBroken = false;
    return result;
  } catch (error) {
    const [kind] = LASTING.exec(sqlState(error) ?? "") ?? [];
    if (kind === undefined) throw error;
    throw badSource(what, messageOf(error), REMEDIES[kind]!, error);
  } finally {
    client?.release(isBroken);
  }
}

async function query(client: PgClient, text: string, values: readonly string[]): Promise<(string | null)[][]> {
  const options = { text, values: [...values], rowMode: "array", types: AS_TEXT, queryMode: "extended" };
  return (await client.query(options as PgQuery)).rows as (string | null)[][];
}

const KINDS: Readonly<Record<string, string>> = { v: "a view", m: "a materialized view", f: "a foreign table" };

/** Returns the error for a name that is not a table's. Views and the like have no transaction ids of their own. */
async function notATable(client: PgClient, schema: string, name: string, what: string): Promise<AnchorlogError> {
  const [found] = await query(
    client,
    `SELECT c.relkind FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relname = $2`,
    [schema, name],
  );
  const kind = KINDS[found?.[0] ?? ""];
  if (kind === undefined) return badSource(what, "there is no such table", "name it with its schema: shop.orders");
  return badSource(what, `it is ${kind}`, "attach the table that it reads");
}

/** Finds the table's full name, its id and its columns. @throws AnchorlogError `bad_source` */
async function describe(client: PgClient, options: PostgresTableOptions, what: string): Promise<Table> {
  const { table, columns: wanted } = options;
  const parts = table.split(".").map((part) => part.replaceAll('"', ""));
  const [schema, plain] = parts.length === 1 ? ["public", parts[0]!] : [parts[0]!, parts.slice(1).join(".")];
  const there = await query(
    client,
    `SELECT a.attname, EXISTS (
       SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND i.indpred IS NULL
         AND i.indnkeyatts = 1 AND i.indkey[0] = a.attnum),
       EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary
         AND i.indnkeyatts = 1 AND i.indkey[0] = a.attnum),
       EXISTS (SELECT 1 FROM pg_index i JOIN pg_opclass o ON o.oid = i.indclass[0]
         WHERE i.indrelid = c.oid AND i.indisunique AND i.indkey[0] = a.attnum
         AND o.opcnamespace = 'pg_catalog'::regnamespace)
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
     ORDER BY a.attnum`,
    [schema, plain],
  );
  if (there.length === 0) throw await notATable(client, schema, plain, what);
  const names = there.map(([name]) => name!);
  const id = options.id ?? there.find(([, , isPrimary]) => isPrimary === "t")?.[0];
  if (id == null) {
    throw badSource(what, NO_KEY, NAME_ID);
  }
  const missing = [id, ...(wanted ?? [])].find((name) => !names.includes(name));
  if (missing !== undefined) throw badSource(what, `it has no column ${missing}`, `name some of: ${names.join(", ")}`);
  const [, isUnique, , isBuiltIn] = there.find(([name]) => name === id)!;
  if (isUnique !== "t") throw badSource(what, `its column ${id} is not unique`, "make a unique index on it");
  // Our statements see only the operators of pg_catalog.
  if (isBuiltIn !== "t")
    throw badSource(what, `the type of its column ${id} is of an extension, and not built into PostgreSQL`, NAME_ID);
  return { name: `${quoted(schema)}.${quoted(plain)}`, id, columns: wanted ?? names };
}
