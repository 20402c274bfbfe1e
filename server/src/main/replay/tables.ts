/** The tables that a replay can rebuild, and how to read their rows in order. */
import { sql, type Kysely } from "kysely";
import type { Table } from "../../foundation/db/describe.ts";
import { LOG_TABLES, type Tables } from "../../foundation/db/tables.ts";

/** The tables that a replay rebuilds. Requests' contents and accounts are its input, and not listed. */
const { request: _request, idempotency: _idempotency, ...DERIVED } = LOG_TABLES;

export type Derived = keyof typeof DERIVED;
export type Row = Readonly<Record<string, unknown>>;

export const DERIVED_TABLES = Object.keys(DERIVED) as readonly Derived[];
const CHUNK = 1_000;

/** The columns that a table is ordered by. */
export function orderOf(table: Derived): readonly { readonly name: string; readonly isText: boolean }[] {
  const { key, columns }: Table = DERIVED[table];
  return key.map((name) => ({ name, isText: columns[name]!.type === "text" }));
}

/** All rows of an SQLite table ordered by key, read in chunks. */
export async function* rowsOf(db: Kysely<Tables>, table: Derived): AsyncGenerator<Row, undefined> {
  const list = sql.join(DERIVED[table].key.map((column) => sql.ref(column)));
  let after: readonly unknown[] | undefined;
  for (;;) {
    const where = after === undefined ? sql`` : sql`where (${list}) > (${sql.join(after)})`;
    const { rows } =
      await sql<Row>`select * from ${sql.table(table)} ${where} order by ${list} limit ${sql.lit(CHUNK)}`.execute(db);
    yield* rows;
    if (rows.length < CHUNK) return undefined;
    after = keyOf(table, rows.at(-1)!);
  }
}

export function keyOf(table: Derived, row: Row): (string | number)[] {
  return DERIVED[table].key.map((column) => row[column] as string | number);
}

/** Compares keys as SQLite does: numbers before texts, and texts by their bytes. */
export function compareKeys(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [i, value] of a.entries()) {
    const order = compareValues(value, b[i]!);
    if (order !== 0) return order;
  }
  return 0;
}

function compareValues(a: string | number, b: string | number): number {
  if (typeof a === "string" && typeof b === "string") return Buffer.compare(Buffer.from(a), Buffer.from(b));
  if (typeof a === "number" && typeof b === "number") return a - b;
  return typeof a === "number" ? -1 : 1;
}
