/** Makes one PostgreSQL query of several reads that differ only by their values. */
import type { CompiledQuery } from "kysely";

/** The types of values that a list for PostgreSQL can have. All integers of the tables fit `bigint`. */
const TYPES = { t: "text", n: "bigint" } as const;
type Kind = keyof typeof TYPES;

/** Returns a letter for the type of each value; empty if reads with these values cannot be merged. */
export function kindsOf(values: readonly unknown[]): string {
  let kinds = "";
  for (const value of values) {
    if (typeof value === "string") kinds += "t";
    else if (Number.isSafeInteger(value)) kinds += "n";
    else return "";
  }
  return kinds;
}

/**
 * Merges reads with the same text and the same kinds of values. Each value becomes a column of the list `given`.
 *
 * `OFFSET 0` makes PostgreSQL run the read for each item, by the plan of a single read: it cannot join the whole list.
 * The subselects hide the list's length, since the server would otherwise make a new plan for each short list.
 */
export function mergeReads(reads: readonly CompiledQuery[]): { readonly text: string; readonly values: unknown[][] } {
  const { sql, parameters } = reads[0]!;
  const kinds = Array.from(kindsOf(parameters)) as Kind[];
  const lists = kinds.map((kind, i) => `(select $${i + 1}::${TYPES[kind]}[])`);
  const names = kinds.map((_, i) => `v${i + 1}`);
  const text =
    `select given.n::integer, found.* from unnest(${lists.join(", ")}) with ordinality as given (${names.join(", ")}, n) ` +
    `cross join lateral (${sql.replaceAll(/\$(\d+)/g, "given.v$1")} offset 0) as found`;
  return { text, values: kinds.map((_, i) => reads.map((read) => read.parameters[i])) };
}

type Found = { readonly fields: readonly { readonly name: string }[]; readonly rows: readonly (readonly unknown[])[] };

/** The rows of each merged read, as objects. */
export function rowsByRead({ fields, rows }: Found, reads: number): object[][] {
  const each = Array.from({ length: reads }, (): object[] => []);
  const names = fields.slice(1).map(({ name }) => name);
  for (const [n, ...values] of rows) {
    const row: Record<string, unknown> = {};
    for (const [i, name] of names.entries()) row[name] = values[i];
    each[(n as number) - 1]!.push(row);
  }
  return each;
}
