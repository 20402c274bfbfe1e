import type { FastifyInstance } from "fastify";
import { Type, type Static } from "typebox";
import type { Statement } from "anchorlog/log";
import { ENTRY, statement, type Database } from "../foundation/db/database.ts";
import { changeOf, rowBy, rowsOf } from "../foundation/db/rows.ts";
import type { Tables } from "../foundation/db/tables.ts";
import { listRows, PageQuery } from "../http/cursors.ts";
import { existing } from "../http/errors.ts";
import { nameOf } from "../http/names.ts";
import { reads } from "../http/reads.ts";
import { Id, iso, nullable, page, Time } from "../http/schemas.ts";
import { idOf, newRow, type Act, type RegisterSigned } from "../http/signed.ts";
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
const Params = Type.Object({ id: Id });
const ApiKey = Type.Object(
  {
    id: Id,
    name: Type.String(),
    prefix: Type.String({ description: "The first characters of the key." }),
    permissions: Type.Array(PermissionName),
    created_at: Time,
    expires_at: nullable(Time),
    revoked_at: nullable(Time),
    last_used_at: {
      ...nullable(Time),
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
  const { database } = parts;
  const tags = ["API keys"];
  const common = { group: "writes", access: "manage", signer: "manage" } as const;
  signed({
    ...common,
    method: "POST",
    url: "/api-keys",
    needsAccount: true,
    schema: {
      summary: "Make an API key",
      description:
        "Only this answer, and the answer to a retry, has the key. A key has at most its maker's permissions, and it cannot make keys.",
      tags,
      body: NewKey,
      answer: MadeKey,
    },
    plan: async (act) => planKey(parts, act),
    answer: async (act) => {
      const row = await rowBy(database, "api_key", act.org, "id", idOf("key", act));
      return { ...shownKey({ ...row!, revoked_at: null }, undefined), key: apiKeyOf(parts.secrets, act.digest).key };
    },
  });
  signed({
    ...common,
    method: "DELETE",
    url: "/api-keys/:id",
    status: 200,
    schema: { summary: "Revoke an API key", tags, params: Params, answer: ApiKey },
    plan: ({ org, params: { id } }) => planRevocation(database, org, id),
    answer: async ({ org, params: { id } }) => {
      const [row, uses] = await Promise.all([rowBy(database, "api_key", org, "id", id), lastUses(database, org, [id])]);
      return shownKey(row!, uses.get(id));
    },
  });
  reads(app, "/api-keys", {
    access: "manage",
    schema: { summary: "List API keys", tags, querystring: PageQuery, answer: page(ApiKey) },
    answer: ({ org, request }) =>
      listRows(parts, request, "api_key", rowsOf(database, "api_key", org).selectAll(), async (rows) => {
        const ids = rows.map(({ id }) => id);
        const uses = await lastUses(database, org, ids);
        return (row) => shownKey(row, uses.get(row.id));
      }),
  });
}

function planKey({ database: { builder }, secrets }: Parts, act: Act<Static<typeof NewKey>>): Statement[] {
  const { name, ttl_hours, permissions } = act.body;
  const { prefix, hash } = apiKeyOf(secrets, act.digest);
  const row = {
    ...newRow("key", act),
    name,
    prefix,
    hash,
    // They never exceed the maker's: only owners may `manage`, and owners have all permissions.
    permissions: JSON.stringify(permissions ?? PERMISSIONS.filter((permission) => permission !== "manage")),
    ttl: ttl_hours === undefined ? null : ttl_hours * HOUR,
    revoked_at: null,
  };
  return [statement(builder.insertInto("api_key").values(row))];
}

async function planRevocation(database: Database, org: string, id: string): Promise<Statement[]> {
  existing(await rowBy(database, "api_key", org, "id", id), "API key", id);
  const revoke = changeOf(database, "api_key", org, id)
    .set({ revoked_at: ENTRY.acceptedAt })
    .where("revoked_at", "is", null);
  const refusal = { code: "already_revoked", message: "the API key is revoked already", status: 409 };
  return [statement(revoke, { expect: 1, refusal })];
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
