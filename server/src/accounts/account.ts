import { randomBytes } from "node:crypto";
import type { Hex } from "anchorlog";
import { logId } from "anchorlog/action";
import { lockName } from "../db/lock.ts";
import type { Parts } from "../parts.ts";
import { affiliationsOf } from "./organizations.ts";

type Needed = Pick<Parts, "database" | "anchorlog" | "operator" | "clock">;
type Accounts = Parts["database"]["across"]["accounts"];

/** What an organization is called, by its log: in the database the one follows from the other (see db/tenants.ts). */
export const organizationOf = (log: Hex): string => `org_${log.slice(2, 34)}`;

/**
 * The account of an address, and the organization that it signs in to: the oldest one of its own, or else that it is a
 * member of. Where there is none, it gets one, with a log: at the first login, or once it was removed from all of them.
 */
export async function accountOf(parts: Needed, email: string): Promise<{ account: string; org: string }> {
  const { accounts } = parts.database.across;
  const founded = await foundedBy(accounts, email);
  const found = (await find(parts, email)) ?? (await make(parts, email, founded.length));
  const { log } = await accounts
    .selectFrom("organization")
    .select("log")
    .where("id", "=", found.org)
    .executeTakeFirstOrThrow();
  // At each login: one that was killed before this point left rows without a log. What is there already stays as it is.
  await parts.anchorlog.addLog(log);
  return found;
}

const foundedBy = (accounts: Accounts, email: string): Promise<{ readonly id: string }[]> =>
  accounts
    .selectFrom("organization")
    .innerJoin("account", "account.id", "organization.founder")
    .select("organization.id")
    .where("email", "=", email)
    .execute();

async function find(parts: Needed, email: string): Promise<{ account: string; org: string } | undefined> {
  const { accounts } = parts.database.across;
  const account = await accounts.selectFrom("account").select("id").where("email", "=", email).executeTakeFirst();
  if (account === undefined) return undefined;
  const { id } = account;
  const own = new Set((await foundedBy(accounts, email)).map((row) => row.id));
  const members = (await affiliationsOf(parts, { id, email })).filter(({ state }) => state === "member");
  const entered = members.find(({ org }) => own.has(org)) ?? members[0];
  return entered && { account: id, org: entered.org };
}

/** @param founded how many organizations the account had made before there was found to be none for it. */
async function make(parts: Needed, email: string, founded: number): Promise<{ account: string; org: string }> {
  const { database, operator, clock } = parts;
  await database.across.accounts.transaction().execute(async (db) => {
    // Of two logins at once, the second waits here, and then finds what the first made.
    await lockName(db, database, `account ${email}`);
    if ((await foundedBy(db, email)).length > founded) return;
    const account = `acc_${randomBytes(16).toString("hex")}`;
    const log = `org-${randomBytes(16).toString("hex")}`;
    const now = clock();
    await db
      .insertInto("account")
      .values({ id: account, email, created_at: now })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .execute();
    const { id: founder } = await db
      .selectFrom("account")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    const name = email.slice(0, email.lastIndexOf("@"));
    const row = { id: organizationOf(logId(operator, log)), name, log, founder, limits: null, created_at: now };
    await db.insertInto("organization").values(row).execute();
  });
  return (await find(parts, email))!;
}
