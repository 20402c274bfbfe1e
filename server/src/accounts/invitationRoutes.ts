import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { Type, type Static } from "typebox";
import type { Statement } from "anchorlog/log";
import { ENTRY, statement, type Database } from "../foundation/db/database.ts";
import { changeOf, rowBy, rowsOf } from "../foundation/db/rows.ts";
import { ACTIVE, OPEN } from "../foundation/db/states.ts";
import type { Tables } from "../foundation/db/tables.ts";
import { listRows, PageQuery } from "../http/cursors.ts";
import { ApiError, existing } from "../http/errors.ts";
import { reads } from "../http/reads.ts";
import { Email, Id, iso, nullable, page, Time } from "../http/schemas.ts";
import { idOf, newRow, type Act, type RegisterSigned } from "../http/signed.ts";
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

const tags = ["Organizations"];
const SCHEMAS = {
  invite: {
    summary: "Invite an address by mail; its open invitation is replaced",
    tags,
    params: OrganizationParams,
    body: NewInvitation,
    answer: Invitation,
  },
  withdraw: { summary: "Withdraw an invitation", tags, params: InvitationParams, answer: Invitation },
  list: {
    summary: "List the organization's invitations",
    tags,
    params: OrganizationParams,
    querystring: PageQuery,
    answer: page(Invitation),
  },
};

export function invitationRoutes(app: FastifyInstance, signed: RegisterSigned, parts: Parts): void {
  const { database } = parts;
  const common = { group: "writes", access: "manage", signer: "manage" } as const;
  signed({
    ...common,
    method: "POST",
    url: "/organizations/:id/invitations",
    schema: SCHEMAS.invite,
    check: (act) => checkInvitation(parts, act),
    plan: async (act) => planInvitation(database, act),
    // It is mailed after the action, and a retry gets the same answer.
    answer: async (act) => {
      const row = await rowBy(database, "invitation", act.org, "id", idOf("inv", act));
      return shownInvitation({ ...row!, state: "open" }, undefined);
    },
    after: (act) => mailInvitation(parts, act.org, idOf("inv", act)),
  });
  signed({
    ...common,
    method: "DELETE",
    url: "/organizations/:id/invitations/:invitationId",
    status: 200,
    schema: SCHEMAS.withdraw,
    plan: (act) => planWithdrawal(database, act),
    answer: async ({ org, params: { invitationId: id } }) => {
      const [row, mailed] = await Promise.all([
        rowBy(database, "invitation", org, "id", id),
        mailedAt(database, org, [id]),
      ]);
      return shownInvitation({ ...row!, state: "withdrawn" }, mailed.get(id));
    },
  });
  reads(app, "/organizations/:id/invitations", {
    access: "manage",
    schema: SCHEMAS.list,
    answer: async ({ caller, org, params, request }) => {
      assertOwn(caller, params.id);
      const now = parts.clock();
      return listRows(parts, request, "invitations", rowsOf(database, "invitation", org).selectAll(), async (rows) => {
        const mailed = await mailedAt(
          database,
          org,
          rows.map(({ id }) => id),
        );
        return (row) => {
          const state = row.state === "open" && row.expires_at <= now ? "expired" : row.state;
          return shownInvitation({ ...row, state }, mailed.get(row.id));
        };
      });
    },
  });
}

type Inviting = Act<Static<typeof NewInvitation>, Static<typeof OrganizationParams>>;

async function checkInvitation(parts: Parts, { caller, org, params, body }: Inviting): Promise<void> {
  assertOwn(caller, params.id);
  const email = normalizeEmail(body.email);
  await assertNoMember(parts.database, org, email);
  await assertFewInvitations(parts, org, email);
}

/**
 * Rejects invitations of members. If the address becomes a member meanwhile, its invitation has no effect, and ends
 * together with the membership. The commit cannot check this, because the log does not show whether an account existed
 * at that time.
 *
 * @throws ApiError 409 `already_member`.
 */
async function assertNoMember(database: Database, org: string, email: string): Promise<void> {
  const accounts = database.of(org).accounts.selectFrom("account").select("id").where("email", "=", email);
  const account = await accounts.executeTakeFirst();
  if (account === undefined) return;
  const wallets = rowsOf(database, "wallet", org).select("id").where("account", "=", account.id);
  if ((await wallets.where("state", "=", ACTIVE).executeTakeFirst()) === undefined) return;
  throw new ApiError(409, "already_member", "this address belongs to a member of the organization", { field: "email" });
}

function planInvitation(database: Database, act: Inviting): Statement[] {
  assertOwn(act.caller, act.params.id);
  const { org, body } = act;
  const email = normalizeEmail(body.email);
  const row = {
    ...newRow("inv", act),
    email,
    role: body.role,
    state: "open" as const,
    expires_at: sql<number>`cast(${ENTRY.acceptedAt} as bigint) + ${INVITATION_AGE}`,
  };
  return [
    fewInvitations(database, org, email),
    statement(withdrawOpen(database, org, email)),
    statement(database.builder.insertInto("invitation").values(row)),
  ];
}

async function planWithdrawal(
  database: Database,
  { caller, org, params: { id, invitationId } }: Act<unknown, Static<typeof InvitationParams>>,
): Promise<Statement[]> {
  assertOwn(caller, id);
  existing(await rowBy(database, "invitation", org, "id", invitationId), "invitation", invitationId);
  const withdraw = changeOf(database, "invitation", org, invitationId)
    .set({ state: "withdrawn" })
    .where("state", "=", OPEN);
  const refusal = { code: "not_open", message: "the invitation was accepted or withdrawn already", status: 409 };
  return [statement(withdraw, { expect: 1, refusal })];
}

function shownInvitation(
  { org, id, email, role, state, created_at, expires_at }: Omit<Tables["invitation"], "state"> & { state: string },
  mailedAt: string | undefined,
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
