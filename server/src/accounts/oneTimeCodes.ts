/**
 * One-time codes, sent by mail. A code is valid for ten minutes, one use and five tries, and only with the nonce that
 * its requester received.
 */
import { randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { lockName } from "../foundation/db/lock.ts";
import { ApiError } from "../http/errors.ts";
import { requesterOf } from "../http/limits/address.ts";
import { RateLimitError } from "../http/limits/limiter.ts";
import type { Parts } from "../foundation/parts.ts";
import { maySignIn } from "./account.ts";
import { sha256 } from "../foundation/secrets.ts";

export const CODE_AGE = 600_000;
const CODE_TRIES = 5;
/**
 * Codes that one network may request for one mailbox: 5 per quarter of an hour, and 20 per day. Other networks do not
 * count, so a stranger cannot lock out the mailbox's owner.
 */
export const CODE_LIMITS = [
  { count: 5, within: 900_000 },
  { count: 20, within: 86_400_000 },
] as const;
/**
 * If a mailbox gets more codes per day, from all networks, later codes are longer. Thus guessing from many networks
 * does not help.
 */
const MANY = { count: 20, within: 86_400_000 };
const DIGITS = { usual: 6, long: 9 };

type CodeParts = Pick<Parts, "database" | "secrets" | "mailer" | "clock" | "config">;

/**
 * Returns an address in the form used to find accounts: in lower case. Suffixes after `+` and dots are kept, because
 * only the mail host knows whether they matter.
 *
 * @param email in ASCII, as `isMailAddress` accepts it.
 */
export function normalizeEmail(email: string): string {
  return email.toLowerCase();
}

/** Returns the mailbox that an address counts for: many hosts deliver `name+anything@` to `name@`. */
export function mailboxOf(email: string): string {
  return normalizeEmail(email).replace(/(?<=.)\+[^@]*(?=@)/, "");
}

/** @param address the client's address. */
type CodeRequest = { readonly email: string; readonly address: string };

/**
 * Mails a new code, even if the address has no account. Earlier codes stay valid. A code that cannot be mailed does not
 * count.
 *
 * @returns the nonce of the code.
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
  text: `Your code for ${host} is ${code}.\n\nIt is valid for ${CODE_AGE / 60_000} minutes and one use. ${IGNORE}\n`,
});

/** The answer to the request is the same, so that only the mailbox's owner learns that the account does not exist. */
const closedMail = (host: string) => ({
  subject: `No account at ${host}`,
  text: `Somebody asked for a code to sign in at ${host} by this address. The address has no account there, and may not make one: ask a member for an invitation.\n\n${IGNORE}\n`,
});

/** Creates a code and stores its hash. @throws RateLimitError */
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
 * Checks and uses up a code.
 *
 * @param given `nonce`, from the answer to the request for the code. An unknown nonce does not count as a try.
 * @throws ApiError 401 `bad_code`: wrong, for another address or nonce, used, expired, or tried too often.
 */
export async function takeCode(
  { database, secrets, clock }: Parts,
  { email, otp, nonce }: { readonly email: string; readonly otp: string; readonly nonce: string },
): Promise<void> {
  const { accounts } = database.across;
  const now = clock();
  // Count the try before checking the code, so that concurrent tries count as well.
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
  // Do the same work without a code, so that timing reveals nothing.
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
    "the code is wrong or no longer valid, or `nonce` is not from the request for this code: ask for a new code",
    { field: "otp" },
  );
}

/** Makes a code valid again if the login failed after the code was taken. */
export async function giveBackCode({ database }: Parts, nonce: string): Promise<void> {
  await database.across.accounts
    .updateTable("one_time_code")
    .set((eb) => ({ ended_at: null, tries: eb("tries", "-", 1) }))
    .where("id", "=", sha256(nonce))
    .execute();
}

function hashOf(secrets: CodeParts["secrets"], id: string, code: string): string {
  return secrets.mac("one-time code", id, code).toString("hex");
}
