import type { FastifyInstance } from "fastify";
import { Type, type Static } from "typebox";
import type { Statement } from "anchorlog/log";
import { statement, type Database } from "../foundation/db/database.ts";
import { changeOf, rowBy, rowsOf } from "../foundation/db/rows.ts";
import { ACTIVE } from "../foundation/db/states.ts";
import type { Tables } from "../foundation/db/tables.ts";
import { listRows, PageQuery } from "../http/cursors.ts";
import { ApiError, existing } from "../http/errors.ts";
import { reads } from "../http/reads.ts";
import { Address, Id, iso, nullable, page, Removed, Time } from "../http/schemas.ts";
import type { Act, RegisterSigned } from "../http/signed.ts";
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

export function memberRoutes(app: FastifyInstance, signed: RegisterSigned, parts: Parts): void {
  const { database } = parts;
  const tags = ["Organizations"];
  const common = { group: "writes", access: "manage", signer: "manage", status: 200 } as const;
  reads(app, "/organizations/:id/members", {
    access: "read",
    schema: {
      summary: "List the organization's members",
      tags,
      params: OrganizationParams,
      querystring: PageQuery,
      answer: page(Member),
    },
    answer: async ({ caller, org, params, request }) => {
      assertOwn(caller, params.id);
      return listRows(parts, request, "members", activeIn(database, org).selectAll(), async (rows) => {
        const emails = await emailsOf(database.of(org).accounts, rows);
        return (row) => shownMember(row, emails);
      });
    },
  });
  signed({
    ...common,
    method: "PATCH",
    url: "/organizations/:id/members/:memberId",
    schema: { summary: "Give a member a role", tags, params: MemberParams, body: NewRole, answer: Member },
    plan: (act) => planRole(database, act),
    answer: async ({ params: { id: org, memberId }, body: { role } }) => {
      // Only the role of a member can change.
      const row = { ...(await rowBy(database, "wallet", org, "id", memberId))!, role };
      return shownMember(row, await emailsOf(database.of(org).accounts, [row]));
    },
  });
  signed({
    ...common,
    method: "DELETE",
    url: "/organizations/:id/members/:memberId",
    schema: {
      summary: "Remove a member. API keys belong to the organization and stay",
      tags,
      params: MemberParams,
      answer: Removed,
    },
    plan: (act) => planRemoval(database, act),
    answer: ({ params: { memberId: id } }, { acceptedAt }) => ({ id, removed_at: iso(acceptedAt) }),
  });
}

const activeIn = (database: Database, org: string) => rowsOf(database, "wallet", org).where("state", "=", ACTIVE);

/** @throws ApiError 404. */
async function memberOf(database: Database, org: string, id: string): Promise<Tables["wallet"]> {
  return existing(await activeIn(database, org).selectAll().where("id", "=", id).executeTakeFirst(), "member", id);
}

/**
 * Changes a member, and then checks that an owner remains. If two changes together leave no owner, the later one fails.
 */
function changeMember(
  database: Database,
  { org, params: { memberId } }: Act<unknown, Static<typeof MemberParams>>,
  change: Partial<Pick<Tables["wallet"], "role" | "state">>,
): Statement[] {
  const update = changeOf(database, "wallet", org, memberId).set(change).where("state", "=", ACTIVE);
  const owners = database.builder.selectFrom("wallet").select("id").where("org", "=", org).where("state", "=", ACTIVE);
  const gone = { code: "not_found", message: "the member is gone", status: 404 };
  const message = "an organization keeps an owner: make another member owner first";
  const lastOwner = { code: "last_owner", message, status: 409 };
  return [
    statement(update, { expect: 1, refusal: gone }),
    statement(owners.where("role", "=", "owner").limit(1), { expect: 1, refusal: lastOwner }),
  ];
}

async function planRole(
  database: Database,
  act: Act<Static<typeof NewRole>, Static<typeof MemberParams>>,
): Promise<Statement[]> {
  assertOwn(act.caller, act.params.id);
  const { role } = act.body;
  const { account } = await memberOf(database, act.org, act.params.memberId);
  if (role === "owner" && account === null) {
    const message = "an API key registered this wallet, so it has no account that can sign in";
    throw new ApiError(409, "no_account", message, { field: "role" });
  }
  return changeMember(database, act, { role });
}

async function planRemoval(database: Database, act: Act<unknown, Static<typeof MemberParams>>): Promise<Statement[]> {
  assertOwn(act.caller, act.params.id);
  const member = await memberOf(database, act.org, act.params.memberId);
  const email = (await emailsOf(database.of(act.org).accounts, [member])).get(member.account);
  const removed = changeMember(database, act, { state: "removed" });
  return email === undefined ? removed : [...removed, statement(withdrawOpen(database, act.org, email))];
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
