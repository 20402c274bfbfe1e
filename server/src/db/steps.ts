/**
 * Steps of migrations over PostgreSQL, beside processes that use the tables. Where one waits for a table, all that asks for
 * it after waits behind: a step waits for a moment, gives up, and tries again.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import type { Statement } from "anchorlog/log";

/** How often a step tries to have its tables, how many milliseconds it waits for one, and from one try to the next. */
export type Patience = { readonly tries: number; readonly wait: number; readonly pause: number };

/** Longer, in all, than any statement of the server's own takes. */
export const PATIENCE: Patience = { tries: 15, wait: 2_000, pause: 1_000 };

/** Of steps, one is taken at a time. */
const LOCK = 7_305_804_402;
/** Milliseconds after which a step is undone whose process stands still. */
const STILL = 10_000;

/** What goes before a step. Another process's step is waited for as long as it takes, a table is not. */
export function beforeStep({ wait }: Patience): Statement[] {
  const texts = [
    `SET LOCAL idle_in_transaction_session_timeout = ${STILL}`,
    `SELECT pg_advisory_xact_lock(${LOCK})`,
    `SET LOCAL lock_timeout = ${wait}`,
  ];
  return texts.map((text) => ({ sql: text }));
}

/** Of what PostgreSQL says of a table that was not to be had: not in time, or by two that waited for each other. */
const HELD: ReadonlySet<unknown> = new Set(["55P03", "40P01"]);

/**
 * Takes a step as soon as its tables are to be had.
 *
 * @param db other connections than the step's.
 * @returns who holds one, where they are not to be had; undefined where it is taken.
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

/** Whom the step waits for that is under way: of several the one whose transaction is oldest. */
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
