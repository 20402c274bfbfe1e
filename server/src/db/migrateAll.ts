import type { Database } from "./database.ts";
import { migrate, runIn, type Run } from "./migrate.ts";
import { ACCOUNTS, INDEX, TABLES } from "./migrations.ts";

/** Brings all tables up to date. @param run writes beside the log. */
export async function migrateAll(database: Database, run: Run): Promise<void> {
  const { engine, across } = database;
  const { tables, accounts } = across;
  await migrate(tables, run, { table: "tables_version", migrations: TABLES, engine });
  await migrate(accounts, runIn(accounts), { table: "accounts_version", migrations: ACCOUNTS, engine });
  await migrateIndex(database);
}

export async function migrateIndex({ engine, across: { index } }: Pick<Database, "engine" | "across">): Promise<void> {
  await migrate(index, runIn(index), { table: "index_version", migrations: INDEX, engine });
}
