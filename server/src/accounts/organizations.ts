/** The names of organizations, and an account's roles in them. */
import { OPEN } from "../foundation/db/states.ts";
import type { Parts } from "../foundation/parts.ts";
import type { Caller } from "../foundation/caller.ts";
import type { Role } from "../foundation/roles.ts";

/** The current names of organizations: the last one set, or else the first one. */
export async function namesOf(
  { database: { across } }: Pick<Parts, "database">,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const first = await across.accounts
    .selectFrom("organization")
    .select(["id", "name"])
    .where("id", "in", ids)
    .execute();
  const given = await across.tables
    .selectFrom("organization_name")
    .select(["org as id", "name"])
    .where("org", "in", ids)
    .execute();
  return new Map([...first, ...given].map(({ id, name }) => [id, name]));
}

/** The identifier of the log that an organization's objects move to. */
export async function successorOf({ database }: Pick<Parts, "database">, org: string): Promise<string | null> {
  const named = database.of(org).tables.selectFrom("successor").select("log").where("org", "=", org);
  return (await named.executeTakeFirst())?.log ?? null;
}

/** The times at which organizations were founded, in Unix milliseconds. */
export async function foundingsOf(
  { database: { across } }: Pick<Parts, "database">,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = across.accounts.selectFrom("organization").select(["id", "created_at"]).where("id", "in", ids);
  return new Map((await rows.execute()).map(({ id, created_at }) => [id, created_at]));
}

/** An account's role in an organization, and since when. */
type Affiliation = {
  readonly org: string;
  readonly role: Role;
  readonly state: "member" | "invited";
  readonly since: number;
};

/** Invitations read, newest first. Their number is limited because any organization can send them. */
const MOST_INVITATIONS = 100;

/** The organizations that an account may enter, the oldest affiliation first. The roles agree with `standingOf`. */
export async function affiliationsOf(
  { database, clock }: Pick<Parts, "database" | "clock">,
  { id, email }: Pick<NonNullable<Caller["account"]>, "id" | "email">,
): Promise<Affiliation[]> {
  const { accounts, tables } = database.across;
  const wallets = await tables
    .selectFrom("wallet")
    .select(["org", "role", "state", "created_at"])
    .where("account", "=", id)
    .execute();
  const invitations = await tables
    .selectFrom("invitation")
    .select(["org", "role", "created_at"])
    .where("email", "=", email)
    .where("state", "=", OPEN)
    .where("expires_at", ">", clock())
    .orderBy("created_at", "desc")
    .limit(MOST_INVITATIONS)
    .execute();
  const founded = await accounts
    .selectFrom("organization")
    .select(["id", "created_at"])
    .where("founder", "=", id)
    .execute();
  const known = new Set(wallets.map(({ org }) => org));
  const found = new Map<string, Affiliation>();
  for (const { id: org, created_at: since } of founded) {
    // A founder counts as owner only until a wallet was registered.
    if (!known.has(org)) found.set(org, { org, role: "owner", state: "member", since });
  }
  for (const { org, role, created_at: since } of invitations) found.set(org, { org, role, state: "invited", since });
  for (const { org, role, state, created_at: since } of wallets) {
    if (state === "active") found.set(org, { org, role, state: "member", since });
  }
  return [...found.values()].toSorted((a, b) => a.since - b.since || (a.org < b.org ? -1 : 1));
}

/** The organization of an open invitation to an address. */
export async function invitedTo(
  { database, clock }: Pick<Parts, "database" | "clock">,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<string | undefined> {
  const invitation = await database.across.tables
    .selectFrom("invitation")
    .select("org")
    .where("email", "=", email)
    .where("state", "=", OPEN)
    .where("id", "=", id)
    .where("expires_at", ">", clock())
    .executeTakeFirst();
  return invitation?.org;
}
