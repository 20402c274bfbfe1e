import type { FastifyInstance } from "fastify";
import { Type, type Static } from "typebox";
import type { Statement } from "anchorlog/log";
import type { Caller } from "../foundation/caller.ts";
import { statement, type Database } from "../foundation/db/database.ts";
import { rowBy, rowsOf } from "../foundation/db/rows.ts";
import { ACTIVE } from "../foundation/db/states.ts";
import type { Tables } from "../foundation/db/tables.ts";
import { listRows, PageQuery } from "../http/cursors.ts";
import { ApiError, badRequest, forbidden } from "../http/errors.ts";
import { keepAnswer, keptAnswer } from "../http/keptAnswer.ts";
import { nameOf } from "../http/names.ts";
import { reads } from "../http/reads.ts";
import { Address, Id, iso, LogId, nullable, page, Time } from "../http/schemas.ts";
import { newRow, type Act, type RegisterSigned } from "../http/signed.ts";
import type { Parts } from "../foundation/parts.ts";
import { emailsOf, MemberRoles } from "./members.ts";
import { namesOf, successorOf } from "./organizations.ts";
import { RoleName } from "../foundation/roles.ts";

const Nickname = nameOf(64, "Ada");
const NewWallet = Type.Object({ address: Address, nickname: Type.Optional(Nickname) }, { additionalProperties: false });
const Account = Type.Object({ address: Address });
const Wallet = Type.Object(
  {
    id: Id,
    email: nullable(Type.String()),
    nickname: nullable(Type.String()),
    account: Account,
    role: RoleName,
    state: Type.Enum(["active", "removed"]),
    created_at: Time,
  },
  { title: "Wallet" },
);
const Me = Type.Object({
  id: nullable(Id),
  email: nullable(Type.String()),
  nickname: nullable(Type.String()),
  account: nullable(Account),
  role: nullable(RoleName),
  state: nullable(Wallet.properties.state),
  created_at: nullable(Time),
  permissions: Type.Array(Type.String()),
  organization: Type.Object({
    id: Id,
    name: Type.String(),
    log_name: Type.String(),
    log_id: LogId,
    successor_log_id: {
      ...nullable(LogId),
      description:
        "The log that objects move to. Unless it is null, the organization's log takes only redemptions and moves.",
    },
  }),
});

const TAKEN = {
  code: "wallet_registered",
  message: "this address, or this account, has a wallet in this organization already",
  status: 409,
} as const;

/** Routes to register and list wallets. A wallet signs its own registration. */
export function walletRoutes(app: FastifyInstance, signed: RegisterSigned, parts: Parts): void {
  const { database } = parts;
  const roles = new MemberRoles(parts);
  const tags = ["Wallets"];
  signed({
    method: "POST",
    url: "/wallets/register",
    group: "writes",
    access: "caller",
    // The signature proves that the sender controls the address.
    signer: "anyone",
    schema: {
      summary: "Register a wallet, signed by the wallet itself",
      description:
        "The signature proves that the sender controls the address. With a token, the wallet belongs to the account. An account has one wallet in each organization. With an API key that allows `manage`, the wallet has no account.",
      tags,
      body: NewWallet,
      answer: Wallet,
    },
    plan: (act) => planWallet(database, roles, act),
    answer: (act, { index }) => answerWallet(database, act, index),
  });
  reads(app, "/wallets/me", {
    access: "caller",
    schema: {
      summary: "Get the caller's own wallet",
      description:
        "The answer also has the account, the organization, and the `log_name` and `log_id` of the organization, which signed actions contain. `account` is null before a wallet is registered.",
      tags,
      answer: Me,
    },
    answer: ({ caller }) => showMe(parts, roles, caller),
  });
  reads(app, "/wallets", {
    access: "read",
    schema: {
      summary: "List the organization's wallets",
      description: "The wallets of members, and the wallets that API keys registered.",
      tags,
      querystring: PageQuery,
      answer: page(Wallet),
    },
    answer: ({ org, request }) =>
      listRows(parts, request, "wallets", rowsOf(database, "wallet", org).selectAll(), async (rows) => {
        const emails = await emailsOf(database.of(org).accounts, rows);
        return (row) => shownWallet(row, emails);
      }),
  });
}

async function planWallet(
  database: Database,
  roles: MemberRoles,
  act: Act<Static<typeof NewWallet>>,
): Promise<Statement[]> {
  const { caller, org, body, signer } = act;
  if (body.address.toLowerCase() !== signer)
    throw badRequest("address", "not_the_signer", "a wallet is registered by a request that it signed itself");
  if (caller.account === undefined && !caller.permissions.has("manage"))
    throw forbidden("not_permitted", "registering wallets of others needs the permission manage", "x-api-key");
  const standing = await roles.of(caller);
  if (standing === undefined) {
    const message = "this account is not a member of the organization, and it has no invitation";
    throw forbidden("not_invited", message, "Authorization");
  }
  if (standing.wallet !== undefined) throw new ApiError(TAKEN.status, TAKEN.code, TAKEN.message);
  const row: Tables["wallet"] = {
    ...newRow("wal", act),
    account: caller.account?.id ?? null,
    address: signer,
    nickname: body.nickname ?? null,
    role: standing.role,
    state: "active",
  };
  return [
    ...standing.fence,
    statement(database.builder.insertInto("wallet").values(row), { refusal: TAKEN }),
    keepAnswer(database, org, { role: standing.role }),
  ];
}

async function answerWallet(database: Database, { caller, org }: Act, index: number): Promise<object> {
  const [row, { role }, emails] = await Promise.all([
    rowBy(database, "wallet", org, "idx", index),
    keptAnswer<Pick<Tables["wallet"], "role">>(database, org, index),
    emailsOf(database.of(org).accounts, [{ account: caller.account?.id ?? null }]),
  ]);
  return shownWallet({ ...row!, role, state: "active" }, emails);
}

async function showMe(parts: Parts, roles: MemberRoles, caller: Caller): Promise<object> {
  const { account, organization, permissions } = caller;
  const { id, log, logId } = organization;
  const name = (await namesOf(parts, [id])).get(id);
  const active = rowsOf(parts.database, "wallet", id).selectAll().where("state", "=", ACTIVE);
  const wallet = account && (await active.where("account", "=", account.id).executeTakeFirst());
  const standing = account && (await roles.of(caller));
  return {
    id: wallet?.id ?? null,
    email: account?.email ?? null,
    nickname: wallet?.nickname ?? null,
    account: wallet === undefined ? null : { address: wallet.address },
    role: wallet?.role ?? standing?.role ?? null,
    state: wallet?.state ?? null,
    created_at: wallet === undefined ? null : iso(wallet.created_at),
    permissions: [...permissions],
    organization: { id, name, log_name: log, log_id: logId, successor_log_id: await successorOf(parts, id) },
  };
}

function shownWallet(
  { id, account, nickname, address, role, state, created_at }: Tables["wallet"],
  emails: ReadonlyMap<string | null, string>,
): object {
  const email = emails.get(account) ?? null;
  return { id, email, nickname, account: { address }, role, state, created_at: iso(created_at) };
}
