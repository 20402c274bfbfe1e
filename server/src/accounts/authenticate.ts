/** Identifies the caller of a request by its credential. */
import type { Hex } from "anchorlog";
import { logId } from "anchorlog/action";
import { reading } from "../foundation/db/fixed.ts";
import type { Authenticate } from "../http/access.ts";
import { ApiError } from "../http/errors.ts";
import { readLimits } from "../foundation/limitGroups.ts";
import type { Reason } from "../http/reasons.ts";
import type { Parts } from "../foundation/parts.ts";
import { sha256 } from "../foundation/secrets.ts";
import { isApiKey } from "./apiKeys.ts";
import type { Caller, Organization } from "../foundation/caller.ts";
import { createStanding } from "./members.ts";
import { permissionsOf, type Permission } from "../foundation/roles.ts";
import type { Claims } from "./accessTokens.ts";
import { sessionEnded, type Tokens } from "./tokens.ts";

/** The challenge for both kinds of credentials (RFC 9110, section 11.6.1). */
const CHALLENGE = { "WWW-Authenticate": "Bearer" };
const unauthenticated = (reason: Reason, message: string, field: string): ApiError =>
  new ApiError(401, reason, message, { field, headers: CHALLENGE });

/** Cached log IDs. */
const MOST_KNOWN = 10_000;
const NOTHING: ReadonlySet<Permission> = new Set();

/** The `Authorization` values with the scheme Bearer. Other schemes may be for a proxy. */
function bearersOf(rawHeaders: readonly string[]): string[] {
  const bearers: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name, value] = [rawHeaders[i]!, rawHeaders[i + 1]!];
    if (name.length === 13 && name.toLowerCase() === "authorization" && /^Bearer(?: |$)/i.test(value)) {
      bearers.push(value);
    }
  }
  return bearers;
}

/** Authenticates by `Authorization: Bearer` or `x-api-key`, but not both. */
export function createAuthenticate(parts: Parts, tokens: Tokens): Authenticate {
  const { database, operator, clock } = parts;
  const { accounts, tables } = database.across;

  const sessions = reading(
    () => accounts,
    ({ session, account, org }: Claims) =>
      accounts
        .selectFrom("session")
        .innerJoin("account", "account.id", "session.account")
        .leftJoin("organization", (join) => join.on("organization.id", "=", org))
        .select(["account.id", "account.email", "session.id as session", "session.expires_at"])
        .select(["organization.log", "organization.limits"])
        .where("session.id", "=", session)
        .where("account.id", "=", account)
        .where("session.revoked_at", "is", null),
  );
  const organizations = reading(
    () => accounts,
    ({ id }: { readonly id: string }) =>
      accounts.selectFrom("organization").select(["log", "limits"]).where("id", "=", id),
  );
  const keys = reading(
    () => tables,
    ({ hash }: { readonly hash: string }) => tables.selectFrom("api_key").selectAll().where("hash", "=", hash),
  );
  const { walletOf, standingOf } = createStanding(parts);
  /** Log IDs by log name, cached since they need hashing. */
  const logIds = new Map<string, Hex>();

  const organizationOf = (
    id: string,
    { log, limits }: { readonly log: string | null; readonly limits: string | null } = { log: null, limits: null },
  ): Organization => {
    if (log === null) throw unauthenticated("bad_token", "its organization is gone", "Authorization");
    let known = logIds.get(log);
    if (known === undefined) {
      if (logIds.size >= MOST_KNOWN) logIds.clear();
      logIds.set(log, (known = logId(operator, log)));
    }
    return { id, log, logId: known, limits: limits === null ? undefined : readLimits(id, limits) };
  };

  const byToken = async (token: string): Promise<Caller> => {
    const claims = await tokens.verify(token);
    // Reading the session costs nothing extra, since the account is read anyway. A revoked session thus invalidates its
    // access tokens.
    const [[found], wallet] = await Promise.all([sessions(claims), walletOf(claims.org, claims.account)]);
    if (found === undefined || found.expires_at <= clock()) throw sessionEnded();
    const { id, email, session } = found;
    const organization = organizationOf(claims.org, found);
    const standing = await standingOf({ organization, account: { id, email } }, { wallet });
    const account = { id, email, session, wallet: standing?.wallet as Hex | undefined };
    const permissions = standing === undefined ? NOTHING : permissionsOf(standing.role);
    return { organization, account, apiKey: undefined, permissions };
  };

  const byKey = async (key: string): Promise<Caller> => {
    const bad = () => unauthenticated("bad_api_key", "the API key is not good, or not good any more", "x-api-key");
    if (!isApiKey(key)) throw bad();
    const [row] = await keys({ hash: sha256(key) });
    const isOver =
      row === undefined || row.revoked_at !== null || (row.ttl !== null && row.created_at + row.ttl <= clock());
    if (isOver) throw bad();
    const permissions = new Set(JSON.parse(row.permissions) as Permission[]);
    const [organization] = await organizations({ id: row.org });
    return {
      organization: organizationOf(row.org, organization),
      account: undefined,
      apiKey: { id: row.id },
      permissions,
    };
  };

  return async ({ headers: { "x-api-key": key }, rawHeaders }) => {
    const [bearer, ...others] = bearersOf(rawHeaders);
    if (others.length > 0) {
      throw new ApiError(400, "two_credentials", "give one bearer token", { field: "Authorization" });
    }
    if (bearer !== undefined && key !== undefined) {
      throw new ApiError(400, "two_credentials", "give a bearer token or an API key, not both", { field: "x-api-key" });
    }
    if (typeof key === "string") return byKey(key);
    // The scheme is followed by one or more spaces (RFC 9110, section 11.4).
    const token = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(bearer ?? "")?.[1];
    if (token !== undefined) return byToken(token);
    throw unauthenticated("no_credential", "this needs Authorization: Bearer, or x-api-key", "Authorization");
  };
}
