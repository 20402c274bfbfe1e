/** Deletes expired rows. */
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import { CODE_LIMITS } from "../accounts/oneTimeCodes.ts";
import type { AccountTables } from "../foundation/db/tables.ts";
import { historyOf } from "../http/health.ts";
import { forgetKeys } from "../http/idempotency.ts";
import { forgetWindows } from "../http/limits/shared.ts";
import type { Parts } from "../foundation/parts.ts";
import { sweepFiles } from "../files/sweep.ts";
import { forgetDeliveries } from "../webhooks/forget.ts";

const HOUR = 3_600_000;
/** Milliseconds until the first pass, and until the next one if expired rows remain. */
const FIRST = 600_000;
const SOON = 1_000;
/** Rows of each kind deleted per pass, to keep passes short. */
export const MOST_FORGOTTEN = 1_000;

/** Runs a pass every hour, one at a time. */
export function registerHousekeeping(app: FastifyInstance, parts: Parts, every = HOUR): void {
  const ending = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    let pause = FIRST;
    while (!ending.signal.aborted) {
      await sleep(Math.min(pause, every), undefined, { signal: ending.signal, ref: false }).catch(() => {});
      if (ending.signal.aborted) return;
      const isMore = await forgetExpired(parts, ending.signal).catch((error: unknown) => {
        app.log.error({ err: error }, "expired rows could not be deleted");
        return false;
      });
      pause = isMore ? SOON : every;
    }
  };
  app.addHook("onReady", async () => {
    running = run();
  });
  app.addHook("onClose", async () => {
    ending.abort();
    await running;
  });
}

/** Runs one pass. @param ending aborts slow work. @returns whether expired rows remain. */
export async function forgetExpired(parts: Parts, ending?: AbortSignal): Promise<boolean> {
  const { database, clock } = parts;
  const { accounts } = database.across;
  const counts = [
    ...(await forgetAccounts(accounts, clock())),
    ...(database.engine === "postgres" ? [await forgetWindows(accounts, clock(), MOST_FORGOTTEN)] : []),
    await forgetKeys(parts, MOST_FORGOTTEN),
    await forgetDeliveries(parts, MOST_FORGOTTEN),
  ];
  // Files run last: a failing storage must not stop the other deletions. If the log lacks entries, files of those
  // entries would seem unused, so skip them.
  if ((await historyOf(parts.anchorlog)) === "ok") counts.push(await sweepFiles(parts, MOST_FORGOTTEN, ending));
  return counts.some((count) => count >= MOST_FORGOTTEN);
}

async function forgetAccounts(db: Kysely<AccountTables>, now: number): Promise<number[]> {
  const limit = MOST_FORGOTTEN;
  // Codes count toward limits for a day: see CODE_LIMITS.
  const day = Math.max(...CODE_LIMITS.map(({ within }) => within));
  const codes = db.deleteFrom("one_time_code").where("id", "in", (from) =>
    from
      .selectFrom("one_time_code")
      .select("id")
      .where("created_at", "<=", now - day)
      .limit(limit),
  );
  // Keep used refresh tokens as long as their session, so that a stolen one is detected.
  const tokens = db
    .deleteFrom("refresh_token")
    .where("hash", "in", (from) =>
      from
        .selectFrom("refresh_token")
        .innerJoin("session", "session.id", "refresh_token.session")
        .select("hash")
        .where("expires_at", "<=", now)
        .limit(limit),
    );
  const sessions = db.deleteFrom("session").where("id", "in", (from) =>
    from
      .selectFrom("session")
      .select("id")
      .where("expires_at", "<=", now)
      .where((eb) =>
        eb.not(eb.exists(eb.selectFrom("refresh_token").select("hash").whereRef("session", "=", "session.id"))),
      )
      .limit(limit),
  );
  const keys = db.deleteFrom("signing_key").where("expires_at", "<=", now);
  const counts: number[] = [];
  for (const query of [codes, tokens, sessions, keys]) {
    counts.push(Number((await query.executeTakeFirst()).numDeletedRows));
  }
  return counts;
}
