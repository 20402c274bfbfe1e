/** One-time codes: six digits by mail, good for ten minutes and one use, the newest only, five tries. */
import { randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import { lockName } from "../db/lock.ts";
import { ApiError } from "../http/errors.ts";
import { RateLimitError } from "../http/limits/limiter.ts";
import type { Parts } from "../parts.ts";

export const CODE_AGE = 600_000;
export const CODE_TRIES = 5;
/**
 * Codes that an address is sent: 5 in a quarter of an hour, and 20 in a day. With five tries each, somebody else guesses
 * one in a day at a chance of 1 in 10,000.
 */
export const CODE_LIMITS = [
  { count: 5, within: 900_000 },
  { count: 20, within: 86_400_000 },
] as const;

type Needed = Pick<Parts, "database" | "secrets" | "mailer" | "clock" | "config">;

/**
 * An address as accounts are known by it: mailboxes that differ by case alone are nowhere two people's. What else may
 * name the same mailbox (a part behind `+`, dots) is its host's to say: it stays.
 *
 * @param email in ASCII, as `isMailAddress` has it.
 */
export function normalizeEmail(email: string): string {
  return email.toLowerCase();
}

/**
 * Mails a new code, whoever's address it is: an account is made by signing in. A code that cannot be mailed does not count.
 *
 * @throws RateLimitError, ApiError 503 `mail_unavailable`.
 */
export async function sendCode({ database, secrets, mailer, clock, config }: Parts, email: string): Promise<void> {
  const { accounts } = database.across;
  const now = clock();
  const id = randomUUID();
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  await accounts.transaction().execute(async (db) => {
    await lockName(db, database, `one-time codes of ${email}`);
    const full = [];
    for (const { count, within } of CODE_LIMITS) {
      const sent = await db
        .selectFrom("one_time_code")
        .select("created_at")
        .where("email", "=", email)
        .where("created_at", ">", now - within)
        .orderBy("created_at", "desc")
        .limit(count)
        .execute();
      const [newest, oldest] = [sent[0]?.created_at ?? now, sent[count - 1]?.created_at];
      if (oldest !== undefined) full.push({ limit: count, resetAt: newest + within, wait: oldest + within - now });
    }
    const [longest] = full.toSorted((a, b) => b.wait - a.wait);
    if (longest !== undefined) {
      const message = `this address was sent ${longest.limit} codes`;
      throw new RateLimitError(message, { ...longest, field: "email" });
    }
    await db
      .updateTable("one_time_code")
      .set({ ended_at: now })
      .where("email", "=", email)
      .where("ended_at", "is", null)
      .execute();
    const row = {
      id,
      email,
      hash: hashOf(secrets, id, code),
      tries: 0,
      created_at: now,
      expires_at: now + CODE_AGE,
      ended_at: null,
    };
    await db.insertInto("one_time_code").values(row).execute();
  });
  const text = `Your code for ${config.publicUrl.host} is ${code}.\n\nIt is good for ${CODE_AGE / 60_000} minutes and one use. If you did not ask for it, nothing needs to be done.\n`;
  try {
    await mailer.send({ to: email, subject: `${code} is your code`, text });
  } catch (cause) {
    await accounts.deleteFrom("one_time_code").where("id", "=", id).execute();
    throw new ApiError(503, "mail_unavailable", "the code cannot be mailed now: ask for it again later", {
      field: "email",
      headers: { "Retry-After": "30" },
      cause,
    });
  }
}

/**
 * Uses up a code.
 *
 * @throws ApiError 401 `bad_code`, the same for one that is wrong, used, replaced, too old or tried too often.
 */
export async function takeCode({ database, secrets, clock }: Parts, email: string, code: string): Promise<void> {
  const { accounts } = database.across;
  const now = clock();
  // The try is counted before the code is looked at, and stays counted: of many at once, each is one.
  const row = await accounts
    .updateTable("one_time_code")
    .set((eb) => ({ tries: eb("tries", "+", 1) }))
    .where("email", "=", email)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now)
    .where("tries", "<", CODE_TRIES)
    .returning(["id", "hash"])
    .executeTakeFirst();
  // The work is the same where there is none.
  const hash = hashOf(secrets, row?.id ?? "none", code);
  const isRight = timingSafeEqual(
    Buffer.from(hash, "hex"),
    Buffer.from(row?.hash ?? hashOf(secrets, "none", ""), "hex"),
  );
  if (row !== undefined && isRight) {
    const used = await accounts
      .updateTable("one_time_code")
      .set({ ended_at: now })
      .where("id", "=", row.id)
      .where("ended_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (used !== undefined) return;
  }
  throw new ApiError(401, "bad_code", "the code is not right, or not good any more: ask for a new one", {
    field: "otp",
  });
}

function hashOf(secrets: Needed["secrets"], id: string, code: string): string {
  return secrets.mac("one-time code", id, code).toString("hex");
}
