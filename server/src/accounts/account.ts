import { randomBytes } from "node:crypto";
import type { Transaction } from "kysely";
import type { Hex } from "anchorlog";
import { logId } from "anchorlog/action";
import type { Config } from "../foundation/config.ts";
import { lockName } from "../foundation/db/lock.ts";
import type { AccountTables } from "../foundation/db/tables.ts";
import { forbidden } from "../http/errors.ts";
import type { Parts } from "../foundation/parts.ts";
import { affiliationsOf } from "./organizations.ts";

type AccountParts = Pick<Parts, "config" | "database" | "anchorlog" | "operator" | "clock">;
type Accounts = Parts["database"]["across"]["accounts"];
type Entered = { readonly account: string; readonly org: string };

/** Derives an organization's ID from its log. The database relies on this (see foundation/db/tenants.ts). */
export const organizationOf = (log: Hex): string => `org_${log.slice(2, 34)}`;

/**
 * Returns the account of an address, and the organization to sign in to. This is the oldest one that it founded, or
 * else the oldest one that it is a member of. An address without an organization creates an organization with a log, if it may sign
 * up. Otherwise, it enters the organization that invited it.
 *
 * @param countFounding called before an organization is created; may throw to prevent it.
 * @throws ApiError 403 `sign_up_closed`.
 */
export async function accountOf(
  parts: AccountParts,
  email: string,
  countFounding: () => Promise<void> = async () => {},
): Promise<Entered> {
  const { accounts } = parts.database.across;
  // Count first: an organization created by a concurrent login after this point is then detected by `found` under its
  // lock.
  const founded = (await foundedBy(accounts, email)).length;
  const entered = (await enter(parts, email)) ?? (await found(parts, email, { founded, countFounding }));
  const { log } = await accounts
    .selectFrom("organization")
    .select("log")
    .where("id", "=", entered.org)
    .executeTakeFirstOrThrow();
  // Done at each login, since an earlier login may have been killed before this point. An existing log is left
  // unchanged.
  await parts.anchorlog.addLog(log);
  return entered;
}

/** Returns whether an address may create an organization, by SIGN_UP. */
function maySignUp({ signUp }: Pick<Config, "signUp">, email: string): boolean {
  if (signUp === "anyone") return true;
  const domain = email.slice(email.lastIndexOf("@") + 1);
  return signUp.includes(email) || signUp.includes(domain);
}

export async function maySignIn(parts: AccountParts, email: string): Promise<boolean> {
  if (maySignUp(parts.config, email)) return true;
  const { member, invited } = await standings(parts, email);
  return (member ?? invited) !== undefined;
}

const foundedBy = (accounts: Accounts, email: string): Promise<{ readonly id: string }[]> =>
  accounts
    .selectFrom("organization")
    .innerJoin("account", "account.id", "organization.founder")
    .select("organization.id")
    .where("email", "=", email)
    .execute();

/** The account of an address, the organization that it is a member of, and one that invited it. */
async function standings(parts: AccountParts, email: string) {
  const { accounts } = parts.database.across;
  const account = await accounts.selectFrom("account").select("id").where("email", "=", email).executeTakeFirst();
  const own = new Set((await foundedBy(accounts, email)).map((row) => row.id));
  const all = await affiliationsOf(parts, { id: account?.id ?? "", email });
  const members = account === undefined ? [] : all.filter(({ state }) => state === "member");
  const member = members.find(({ org }) => own.has(org)) ?? members[0];
  return { account: account?.id, member: member?.org, invited: all.find(({ state }) => state === "invited")?.org };
}

/** Returns the organization that an address can enter without creating one; `undefined` if it must create one. */
async function enter(parts: AccountParts, email: string): Promise<Entered | undefined> {
  const { account, member, invited } = await standings(parts, email);
  if (account !== undefined && member !== undefined) return { account, org: member };
  if (maySignUp(parts.config, email)) return undefined;
  if (invited === undefined)
    throw forbidden("sign_up_closed", "this address has no account here, and may not make one", "email");
  const made = await parts.database.across.accounts.transaction().execute((db) => ensureAccount(db, parts, email));
  return { account: made, org: invited };
}

/** Creates an organization for an address, and an account if needed. */
async function found(
  parts: AccountParts,
  email: string,
  { founded, countFounding }: { readonly founded: number; readonly countFounding: () => Promise<void> },
): Promise<Entered> {
  const { database, operator, clock } = parts;
  await countFounding();
  await database.across.accounts.transaction().execute(async (db) => {
    // A second concurrent login waits here, and then finds the organization of the first.
    await lockName(db, database, `account ${email}`);
    if ((await foundedBy(db, email)).length > founded) return;
    const founder = await ensureAccount(db, parts, email);
    const log = `org-${randomBytes(16).toString("hex")}`;
    const name = email.slice(0, email.lastIndexOf("@"));
    const row = { id: organizationOf(logId(operator, log)), name, log, founder, limits: null, created_at: clock() };
    await db.insertInto("organization").values(row).execute();
  });
  return (await enter(parts, email))!;
}

/** Returns the ID of an address's account. Creates the account if needed. */
async function ensureAccount(
  db: Transaction<AccountTables>,
  { clock }: Pick<Parts, "clock">,
  email: string,
): Promise<string> {
  await db
    .insertInto("account")
    .values({ id: `acc_${randomBytes(16).toString("hex")}`, email, created_at: clock() })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .execute();
  return (await db.selectFrom("account").select("id").where("email", "=", email).executeTakeFirstOrThrow()).id;
}
