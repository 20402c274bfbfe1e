/** Rolling windows in PostgreSQL, the same for all processes. */
import { sql, type Kysely } from "kysely";
import type { AccountTables } from "../../db/tables.ts";
import type { Ledger, Tally } from "./ledger.ts";

/** Milliseconds for which a window that is idle may stay: more than clocks differ by. */
const IDLE = 3_600_000;

/**
 * Keeps what was counted in `rate_window`, one question to the database each: see `rate_take` in db/limits.ts.
 *
 * @param clock in place of the database's, which is one for all processes.
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

/** Forgets windows that have long been empty, `limit` of them at most. @returns how many. */
export async function forgetWindows(accounts: Kysely<AccountTables>, now: number, limit: number): Promise<number> {
  const idle = sql`
    delete from rate_window where key in
      (select key from rate_window where idle_at <= ${now - IDLE} limit ${limit} for update skip locked)`;
  return Number((await idle.execute(accounts)).numAffectedRows ?? 0);
}
