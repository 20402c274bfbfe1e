/** Access tokens (JWT, RFC 9068) and refresh tokens. */
import { randomBytes, randomUUID } from "node:crypto";
import { errors, jwtVerify, SignJWT, type JWK } from "jose";
import type { Transaction } from "kysely";
import { lockName } from "../foundation/db/lock.ts";
import type { AccountTables } from "../foundation/db/tables.ts";
import { ApiError } from "../http/errors.ts";
import type { Parts } from "../foundation/parts.ts";
import { sha256 } from "../foundation/secrets.ts";
import { openSigningKeys } from "./signingKeys.ts";

/** Seconds for which an access token is valid. */
export const ACCESS_AGE = 900;
/** Milliseconds for which a login is valid, regardless of refreshes. */
export const SESSION_AGE = 30 * 86_400_000;
/**
 * Milliseconds for which a used refresh token returns the same successor again, since two tabs may refresh at once.
 * Later, it does so only if neither the successor nor its access token was used, since the answer was probably lost.
 */
export const REPEAT_AGE = 10_000;
/** The largest lead of another process's clock, in milliseconds. */
const SKEW = 60_000;

export type TokenPair = {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly token_type: "Bearer";
};
/** The claims of an access token. */
export type Claims = { readonly account: string; readonly org: string; readonly session: string };

export type Tokens = {
  /** Begins a session of an account in an organization. */
  begin(account: string, org: string): Promise<TokenPair>;
  /**
   * Begins a session in another organization. It belongs to the same login, and ends with it.
   *
   * @throws ApiError 401 `session_ended`.
   */
  enter(session: string, org: string): Promise<TokenPair>;
  /** @throws ApiError 401 `bad_refresh_token`. */
  refresh(token: string): Promise<TokenPair>;
  /** Ends the login of a refresh token, used or not, with all its sessions. An invalid token is ignored. */
  end(token: string): Promise<void>;
  /**
   * The claims of a token. The caller must also check that the session is still valid.
   *
   * @throws ApiError 401 `bad_token`, `token_expired`.
   */
  verify(token: string): Promise<Claims>;
  /** The keys of access tokens, as in a JSON Web Key Set. */
  published(): Promise<readonly JWK[]>;
};

/** Verified tokens are cached, since each is used for hundreds of requests. */
const MOST_REMEMBERED = 10_000;

type Session = AccountTables["session"];
type Remembered = { readonly claims: Claims; readonly kid: string; readonly until: number };

export async function openTokens(parts: Pick<Parts, "database" | "secrets" | "clock" | "config">): Promise<Tokens> {
  const { database, secrets, clock, config } = parts;
  const { accounts } = database.across;
  const keys = openSigningKeys(parts);
  await keys.published();
  const issuer = config.publicUrl.origin;
  const refreshAt = `${issuer}/auth/refresh-token`;
  const refreshKey = secrets.mac("refresh token", "signing");
  const remembered = new Map<string, Remembered>();

  /** @param beside hash of the refresh token issued with it. */
  const access = async ({ account, org, session }: Claims, beside: string): Promise<string> => {
    const { id, privateKey } = await keys.current();
    const now = Math.floor(clock() / 1_000);
    return new SignJWT({ org, sid: session, rth: beside })
      .setProtectedHeader({ alg: "EdDSA", typ: "at+jwt", kid: id })
      .setIssuer(issuer)
      .setAudience(issuer)
      .setSubject(account)
      .setJti(randomUUID())
      .setIssuedAt(now)
      .setExpirationTime(now + ACCESS_AGE)
      .sign(privateKey);
  };
  const pair = async ({ id, account, org, expires_at }: Session, jti: string): Promise<TokenPair> => ({
    access_token: await access({ account, org, session: id }, sha256(jti)),
    refresh_token: await new SignJWT()
      .setProtectedHeader({ alg: "HS256", typ: "rt+jwt" })
      .setIssuer(issuer)
      .setAudience(refreshAt)
      .setJti(jti)
      .setExpirationTime(Math.floor(expires_at / 1_000))
      .sign(refreshKey),
    expires_in: ACCESS_AGE,
    token_type: "Bearer",
  });
  /** The successor of a refresh token. It is derived, so it need not be stored. */
  const successorOf = (jti: string): string => secrets.mac("refresh token", "successor", jti).toString("base64url");
  /** The ID of a refresh token of this server; undefined for other texts. */
  const jtiOf = (token: string): Promise<string | undefined> =>
    jwtVerify(token, refreshKey, {
      algorithms: ["HS256"],
      typ: "rt+jwt",
      issuer,
      audience: refreshAt,
      requiredClaims: ["jti", "exp"],
      currentDate: new Date(clock()),
    }).then(
      ({ payload }) => payload.jti,
      () => undefined,
    );

  /**
   * Records that a pair of tokens has arrived at the client. A later use of the previous refresh token is then a theft.
   */
  const noteSeen = (hash: string, now: number) =>
    accounts
      .updateTable("refresh_token")
      .set({ seen_at: now })
      .where("hash", "=", hash)
      .where("seen_at", "is", null)
      .execute();

  const endLogin = async (db: Transaction<AccountTables>, login: string): Promise<void> => {
    await lockName(db, database, login);
    await db
      .updateTable("session")
      .set({ revoked_at: clock() })
      .where("login", "=", login)
      .where("revoked_at", "is", null)
      .execute();
  };

  /** The session of a refresh token that is used now, or was used a moment ago; undefined if the use is not allowed. */
  const use = async (jti: string) => {
    const now = clock();
    const [hash, next] = [sha256(jti), sha256(successorOf(jti))];
    return accounts.transaction().execute(async (db) => {
      // This locks the row, so that a concurrent use waits and finds it used.
      const token = await db
        .updateTable("refresh_token")
        .set((eb) => ({ used_at: eb.fn.coalesce("used_at", eb.val(now)) }))
        .where("hash", "=", hash)
        .returning(["session", "used_at"])
        .executeTakeFirst();
      if (token === undefined) return undefined;
      const session = await db
        .selectFrom("session")
        .selectAll()
        .where("id", "=", token.session)
        .where("revoked_at", "is", null)
        .where("expires_at", ">", now)
        .executeTakeFirst();
      if (session === undefined) return undefined;
      const successor = await db
        .selectFrom("refresh_token")
        .select(["used_at", "seen_at"])
        .where("hash", "=", next)
        .executeTakeFirst();
      if (successor === undefined) {
        const row = { hash: next, session: session.id, created_at: now, seen_at: null, used_at: null };
        await db.insertInto("refresh_token").values(row).execute();
        return session;
      }
      const mayBeLost = successor.seen_at === null || now - token.used_at! <= REPEAT_AGE;
      if (successor.used_at === null && mayBeLost) return session;
      // Two clients use the token, and one of them is not its owner.
      await endLogin(db, session.login);
      return undefined;
    });
  };

  /** Tokens are created after the transaction, since this may need to read signing keys. */
  const start = async (db: Transaction<AccountTables>, session: Session) => {
    const jti = randomBytes(32).toString("base64url");
    await db.insertInto("session").values(session).execute();
    const { id, created_at } = session;
    const token = { hash: sha256(jti), session: id, created_at, seen_at: null, used_at: null };
    await db.insertInto("refresh_token").values(token).execute();
    return { session, jti };
  };

  return {
    begin: async (account, org) => {
      const now = clock();
      const id = newSession();
      const row = { id, login: id, account, org, created_at: now, expires_at: now + SESSION_AGE, revoked_at: null };
      const { session, jti } = await accounts.transaction().execute((db) => start(db, row));
      return pair(session, jti);
    },

    enter: async (beside, org) => {
      const now = clock();
      const { session, jti } = await accounts.transaction().execute(async (db) => {
        const find = () =>
          db
            .selectFrom("session")
            .selectAll()
            .where("id", "=", beside)
            .where("revoked_at", "is", null)
            .where("expires_at", ">", now)
            .executeTakeFirst();
        const found = await find();
        if (found !== undefined) await lockName(db, database, found.login);
        // Read again under the lock, since the session may have been revoked meanwhile.
        const from = found && (await find());
        if (from === undefined) throw sessionEnded();
        return start(db, { ...from, id: newSession(), org, created_at: now });
      });
      return pair(session, jti);
    },

    refresh: async (token) => {
      const jti = await jtiOf(token);
      const session = jti === undefined ? undefined : await use(jti);
      if (jti === undefined || session === undefined) {
        throw new ApiError(
          401,
          "bad_refresh_token",
          "the refresh token is not good, or not good any more: sign in again",
          { field: "refresh_token" },
        );
      }
      return pair(session, successorOf(jti));
    },

    end: async (token) => {
      const jti = await jtiOf(token);
      if (jti === undefined) return;
      await accounts.transaction().execute(async (db) => {
        const session = await db
          .selectFrom("refresh_token")
          .innerJoin("session", "session.id", "refresh_token.session")
          .select("session.login")
          .where("refresh_token.hash", "=", sha256(jti))
          .executeTakeFirst();
        if (session !== undefined) await endLogin(db, session.login);
      });
    },

    verify: async (token) => {
      const now = clock();
      const known = remembered.get(token);
      if (known !== undefined) {
        if (now < known.until && (await keys.find(known.kid)) !== undefined) return known.claims;
        remembered.delete(token);
      }
      const { payload, protectedHeader } = await jwtVerify(
        token,
        async ({ kid }) => (await keys.find(kid ?? "")) ?? unknownKey(),
        {
          algorithms: ["EdDSA"],
          typ: "at+jwt",
          issuer,
          audience: issuer,
          requiredClaims: ["sub", "jti", "iat", "exp", "org", "sid", "rth"],
          currentDate: new Date(now),
        },
      ).catch((error: unknown) => {
        // Other errors, such as an unavailable database, are not the token's fault.
        if (!(error instanceof errors.JOSEError)) throw error;
        throw refused(error instanceof errors.JWTExpired);
      });
      const { sub, org, sid, rth, iat, exp } = payload as { [name: string]: unknown; iat: number; exp: number };
      if (typeof sub !== "string" || typeof org !== "string" || typeof sid !== "string" || typeof rth !== "string")
        throw refused(false);
      if (iat * 1_000 > now + SKEW) throw refused(false);
      await noteSeen(rth, now);
      const claims = { account: sub, org, session: sid };
      if (remembered.size >= MOST_REMEMBERED) remembered.clear();
      remembered.set(token, { claims, kid: protectedHeader.kid!, until: exp * 1_000 });
      return claims;
    },

    published: () => keys.published(),
  };
}

const newSession = (): string => `ses_${randomBytes(16).toString("hex")}`;

export function sessionEnded(): ApiError {
  return new ApiError(401, "session_ended", "the session is over: sign in", {
    field: "Authorization",
    headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
  });
}

function unknownKey(): never {
  throw new errors.JWKSNoMatchingKey();
}

function refused(isOld: boolean): ApiError {
  const message = isOld ? "the access token has expired: refresh it" : "the access token is not good";
  return new ApiError(401, isOld ? "token_expired" : "bad_token", message, {
    field: "Authorization",
    headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
  });
}
