import { sql, type Transaction } from "kysely";
import type { Database } from "./database.ts";

/**
 * Has transactions that lock the same name follow each other: what one reads next, the one before has committed. Over
 * SQLite all transactions do.
 */
export async function lockName<T>(
  db: Transaction<T>,
  { engine }: Pick<Database, "engine">,
  name: string,
): Promise<void> {
  if (engine === "postgres") await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}
