/** Access tokens: JSON Web Tokens for requests (RFC 9068). */
import { randomUUID } from "node:crypto";
import { errors, jwtVerify, SignJWT, type JWTPayload } from "jose";
import { ApiError } from "../http/errors.ts";
import type { SigningKeys } from "./signingKeys.ts";

/** Seconds for which an access token is valid. */
export const ACCESS_AGE = 900;
/** The largest lead of another process's clock, in milliseconds. */
const SKEW = 60_000;
/** Verified tokens are cached, since each is used for hundreds of requests. */
const MOST_REMEMBERED = 10_000;

/** The claims of an access token. */
export type Claims = { readonly account: string; readonly org: string; readonly session: string };
/** Verified claims, the signing key, and the expiry in Unix milliseconds. */
type Remembered = { readonly claims: Claims; readonly kid: string; readonly until: number };

type AccessParts = {
  readonly keys: SigningKeys;
  /** The server's public address: the tokens' issuer and audience. */
  readonly issuer: string;
  /** Unix milliseconds. */
  readonly clock: () => number;
  /** Records that the refresh token with this hash has arrived at the client. */
  readonly noteSeen: (refreshHash: string, now: number) => Promise<unknown>;
};

export class AccessTokens {
  readonly #parts: AccessParts;
  readonly #remembered = new Map<string, Remembered>();

  constructor(parts: AccessParts) {
    this.#parts = parts;
  }

  /** @param refreshHash hash of the refresh token issued with it. */
  async sign({ account, org, session }: Claims, refreshHash: string): Promise<string> {
    const { id, privateKey } = await this.#parts.keys.current();
    const now = Math.floor(this.#parts.clock() / 1_000);
    return new SignJWT({ org, sid: session, rth: refreshHash })
      .setProtectedHeader({ alg: "EdDSA", typ: "at+jwt", kid: id })
      .setIssuer(this.#parts.issuer)
      .setAudience(this.#parts.issuer)
      .setSubject(account)
      .setJti(randomUUID())
      .setIssuedAt(now)
      .setExpirationTime(now + ACCESS_AGE)
      .sign(privateKey);
  }

  /**
   * The claims of a token. The caller must also check that the session is still valid.
   *
   * @throws ApiError 401 `bad_token`, `token_expired`.
   */
  async verify(token: string): Promise<Claims> {
    const now = this.#parts.clock();
    const known = this.#remembered.get(token);
    if (known !== undefined) {
      if (now < known.until && (await this.#parts.keys.find(known.kid)) !== undefined) return known.claims;
      this.#remembered.delete(token);
    }
    const { payload, protectedHeader } = await this.#check(token, now);
    const { sub, org, sid, rth, iat, exp } = payload as { [name: string]: unknown; iat: number; exp: number };
    if (typeof sub !== "string" || typeof org !== "string" || typeof sid !== "string" || typeof rth !== "string")
      throw refused(false);
    if (iat * 1_000 > now + SKEW) throw refused(false);
    await this.#parts.noteSeen(rth, now);
    const claims = { account: sub, org, session: sid };
    if (this.#remembered.size >= MOST_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(token, { claims, kid: protectedHeader.kid!, until: exp * 1_000 });
    return claims;
  }

  async #check(token: string, now: number): Promise<{ payload: JWTPayload; protectedHeader: { kid?: string } }> {
    try {
      return await jwtVerify(token, async ({ kid }) => (await this.#parts.keys.find(kid ?? "")) ?? unknownKey(), {
        algorithms: ["EdDSA"],
        typ: "at+jwt",
        issuer: this.#parts.issuer,
        audience: this.#parts.issuer,
        requiredClaims: ["sub", "jti", "iat", "exp", "org", "sid", "rth"],
        currentDate: new Date(now),
      });
    } catch (error) {
      // Other errors, such as an unavailable database, are not the token's fault.
      if (!(error instanceof errors.JOSEError)) throw error;
      throw refused(error instanceof errors.JWTExpired);
    }
  }
}

function unknownKey(): never {
  throw new errors.JWKSNoMatchingKey();
}

function refused(isOld: boolean): ApiError {
  const message = isOld ? "the access token has expired: refresh it" : "the access token is not valid";
  return new ApiError(401, isOld ? "token_expired" : "bad_token", message, {
    field: "Authorization",
    headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
  });
}
