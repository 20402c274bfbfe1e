/** Sessions: their refresh tokens, and the access tokens issued with them. */
import { randomBytes } from "node:crypto";
import { jwtVerify, SignJWT, type JWK } from "jose";
import type { Transaction } from "kysely";
import type { Database } from "../foundation/db/database.ts";
import { lockName } from "../foundation/db/lock.ts";
import type { AccountTables } from "../foundation/db/tables.ts";
import { ApiError } from "../http/errors.ts";
import type { Parts } from "../foundation/parts.ts";
import { sha256, type Secrets } from "../foundation/secrets.ts";
import { ACCESS_AGE, AccessTokens, type Claims } from "./accessTokens.ts";
import { SigningKeys } from "./signingKeys.ts";

/** Milliseconds for which a login is valid, regardless of refreshes. */
const SESSION_AGE = 30 * 86_400_000;
/**
 * Milliseconds for which a used refresh token returns the same successor again, since two tabs may refresh at once.
 * Later, it does so only if neither the successor nor its access token was used, since the answer was probably lost.
 */
const REPEAT_AGE = 10_000;

export type TokenPair = {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly token_type: "Bearer";
};

type Session = AccountTables["session"];
/** A session, and the ID of its refresh token. */
type Started = { readonly session: Session; readonly jti: string };

export class Tokens {
  readonly #database: Database;
  readonly #accounts: Database["across"]["accounts"];
  readonly #secrets: Secrets;
  /** Unix milliseconds. */
  readonly #clock: () => number;
  readonly #keys: SigningKeys;
  readonly #access: AccessTokens;
  readonly #issuer: string;
  /** The audience of refresh tokens. */
  readonly #refreshAt: string;
  readonly #refreshKey: Uint8Array;

  constructor(parts: Pick<Parts, "database" | "secrets" | "clock" | "config">) {
    const { database, secrets, clock, config } = parts;
    this.#database = database;
    this.#accounts = database.across.accounts;
    this.#secrets = secrets;
    this.#clock = clock;
    this.#issuer = config.publicUrl.origin;
    this.#refreshAt = `${this.#issuer}/auth/refresh-token`;
    this.#refreshKey = secrets.mac("refresh token", "signing");
    this.#keys = new SigningKeys(parts);
    const noteSeen = (hash: string, now: number) => this.#noteSeen(hash, now);
    this.#access = new AccessTokens({ keys: this.#keys, issuer: this.#issuer, clock, noteSeen });
  }

  async begin(account: string, org: string): Promise<TokenPair> {
    const now = this.#clock();
    const id = newSession();
    const row = { id, login: id, account, org, created_at: now, expires_at: now + SESSION_AGE, revoked_at: null };
    return this.#pair(await this.#accounts.transaction().execute((db) => start(db, row)));
  }

  /**
   * Begins a session in another organization. It belongs to the same login, and ends with it.
   *
   * @throws ApiError 401 `session_ended`.
   */
  async enter(beside: string, org: string): Promise<TokenPair> {
    const now = this.#clock();
    const started = await this.#accounts.transaction().execute(async (db) => {
      const found = await openSession(db, beside, now);
      if (found !== undefined) await lockName(db, this.#database, found.login);
      // Read again under the lock, since the session may have been revoked meanwhile.
      const from = found && (await openSession(db, beside, now));
      if (from === undefined) throw sessionEnded();
      return start(db, { ...from, id: newSession(), org, created_at: now });
    });
    return this.#pair(started);
  }

  /** @throws ApiError 401 `bad_refresh_token`. */
  async refresh(token: string): Promise<TokenPair> {
    const jti = await this.#jtiOf(token);
    const session = jti === undefined ? undefined : await this.#use(jti);
    if (jti === undefined || session === undefined) {
      const message = "the refresh token is not valid, or no longer valid: sign in again";
      throw new ApiError(401, "bad_refresh_token", message, { field: "refresh_token" });
    }
    return this.#pair({ session, jti: this.#successorOf(jti) });
  }

  /** Ends the login of a refresh token, used or not, with all its sessions. An invalid token is ignored. */
  async end(token: string): Promise<void> {
    const jti = await this.#jtiOf(token);
    if (jti === undefined) return;
    await this.#accounts.transaction().execute(async (db) => {
      const session = await db
        .selectFrom("refresh_token")
        .innerJoin("session", "session.id", "refresh_token.session")
        .select("session.login")
        .where("refresh_token.hash", "=", sha256(jti))
        .executeTakeFirst();
      if (session !== undefined) await this.#endLogin(db, session.login);
    });
  }

  /**
   * The claims of an access token. The caller must also check that the session is still valid.
   *
   * @throws ApiError 401 `bad_token`, `token_expired`.
   */
  verify(token: string): Promise<Claims> {
    return this.#access.verify(token);
  }

  /** The keys of access tokens, as in a JSON Web Key Set. */
  published(): Promise<readonly JWK[]> {
    return this.#keys.published();
  }

  async #pair({ session: { id, account, org, expires_at }, jti }: Started): Promise<TokenPair> {
    return {
      access_token: await this.#access.sign({ account, org, session: id }, sha256(jti)),
      refresh_token: await new SignJWT()
        .setProtectedHeader({ alg: "HS256", typ: "rt+jwt" })
        .setIssuer(this.#issuer)
        .setAudience(this.#refreshAt)
        .setJti(jti)
        .setExpirationTime(Math.floor(expires_at / 1_000))
        .sign(this.#refreshKey),
      expires_in: ACCESS_AGE,
      token_type: "Bearer",
    };
  }

  /** The successor of a refresh token. It is derived, so it need not be stored. */
  #successorOf(jti: string): string {
    return this.#secrets.mac("refresh token", "successor", jti).toString("base64url");
  }

  /** The ID of a refresh token of this server; undefined for other texts. */
  #jtiOf(token: string): Promise<string | undefined> {
    return jwtVerify(token, this.#refreshKey, {
      algorithms: ["HS256"],
      typ: "rt+jwt",
      issuer: this.#issuer,
      audience: this.#refreshAt,
      requiredClaims: ["jti", "exp"],
      currentDate: new Date(this.#clock()),
    }).then(
      ({ payload }) => payload.jti,
      () => undefined,
    );
  }

  /** The session of a refresh token that is used now, or was used a moment ago; undefined if the use is not allowed. */
  #use(jti: string): Promise<Session | undefined> {
    const now = this.#clock();
    const [hash, next] = [sha256(jti), sha256(this.#successorOf(jti))];
    return this.#accounts.transaction().execute(async (db) => {
      // This locks the row, so that a concurrent use waits and finds it used.
      const token = await db
        .updateTable("refresh_token")
        .set((eb) => ({ used_at: eb.fn.coalesce("used_at", eb.val(now)) }))
        .where("hash", "=", hash)
        .returning(["session", "used_at"])
        .executeTakeFirst();
      if (token === undefined) return undefined;
      const session = await openSession(db, token.session, now);
      if (session === undefined) return undefined;
      const successor = await db
        .selectFrom("refresh_token")
        .select(["used_at", "seen_at"])
        .where("hash", "=", next)
        .executeTakeFirst();
      if (successor === undefined) {
        await db
          .insertInto("refresh_token")
          .values(unused(next, session.id, now))
          .execute();
        return session;
      }
      const mayBeLost = successor.seen_at === null || now - token.used_at! <= REPEAT_AGE;
      if (successor.used_at === null && mayBeLost) return session;
      // Two clients use the token, and one of them is not its owner.
      await this.#endLogin(db, session.login);
      return undefined;
    });
  }

  /**
   * Records that a pair of tokens has arrived at the client. A later use of the previous refresh token is then a theft.
   */
  #noteSeen(hash: string, now: number): Promise<unknown> {
    return this.#accounts
      .updateTable("refresh_token")
      .set({ seen_at: now })
      .where("hash", "=", hash)
      .where("seen_at", "is", null)
      .execute();
  }

  async #endLogin(db: Transaction<AccountTables>, login: string): Promise<void> {
    await lockName(db, this.#database, login);
    await db
      .updateTable("session")
      .set({ revoked_at: this.#clock() })
      .where("login", "=", login)
      .where("revoked_at", "is", null)
      .execute();
  }
}

/** Opens the tokens, and makes sure that there is a signing key. */
export async function openTokens(parts: Pick<Parts, "database" | "secrets" | "clock" | "config">): Promise<Tokens> {
  const tokens = new Tokens(parts);
  await tokens.published();
  return tokens;
}

/** Stores a session. Its tokens are signed after the transaction, since this may need to read signing keys. */
async function start(db: Transaction<AccountTables>, session: Session): Promise<Started> {
  const jti = randomBytes(32).toString("base64url");
  await db.insertInto("session").values(session).execute();
  await db
    .insertInto("refresh_token")
    .values(unused(sha256(jti), session.id, session.created_at))
    .execute();
  return { session, jti };
}

/** The session, if it was not revoked and has not expired. */
function openSession(db: Transaction<AccountTables>, id: string, now: number): Promise<Session | undefined> {
  return db
    .selectFrom("session")
    .selectAll()
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

const unused = (hash: string, session: string, created_at: number): AccountTables["refresh_token"] => ({
  hash,
  session,
  created_at,
  seen_at: null,
  used_at: null,
});

const newSession = (): string => `ses_${randomBytes(16).toString("hex")}`;

export function sessionEnded(): ApiError {
  return new ApiError(401, "session_ended", "the session is over: sign in", {
    field: "Authorization",
    headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
  });
}
