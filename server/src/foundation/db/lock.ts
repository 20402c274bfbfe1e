import { sql, type Transaction } from "kysely";
import type { Database } from "./database.ts";

/**
 * Makes transactions that lock the same name run one after another, so that each reads the commits before it. SQLite
 * runs all transactions one after another.
 */
export async function lockName<T>(
  db: Transaction<T>,
  { engine }: Pick<Database, "engine">,
  name: string,
): Promise<void> {
  if (engine === "postgres") await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}
