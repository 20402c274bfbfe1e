import type { FastifyInstance } from "fastify";
import { Type, type Static } from "typebox";
import { ENTRY, statement } from "../foundation/db/database.ts";
import { accountOf, callerOf } from "../http/access.ts";
import { listPage, PageQuery } from "../http/cursors.ts";
import { badRequest, existing, notFound } from "../http/errors.ts";
import { nameOf } from "../http/names.ts";
import { reads, type Read } from "../http/reads.ts";
import { Id, iso, LogId, nullable, page, Time } from "../http/schemas.ts";
import type { RegisterSigned } from "../http/signed.ts";
import type { Parts } from "../foundation/parts.ts";
import { TokenPairSchema } from "./authRoutes.ts";
import type { Caller } from "../foundation/caller.ts";
import { MemberRoles } from "./members.ts";
import { affiliationsOf, foundingsOf, invitedTo, namesOf } from "./organizations.ts";
import { RoleName } from "../foundation/roles.ts";
import type { TokenPair, Tokens } from "./tokens.ts";

const Name = nameOf(100, "Example Ltd.");
const NewName = Type.Object({ name: Name }, { additionalProperties: false });
const Organization = Type.Object(
  {
    id: Id,
    name: Type.String(),
    role: { ...nullable(RoleName), description: "The caller's role. Null for an API key." },
    state: Type.Enum(["member", "invited"]),
    created_at: Time,
  },
  { title: "Organization" },
);
const Successor = Type.Object({ log_id: nullable(LogId) }, { additionalProperties: false });
const Entered = Type.Object({ id: Id }, { additionalProperties: false });
const OrganizationParams = Type.Object({ id: Id });
const tags = ["Organizations"];

export function organizationRoutes(app: FastifyInstance, signed: RegisterSigned, parts: Parts): void {
  reads(app, "/organizations", {
    access: "caller",
    schema: {
      summary: "List the organizations that the caller is a member of, or invited to",
      description: "With an API key, the list has the key's organization.",
      tags,
      querystring: PageQuery,
      answer: page(Organization),
    },
    answer: (read) => listOrganizations(parts, read),
  });
  const roles = new MemberRoles(parts);
  signed({
    method: "PUT",
    url: "/organizations/:id",
    group: "writes",
    access: "manage",
    signer: "manage",
    status: 200,
    schema: {
      summary: "Name the organization",
      tags,
      params: OrganizationParams,
      body: NewName,
      answer: Organization,
    },
    plan: async ({ caller, params: { id }, body: { name } }) => {
      assertOwn(caller, id);
      const upsert = parts.database.builder
        .insertInto("organization_name")
        .values({ org: id, idx: ENTRY.index, name })
        .onConflict((conflict) => conflict.column("org").doUpdateSet({ idx: ENTRY.index, name }));
      return [statement(upsert)];
    },
    answer: async ({ caller, org: id, body: { name } }) => {
      const [standing, times] = await Promise.all([caller.account && roles.of(caller), foundingsOf(parts, [id])]);
      return { id, name, role: standing?.role ?? null, state: "member", created_at: iso(times.get(id)!) };
    },
  });
}

async function listOrganizations(parts: Parts, { caller, org, request }: Read): Promise<object> {
  const { account } = caller;
  const all = account === undefined ? [{ org, role: null, state: "member" }] : await affiliationsOf(parts, account);
  return listPage(parts, request, "organizations", async ({ before, limit }) => {
    // An account has few organizations, so all are read, and their order serves as the index.
    const rows = all
      .map((row, at) => ({ ...row, at }))
      .filter(({ at }) => at < before)
      .toReversed()
      .slice(0, limit);
    const ids = rows.map((row) => row.org);
    const [names, times] = await Promise.all([namesOf(parts, ids), foundingsOf(parts, ids)]);
    return rows.map(({ org: id, role, state, at }) => ({
      at,
      item: { id, name: names.get(id), role, state, created_at: iso(times.get(id)!) },
    }));
  });
}

/**
 * Names the log that an organization's objects move to. It is the cut from one log to the next: from then on the log
 * takes only redemptions and moves.
 */
export function successorRoutes(signed: RegisterSigned, { database: { builder } }: Parts): void {
  signed({
    method: "PUT",
    url: "/organizations/:id/successor",
    group: "writes",
    access: "manage",
    signer: "manage",
    status: 200,
    schema: {
      summary: "Name the log that objects move to",
      description:
        "From then on, the organization's own log takes only redemptions and moves to that log. Null takes the successor back. Objects that have moved stay moved.",
      tags,
      params: OrganizationParams,
      body: Successor,
      answer: Successor,
    },
    plan: async ({ caller, params: { id }, body: { log_id: log } }) => {
      assertOwn(caller, id);
      if (log === caller.organization.logId)
        throw badRequest("log_id", "malformed", "log_id is the organization's own log: name another one");
      if (log === null) return [statement(builder.deleteFrom("successor").where("org", "=", id))];
      const upsert = builder
        .insertInto("successor")
        .values({ org: id, idx: ENTRY.index, log })
        .onConflict((conflict) => conflict.column("org").doUpdateSet({ idx: ENTRY.index, log }));
      return [statement(upsert)];
    },
    answer: async ({ body }) => body,
  });
}

/**
 * Routes to enter an organization. They change only the session, so they are not signed. Registering a wallet there is
 * signed.
 */
export function switchRoutes(app: FastifyInstance, parts: Parts, tokens: Tokens): void {
  const config = { access: "caller", group: "writes", needsAccount: true } as const;
  const response = { 200: TokenPairSchema };
  const roles = new MemberRoles(parts);
  const enter = async (account: NonNullable<Caller["account"]>, org: string): Promise<TokenPair> => {
    existing(await roles.of({ organization: { id: org }, account }), "organization", org);
    return tokens.enter(account.session, org);
  };

  app.post(
    "/organizations/switch",
    {
      config,
      schema: {
        summary: "Get tokens for another organization",
        description:
          "The account must be a member. The tokens belong to a new session, which ends together with the session of this request.",
        tags,
        body: Entered,
        response,
      },
    },
    async (request) => enter(accountOf(callerOf(request)), (request.body as Static<typeof Entered>).id),
  );

  app.post(
    "/organizations/invitations/:id/accept",
    {
      config,
      schema: {
        summary: "Get tokens for the organization of an invitation",
        description: "Register a wallet there with these tokens. That accepts the invitation.",
        tags,
        params: OrganizationParams,
        response,
      },
    },
    async (request) => {
      const account = accountOf(callerOf(request));
      const { id } = request.params as Static<typeof OrganizationParams>;
      const org = await invitedTo(parts, { id, email: account.email });
      return enter(account, existing(org, "invitation", id));
    },
  );
}

/**
 * Checks that an ID is the caller's own organization. Other organizations appear not to exist.
 *
 * @throws ApiError 404.
 */
export function assertOwn({ organization }: Caller, id: string): void {
  if (organization.id !== id) throw notFound("organization", id);
}
