/**
 * One-time codes, sent by mail. A code is good for ten minutes, one use and five tries, and only together with the nonce
 * that its requester was given.
 */
import { randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { lockName } from "../db/lock.ts";
import { ApiError } from "../http/errors.ts";
import { requesterOf } from "../http/limits/address.ts";
import { RateLimitError } from "../http/limits/limiter.ts";
import type { Parts } from "../parts.ts";
import { maySignIn } from "./account.ts";
import { sha256 } from "../secrets.ts";

export const CODE_AGE = 600_000;
export const CODE_TRIES = 5;
/**
 * Codes that one network may have sent to one mailbox: 5 in a quarter of an hour, and 20 in a day. Codes that other
 * networks ask for do not count, so a stranger cannot lock the mailbox's owner out.
 */
export const CODE_LIMITS = [
  { count: 5, within: 900_000 },
  { count: 20, within: 86_400_000 },
] as const;
/** Codes to a mailbox in a day, from all networks, after which codes are longer: more networks guess no better. */
const MANY = { count: 20, within: 86_400_000 };
const DIGITS = { usual: 6, long: 9 };

type Needed = Pick<Parts, "database" | "secrets" | "mailer" | "clock" | "config">;

/**
 * Returns an address in the form by which accounts are found: in lower case. Parts behind `+` and dots stay, because only
 * the address's host knows whether they name another mailbox.
 *
 * @param email in ASCII, as `isMailAddress` accepts it.
 */
export function normalizeEmail(email: string): string {
  return email.toLowerCase();
}

/** Returns the mailbox that mail to an address counts for: many hosts deliver `name+anything@` to `name@`. */
export function mailboxOf(email: string): string {
  return normalizeEmail(email).replace(/(?<=.)\+[^@]*(?=@)/, "");
}

/** @param address from which the code is asked for. */
export type CodeRequest = { readonly email: string; readonly address: string };

/**
 * Mails a new code, whether the address has an account or not. Codes that were sent before stay good. A code that cannot be
 * mailed does not count.
 *
 * @returns the nonce that the code is good with.
 * @throws RateLimitError, ApiError 503 `mail_unavailable`.
 */
export async function sendCode(parts: Parts, request: CodeRequest): Promise<string> {
  const { database, secrets, mailer, config } = parts;
  const nonce = randomBytes(32).toString("base64url");
  const { email } = request;
  const network = requesterOf(secrets, request.address);
  const code = await keepCode(parts, { email, network, nonce });
  const isWelcome = await maySignIn(parts, email);
  const { host } = config.publicUrl;
  const mail = isWelcome ? codeMail(host, code) : closedMail(host);
  try {
    await mailer.send({ to: email, ...mail, by: network, isAsked: true });
  } catch (cause) {
    await database.across.accounts.deleteFrom("one_time_code").where("id", "=", sha256(nonce)).execute();
    throw new ApiError(503, "mail_unavailable", "the code cannot be mailed now: ask for it again later", {
      field: "email",
      headers: { "Retry-After": "30" },
      cause,
    });
  }
  return nonce;
}

const IGNORE = "If you did not ask for it, nothing needs to be done.";

const codeMail = (host: string, code: string) => ({
  subject: `${code} is your code`,
  text: `Your code for ${host} is ${code}.\n\nIt is good for ${CODE_AGE / 60_000} minutes and one use. ${IGNORE}\n`,
});

/** The answer to the request is the same: only the mailbox's owner learns that there is no account. */
const closedMail = (host: string) => ({
  subject: `No account at ${host}`,
  text: `Somebody asked for a code to sign in at ${host} by this address. The address has no account there, and may not make one: ask a member for an invitation.\n\n${IGNORE}\n`,
});

/** Makes a code and keeps its hash. @throws RateLimitError */
async function keepCode(
  { database, secrets, clock }: Parts,
  { email, network, nonce }: { readonly email: string; readonly network: string; readonly nonce: string },
): Promise<string> {
  const now = clock();
  const id = sha256(nonce);
  const mailbox = mailboxOf(email);
  return database.across.accounts.transaction().execute(async (db) => {
    await lockName(db, database, `one-time codes of ${mailbox}`);
    const newest = (within: number, count: number) =>
      db
        .selectFrom("one_time_code")
        .select("created_at")
        .where("mailbox", "=", mailbox)
        .where("created_at", ">", now - within)
        .orderBy("created_at", "desc")
        .limit(count);
    const full = [];
    for (const { count, within } of CODE_LIMITS) {
      const sent = await newest(within, count).where("network", "=", network).execute();
      const [last, oldest] = [sent[0]?.created_at ?? now, sent[count - 1]?.created_at];
      if (oldest !== undefined) full.push({ limit: count, resetAt: last + within, wait: oldest + within - now });
    }
    const [longest] = full.toSorted((a, b) => b.wait - a.wait);
    if (longest !== undefined) {
      const message = `your network had ${longest.limit} codes sent to this mailbox`;
      throw new RateLimitError(message, { ...longest, field: "email" });
    }
    const isMany = (await newest(MANY.within, MANY.count).execute()).length === MANY.count;
    const digits = isMany ? DIGITS.long : DIGITS.usual;
    const code = String(randomInt(10 ** digits)).padStart(digits, "0");
    const row = {
      id,
      email,
      mailbox,
      network,
      hash: hashOf(secrets, id, code),
      tries: 0,
      created_at: now,
      expires_at: now + CODE_AGE,
      ended_at: null,
    };
    await db.insertInto("one_time_code").values(row).execute();
    return code;
  });
}

/**
 * Uses up a code.
 *
 * @param given `nonce`, from the answer to the request that had the code sent. Without it nothing is tried.
 * @throws ApiError 401 `bad_code`: wrong, of another address or nonce, used, too old or tried too often.
 */
export async function takeCode(
  { database, secrets, clock }: Parts,
  { email, otp, nonce }: { readonly email: string; readonly otp: string; readonly nonce: string },
): Promise<void> {
  const { accounts } = database.across;
  const now = clock();
  // The try is counted before the code is looked at, and stays counted: of many at once, each is one.
  const row = await accounts
    .updateTable("one_time_code")
    .set((eb) => ({ tries: eb("tries", "+", 1) }))
    .where("id", "=", sha256(nonce))
    .where("email", "=", email)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now)
    .where("tries", "<", CODE_TRIES)
    .returning(["id", "hash"])
    .executeTakeFirst();
  // The work is the same where there is none.
  const hash = hashOf(secrets, row?.id ?? "none", otp);
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
  throw new ApiError(
    401,
    "bad_code",
    "the code is wrong or not good any more, or `nonce` is not from the request that had it sent: ask for a new code",
    { field: "otp" },
  );
}

/** Makes a code good again that was taken for a login which then failed. */
export async function giveBackCode({ database }: Parts, nonce: string): Promise<void> {
  await database.across.accounts
    .updateTable("one_time_code")
    .set((eb) => ({ ended_at: null, tries: eb("tries", "-", 1) }))
    .where("id", "=", sha256(nonce))
    .execute();
}

function hashOf(secrets: Needed["secrets"], id: string, code: string): string {
  return secrets.mac("one-time code", id, code).toString("hex");
}
