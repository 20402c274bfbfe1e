import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  call,
  NOW,
  owner,
  sign,
  signIn,
  startServer,
  type Answer,
  type Client,
  type TestServer,
  NO_NONCE,
} from "../harness.ts";
import { EVERY_ENGINE, environmentOf } from "../engines.ts";
import { exchange } from "../raw.ts";
import { GROUPS } from "../../src/foundation/limitGroups.ts";

const ORIGIN = "https://app.example";

describe.each(EVERY_ENGINE)("limits over %s", (engine) => {
  let server: TestServer;
  let [ada, ben]: Client[] = [];
  let key: string;
  beforeAll(async () => {
    server = await startServer({ ...(await environmentOf(engine)), CORS_ORIGINS: ORIGIN }, { groups: GROUPS });
    ada = await owner(server, "ada@example.com");
    const made = await sign<{ key: string }>(server, ada, "POST", "/api-keys", { body: { name: "ci" } });
    key = made.body.key;
    server.clock.now += 60_000;
    ben = await owner(server, "ben@example.com");
  });
  // Empty the windows between tests. The access tokens stay valid for all tests.
  beforeEach(() => {
    server.clock.now += 60_000;
  });

  const limitsOf = ({ headers }: Pick<Answer, "headers">) => ({
    limit: Number(headers.get("x-ratelimit-limit")),
    remaining: Number(headers.get("x-ratelimit-remaining")),
    reset: Number(headers.get("x-ratelimit-reset")),
  });

  /** Sends a request as bytes that no client would send. */
  const raw = async (content: string): Promise<Answer> =>
    (await exchange(server.url, Buffer.from(content, "latin1"), { end: "never" }))[0]!;

  const get = (path: string, headers: Record<string, string> = {}) => call(server, "GET", path, { headers });
  const fields = "Host: x\r\nConnection: close\r\n";

  /** One of each kind of answer without a credential, with its status and reason. */
  const STRANGERS: readonly (readonly [what: string, status: number, reason: string, () => Promise<Answer>])[] = [
    ["an answer", 200, "", () => get("/.well-known/anchorlog")],
    ["no credential", 401, "no_credential", () => get("/wallets")],
    ["a bad token", 401, "bad_token", () => get("/wallets", { authorization: "Bearer nonsense" })],
    ["a bad key", 401, "bad_api_key", () => get("/wallets", { "x-api-key": "nonsense" })],
    ["two credentials", 400, "two_credentials", () => get("/wallets", { "x-api-key": "a", authorization: "Bearer b" })],
    [
      "an unsigned write without a credential",
      401,
      "no_credential",
      () => call(server, "POST", "/api-keys", { body: {} }),
    ],
    ["no such endpoint", 404, "no_such_endpoint", () => get("/nothing")],
    ["no such method", 405, "method_not_allowed", () => call(server, "DELETE", "/auth/otp")],
    ["OPTIONS without an origin", 405, "method_not_allowed", () => call(server, "OPTIONS", "/wallets")],
    ["version 2", 301, "", () => get("/vatoms")],
    ["a path that cannot be decoded", 400, "malformed", () => get("/objects/%zz")],
    ["a path that is not UTF-8", 400, "malformed", () => get("/vatoms/%ff")],
    ["version 2 with an id of 101 characters", 301, "", () => get(`/vatoms/${"a".repeat(101)}`)],
    ["bytes that are not HTTP", 400, "malformed", () => raw("nonsense\r\n\r\n")],
    ["an invalid method", 400, "malformed", () => raw(`GETT / HTTP/1.1\r\n${fields}\r\n`)],
    [
      "header fields that are too large",
      431,
      "headers_too_large",
      () => raw(`GET / HTTP/1.1\r\nA: ${"a".repeat(20_000)}\r\n\r\n`),
    ],
    ["no Host", 400, "malformed", () => raw("GET / HTTP/1.1\r\nConnection: close\r\n\r\n")],
    ["an expectation", 404, "no_such_endpoint", () => raw(`GET /nowhere HTTP/1.1\r\nExpect: wonders\r\n${fields}\r\n`)],
  ];

  describe("of callers without a credential", () => {
    it("are counted and sent with each kind of answer, and refuse each kind when none is left", async () => {
      let left = 50;
      for (const [what, status, reason, ask] of STRANGERS) {
        const answer = await ask();
        const { details } = (answer.body as { error?: { details: { reason: string }[] } }).error ?? {};
        expect([what, answer.status, details?.[0]?.reason ?? ""]).toEqual([what, status, reason]);
        const reset = server.clock.now / 1_000 + 1;
        expect([what, limitsOf(answer)]).toEqual([what, { limit: 50, remaining: --left, reset }]);
        expect(answer.headers.get("x-request-id"), what).toMatch(/^[0-9a-f-]{36}$/);
        expect(answer.headers.get("cache-control"), what).toBe("no-store");
      }
      while (left > 0) expect(limitsOf(await get("/nothing")).remaining).toBe(--left);
      server.clock.now += 500;
      for (const [what, , , ask] of STRANGERS) {
        const { status, headers, body } = await ask();
        expect([what, status, headers.get("retry-after")]).toEqual([what, 429, "1"]);
        expect([what, body]).toEqual([
          what,
          { error: "rate_limit_exceeded", message: "the limit is 50 requests in 1 s: wait for 1 s", retry_after: 1 },
        ]);
        expect([what, limitsOf({ headers })]).toEqual([
          what,
          { limit: 50, remaining: 0, reset: server.clock.now / 1_000 + 0.5 },
        ]);
      }
      // A client with a credential at the same address has limits of its own.
      expect((await get("/wallets", ada!.headers)).status).toBe(200);
      server.clock.now += 499;
      expect((await get("/nothing")).status).toBe(429);
      server.clock.now += 1;
      expect(limitsOf(await get("/nothing")).remaining).toBe(49);
    });

    it("are refused as problem details if the client asks for those", async () => {
      for (let i = 0; i < 50; i++) await get("/nothing");
      const { headers, body } = await get("/nothing", { accept: "application/problem+json" });
      expect(headers.get("content-type")).toContain("application/problem+json");
      expect(body).toMatchObject({ status: 429, title: "Too Many Requests", retry_after: 1 });
    });

    it("count sign-in requests separately, even malformed or too large ones", async () => {
      const headers = { "content-type": "text/plain" };
      const otp = (init: object) => call(server, "POST", "/auth/otp", init);
      const asked = [
        { body: { email: "eve@example.com" } },
        { body: {} },
        { headers, body: 1 },
        { body: "x".repeat(1_048_577) },
      ];
      const answers = [];
      for (const init of asked) answers.push(await otp(init));
      expect(answers.map(({ status }) => status)).toEqual([202, 400, 415, 413]);
      expect(answers.map((answer) => limitsOf(answer).remaining)).toEqual([4, 3, 2, 1]);
      await call(server, "POST", "/auth/login", { body: { email: "eve@example.com", otp: "000000", nonce: NO_NONCE } });
      expect((await otp({ body: { email: "eve@example.com" } })).status).toBe(429);
      expect((await get("/nothing")).status).toBe(404);
    });

    it("are sent with a preflight, which does not count", async () => {
      await get("/nothing");
      for (let i = 0; i < 60; i++) {
        const headers = { origin: ORIGIN, "access-control-request-method": "GET" };
        const answer = await call(server, "OPTIONS", "/wallets", { headers });
        expect([answer.status, limitsOf(answer).remaining]).toEqual([204, 49]);
      }
    });

    it("are not sent with requests that do not count", async () => {
      for (const path of ["/livez", "/readyz", "/metrics"]) {
        const { status, headers } = await get(path);
        expect([path, status, headers.get("x-ratelimit-limit")]).toEqual([path, 200, null]);
      }
    });
  });

  describe("of an organization", () => {
    const unsigned = (headers: Readonly<Record<string, string>>) =>
      call(server, "POST", "/api-keys", { headers, body: { name: "ci" } });

    it("are shared by all its credentials, and by no other organization", async () => {
      for (let left = 49; left >= 0; left--) {
        const headers = left % 2 === 0 ? ada!.headers : { "x-api-key": key };
        expect(limitsOf(await get("/wallets", headers)).remaining).toBe(left);
      }
      expect((await get("/wallets", ada!.headers)).status).toBe(429);
      expect((await get("/wallets", { "x-api-key": key })).status).toBe(429);
      expect(limitsOf(await get("/wallets", ben!.headers)).remaining).toBe(49);
      expect(limitsOf(await unsigned(ada!.headers)).limit).toBe(10);
    });

    it("count requests refused for content or permission, and not those over the limit", async () => {
      const bad = () => sign(server, ada!, "POST", "/api-keys", { body: { name: 1 } });
      const forbidden = () =>
        call(server, "POST", "/api-keys", { headers: { "x-api-key": key }, body: { name: "ci" } });
      const answers = [await unsigned(ada!.headers), await bad(), await forbidden()];
      expect(answers.map(({ status }) => status)).toEqual([401, 400, 403]);
      expect(answers.map((answer) => limitsOf(answer).remaining)).toEqual([9, 8, 7]);
      for (let left = 6; left >= 0; left--) expect(limitsOf(await unsigned(ada!.headers)).remaining).toBe(left);
      for (let i = 0; i < 5; i++) expect((await unsigned(ada!.headers)).status).toBe(429);
      server.clock.now += 1_000;
      expect(limitsOf(await unsigned(ada!.headers)).remaining).toBe(9);
    });

    it("show the minute if it has fewer requests left, and are enforced as shown", async () => {
      const start = server.clock.now;
      for (let second = 0; second < 5; second++, server.clock.now += 1_000) {
        for (let i = 0; i < 10; i++) await unsigned(ada!.headers);
      }
      // The minute and the second have the same number left. The headers show the longer window.
      const reset = server.clock.now / 1_000 + 60;
      expect(limitsOf(await unsigned(ada!.headers))).toEqual({ limit: 60, remaining: 9, reset });
      for (let left = 8; left >= 0; left--) expect(limitsOf(await unsigned(ada!.headers)).remaining).toBe(left);
      const refused = await unsigned(ada!.headers);
      expect([limitsOf(refused), refused.headers.get("retry-after")]).toEqual([
        { limit: 60, remaining: 0, reset },
        "55",
      ]);
      server.clock.now = start + 59_999;
      expect((await unsigned(ada!.headers)).status).toBe(429);
      server.clock.now += 1;
      expect((await unsigned(ada!.headers)).status).toBe(401);
    });

    it("may be its own; if they cannot be read, every request fails", async () => {
      const { accounts } = server.parts.database.across;
      const set = (limits: string | null) =>
        accounts.updateTable("organization").set({ limits }).where("log", "=", ben!.log).execute();
      await set('{"reads":{"second":2}}');
      expect(limitsOf(await get("/wallets", ben!.headers))).toMatchObject({ limit: 2, remaining: 1 });
      await get("/wallets", ben!.headers);
      expect((await get("/wallets", ben!.headers)).status).toBe(429);
      await set('{"reads":2}');
      const failed = await get("/wallets", ben!.headers);
      expect([failed.status, limitsOf(failed)]).toMatchObject([500, { limit: 50, remaining: 49 }]);
      expect(JSON.stringify(failed.body)).not.toContain("limits");
      expect(server.logged.join("\n")).toContain("bad_limits");
      await set(null);
      expect(limitsOf(await get("/wallets", ben!.headers))).toMatchObject({ limit: 50, remaining: 47 });
    });
  });

  it("of codes for a mail address are sent in the same form", async () => {
    server.clock.now = NOW + 3_600_000;
    const email = "codes@example.com";
    const ask = () => call(server, "POST", "/auth/otp", { body: { email } });
    const first = server.clock.now;
    for (let i = 0; i < 5; i++, server.clock.now += 1_500) expect((await ask()).status).toBe(202);
    const refused = await ask();
    const wait = Math.ceil((first + 900_000 - server.clock.now) / 1_000);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, String(wait)]);
    expect(refused.body).toEqual({
      error: "rate_limit_exceeded",
      message: `your network had 5 codes sent to this mailbox: wait for ${wait} s`,
      retry_after: wait,
    });
    expect(limitsOf(refused)).toEqual({ limit: 5, remaining: 0, reset: (first + 6_000 + 900_000) / 1_000 });
    server.clock.now = first + 899_999;
    expect((await ask()).status).toBe(429);
    server.clock.now += 1;
    expect((await signIn(server, email)).expires_in).toBe(900);
  });
});
