/** Queries about the rows of an organization. */
import type { SelectQueryBuilder, UpdateQueryBuilder, UpdateResult } from "kysely";
import type { Database } from "./database.ts";
import type { Tables } from "./tables.ts";

/** The tables whose rows have the columns `org`, `id` and `idx`. The types below are those of one such table. */
export type RowTable = "action_log" | "api_key" | "file" | "invitation" | "object" | "template" | "wallet" | "webhook";

export function rowsOf<T extends RowTable>({ of }: Pick<Database, "of">, table: T, org: string) {
  const rows = of(org)
    .tables.selectFrom(table as "file")
    .where("org", "=", org);
  return rows as unknown as SelectQueryBuilder<Tables, T, {}>;
}

/** Reads the row with a value in a column. Undefined if the organization has none. */
export async function rowBy<T extends RowTable>(
  database: Pick<Database, "of">,
  table: T,
  org: string,
  column: "id" | "idx",
  value: string | number,
): Promise<Tables[T] | undefined> {
  const rows = rowsOf(database, table as "file", org).selectAll();
  return (await rows.where(column, "=", value).executeTakeFirst()) as Tables[T] | undefined;
}

export function changeOf<T extends RowTable>(
  { builder }: Pick<Database, "builder">,
  table: T,
  org: string,
  id: string,
) {
  const change = builder
    .updateTable(table as "file")
    .where("org", "=", org)
    .where("id", "=", id);
  return change as unknown as UpdateQueryBuilder<Tables, T, T, UpdateResult>;
}
