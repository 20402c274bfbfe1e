import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { ENTRY, statement } from "../foundation/db/database.ts";
import { ACTIVE } from "../foundation/db/states.ts";
import type { Tables } from "../foundation/db/tables.ts";
import { callerOf } from "../http/access.ts";
import { listPage, PageQuery } from "../http/cursors.ts";
import { ApiError, badRequest, forbidden } from "../http/errors.ts";
import { keepAnswer, keptAnswer } from "../http/keptAnswer.ts";
import { nameOf } from "../http/names.ts";
import { Address, Id, iso, LogId, nullable, page, Time } from "../http/schemas.ts";
import { idOf, type RegisterSigned } from "../http/signed.ts";
import type { Parts } from "../foundation/parts.ts";
import { createStanding, emailsOf } from "./members.ts";
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
  const { of, builder } = parts.database;
  const { standingOf } = createStanding(parts);
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
    plan: async (act) => {
      const { caller, body, signer } = act;
      if (body.address.toLowerCase() !== signer) {
        throw badRequest("address", "not_the_signer", "a wallet is registered by a request that it signed itself");
      }
      if (caller.account === undefined && !caller.permissions.has("manage")) {
        throw forbidden("not_permitted", "registering wallets of others needs the permission manage", "x-api-key");
      }
      const standing = await standingOf(caller);
      if (standing === undefined) {
        throw forbidden(
          "not_invited",
          "this account is not a member of the organization, and it has no invitation",
          "Authorization",
        );
      }
      if (standing.wallet !== undefined) throw new ApiError(TAKEN.status, TAKEN.code, TAKEN.message);
      const org = caller.organization.id;
      const row: Tables["wallet"] = {
        org,
        id: idOf("wal", act),
        idx: ENTRY.index,
        account: caller.account?.id ?? null,
        address: signer,
        nickname: body.nickname ?? null,
        role: standing.role,
        state: "active",
        created_at: ENTRY.acceptedAt,
      };
      return [
        ...standing.fence,
        statement(builder.insertInto("wallet").values(row), { refusal: TAKEN }),
        keepAnswer(parts.database, org, { role: standing.role }),
      ];
    },
    answer: async (act, { index }) => {
      const org = act.caller.organization.id;
      const wallet = of(org).tables.selectFrom("wallet").selectAll().where("org", "=", org).where("idx", "=", index);
      const [row, { role }, emails] = await Promise.all([
        wallet.executeTakeFirstOrThrow(),
        keptAnswer<Pick<Tables["wallet"], "role">>(parts.database, org, index),
        emailsOf(of(org).accounts, [act.caller.account?.id ?? null]),
      ]);
      return shownWallet({ ...row, role, state: "active" }, emails);
    },
  });

  app.get(
    "/wallets/me",
    {
      config: { access: "caller", group: "reads" },
      schema: {
        summary: "Get the caller's own wallet",
        description:
          "And who the caller is: the account, the organization, and the `log_name` and `log_id` of the organization, which signed actions contain. `account` is null before a wallet is registered.",
        tags,
        response: { 200: Me },
      },
    },
    async (request) => {
      const { account, organization, permissions } = callerOf(request);
      const { id, log, logId } = organization;
      const name = (await namesOf(parts, [id])).get(id);
      const wallet =
        account &&
        (await of(id)
          .tables.selectFrom("wallet")
          .selectAll()
          .where("org", "=", id)
          .where("account", "=", account.id)
          .where("state", "=", ACTIVE)
          .executeTakeFirst());
      const standing = account && (await standingOf(callerOf(request)));
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
    },
  );

  app.get(
    "/wallets",
    {
      config: { access: "read", group: "reads" },
      schema: {
        summary: "List the organization's wallets",
        description: "The wallets of members, and the wallets that API keys registered.",
        tags,
        querystring: PageQuery,
        response: { 200: page(Wallet) },
      },
    },
    async (request) =>
      listPage(parts, request, "wallets", async ({ before, limit }) => {
        const org = callerOf(request).organization.id;
        const { tables, accounts } = of(org);
        const rows = await tables
          .selectFrom("wallet")
          .selectAll()
          .where("org", "=", org)
          .where("idx", "<", before)
          .orderBy("idx", "desc")
          .limit(limit)
          .execute();
        const emails = await emailsOf(
          accounts,
          rows.map(({ account }) => account),
        );
        return rows.map((row) => ({ at: row.idx, item: shownWallet(row, emails) }));
      }),
  );
}

function shownWallet(
  { id, account, nickname, address, role, state, created_at }: Tables["wallet"],
  emails: ReadonlyMap<string | null, string>,
): object {
  const email = emails.get(account) ?? null;
  return { id, email, nickname, account: { address }, role, state, created_at: iso(created_at) };
}
