/** Access tokens (JWT, RFC 9068) and the refresh tokens behind them. */
import { randomBytes, randomUUID } from "node:crypto";
import { errors, jwtVerify, SignJWT, type JWK } from "jose";
import type { Transaction } from "kysely";
import { lockName } from "../db/lock.ts";
import type { AccountTables } from "../db/tables.ts";
import { ApiError } from "../http/errors.ts";
import type { Parts } from "../parts.ts";
import { sha256 } from "../secrets.ts";
import { openSigningKeys } from "./signingKeys.ts";

/** Seconds that an access token is good for. */
export const ACCESS_AGE = 900;
/** Milliseconds that a login is good for, however often it is refreshed. */
export const SESSION_AGE = 30 * 86_400_000;
/**
 * Milliseconds within which a refresh token that was used has the same successor again, as two tabs ask at once. Later it
 * has it only if neither the successor nor its access token was used: then the answer was lost.
 */
export const REPEAT_AGE = 10_000;
/** Milliseconds by which another process's clock may be ahead. */
const SKEW = 60_000;

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
  /**
   * Begins a session in another organization, beside one: it ends when that one's login does, and with it.
   *
   * @throws ApiError 401 `session_ended`.
   */
  enter(session: string, org: string): Promise<TokenPair>;
  /** @throws ApiError 401 `bad_refresh_token`. */
  refresh(token: string): Promise<TokenPair>;
  /** Ends the login of a refresh token, used or not, with all of its sessions. Of a token that is none, nothing is said. */
  end(token: string): Promise<void>;
  /**
   * What a token says. Whether its session is still on is to be read beside it.
   *
   * @throws ApiError 401 `bad_token`, `token_expired`.
   */
  verify(token: string): Promise<Claims>;
  /** The keys of access tokens, as a JSON Web Key Set has them. */
  published(): Promise<readonly JWK[]>;
};

/** Tokens that were verified are remembered, since each comes with hundreds of requests. */
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

  /** @param beside hash of the refresh token that it comes with. */
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
  /** What follows a refresh token: the same each time, so that it need not be kept. */
  const successorOf = (jti: string): string => secrets.mac("refresh token", "successor", jti).toString("base64url");
  /** The identifier of a refresh token that was made here; undefined of any other. */
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

  /** Notes that the pair with a refresh token has arrived: whoever still uses the one before it is somebody else. */
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

  /** The session of a refresh token that is used now, or was just now; undefined where it may not be. */
  const use = async (jti: string) => {
    const now = clock();
    const [hash, next] = [sha256(jti), sha256(successorOf(jti))];
    return accounts.transaction().execute(async (db) => {
      // Its row is held from here on: of two at once, the second finds what the first did.
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
      // Two hold it: whose it is, nobody can tell.
      await endLogin(db, session.login);
      return undefined;
    });
  };

  /** Its tokens are made behind the transaction: the keys that sign them may have to be read. */
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
        // Again: it may have been revoked until it was this one's turn.
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
        // What is no fault of the token's: a database that does not answer.
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
