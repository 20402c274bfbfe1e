/** The role of an account in an organization, with or without a wallet. */
import type { Kysely } from "kysely";
import type { Statement } from "anchorlog/log";
import { ENTRY, statement, type Database } from "../foundation/db/database.ts";
import { reading } from "../foundation/db/fixed.ts";
import { changeOf, rowsOf } from "../foundation/db/rows.ts";
import { OPEN } from "../foundation/db/states.ts";
import type { AccountTables, Tables } from "../foundation/db/tables.ts";
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

/** The wallet that an account registered last in an organization. */
type NewestWallet = Pick<Tables["wallet"], "role" | "state" | "address"> | undefined;

export class MemberRoles {
  readonly #database: Database;
  readonly #clock: Parts["clock"];
  readonly #wallets: (of: { readonly org: string; readonly account: string }) => Promise<readonly NewestWallet[]>;

  constructor({ database, clock }: Pick<Parts, "database" | "clock">) {
    this.#database = database;
    this.#clock = clock;
    this.#wallets = reading(
      ({ org }) => database.of(org).tables,
      ({ org, account }) =>
        database.builder
          .selectFrom("wallet")
          .select(["role", "state", "address"])
          .where("org", "=", org)
          .where("account", "=", account)
          .orderBy("idx", "desc")
          .limit(1),
    );
  }

  /** The wallet that an account registered last in an organization, if any. */
  async walletOf(org: string, account: string): Promise<NewestWallet> {
    return (await this.#wallets({ org, account }))[0];
  }

  /**
   * The role of an account: of its active wallet, or else the role with which it may register one, as a founder or by
   * an invitation. Undefined if it has none.
   *
   * @param known its newest wallet, if already read.
   */
  async of(
    { organization: { id: org }, account }: Who,
    known?: { readonly wallet: NewestWallet },
  ): Promise<MemberRole | undefined> {
    if (account === undefined) return USERS;
    const { wallet } = known ?? { wallet: await this.walletOf(org, account.id) };
    if (wallet?.state === "active") return { role: wallet.role, wallet: wallet.address, fence: [] };
    const invited = await this.#byInvitation(org, account.email);
    if (invited !== undefined) return invited;
    // A removed member needs a new invitation.
    return wallet === undefined ? this.#asFounder(org, account.id) : undefined;
  }

  async #byInvitation(org: string, email: string): Promise<MemberRole | undefined> {
    const invitation = await rowsOf(this.#database, "invitation", org)
      .select(["id", "role"])
      .where("email", "=", email)
      .where("state", "=", OPEN)
      .where("expires_at", ">", this.#clock())
      .orderBy("idx", "desc")
      .executeTakeFirst();
    if (invitation === undefined) return undefined;
    const accept = changeOf(this.#database, "invitation", org, invitation.id)
      .set({ state: "accepted" })
      .where("state", "=", OPEN)
      .where("expires_at", ">", ENTRY.acceptedAt);
    const refusal = { code: "not_invited", message: "the invitation is not open any more", status: 403 };
    return { role: invitation.role, fence: [statement(accept, { expect: 1, refusal })] };
  }

  async #asFounder(org: string, account: string): Promise<MemberRole | undefined> {
    const { of, builder } = this.#database;
    const organizations = of(org).accounts.selectFrom("organization").select("id").where("id", "=", org);
    const founded = await organizations.where("founder", "=", account).executeTakeFirst();
    if (founded === undefined) return undefined;
    const had = builder.selectFrom("wallet").select("id").where("org", "=", org).where("account", "=", account);
    const refusal = { code: "wallet_registered", message: "this account has had a wallet here already", status: 409 };
    return { role: "owner", fence: [statement(had, { expect: 0, refusal })] };
  }
}

/** The mail addresses of the accounts of wallets. */
export async function emailsOf(
  accounts: Kysely<AccountTables>,
  wallets: readonly Pick<Tables["wallet"], "account">[],
): Promise<ReadonlyMap<string | null, string>> {
  const known = wallets.flatMap(({ account }) => account ?? []);
  if (known.length === 0) return new Map();
  const rows = await accounts.selectFrom("account").select(["id", "email"]).where("id", "in", known).execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}
