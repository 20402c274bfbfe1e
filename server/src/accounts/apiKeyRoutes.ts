import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { ENTRY, statement } from "../foundation/db/database.ts";
import type { Tables } from "../foundation/db/tables.ts";
import { callerOf } from "../http/access.ts";
import { listPage, PageQuery } from "../http/cursors.ts";
import { notFound } from "../http/errors.ts";
import { nameOf } from "../http/names.ts";
import { Id, iso, page, Time } from "../http/schemas.ts";
import { idOf, type RegisterSigned } from "../http/signed.ts";
import type { Parts } from "../foundation/parts.ts";
import { apiKeyOf } from "./apiKeys.ts";
import { lastUses } from "./keyUse.ts";
import { PERMISSIONS, type Permission } from "../foundation/roles.ts";

const HOUR = 3_600_000;
const PermissionName = Type.Enum(PERMISSIONS, { title: "Permission" });

const NewKey = Type.Object(
  {
    name: nameOf(100, "Nightly import"),
    permissions: Type.Optional(
      Type.Array(PermissionName, {
        uniqueItems: true,
        minItems: 1,
        maxItems: PERMISSIONS.length,
        description: "By default all permissions of its maker except `manage`.",
      }),
    ),
    ttl_hours: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 87_600,
        description: "In hours. By default the key does not expire.",
        examples: [720],
      }),
    ),
  },
  { additionalProperties: false },
);
const Nullable = Type.Union([Time, Type.Null()]);
const ApiKey = Type.Object(
  {
    id: Id,
    name: Type.String(),
    prefix: Type.String({ description: "The first characters of the key." }),
    permissions: Type.Array(PermissionName),
    created_at: Time,
    expires_at: Nullable,
    revoked_at: Nullable,
    last_used_at: {
      ...Nullable,
      description: "Recorded at most once an hour. So the key may have been used up to an hour later.",
    },
  },
  { title: "ApiKey" },
);
const MadeKey = Type.Object({
  ...ApiKey.properties,
  key: Type.String({ description: "The key, for the header x-api-key. No other answer has it." }),
});

/** Routes to create, list and revoke API keys. They need a signed-in account: a key cannot create keys. */
export function apiKeyRoutes(app: FastifyInstance, signed: RegisterSigned, parts: Parts): void {
  const { database, secrets } = parts;
  const { of, builder } = database;
  const tags = ["API keys"];

  /** @throws ApiError 404 */
  const find = async (org: string, id: string): Promise<Tables["api_key"]> => {
    const keys = of(org).tables.selectFrom("api_key").selectAll().where("org", "=", org);
    const row = await keys.where("id", "=", id).executeTakeFirst();
    if (row === undefined) throw notFound("API key", id);
    return row;
  };

  signed({
    method: "POST",
    url: "/api-keys",
    group: "writes",
    access: "manage",
    needsAccount: true,
    signer: "manage",
    schema: {
      summary: "Make an API key",
      description:
        "Only this answer, and the answer to a retry, has the key. A key has at most its maker's permissions, and it cannot make keys.",
      tags,
      body: NewKey,
      answer: MadeKey,
    },
    plan: async (act) => {
      const { caller, body, digest } = act;
      const { prefix, hash } = apiKeyOf(secrets, digest);
      const row = {
        org: caller.organization.id,
        id: idOf("key", act),
        idx: ENTRY.index,
        name: body.name,
        prefix,
        hash,
        permissions: JSON.stringify(scopeOf(act)),
        created_at: ENTRY.acceptedAt,
        ttl: body.ttl_hours === undefined ? null : body.ttl_hours * HOUR,
        revoked_at: null,
      };
      return [statement(builder.insertInto("api_key").values(row))];
    },
    answer: async (act) => {
      const { key } = apiKeyOf(secrets, act.digest);
      const row = await find(act.caller.organization.id, idOf("key", act));
      return { ...shownKey({ ...row, revoked_at: null }, undefined), key };
    },
  });

  signed({
    method: "DELETE",
    url: "/api-keys/:id",
    group: "writes",
    access: "manage",
    signer: "manage",
    status: 200,
    schema: {
      summary: "Revoke an API key",
      tags,
      params: Type.Object({ id: Id }),
      answer: ApiKey,
    },
    plan: async ({ caller, params: { id } }) => {
      const org = caller.organization.id;
      await find(org, id);
      const revoke = builder
        .updateTable("api_key")
        .set({ revoked_at: ENTRY.acceptedAt })
        .where("org", "=", org)
        .where("id", "=", id)
        .where("revoked_at", "is", null);
      const refusal = { code: "already_revoked", message: "the API key is revoked already", status: 409 };
      return [statement(revoke, { expect: 1, refusal })];
    },
    answer: async ({ caller, params: { id } }) => {
      const org = caller.organization.id;
      const [row, uses] = await Promise.all([find(org, id), lastUses(database, org, [id])]);
      return shownKey(row, uses.get(id));
    },
  });

  app.get(
    "/api-keys",
    {
      config: { access: "manage", group: "reads" },
      schema: { summary: "List API keys", tags, querystring: PageQuery, response: { 200: page(ApiKey) } },
    },
    async (request) => {
      const org = callerOf(request).organization.id;
      return listPage(parts, request, "api_key", async ({ before, limit }) => {
        const rows = await of(org)
          .tables.selectFrom("api_key")
          .selectAll()
          .where("org", "=", org)
          .where("idx", "<", before)
          .orderBy("idx", "desc")
          .limit(limit)
          .execute();
        const ids = rows.map(({ id }) => id);
        const uses = await lastUses(database, org, ids);
        return rows.map((row) => ({ at: row.idx, item: shownKey(row, uses.get(row.id)) }));
      });
    },
  );
}

function shownKey(row: Tables["api_key"], lastUsedAt: string | undefined): object {
  const { id, name, prefix, permissions, created_at, ttl, revoked_at } = row;
  return {
    id,
    name,
    prefix,
    permissions: JSON.parse(permissions) as Permission[],
    created_at: iso(created_at),
    expires_at: ttl === null ? null : iso(created_at + ttl),
    revoked_at: revoked_at === null ? null : iso(revoked_at),
    last_used_at: lastUsedAt ?? null,
  };
}

/**
 * The permissions of a new key, from the action alone. They never exceed its creator's: only owners may `manage`, and
 * owners have all permissions.
 */
function scopeOf({ body }: { readonly body: { readonly permissions?: readonly Permission[] } }): readonly Permission[] {
  return body.permissions ?? PERMISSIONS.filter((name) => name !== "manage");
}
