/** Identifies the caller of a request by its credential. */
import { remembering } from "../foundation/remembering.ts";
import type { Hex } from "anchorlog";
import { logId } from "anchorlog/action";
import type { Reach } from "../foundation/db/database.ts";
import { reading } from "../foundation/db/fixed.ts";
import type { Authenticate } from "../http/access.ts";
import { ApiError } from "../http/errors.ts";
import { readLimits, type Limits } from "../foundation/limitGroups.ts";
import type { Reason } from "../http/reasons.ts";
import type { Parts } from "../foundation/parts.ts";
import { sha256 } from "../foundation/secrets.ts";
import { isApiKey } from "./apiKeys.ts";
import type { Caller, Organization } from "../foundation/caller.ts";
import { MemberRoles } from "./members.ts";
import { permissionsOf, type Permission } from "../foundation/roles.ts";
import type { Claims } from "./accessTokens.ts";
import { sessionEnded, type Tokens } from "./tokens.ts";

/** The challenge for both kinds of credentials (RFC 9110, section 11.6.1). */
const CHALLENGE = { "WWW-Authenticate": "Bearer" };
const unauthenticated = (reason: Reason, message: string, field: string): ApiError =>
  new ApiError(401, reason, message, { field, headers: CHALLENGE });

/** Cached log IDs, and cached limits. */
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

/** Authenticates callers by `Authorization: Bearer` or `x-api-key`, but not both. */
export class Authenticator {
  readonly #tokens: Tokens;
  readonly #clock: Parts["clock"];
  readonly #roles: MemberRoles;
  readonly #sessions: ReturnType<typeof sessionsIn>;
  readonly #organizations: ReturnType<typeof organizationsIn>;
  readonly #keys: ReturnType<typeof keysIn>;
  /** Log IDs by log name, cached since they need hashing. */
  readonly #logIdOf: (log: string) => Hex;
  /** Limits by their texts. */
  readonly #limits = new Map<string, Limits>();

  constructor(parts: Parts, tokens: Tokens) {
    const { accounts, tables } = parts.database.across;
    this.#tokens = tokens;
    this.#clock = parts.clock;
    this.#logIdOf = remembering(MOST_KNOWN, (log: string) => logId(parts.operator, log));
    this.#roles = new MemberRoles(parts);
    this.#sessions = sessionsIn(accounts);
    this.#organizations = organizationsIn(accounts);
    this.#keys = keysIn(tables);
  }

  async callerOf({ headers: { "x-api-key": key }, rawHeaders }: Parameters<Authenticate>[0]): Promise<Caller> {
    const [bearer, ...others] = bearersOf(rawHeaders);
    if (others.length > 0) {
      throw new ApiError(400, "two_credentials", "give one bearer token", { field: "Authorization" });
    }
    if (bearer !== undefined && key !== undefined) {
      throw new ApiError(400, "two_credentials", "give a bearer token or an API key, not both", { field: "x-api-key" });
    }
    if (typeof key === "string") return this.#byKey(key);
    // The scheme is followed by one or more spaces (RFC 9110, section 11.4).
    const token = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(bearer ?? "")?.[1];
    if (token !== undefined) return this.#byToken(token);
    throw unauthenticated("no_credential", "this needs Authorization: Bearer, or x-api-key", "Authorization");
  }

  async #byToken(token: string): Promise<Caller> {
    const claims = await this.#tokens.verify(token);
    // Reading the session costs nothing extra, since the account is read anyway. A revoked session thus invalidates its
    // access tokens.
    const [[found], wallet] = await Promise.all([
      this.#sessions(claims),
      this.#roles.walletOf(claims.org, claims.account),
    ]);
    if (found === undefined || found.expires_at <= this.#clock()) throw sessionEnded();
    const { id, email, session } = found;
    const organization = this.#organizationOf(claims.org, found);
    const standing = await this.#roles.of({ organization, account: { id, email } }, { wallet });
    const account = { id, email, session, wallet: standing?.wallet as Hex | undefined };
    const permissions = standing === undefined ? NOTHING : permissionsOf(standing.role);
    return { organization, account, apiKey: undefined, permissions };
  }

  async #byKey(key: string): Promise<Caller> {
    const bad = () => unauthenticated("bad_api_key", "the API key is not valid, or no longer valid", "x-api-key");
    if (!isApiKey(key)) throw bad();
    const [row] = await this.#keys({ hash: sha256(key) });
    const isOver =
      row === undefined || row.revoked_at !== null || (row.ttl !== null && row.created_at + row.ttl <= this.#clock());
    if (isOver) throw bad();
    const permissions = new Set(JSON.parse(row.permissions) as Permission[]);
    const [found] = await this.#organizations({ id: row.org });
    const organization = this.#organizationOf(row.org, found);
    return { organization, account: undefined, apiKey: { id: row.id }, permissions };
  }

  #organizationOf(
    id: string,
    { log, limits }: { readonly log: string | null; readonly limits: string | null } = { log: null, limits: null },
  ): Organization {
    if (log === null) throw unauthenticated("bad_token", "its organization is gone", "Authorization");
    return { id, log, logId: this.#logIdOf(log), limits: limits === null ? undefined : this.#limitsOf(id, limits) };
  }

  #limitsOf(id: string, text: string): Limits {
    let known = this.#limits.get(text);
    if (known === undefined) {
      if (this.#limits.size >= MOST_KNOWN) this.#limits.clear();
      this.#limits.set(text, (known = readLimits(id, text)));
    }
    return known;
  }
}

const sessionsIn = (accounts: Reach["accounts"]) =>
  reading(
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

const organizationsIn = (accounts: Reach["accounts"]) =>
  reading(
    () => accounts,
    ({ id }: { readonly id: string }) =>
      accounts.selectFrom("organization").select(["log", "limits"]).where("id", "=", id),
  );

const keysIn = (tables: Reach["tables"]) =>
  reading(
    () => tables,
    ({ hash }: { readonly hash: string }) => tables.selectFrom("api_key").selectAll().where("hash", "=", hash),
  );
