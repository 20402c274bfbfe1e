/**
 * Runs migration steps in PostgreSQL while other processes use the tables. While a step waits for a table, all later
 * queries of the table wait for the step. So a step waits only briefly, gives up, and tries again.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import type { Statement } from "anchorlog/log";

/** The number of tries, the milliseconds to wait for a table, and the milliseconds between tries. */
export type Patience = { readonly tries: number; readonly wait: number; readonly pause: number };

/** Together, this is longer than any statement of the server may take. */
export const PATIENCE: Patience = { tries: 15, wait: 2_000, pause: 1_000 };

/** Advisory lock: only one step runs at a time. */
const LOCK = 7_305_804_402;
/** Milliseconds after which the step of a stalled process is rolled back. */
const STILL = 10_000;

/** Statements before a step. The wait for another process's step is unlimited; the wait for a table is limited. */
export function beforeStep({ wait }: Patience): Statement[] {
  const texts = [
    `SET LOCAL idle_in_transaction_session_timeout = ${STILL}`,
    `SELECT pg_advisory_xact_lock(${LOCK})`,
    `SET LOCAL lock_timeout = ${wait}`,
  ];
  return texts.map((text) => ({ sql: text }));
}

/** PostgreSQL's error codes for a lock that was not available in time, and for a deadlock. */
const HELD: ReadonlySet<unknown> = new Set(["55P03", "40P01"]);

/**
 * Runs a step as soon as its tables are available.
 *
 * @param db must not use the step's connection.
 * @returns undefined if the step ran, otherwise a description of the process that holds a table.
 */
export async function tryStep<T>(
  step: () => Promise<unknown>,
  db: Kysely<T>,
  { tries, wait, pause }: Patience,
): Promise<string | undefined> {
  let holder: string | undefined;
  for (let tried = 1; tried <= tries; tried++) {
    if (tried > 1) await sleep(pause);
    let asked: Promise<unknown> = Promise.resolve();
    const ask = (): void => {
      asked = holderOf(db).then((found) => (holder = found ?? holder));
      asked.catch(() => {});
    };
    const asking = setInterval(ask, wait / 4);
    try {
      await step();
      return undefined;
    } catch (error) {
      if (!HELD.has((error as { readonly code?: unknown }).code)) throw error;
    } finally {
      clearInterval(asking);
      await asked.catch(() => {});
    }
  }
  return holder ?? "somebody who has gone since";
}

type Holder = { readonly pid: number; readonly role: string | null; readonly name: string | null; since: Date | null };

/** The process that blocks the running step. If there are several, the one with the oldest transaction. */
async function holderOf<T>(db: Kysely<T>): Promise<string | undefined> {
  const { rows } = await sql<Holder>`
    select holding.pid, usename as role, application_name as name, xact_start as since
    from pg_locks as step cross join unnest(pg_blocking_pids(step.pid)) as holding (pid)
      left join pg_stat_activity as activity on activity.pid = holding.pid
    where step.locktype = 'advisory' and step.granted and (step.classid::bigint << 32 | step.objid::bigint) = ${LOCK}
      and step.database = (select oid from pg_database where datname = current_database())
    order by xact_start limit 1`.execute(db);
  const [holder] = rows;
  if (holder === undefined) return undefined;
  const { pid, role, name, since } = holder;
  const who = [role, name].filter((part) => part !== null && part !== "").join(", ");
  const when = since === null ? "" : `, in a transaction since ${since.toISOString()}`;
  return `PostgreSQL's process ${pid}${who === "" ? "" : ` (${who})`}${when}`;
}
