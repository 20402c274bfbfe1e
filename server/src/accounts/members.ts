/** The role of an account in an organization, with or without a wallet. */
import type { Kysely } from "kysely";
import type { Statement } from "anchorlog/log";
import { ENTRY, statement } from "../foundation/db/database.ts";
import { reading } from "../foundation/db/fixed.ts";
import { OPEN } from "../foundation/db/states.ts";
import type { AccountTables } from "../foundation/db/tables.ts";
import type { Parts } from "../foundation/parts.ts";
import type { Role } from "../foundation/roles.ts";

/** A role, and statements that fail a later action if the role has changed. */
type MemberRole = {
  readonly role: Role;
  /** The address of the wallet with this role. */
  readonly wallet?: string;
  readonly fence: readonly Statement[];
};

type Who = {
  readonly organization: { readonly id: string };
  readonly account: { readonly id: string; readonly email: string } | undefined;
};

/** The role of wallets that an API key registers for an organization's own users. */
const USERS: MemberRole = { role: "reader", fence: [] };

export function createStanding({ database: { of, builder }, clock }: Pick<Parts, "database" | "clock">) {
  const wallets = reading(
    ({ org }) => of(org).tables,
    ({ org, account }: { readonly org: string; readonly account: string }) =>
      builder
        .selectFrom("wallet")
        .select(["role", "state", "address"])
        .where("org", "=", org)
        .where("account", "=", account)
        .orderBy("idx", "desc")
        .limit(1),
  );
  /** The wallet that an account registered last in an organization, if any. */
  const walletOf = async (org: string, account: string) => (await wallets({ org, account }))[0];
  /**
   * The role of an account: of its active wallet, or else the role with which it may register one, as a founder or by
   * an invitation. Undefined if it has none.
   *
   * @param known its newest wallet, if already read.
   */
  const standingOf = async (
    { organization: { id: org }, account }: Who,
    known?: { readonly wallet: Awaited<ReturnType<typeof walletOf>> },
  ): Promise<MemberRole | undefined> => {
    if (account === undefined) return USERS;
    const { tables, accounts } = of(org);
    const { wallet } = known ?? { wallet: await walletOf(org, account.id) };
    if (wallet?.state === "active") return { role: wallet.role, wallet: wallet.address, fence: [] };
    const invitation = await tables
      .selectFrom("invitation")
      .select(["id", "role"])
      .where("org", "=", org)
      .where("email", "=", account.email)
      .where("state", "=", OPEN)
      .where("expires_at", ">", clock())
      .orderBy("idx", "desc")
      .executeTakeFirst();
    if (invitation !== undefined) {
      const accept = builder
        .updateTable("invitation")
        .set({ state: "accepted" })
        .where("org", "=", org)
        .where("id", "=", invitation.id)
        .where("state", "=", OPEN)
        .where("expires_at", ">", ENTRY.acceptedAt);
      const refusal = { code: "not_invited", message: "the invitation is not open any more", status: 403 };
      return { role: invitation.role, fence: [statement(accept, { expect: 1, refusal })] };
    }
    // A removed member needs a new invitation.
    if (wallet !== undefined) return undefined;
    const founded = await accounts
      .selectFrom("organization")
      .select("id")
      .where("id", "=", org)
      .where("founder", "=", account.id)
      .executeTakeFirst();
    if (founded === undefined) return undefined;
    const had = builder.selectFrom("wallet").select("id").where("org", "=", org).where("account", "=", account.id);
    const refusal = { code: "wallet_registered", message: "this account has had a wallet here already", status: 409 };
    return { role: "owner", fence: [statement(had, { expect: 0, refusal })] };
  };
  return { walletOf, standingOf };
}

/** The mail addresses of accounts. */
export async function emailsOf(
  accounts: Kysely<AccountTables>,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, string>> {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const rows = await accounts.selectFrom("account").select(["id", "email"]).where("id", "in", known).execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}
