import { createHmac, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, UnsecuredJWT, type JWK } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { KEY_AGE, KEY_OVERLAP, LOOK, SigningKeys } from "../../src/accounts/signingKeys.ts";
import { call, mailsTo, signIn, type Answer, type Refused } from "../harness.ts";
import { ENGINES } from "../engines.ts";
import { exchange } from "../raw.ts";
import { startOver, type ObservedServer } from "./observed.ts";

const MINUTE = 60_000;

type Me = Refused & { readonly email: string };

const me = (server: ObservedServer, token: string) =>
  call<Me>(server, "GET", "/wallets/me", { headers: { authorization: `Bearer ${token}` } });
const reasonOf = async (server: ObservedServer, token: string) => {
  const { status, body } = await me(server, token);
  return status === 200 ? 200 : `${status} ${body.error.details[0]!.reason}`;
};
const published = (server: ObservedServer) => call<{ keys: JWK[] }>(server, "GET", "/.well-known/jwks.json");

describe("access tokens", () => {
  let server: ObservedServer;
  let key: { id: string; privateKey: KeyObject };
  let good: { header: Record<string, unknown>; payload: Record<string, unknown>; token: string };
  beforeAll(async () => {
    server = await startOver("SQLite");
    const { access_token: token } = await signIn(server, "ada@example.com");
    good = { token, header: { ...decodeProtectedHeader(token) }, payload: { ...decodeJwt(token) } };
    key = await new SigningKeys(server.parts).current();
  });
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  /** Signs any claims with the server's key. */
  const forge = (header: object, payload: object, by: KeyObject = key.privateKey) => {
    const content = `${encode({ ...good.header, ...header })}.${encode({ ...good.payload, ...payload })}`;
    return `${content}.${sign(null, Buffer.from(content), by).toString("base64url")}`;
  };

  it("have the claims of RFC 9068: subject, audience, expiry and key", async () => {
    const [listed] = (await published(server)).body.keys;
    expect(good.header).toEqual({ alg: "EdDSA", typ: "at+jwt", kid: listed!.kid });
    const now = server.clock.now / 1_000;
    expect(good.payload).toEqual({
      iss: "http://api.example",
      aud: "http://api.example",
      sub: expect.stringMatching(/^acc_[0-9a-f]{32}$/),
      org: expect.stringMatching(/^org_[0-9a-f]{32}$/),
      sid: expect.stringMatching(/^ses_[0-9a-f]{32}$/),
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      rth: expect.stringMatching(/^[0-9a-f]{64}$/),
      iat: now,
      exp: now + 900,
    });
    const again = await signIn(server, "ada@example.com");
    expect(decodeJwt(again.access_token).jti).not.toBe(good.payload["jti"]);
    expect(await reasonOf(server, forge({}, { jti: "another" }))).toBe(200);
    expect(await reasonOf(server, forge({}, { iat: now + 60 }))).toBe(200);
  });

  it("can be verified with the published public keys", async () => {
    const { status, headers, body } = await published(server);
    expect(status).toBe(200);
    const age = Number(/^public, max-age=([0-9]+)$/.exec(headers.get("cache-control")!)![1]);
    expect(age * 1_000 + LOOK).toBeLessThan(KEY_OVERLAP);
    expect(body.keys.map((each) => Object.keys(each).toSorted())).toEqual([["alg", "crv", "kid", "kty", "use", "x"]]);
    const options = { issuer: "http://api.example", audience: "http://api.example", typ: "at+jwt" };
    await jwtVerify(good.token, createLocalJWKSet(body), { ...options, currentDate: new Date(server.clock.now) });
  });

  it.each<[string, object, object]>([
    ["an ID token's type", { typ: "JWT" }, {}],
    ["no type", { typ: undefined }, {}],
    ["no key's identifier", { kid: undefined }, {}],
    ["a key's identifier that is a number", { kid: 5 }, {}],
    ["an unknown key", { kid: "x".repeat(43) }, {}],
    ["an extension that must be understood", { crit: ["exp"], exp: 1 }, {}],
    ["another issuer", {}, { iss: "http://evil.example" }],
    ["another audience", {}, { aud: "http://evil.example" }],
    ["no audience", {}, { aud: undefined }],
    ["no expiry", {}, { exp: undefined }],
    ["an expiry that is not a number", {}, { exp: "never" }],
    ["no subject", {}, { sub: undefined }],
    ["a subject that is a number", {}, { sub: 1 }],
    ["no organization", {}, { org: undefined }],
    ["an organization that is a list", {}, { org: ["a"] }],
    ["no session", {}, { sid: undefined }],
    ["no refresh token", {}, { rth: undefined }],
    ["no identifier", {}, { jti: undefined }],
    ["an issue time a minute and a second ahead", {}, { iat: Date.UTC(2026, 0, 5, 9, 1, 1) / 1_000 }],
    ["a not-before time in the future", {}, { nbf: Date.UTC(2026, 0, 5, 9, 0, 1) / 1_000 }],
  ])("are refused with %s", async (_, header, payload) => {
    expect(await reasonOf(server, forge(header, payload))).toBe("401 bad_token");
  });

  it("are refused if they are unsigned or signed by another key", async () => {
    const { privateKey } = generateKeyPairSync("ed25519");
    const [{ x }] = (await published(server)).body.keys as [JWK];
    const raw = Buffer.from(x!, "base64url");
    const [head, body, signature] = good.token.split(".") as [string, string, string];
    const hs = encode({ ...good.header, alg: "HS256" });
    const flipped = Buffer.from(signature, "base64url");
    flipped[0]! ^= 1;
    const forged = [
      forge({}, {}, privateKey),
      forge({ jwk: generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }) }, {}, privateKey),
      `${hs}.${body}.${createHmac("sha256", raw).update(`${hs}.${body}`).digest("base64url")}`,
      new UnsecuredJWT(good.payload).encode(),
      `${encode({ ...good.header, alg: "none" })}.${body}.`,
      `${encode({ ...good.header, alg: "ES256" })}.${body}.${signature}`,
      `${encode({ ...good.header, more: 1 })}.${body}.${signature}`,
      `${head}.${encode({ ...good.payload, org: "org_1" })}.${signature}`,
      `${head}.${body}.${flipped.toString("base64url")}`,
      `${head}.${body}.`,
      `${head}.${body}`,
      `${good.token}.${signature}`,
      `${good.token}=`,
      "x".repeat(10_000),
    ];
    for (const token of forged) expect(await reasonOf(server, token)).toBe("401 bad_token");
    // Node's own limit for headers.
    expect((await me(server, "x".repeat(20_000))).status).toBe(431);
  });

  it("are refused with a second Authorization field, which another reader might choose", async () => {
    const head = ["GET /wallets/me HTTP/1.1", "host: a", "connection: close"];
    const ask = (...fields: string[]) =>
      exchange(server.url, Buffer.from([...head, ...fields, "", ""].join("\r\n")), { end: "never" });
    const field = `Authorization: Bearer ${good.token}`;
    expect((await ask(field))[0]!.status).toBe(200);
    for (const other of [field, "authorization: Bearer x.y.z"]) {
      for (const fields of [
        [field, other],
        [other, field],
      ]) {
        const { status, body } = (await ask(...fields))[0] as Answer<Refused>;
        expect([status, body.error.details]).toEqual([400, [{ field: "Authorization", reason: "two_credentials" }]]);
      }
    }
    // A proxy's own field is not a credential here, and a scheme ends with one or more spaces.
    const spaced = `authorization: bearer   ${good.token}`;
    for (const fields of [["Authorization: Basic eDp5", field], [field, "Authorization: Digest a=b"], [spaced]]) {
      expect((await ask(...fields))[0]!.status, fields.join()).toBe(200);
    }
  });

  it("are refused together with an API key, and with another scheme or syntax", async () => {
    const both = { authorization: `Bearer ${good.token}`, "x-api-key": "alk_x" };
    const twice = await call<Refused>(server, "GET", "/wallets/me", { headers: both });
    expect([twice.status, twice.body.error.details[0]!.reason]).toEqual([400, "two_credentials"]);
    for (const authorization of ["", "Bearer", `Basic ${good.token}`, `Bearer ${good.token} x`, good.token]) {
      const refused = await call<Refused>(server, "GET", "/wallets/me", { headers: { authorization } });
      expect([refused.status, refused.body.error.details[0]!.reason]).toEqual([401, "no_credential"]);
      expect(refused.headers.get("www-authenticate")).toBe("Bearer");
    }
  });

  it("expire after fifteen minutes to the millisecond, even if they were accepted before", async () => {
    server.clock.now += 15 * MINUTE - 1;
    expect(await reasonOf(server, good.token)).toBe(200);
    server.clock.now += 1;
    const { status, headers, body } = await me(server, good.token);
    expect([status, body.error.details[0]!.reason]).toEqual([401, "token_expired"]);
    expect(headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
    expect(await reasonOf(server, forge({}, { jti: "new" }))).toBe("401 token_expired");
  });

  it("are refused for an account other than their session's", async () => {
    const { access_token } = await signIn(server, "eve@example.com");
    const claims = { ...decodeJwt(access_token), sub: good.payload["sub"], jti: "new" };
    expect(await reasonOf(server, access_token)).toBe(200);
    expect(await reasonOf(server, forge({}, claims))).toBe("401 session_ended");
  });
});

describe.each(ENGINES)("signing keys of access tokens over %s", (engine) => {
  const rows = ({ parts }: ObservedServer) =>
    parts.database.across.accounts.selectFrom("signing_key").selectAll().orderBy("signs_from").execute();

  it("are published for a day before and after they sign", async () => {
    const server = await startOver(engine);
    const began = server.clock.now;
    const signedBy = async (email: string) =>
      decodeProtectedHeader((await signIn(server, email)).access_token).kid as string;
    const kids = async () => (await published(server)).body.keys.map(({ kid }) => kid);
    const first = await signedBy("a@example.com");
    server.clock.now = began + KEY_AGE - KEY_OVERLAP - 1;
    expect(await kids()).toEqual([first]);
    server.clock.now += LOOK;
    const [, second] = await kids();
    expect(await kids()).toEqual([first, second]);
    expect(await signedBy("b@example.com")).toBe(first);
    server.clock.now = began + KEY_AGE - 1;
    const { access_token: last } = await signIn(server, "c@example.com");
    expect(decodeProtectedHeader(last).kid).toBe(first);
    server.clock.now += 1;
    expect(await signedBy("d@example.com")).toBe(second);
    expect(await reasonOf(server, last)).toBe(200);
    server.clock.now = began + KEY_AGE + KEY_OVERLAP - 1;
    expect(await kids()).toEqual([first, second]);
    server.clock.now += 1;
    expect(await kids()).toEqual([second]);
    expect(await rows(server)).toMatchObject([{ id: first }, { id: second, signs_from: began + KEY_AGE }]);
  });

  it("are replaced after a long time without requests", async () => {
    const server = await startOver(engine);
    const before = await signIn(server, "ada@example.com");
    server.clock.now += 2 * KEY_AGE;
    const after = await signIn(server, "ada@example.com");
    expect(await reasonOf(server, after.access_token)).toBe(200);
    const [old, young] = [before, after].map(({ access_token }) => decodeProtectedHeader(access_token).kid);
    expect(old).not.toBe(young);
    expect((await published(server)).body.keys.map(({ kid }) => kid)).toEqual([young]);
  });

  it("are refused within a minute of the deletion of their row, also for tokens in use", async () => {
    const server = await startOver(engine);
    const { access_token } = await signIn(server, "ada@example.com");
    expect(await reasonOf(server, access_token)).toBe(200);
    await server.parts.database.across.accounts.deleteFrom("signing_key").execute();
    server.clock.now += LOOK;
    expect(await reasonOf(server, access_token)).toBe("401 bad_token");
    expect(await reasonOf(server, (await signIn(server, "ada@example.com")).access_token)).toBe(200);
  });

  it("keep signing until they expire if the next key cannot be stored", async () => {
    const server = await startOver(engine);
    const { database, ...rest } = server.parts;
    const full = Object.assign(new Error("full"), { code: "ERR_SQLITE_ERROR", errcode: 13 });
    const accounts = new Proxy(database.across.accounts, {
      get: (db, name) => {
        if (name === "transaction") throw full;
        const found: unknown = Reflect.get(db, name, db);
        return typeof found === "function" ? (found.bind(db) as unknown) : found;
      },
    });
    const across = { ...database.across, accounts };
    const keys = new SigningKeys({ ...rest, database: { ...database, across } });
    const { id } = await keys.current();
    server.clock.now += KEY_AGE - KEY_OVERLAP;
    expect([(await keys.current()).id, await keys.find(id), (await keys.published()).length]).toEqual([
      id,
      expect.anything(),
      1,
    ]);
    server.clock.now += 2 * KEY_OVERLAP;
    await expect(keys.current()).rejects.toBe(full);
  });

  it("stay valid if the clock goes back", async () => {
    const server = await startOver(engine);
    const { access_token } = await signIn(server, "ada@example.com");
    server.clock.now -= 5_000;
    expect(await reasonOf(server, access_token)).toBe(200);
    const { access_token: next, refresh_token } = await signIn(server, "ada@example.com");
    expect(await reasonOf(server, next)).toBe(200);
    server.clock.now -= 5_000;
    expect((await call(server, "POST", "/auth/refresh-token", { body: { refresh_token } })).status).toBe(200);
    expect((await rows(server)).length).toBe(1);
  });

  it("stop the server at start if its secret is another one, at any age", async () => {
    const server = await startOver(engine);
    server.clock.now += 3 * KEY_AGE;
    const restarted = server.restart({ SERVER_SECRET: "5f".repeat(32) });
    await expect(restarted).rejects.toMatchObject({
      code: "bad_secret",
      message: expect.stringContaining("SERVER_SECRET"),
    });
    await (await server.restart()).close();
  });
});

it("concurrent processes and requests over PostgreSQL add one signing key", async () => {
  const server = await startOver("PostgreSQL");
  const { accounts } = server.parts.database.across;
  await accounts.deleteFrom("signing_key").execute();
  const processes = Array.from({ length: 4 }, () => new SigningKeys(server.parts));
  const ask = async () => {
    const asked = processes.flatMap((keys) => [keys.current(), keys.current()]);
    return new Set((await Promise.all(asked)).map(({ id }) => id)).size;
  };
  const count = async () => (await accounts.selectFrom("signing_key").select("id").execute()).length;
  expect([await ask(), await count()]).toEqual([1, 1]);
  server.clock.now += KEY_AGE - 1;
  expect([await ask(), await count()]).toEqual([1, 2]);
  server.clock.now += LOOK;
  expect([await ask(), await count()]).toEqual([1, 2]);
  // A key that one process adds is found by another, even if that looked before the key was stored.
  await accounts.deleteFrom("signing_key").execute();
  const { id } = await new SigningKeys(server.parts).current();
  server.clock.now += 1_000;
  expect(await processes[0]!.find(id)).toBeDefined();
});

it("the mail with a code names the account's host", async () => {
  const server = await startOver("SQLite");
  await call(server, "POST", "/auth/otp", { body: { email: "ada@example.com" } });
  expect((await mailsTo(server, "ada@example.com"))[0]).toMatch(/^Your code for api\.example is [0-9]{6}\./);
});
