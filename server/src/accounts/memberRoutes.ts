import type { FastifyInstance } from "fastify";
import { Type, type Static } from "typebox";
import type { Statement } from "anchorlog/log";
import { statement } from "../foundation/db/database.ts";
import { ACTIVE } from "../foundation/db/states.ts";
import type { Tables } from "../foundation/db/tables.ts";
import { callerOf } from "../http/access.ts";
import { listPage, PageQuery } from "../http/cursors.ts";
import { ApiError, notFound } from "../http/errors.ts";
import { Address, Id, iso, nullable, page, Removed, Time } from "../http/schemas.ts";
import type { RegisterSigned } from "../http/signed.ts";
import type { Parts } from "../foundation/parts.ts";
import { withdrawOpen } from "./invitations.ts";
import { emailsOf } from "./members.ts";
import { assertOwn } from "./organizationRoutes.ts";
import { RoleName } from "../foundation/roles.ts";

const OrganizationParams = Type.Object({ id: Id });
const MemberParams = Type.Object({ id: Id, memberId: Id });
const NewRole = Type.Object({ role: RoleName }, { additionalProperties: false });
const Member = Type.Object(
  {
    id: Id,
    wallet_id: Type.Unsafe<string>({ ...Id, description: "The same as `id`: a member is a wallet." }),
    organization_id: Id,
    role: RoleName,
    email: nullable(Type.String()),
    nickname: nullable(Type.String()),
    account: Type.Object({ address: Address }),
    created_at: Time,
  },
  { title: "Member" },
);

/** Routes to list members, change their roles and remove them. */
export function memberRoutes(app: FastifyInstance, signed: RegisterSigned, parts: Parts): void {
  const { of, builder } = parts.database;
  const tags = ["Organizations"];

  /** @throws ApiError 404. */
  const memberOf = async (org: string, id: string) => {
    const row = await of(org)
      .tables.selectFrom("wallet")
      .select("account")
      .where("org", "=", org)
      .where("id", "=", id)
      .where("state", "=", ACTIVE)
      .executeTakeFirst();
    if (row === undefined) throw notFound("member", id);
    return row;
  };
  const change = (org: string, id: string) =>
    builder.updateTable("wallet").where("org", "=", org).where("id", "=", id).where("state", "=", ACTIVE);
  const gone = { code: "not_found", message: "the member is gone", status: 404 };

  /**
   * Checks, after a change, that an owner remains. If two changes together would leave none, the second one is
   * rejected.
   */
  const ownerStays = (org: string): Statement => {
    const owner = builder
      .selectFrom("wallet")
      .select("id")
      .where("org", "=", org)
      .where("state", "=", ACTIVE)
      .where("role", "=", "owner")
      .limit(1);
    const message = "an organization keeps an owner: make another member owner first";
    return statement(owner, { expect: 1, refusal: { code: "last_owner", message, status: 409 } });
  };

  app.get(
    "/organizations/:id/members",
    {
      config: { access: "read", group: "reads" },
      schema: {
        summary: "List the organization's members",
        tags,
        params: OrganizationParams,
        querystring: PageQuery,
        response: { 200: page(Member) },
      },
    },
    async (request) => {
      const { id: org } = request.params as Static<typeof OrganizationParams>;
      assertOwn(callerOf(request), org);
      return listPage(parts, request, "members", async ({ before, limit }) => {
        const { tables, accounts } = of(org);
        const rows = await tables
          .selectFrom("wallet")
          .selectAll()
          .where("org", "=", org)
          .where("state", "=", ACTIVE)
          .where("idx", "<", before)
          .orderBy("idx", "desc")
          .limit(limit)
          .execute();
        const emails = await emailsOf(
          accounts,
          rows.map(({ account }) => account),
        );
        return rows.map((row) => ({ at: row.idx, item: shownMember(row, emails) }));
      });
    },
  );

  signed({
    method: "PATCH",
    url: "/organizations/:id/members/:memberId",
    group: "writes",
    access: "manage",
    signer: "manage",
    status: 200,
    schema: { summary: "Give a member a role", tags, params: MemberParams, body: NewRole, answer: Member },
    plan: async ({ caller, params: { id: org, memberId }, body: { role } }) => {
      assertOwn(caller, org);
      const { account } = await memberOf(org, memberId);
      if (role === "owner" && account === null) {
        throw new ApiError(
          409,
          "no_account",
          "an API key registered this wallet, so it has no account that can sign in",
          {
            field: "role",
          },
        );
      }
      return [statement(change(org, memberId).set({ role }), { expect: 1, refusal: gone }), ownerStays(org)];
    },
    answer: async ({ params: { id: org, memberId }, body: { role } }) => {
      const { tables, accounts } = of(org);
      const wallet = tables.selectFrom("wallet").selectAll().where("org", "=", org).where("id", "=", memberId);
      const row = await wallet.executeTakeFirstOrThrow();
      // Of a member, only the role changes.
      return shownMember({ ...row, role }, await emailsOf(accounts, [row.account]));
    },
  });

  signed({
    method: "DELETE",
    url: "/organizations/:id/members/:memberId",
    group: "writes",
    access: "manage",
    signer: "manage",
    status: 200,
    schema: {
      summary: "Remove a member. API keys belong to the organization and stay",
      tags,
      params: MemberParams,
      answer: Removed,
    },
    plan: async ({ caller, params: { id: org, memberId } }) => {
      assertOwn(caller, org);
      const { account } = await memberOf(org, memberId);
      const email = (await emailsOf(of(org).accounts, [account])).get(account);
      const remove = statement(change(org, memberId).set({ state: "removed" }), { expect: 1, refusal: gone });
      return [remove, ownerStays(org), ...(email === undefined ? [] : [statement(withdrawOpen(parts, org, email))])];
    },
    answer: ({ params: { memberId: id } }, { acceptedAt }) => ({ id, removed_at: iso(acceptedAt) }),
  });
}

function shownMember(
  { org, id, role, account, nickname, address, created_at }: Tables["wallet"],
  emails: ReadonlyMap<string | null, string>,
): object {
  return {
    id,
    wallet_id: id,
    organization_id: org,
    role,
    email: emails.get(account) ?? null,
    nickname,
    account: { address },
    created_at: iso(created_at),
  };
}
