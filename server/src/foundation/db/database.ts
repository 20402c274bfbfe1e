import type { CompiledQuery, Kysely } from "kysely";
import type { Statement, StatementRefusal } from "anchorlog/log";
import type { AccountTables, IndexTables, Tables } from "./tables.ts";

/**
 * The server's tables. With SQLite, they are in three files: `tables` in the log's file, which only the log's writer
 * changes, and `accounts` and `index`, which this process writes. With PostgreSQL, all are in one database.
 */
export type Reach = {
  /** Read-only. Changes are committed as statements with an entry of the log. */
  readonly tables: Kysely<Tables>;
  readonly accounts: Kysely<AccountTables>;
  readonly index: Kysely<IndexTables>;
};

/** The files of tables with SQLite. */
export type SqliteFiles = {
  /** The log's file, opened read-only here. */
  readonly log: string;
  readonly accounts: string;
  /** The search index's file. If undefined, the index is in memory. */
  readonly index?: string;
};
/** The location of the tables: files, or the URL of a PostgreSQL database. */
export type TableLocation = SqliteFiles | string;

export type Database = {
  readonly engine: "sqlite" | "postgres";
  /** The location, to open the tables a second time. */
  readonly place: TableLocation;
  /** The tables for work in one organization. PostgreSQL hides rows of other organizations from its queries. */
  readonly of: (org: string) => Reach;
  /** The tables for work outside of a single organization: signing in, and background work for all. */
  readonly across: Reach;
  /** Builds statements to commit with entries. It cannot run them. */
  readonly builder: Kysely<Tables>;
  close(): Promise<void>;
};

/** Replaces a builder's connection, so that its statements cannot run. */
export async function neverRun(): Promise<never> {
  throw new Error("a statement is run with the entry that it belongs to");
}

/** The number of rows that a statement must affect, and the error if it differs. */
export type Demand = { readonly expect?: number; readonly refusal?: StatementRefusal };

/** Converts a query to a statement that commits with an entry. */
export function statement(query: { compile(): CompiledQuery }, demand: Demand = {}): Statement {
  const { sql, parameters } = query.compile();
  return { sql, parameters: parameters as NonNullable<Statement["parameters"]>, ...demand };
}

/** Placeholders for values of the entry that a query commits with. */
export const ENTRY = {
  index: { entry: "index" } as unknown as number,
  acceptedAt: { entry: "acceptedAt" } as unknown as number,
};
