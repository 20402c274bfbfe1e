import type { CompiledQuery, Kysely } from "kysely";
import type { Statement, StatementRefusal } from "anchorlog/log";
import type { AccountTables, IndexTables, Tables } from "./tables.ts";

/**
 * The server's tables. Over SQLite they are in three files: `tables` beside the log, written by the log's writer alone,
 * `accounts` and `index`, which this process writes. Over PostgreSQL all are one database.
 */
export type Reach = {
  /** For reading. What changes here is committed with an entry of the log. */
  readonly tables: Kysely<Tables>;
  readonly accounts: Kysely<AccountTables>;
  readonly index: Kysely<IndexTables>;
};

/** The files of tables over SQLite. */
export type SqliteFiles = {
  /** The log's own, which is only read here. */
  readonly log: string;
  readonly accounts: string;
  /** In memory without one. */
  readonly index?: string;
};
/** Where tables are: in files, or at the address of a PostgreSQL database. */
export type Place = SqliteFiles | string;

export type Database = {
  readonly engine: "sqlite" | "postgres";
  /** Where it is, for who opens it again. */
  readonly place: Place;
  /** For what is done in one organization. Over PostgreSQL no query gets to another's rows by it. */
  readonly of: (org: string) => Reach;
  /** For what is nobody's or everybody's: signing in, and what serves all organizations in the background. */
  readonly across: Reach;
  /** Makes statements for entries to commit, and runs none. */
  readonly builder: Kysely<Tables>;
  close(): Promise<void>;
};

/** What a builder does in place of connecting. */
export async function neverRun(): Promise<never> {
  throw new Error("a statement is run with the entry that it belongs to");
}

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
