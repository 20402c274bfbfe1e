import type { Database } from "./database.ts";
import { migrate, runIn, type Run } from "./migrate.ts";
import { ACCOUNTS, PLATFORM } from "./migrations.ts";

/** Brings all tables up to date. @param run writes beside the log. */
export async function migrateAll({ engine, platform, accounts }: Database, run: Run): Promise<void> {
  await migrate(platform, run, { table: "platform_version", migrations: PLATFORM, engine });
  await migrate(accounts, runIn(accounts), { table: "accounts_version", migrations: ACCOUNTS, engine });
}
