import type { Database } from "./database.ts";
import { migrate, runIn, type Run } from "./migrate.ts";
import { ACCOUNTS, TABLES } from "./migrations.ts";

/** Brings all tables up to date. @param run writes beside the log. */
export async function migrateAll({ engine, tables, accounts }: Database, run: Run): Promise<void> {
  await migrate(tables, run, { table: "tables_version", migrations: TABLES, engine });
  await migrate(accounts, runIn(accounts), { table: "accounts_version", migrations: ACCOUNTS, engine });
}
