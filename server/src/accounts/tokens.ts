/** Access tokens (JWT, RFC 9068) and the refresh tokens behind them. */
import { randomBytes, randomUUID } from "node:crypto";
import { errors, jwtVerify, SignJWT, type JWK } from "jose";
import { ApiError } from "../http/errors.ts";
import type { Platform } from "../platform.ts";
import { sha256 } from "../secrets.ts";
import { openSigningKeys } from "./signingKeys.ts";

/** Seconds that an access token is good for. */
export const ACCESS_AGE = 900;
/** Milliseconds that a login is good for, however often it is refreshed. */
export const SESSION_AGE = 30 * 86_400_000;
/** Milliseconds within which a refresh token that was used is answered with the same successor: its answer may have been lost. */
export const REPEAT_AGE = 10_000;

export type TokenPair = {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly token_type: "Bearer";
};
/** What an access token says. */
export type Claims = { readonly account: string; readonly org: string; readonly session: string };

export type Tokens = {
  /** Begins a session of an account in an organization. */
  begin(account: string, org: string): Promise<TokenPair>;
  /** @throws ApiError 401 `bad_refresh_token`. */
  refresh(token: string): Promise<TokenPair>;
  /** @throws ApiError 401 `bad_token`, `token_expired`. */
  verify(token: string): Promise<Claims>;
  published(): Promise<readonly JWK[]>;
};

/** Tokens that were verified are remembered, since each comes with hundreds of requests. */
const MOST_REMEMBERED = 10_000;

export async function openTokens(
  platform: Pick<Platform, "database" | "secrets" | "clock" | "config">,
): Promise<Tokens> {
  const {
    database: { accounts },
    secrets,
    clock,
    config,
  } = platform;
  const keys = openSigningKeys(platform);
  await keys.published();
  const issuer = config.publicUrl.origin;
  const remembered = new Map<string, { readonly claims: Claims; readonly until: number }>();

  const access = async ({ account, org, session }: Claims): Promise<string> => {
    const { id, privateKey } = await keys.current();
    const now = Math.floor(clock() / 1_000);
    return new SignJWT({ org, sid: session })
      .setProtectedHeader({ alg: "EdDSA", typ: "at+jwt", kid: id })
      .setIssuer(issuer)
      .setAudience(issuer)
      .setSubject(account)
      .setJti(randomUUID())
      .setIssuedAt(now)
      .setExpirationTime(now + ACCESS_AGE)
      .sign(privateKey);
  };
  const pair = async (claims: Claims, refresh: string): Promise<TokenPair> => ({
    access_token: await access(claims),
    refresh_token: refresh,
    expires_in: ACCESS_AGE,
    token_type: "Bearer",
  });
  /** What follows a refresh token: the same each time, so that it need not be kept. */
  const successorOf = (token: string): string => `rt_${secrets.mac("refresh token", token).toString("base64url")}`;

  return {
    begin: async (account, org) => {
      const now = clock();
      const session = `ses_${randomBytes(16).toString("hex")}`;
      const refresh = `rt_${randomBytes(32).toString("base64url")}`;
      await accounts.transaction().execute(async (db) => {
        const row = { id: session, account, org, created_at: now, expires_at: now + SESSION_AGE, revoked_at: null };
        await db.insertInto("session").values(row).execute();
        await db
          .insertInto("refresh_token")
          .values({ hash: sha256(refresh), session, created_at: now, used_at: null })
          .execute();
      });
      return pair({ account, org, session }, refresh);
    },

    refresh: async (token) => {
      const now = clock();
      const hash = sha256(token);
      const successor = successorOf(token);
      const claims = await accounts.transaction().execute(async (db) => {
        const row = await db
          .selectFrom("refresh_token")
          .innerJoin("session", "session.id", "refresh_token.session")
          .select(["session.id as session", "account", "org", "used_at", "expires_at", "revoked_at"])
          .where("hash", "=", hash)
          .executeTakeFirst();
        if (row === undefined || row.revoked_at !== null || row.expires_at <= now) return undefined;
        // Of two at once, one uses it; the other repeats.
        const used = await db
          .updateTable("refresh_token")
          .set({ used_at: now })
          .where("hash", "=", hash)
          .where("used_at", "is", null)
          .returning("hash")
          .executeTakeFirst();
        if (used !== undefined) {
          await db
            .insertInto("refresh_token")
            .values({ hash: sha256(successor), session: row.session, created_at: now, used_at: null })
            .execute();
          return row;
        }
        const next = await db
          .selectFrom("refresh_token")
          .select("used_at")
          .where("hash", "=", sha256(successor))
          .executeTakeFirst();
        const isRepeat = now - (row.used_at ?? now) <= REPEAT_AGE && next?.used_at === null;
        if (isRepeat) return row;
        // Two hold it: whose it is, nobody can tell.
        await db.updateTable("session").set({ revoked_at: now }).where("id", "=", row.session).execute();
        return undefined;
      });
      if (claims === undefined) {
        throw new ApiError(
          401,
          "bad_refresh_token",
          "the refresh token is not good, or not good any more: sign in again",
          { field: "refresh_token" },
        );
      }
      return pair(claims, successor);
    },

    verify: async (token) => {
      const now = clock();
      const known = remembered.get(token);
      if (known !== undefined && now < known.until) return known.claims;
      remembered.delete(token);
      const { payload } = await jwtVerify(token, async ({ kid }) => (await keys.find(kid ?? "")) ?? unknownKey(), {
        algorithms: ["EdDSA"],
        typ: "at+jwt",
        issuer,
        audience: issuer,
        requiredClaims: ["sub", "jti", "iat", "exp", "org", "sid"],
        currentDate: new Date(now),
      }).catch((error: unknown) => {
        const isOld = error instanceof errors.JWTExpired;
        const message = isOld ? "the access token has expired: refresh it" : "the access token is not good";
        throw new ApiError(401, isOld ? "token_expired" : "bad_token", message, {
          field: "Authorization",
          headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
        });
      });
      const { sub, org, sid, exp } = payload as { sub: string; org: string; sid: string; exp: number };
      const claims = { account: sub, org, session: sid };
      if (remembered.size >= MOST_REMEMBERED) remembered.clear();
      remembered.set(token, { claims, until: exp * 1_000 });
      return claims;
    },

    published: () => keys.published(),
  };
}

function unknownKey(): never {
  throw new errors.JWKSNoMatchingKey();
}
