import { Kysely, PostgresDialect } from "kysely";
import type { Database } from "./database.ts";
import { migrate, runIn, type Run } from "./migrate.ts";
import { ACCOUNTS, INDEX, TABLES } from "./migrations.ts";
import { openConnection } from "./postgres.ts";

/** Updates all tables. @param run with SQLite, writes to the log's file. */
export async function migrateAll(database: Database, run: Run): Promise<void> {
  const { engine, across } = database;
  const { tables, accounts } = across;
  const steps = await openSteps(database);
  try {
    await migrate(tables, steps?.run ?? run, { table: "tables_version", migrations: TABLES, engine });
    await migrate(accounts, steps?.run ?? runIn(accounts), { table: "accounts_version", migrations: ACCOUNTS, engine });
    await migrateIndexBy(database, steps?.run);
  } finally {
    await steps?.end();
  }
}

export async function migrateIndex(database: Pick<Database, "engine" | "place" | "across">): Promise<void> {
  const steps = await openSteps(database);
  try {
    await migrateIndexBy(database, steps?.run);
  } finally {
    await steps?.end();
  }
}

async function migrateIndexBy(
  { engine, across: { index } }: Pick<Database, "engine" | "across">,
  run: Run = runIn(index),
): Promise<void> {
  await migrate(index, run, { table: "index_version", migrations: INDEX, engine });
}

/** Runs steps with PostgreSQL on a separate connection without a time limit. */
export async function openSteps({
  place,
}: Pick<Database, "place">): Promise<{ readonly run: Run; end(): Promise<void> } | undefined> {
  if (typeof place !== "string") return undefined;
  const connection = await openConnection(place);
  const pool = { connect: async () => connection.client, end: async () => {}, options: {} };
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: pool as never }) });
  return { run: runIn(db), end: () => connection.end() };
}
