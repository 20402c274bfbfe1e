import type { CompiledQuery, Kysely } from "kysely";
import type { Statement, StatementRefusal } from "anchorlog/log";
import type { AccountTables, IndexTables, Tables } from "./tables.ts";

/**
 * The server's tables. Over SQLite they are in three files: `tables` beside the log, written by the log's writer alone,
 * `accounts` and `index`, which this process writes. Over PostgreSQL all are one database.
 */
export type Database = {
  readonly engine: "sqlite" | "postgres";
  /** For reading. What changes here is committed with an entry of the log. */
  readonly tables: Kysely<Tables>;
  readonly accounts: Kysely<AccountTables>;
  readonly index: Kysely<IndexTables>;
  close(): Promise<void>;
};

/** What is said where a statement finds other rows than it must. */
export type Demand = { readonly expect?: number; readonly refusal?: StatementRefusal };

/** A query as a statement that commits with an entry. */
export function statement(query: { compile(): CompiledQuery }, demand: Demand = {}): Statement {
  const { sql, parameters } = query.compile();
  return { sql, parameters: parameters as NonNullable<Statement["parameters"]>, ...demand };
}

/** Stand in a query for values of the entry that it commits with. */
export const ENTRY = {
  index: { entry: "index" } as unknown as number,
  acceptedAt: { entry: "acceptedAt" } as unknown as number,
};
