/** Rolling windows in PostgreSQL, shared by all processes. */
import { sql, type Kysely } from "kysely";
import type { AccountTables } from "../../foundation/db/tables.ts";
import type { Ledger, Tally } from "./ledger.ts";

/** Milliseconds to keep an idle window: more than clocks can differ. */
const IDLE = 3_600_000;

/**
 * Stores counts in `rate_window` with one query each: see `rate_take` in foundation/db/limits.ts.
 *
 * @param clock replaces the database's clock, which is the same for all processes.
 */
export function sharedLedger(accounts: Kysely<AccountTables>, clock?: () => number): Ledger {
  return {
    count: async (key, windows, by, isLook) => {
      const lengths = windows.map(({ length }) => length);
      const limits = windows.map(({ limit }) => limit);
      const asked = sql<Tally>`select * from rate_take(${key}, ${clock?.() ?? null}, ${by}, ${isLook}, ${lengths}, ${limits})`;
      return (await asked.execute(accounts)).rows[0]!;
    },
  };
}

/** Deletes at most `limit` windows that have long been empty. @returns the number deleted. */
export async function forgetWindows(accounts: Kysely<AccountTables>, now: number, limit: number): Promise<number> {
  const idle = sql`
    delete from rate_window where key in
      (select key from rate_window where idle_at <= ${now - IDLE} limit ${limit} for update skip locked)`;
  return Number((await idle.execute(accounts)).numAffectedRows ?? 0);
}
