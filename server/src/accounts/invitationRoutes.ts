import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { Type, type Static } from "typebox";
import { ENTRY, statement } from "../foundation/db/database.ts";
import { ACTIVE, OPEN } from "../foundation/db/states.ts";
import type { Tables } from "../foundation/db/tables.ts";
import { callerOf } from "../http/access.ts";
import { listPage, PageQuery } from "../http/cursors.ts";
import { ApiError, notFound } from "../http/errors.ts";
import { Email, Id, iso, nullable, page, Time } from "../http/schemas.ts";
import { idOf, type RegisterSigned } from "../http/signed.ts";
import type { Parts } from "../foundation/parts.ts";
import {
  assertFewInvitations,
  fewInvitations,
  INVITATION_AGE,
  mailedAt,
  mailInvitation,
  withdrawOpen,
} from "./invitations.ts";
import { normalizeEmail } from "./oneTimeCodes.ts";
import { assertOwn } from "./organizationRoutes.ts";
import { RoleName } from "../foundation/roles.ts";

const OrganizationParams = Type.Object({ id: Id });
const InvitationParams = Type.Object({ id: Id, invitationId: Id });
const NewInvitation = Type.Object({ email: Email, role: RoleName }, { additionalProperties: false });
const State = Type.Enum(["open", "accepted", "withdrawn", "expired"]);
const Invitation = Type.Object(
  {
    id: Id,
    organization_id: Id,
    email: Type.String(),
    role: RoleName,
    state: State,
    created_at: Time,
    expires_at: Time,
    mailed_at: {
      ...nullable(Time),
      description:
        "The time of the mail. Null in the answer that makes the invitation, since the mail is sent after it.",
    },
  },
  { title: "Invitation" },
);

/** Routes to send, list and withdraw invitations. */
export function invitationRoutes(app: FastifyInstance, signed: RegisterSigned, parts: Parts): void {
  const { of, builder } = parts.database;
  const tags = ["Organizations"];

  /**
   * Rejects invitations of members. If the address becomes a member meanwhile, its invitation has no effect, and ends
   * together with the membership. The commit cannot check this, because the log does not show whether an account
   * existed at that time.
   *
   * @throws ApiError 409 `already_member`.
   */
  const assertNoMember = async (org: string, email: string): Promise<void> => {
    const { tables, accounts } = of(org);
    const account = await accounts.selectFrom("account").select("id").where("email", "=", email).executeTakeFirst();
    if (account === undefined) return;
    const member = await tables
      .selectFrom("wallet")
      .select("id")
      .where("org", "=", org)
      .where("account", "=", account.id)
      .where("state", "=", ACTIVE)
      .executeTakeFirst();
    if (member === undefined) return;
    throw new ApiError(409, "already_member", "this address belongs to a member of the organization", {
      field: "email",
    });
  };

  const find = (org: string, id: string): Promise<Tables["invitation"]> => {
    const all = of(org).tables.selectFrom("invitation").selectAll().where("org", "=", org);
    return all.where("id", "=", id).executeTakeFirstOrThrow();
  };

  signed({
    method: "POST",
    url: "/organizations/:id/invitations",
    group: "writes",
    access: "manage",
    signer: "manage",
    schema: {
      summary: "Invite an address by mail; its open invitation is replaced",
      tags,
      params: OrganizationParams,
      body: NewInvitation,
      answer: Invitation,
    },
    check: async ({ caller, params: { id: org }, body }) => {
      assertOwn(caller, org);
      const email = normalizeEmail(body.email);
      await assertNoMember(org, email);
      await assertFewInvitations(parts, org, email);
    },
    plan: async (act) => {
      const { caller, params, body } = act;
      const { id: org } = params;
      assertOwn(caller, org);
      const email = normalizeEmail(body.email);
      const row = {
        org,
        id: idOf("inv", act),
        idx: ENTRY.index,
        email,
        role: body.role,
        state: "open" as const,
        created_at: ENTRY.acceptedAt,
        expires_at: sql<number>`cast(${ENTRY.acceptedAt} as bigint) + ${INVITATION_AGE}`,
      };
      return [
        fewInvitations(parts, org, email),
        statement(withdrawOpen(parts, org, email)),
        statement(builder.insertInto("invitation").values(row)),
      ];
    },
    // It is mailed after the action, and a retry gets the same answer.
    answer: async (act) => {
      const row = await find(act.params.id, idOf("inv", act));
      return shownInvitation(row, { state: "open", mailedAt: undefined });
    },
    after: (act) => mailInvitation(parts, act.params.id, idOf("inv", act)),
  });

  signed({
    method: "DELETE",
    url: "/organizations/:id/invitations/:invitationId",
    group: "writes",
    access: "manage",
    signer: "manage",
    status: 200,
    schema: { summary: "Withdraw an invitation", tags, params: InvitationParams, answer: Invitation },
    plan: async ({ caller, params: { id: org, invitationId } }) => {
      assertOwn(caller, org);
      const found = await of(org)
        .tables.selectFrom("invitation")
        .select("id")
        .where("org", "=", org)
        .where("id", "=", invitationId)
        .executeTakeFirst();
      if (found === undefined) throw notFound("invitation", invitationId);
      const withdraw = builder
        .updateTable("invitation")
        .set({ state: "withdrawn" })
        .where("org", "=", org)
        .where("id", "=", invitationId)
        .where("state", "=", OPEN);
      const refusal = { code: "not_open", message: "the invitation was accepted or withdrawn already", status: 409 };
      return [statement(withdraw, { expect: 1, refusal })];
    },
    answer: async ({ params: { id: org, invitationId: id } }) => {
      const [row, mailed] = await Promise.all([find(org, id), mailedAt(parts, org, [id])]);
      return shownInvitation(row, { state: "withdrawn", mailedAt: mailed.get(id) });
    },
  });

  app.get(
    "/organizations/:id/invitations",
    {
      config: { access: "manage", group: "reads" },
      schema: {
        summary: "List the organization's invitations",
        tags,
        params: OrganizationParams,
        querystring: PageQuery,
        response: { 200: page(Invitation) },
      },
    },
    async (request) => {
      const { id: org } = request.params as Static<typeof OrganizationParams>;
      assertOwn(callerOf(request), org);
      const now = parts.clock();
      return listPage(parts, request, "invitations", async ({ before, limit }) => {
        const rows = await of(org)
          .tables.selectFrom("invitation")
          .selectAll()
          .where("org", "=", org)
          .where("idx", "<", before)
          .orderBy("idx", "desc")
          .limit(limit)
          .execute();
        const mailed = await mailedAt(
          parts,
          org,
          rows.map(({ id }) => id),
        );
        return rows.map((row) => ({
          at: row.idx,
          item: shownInvitation(row, {
            state: row.state === "open" && row.expires_at <= now ? "expired" : row.state,
            mailedAt: mailed.get(row.id),
          }),
        }));
      });
    },
  );
}

function shownInvitation(
  { org, id, email, role, created_at, expires_at }: Tables["invitation"],
  { state, mailedAt }: { readonly state: string; readonly mailedAt: string | null | undefined },
): object {
  return {
    id,
    organization_id: org,
    email,
    role,
    state,
    created_at: iso(created_at),
    expires_at: iso(expires_at),
    mailed_at: mailedAt ?? null,
  };
}
