/** The schemas as steps. A released step must never change. */
import { create, type Table } from "./describe.ts";
import { RATE_TAKE, RATE_WINDOW } from "./limits.ts";
import type { Migration } from "./migrate.ts";
import { ACCOUNT_TABLES, INDEX_TABLES, LOG_TABLES } from "./tables.ts";
import { apart } from "./tenants.ts";

/** Creates tables. PostgreSQL isolates organizations in those with an `org` column, except the `shared` ones. */
const creating =
  (tables: Readonly<Record<string, Table>>, shared: readonly string[] = []): Migration =>
  ({ schema }, { engine, bytes }) => {
    const led = Object.keys(tables).filter((name) => "org" in tables[name]!.columns && !shared.includes(name));
    return [...create(schema, tables, bytes), ...(engine === "postgres" ? apart(led) : [])];
  };

/** The tables in the log's file or database. */
export const TABLES: readonly Migration[] = [creating(LOG_TABLES)];

/** The tables of accounts. Signing in reads a session before its organization is known. */
export const ACCOUNTS: readonly Migration[] = [
  creating(ACCOUNT_TABLES, ["session"]),
  (_db, { engine }) => (engine === "postgres" ? [...RATE_WINDOW, RATE_TAKE] : []),
];

/** The tables of the index. `search_term` needs no policy: terms begin with a hash of their organization. */
export const INDEX: readonly Migration[] = [creating(INDEX_TABLES)];
