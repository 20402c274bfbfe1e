/** Whether tables are what a replay says. */
import { sql, type Kysely } from "kysely";
import type { Reach } from "../db/database.ts";
import type { Tables } from "../db/tables.ts";

/** The tables that follow from the logs, with their keys. Contents and accounts are what they follow from. */
export const DERIVED = {
  wallet: ["org", "id"],
  invitation: ["org", "id"],
  organization_name: ["org"],
  api_key: ["org", "id"],
  template: ["org", "id", "version"],
  object: ["org", "id"],
  action_log: ["org", "idx", "item"],
  file: ["org", "id"],
  stored: ["org"],
  webhook: ["org", "id"],
  webhook_redelivery: ["org", "webhook", "idx"],
} as const satisfies Partial<Record<keyof Tables, readonly string[]>>;

type Name = keyof typeof DERIVED;
type Row = Readonly<Record<string, unknown>>;

/**
 * A row that is not what it must be: missing, too many, or with other values in some columns; or a file whose bytes are
 * `lost`: not where they were kept, or not the same.
 */
export type Difference = {
  readonly table: Name;
  readonly key: string;
  readonly what: "missing" | "unknown" | "different" | "lost";
  readonly columns: readonly string[];
};

const CHUNK = 1_000;

/** The differences, until there are `most`. */
export async function compare(expected: Reach["tables"], found: Reach["tables"], most = 100): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const table of Object.keys(DERIVED) as Name[]) {
    const [wanted, there] = [rowsOf(expected, table), rowsOf(found, table)];
    let [want, have] = [await wanted.next(), await there.next()];
    while (!want.done || !have.done) {
      if (differences.length >= most) return differences;
      const order =
        want.done === true
          ? 1
          : have.done === true
            ? -1
            : compareKeys(keyOf(table, want.value), keyOf(table, have.value));
      if (order < 0)
        differences.push({ table, key: keyOf(table, want.value as Row).join(" "), what: "missing", columns: [] });
      else if (order > 0)
        differences.push({ table, key: keyOf(table, have.value as Row).join(" "), what: "unknown", columns: [] });
      else {
        const [a, b] = [want.value as Row, have.value as Row];
        const columns = Object.keys({ ...a, ...b }).filter((column) => a[column] !== b[column]);
        if (columns.length > 0) differences.push({ table, key: keyOf(table, a).join(" "), what: "different", columns });
      }
      if (order <= 0) want = await wanted.next();
      if (order >= 0) have = await there.next();
    }
  }
  return differences;
}

/** All rows of a table in the order of their keys, some at a time. */
export async function* rowsOf(db: Kysely<Tables>, table: Name): AsyncGenerator<Row, undefined> {
  const columns = DERIVED[table];
  const list = sql.join(columns.map((column) => sql.ref(column)));
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

function keyOf(table: Name, row: Row): (string | number)[] {
  return DERIVED[table].map((column) => row[column] as string | number);
}

/** As SQLite orders keys: numbers before texts, and those by their bytes. */
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
