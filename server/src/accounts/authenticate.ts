/** Whose request it is, by its credential. */
import { logId } from "anchorlog/action";
import type { Authenticate } from "../http/access.ts";
import { ApiError } from "../http/errors.ts";
import { readLimits } from "../http/limits/groups.ts";
import type { Parts } from "../parts.ts";
import { sha256 } from "../secrets.ts";
import { isApiKey } from "./apiKeys.ts";
import type { Caller, Organization } from "./caller.ts";
import { standingOf } from "./members.ts";
import { permissionsOf, type Permission } from "./roles.ts";
import { sessionEnded, type Tokens } from "./tokens.ts";

/** RFC 9110, 11.6.1: both ways in. */
const CHALLENGE = { "WWW-Authenticate": "Bearer" };
const unauthenticated = (reason: string, message: string, field: string): ApiError =>
  new ApiError(401, reason, message, { field, headers: CHALLENGE });

/** Authenticates by `Authorization: Bearer` or `x-api-key`: exactly one of them. */
export function createAuthenticate(parts: Parts, tokens: Tokens): Authenticate {
  const { database, operator, clock } = parts;
  const { accounts, tables } = database;

  const organizationOf = async (id: string): Promise<Organization> => {
    const row = await accounts.selectFrom("organization").selectAll().where("id", "=", id).executeTakeFirst();
    if (row === undefined) throw unauthenticated("bad_token", "its organization is gone", "Authorization");
    const limits = row.limits === null ? undefined : readLimits(id, row.limits);
    return { id, log: row.log, logId: logId(operator, row.log), limits };
  };

  const byToken = async (token: string): Promise<Caller> => {
    const claims = await tokens.verify(token);
    // A session that was revoked takes its access tokens along: their account has to be read anyway.
    const account = await accounts
      .selectFrom("session")
      .innerJoin("account", "account.id", "session.account")
      .select(["account.id", "account.email", "session.id as session"])
      .where("session.id", "=", claims.session)
      .where("account.id", "=", claims.account)
      .where("session.revoked_at", "is", null)
      .where("session.expires_at", ">", clock())
      .executeTakeFirst();
    if (account === undefined) throw sessionEnded();
    const organization = await organizationOf(claims.org);
    const standing = await standingOf(parts, { organization, account });
    const permissions = standing === undefined ? new Set<Permission>() : permissionsOf(standing.role);
    return { organization, account, apiKey: undefined, permissions };
  };

  const byKey = async (key: string): Promise<Caller> => {
    const bad = () => unauthenticated("bad_api_key", "the API key is not good, or not good any more", "x-api-key");
    if (!isApiKey(key)) throw bad();
    const row = await tables.selectFrom("api_key").selectAll().where("hash", "=", sha256(key)).executeTakeFirst();
    const isOver =
      row === undefined || row.revoked_at !== null || (row.ttl !== null && row.created_at + row.ttl <= clock());
    if (isOver) throw bad();
    const permissions = new Set(JSON.parse(row.permissions) as Permission[]);
    return { organization: await organizationOf(row.org), account: undefined, apiKey: { id: row.id }, permissions };
  };

  return async ({ authorization, "x-api-key": key }) => {
    if (authorization !== undefined && key !== undefined) {
      throw new ApiError(400, "two_credentials", "give a bearer token or an API key, not both", { field: "x-api-key" });
    }
    if (typeof key === "string") return byKey(key);
    const token = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization ?? "")?.[1];
    if (token !== undefined) return byToken(token);
    throw unauthenticated("no_credential", "this needs Authorization: Bearer, or x-api-key", "Authorization");
  };
}
