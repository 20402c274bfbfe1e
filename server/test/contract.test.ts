/** The specification of the Platform API, row by row, over HTTP only. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { privateKeyToAccount } from "viem/accounts";
import { GROUPS } from "../src/foundation/limitGroups.ts";
import { ENGINES, environmentOf } from "./engines.ts";
import { call, newestCode, sign, startServer, type Answer, type Client, type TestServer } from "./harness.ts";
import { store } from "./files/files.ts";
import { isSlowSuite } from "../../test/slow.ts";

type Json = Record<string, unknown>;
type Page = { readonly items: readonly Json[]; readonly next: string | null; readonly has_more: boolean };

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const JWT = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) as unknown;
const PAIR = { access_token: JWT, refresh_token: JWT, expires_in: 900 };
const EMAIL = "ada@example.com";
const FRIEND = `0x${"f1".repeat(20)}`;
const WALLET = privateKeyToAccount(`0x${"ad".repeat(32)}`);

describe.each(ENGINES)("the specification over %s", (engine) => {
  let server: TestServer;
  /** A client with a token. */
  let ada: Client;
  let refresh: string;
  let key: string;
  let template: string;
  let object: string;
  let webhook: string;
  beforeAll(async () => {
    server = await startServer({ ...(await environmentOf(engine)), WEBHOOK_ALLOW: "127.0.0.1" }, { groups: GROUPS });
    ada = { headers: {}, wallet: WALLET, log: "" };
  });
  // Each test has a second of its own.
  beforeEach(() => {
    server.clock.now += 1_000;
  });

  const get = <T = Json>(path: string, headers = ada.headers) => call<T>(server, "GET", path, { headers });
  const signed = <T = Json>(method: string, path: string, body: object) => sign<T>(server, ada, method, path, { body });
  const signIn = async (): Promise<void> => {
    const asked = await call<{ nonce: string }>(server, "POST", "/auth/otp", { body: { email: EMAIL } });
    expect(asked.status).toBe(202);
    const { nonce } = asked.body;
    const otp = await newestCode(server, EMAIL);
    const { status, body } = await call<Json>(server, "POST", "/auth/login", { body: { email: EMAIL, otp, nonce } });
    expect([status, body]).toMatchObject([200, PAIR]);
    ada = { ...ada, headers: { authorization: `Bearer ${String(body["access_token"])}` } };
    refresh = body["refresh_token"] as string;
  };
  const done = ({ status, body }: Answer<Json>, as: number, reads: object): void => {
    expect([status, body]).toMatchObject([as, { ...reads, x_receipt: { signature: expect.any(String) as unknown } }]);
  };
  const page = { items: expect.any(Array) as unknown, next: null, has_more: false };

  /** Each endpoint, in an order in which its resources exist. */
  const ENDPOINTS: readonly (readonly [endpoint: string, () => Promise<void>])[] = [
    ["POST /auth/otp, POST /auth/login", signIn],
    [
      "POST /auth/refresh-token",
      async () => {
        const { status, body } = await call<Json>(server, "POST", "/auth/refresh-token", {
          body: { refresh_token: refresh },
        });
        expect([status, body]).toMatchObject([200, PAIR]);
      },
    ],
    [
      "GET /wallets/me",
      async () => {
        const { status, body } = await get<{ organization: { log_name: string } }>("/wallets/me");
        expect([status, body]).toMatchObject([200, { email: EMAIL, role: "owner", account: null }]);
        ada = { ...ada, log: body.organization.log_name };
      },
    ],
    [
      "POST /wallets/register",
      async () => {
        const address = WALLET.address.toLowerCase();
        done(await signed("POST", "/wallets/register", { address: WALLET.address }), 201, { account: { address } });
        expect((await get("/wallets/me")).body).toMatchObject({ account: { address } });
      },
    ],
    [
      "GET /wallets",
      async () => {
        const { status, body } = await get<Page>("/wallets");
        expect([status, body]).toMatchObject([200, { ...page, items: [{ email: EMAIL }] }]);
      },
    ],
    [
      "POST /api-keys",
      async () => {
        const made = await signed<Json & { key: string }>("POST", "/api-keys", { name: "ci", permissions: ["read"] });
        const shown = { id: expect.any(String) as unknown, created_at: expect.stringMatching(ISO) as unknown };
        done(made, 201, { ...shown, name: "ci", key: expect.any(String) });
        expect(await made.repeat()).toMatchObject({ status: 201, body: made.body });
        ({ key } = made.body);
        // Making a key requires a bearer token.
        const withKey = { headers: { "x-api-key": key }, body: { name: "x" } };
        expect((await call(server, "POST", "/api-keys", withKey)).status).toBe(403);
        expect((await get("/wallets", { "x-api-key": key })).status).toBe(200);
      },
    ],
    [
      "POST /templates",
      async () => {
        const made = await signed<{ id: string }>("POST", "/templates", { name: "ticket" });
        done(made, 201, { name: "ticket", version: 1 });
        template = made.body.id;
      },
    ],
    [
      "GET /templates",
      async () => {
        const { status, body } = await get<Page>("/templates");
        expect([status, body]).toMatchObject([200, { ...page, items: [{ id: template, name: "ticket" }] }]);
      },
    ],
    [
      "POST /objects",
      async () => {
        const made = await signed<{ id: string }>("POST", "/objects", { template_id: template, properties: { a: 1 } });
        done(made, 201, { template_id: template, version: 1, properties: { a: 1 } });
        object = made.body.id;
      },
    ],
    [
      "PUT /objects/*",
      async () => {
        const changed = await signed("PUT", `/objects/${object}`, { properties: { a: 2 } });
        done(changed, 200, { id: object, version: 2, properties: { a: 2 } });
      },
    ],
    [
      "GET /objects/:id",
      async () => {
        const { status, body } = await get(`/objects/${object}`);
        expect([status, body]).toMatchObject([200, { id: object, version: 2, state: "active" }]);
      },
    ],
    [
      "GET /objects",
      async () => {
        await signed("POST", "/objects", { template_id: template, id: "second" });
        const first = (await get<Page>("/objects?limit=1")).body;
        expect(first).toMatchObject({ items: [{ id: "second" }], next: expect.any(String), has_more: true });
        const last = (await get<Page>(`/objects?limit=1&next=${first.next}`)).body;
        expect(last).toMatchObject({ ...page, items: [{ id: object }] });
      },
    ],
    [
      "POST /ebus/execute",
      async () => {
        const moved = await signed("POST", "/ebus/execute", { action: { transfer: { id: "second", to: FRIEND } } });
        done(moved, 200, { status: "completed", object: { id: "second", owner: FRIEND } });
      },
    ],
    [
      "POST /ebus/actions/batch",
      async () => {
        const actions = ["b1", "b2"].map((id) => ({ mint: { template_id: template, id } }));
        const { status, body } = await signed("POST", "/ebus/actions/batch", { actions });
        expect([status, body]).toMatchObject([200, { items: [{ object: { id: "b1" } }, { object: { id: "b2" } }] }]);
      },
    ],
    [
      "GET /ebus/action-logs",
      async () => {
        const { status, body } = await get<Page>("/ebus/action-logs?object_id=second");
        expect([status, body]).toMatchObject([200, { ...page, items: [{ name: "transfer" }, { name: "mint" }] }]);
      },
    ],
    [
      "GET /indexer/search, GET /indexer/query",
      async () => {
        for (const path of ["/indexer/search?q=ticket", "/indexer/query?filter=a%3D2"]) {
          const { status, body } = await get<Page>(path);
          expect([path, status, body.items.map(({ id }) => id)]).toEqual([
            path,
            200,
            path.includes("query") ? [object] : ["b2", "b1", "second", object],
          ]);
        }
      },
    ],
    [
      "POST /storage/upload",
      async () => {
        const { status, body } = await store(server, ada, "Row 3", "seat.txt");
        expect([status, body]).toMatchObject([201, { name: "seat.txt", size: 5, url: expect.any(String) }]);
      },
    ],
    [
      "POST /webhooks",
      async () => {
        const hook = { name: "ledger", url: "http://127.0.0.1:9/", events: ["object.transfer"] };
        const made = await signed<{ id: string }>("POST", "/webhooks", hook);
        done(made, 201, { ...hook, active: true, secret: expect.any(String) });
        webhook = made.body.id;
      },
    ],
    [
      "PUT /webhooks/*",
      async () => {
        const hook = { name: "off", url: "http://127.0.0.1:9/", events: ["*"], active: false };
        done(await signed("PUT", `/webhooks/${webhook}`, hook), 200, hook);
      },
    ],
  ];
  it.each(ENDPOINTS)("the endpoint %s works", (_endpoint, check) => check());

  /** Rules for pages, errors and credentials, for any endpoint. */
  const RULES: readonly (readonly [rule: string, () => Promise<void>])[] = [
    [
      "a page follows the cursor of the page before, up to the limit",
      async () => {
        const seen: unknown[] = [];
        for (let next: string | null = ""; next !== null;) {
          const { body }: Answer<Page> = await get<Page>(`/objects?limit=3${next === "" ? "" : `&next=${next}`}`);
          seen.push(...body.items.map(({ id }) => id));
          ({ next } = body);
        }
        expect(seen).toEqual(["b2", "b1", "second", object]);
      },
    ],
    [
      "a page has items, next and has_more",
      async () => {
        for (const path of ["/objects", "/templates", "/wallets", "/ebus/action-logs", "/indexer/query"])
          expect(Object.keys((await get(path)).body), path).toEqual(
            expect.arrayContaining(["items", "next", "has_more"]),
          );
      },
    ],
    [
      "offset with total is deprecated",
      async () => {
        const { headers, body } = await get("/objects?offset=1&limit=2");
        expect(body).toMatchObject({ items: [{ id: "b1" }, { id: "second" }], total: 4 });
        expect(headers.get("deprecation")).toMatch(/^@[0-9]+$/);
      },
    ],
    [
      "a page has a default size and a largest size",
      async () => {
        expect((await get("/objects?limit=100")).status).toBe(200);
        for (const limit of ["0", "101", "x"]) expect((await get(`/objects?limit=${limit}`)).status).toBe(400);
      },
    ],
    [
      "an unknown object gets 404 in the error envelope",
      async () => {
        const { status, headers, body } = await get("/objects/nothing");
        expect([status, body]).toEqual([
          404,
          {
            error: {
              code: 404,
              message: "object nothing does not exist",
              details: [{ field: "id", reason: "not_found" }],
              docs: "/reasons#not_found",
            },
            x_request_id: headers.get("x-request-id"),
          },
        ]);
      },
    ],
    [
      "no error has the form of version 2",
      async () => {
        for (const answer of [await get("/wallets", {}), await get("/nowhere"), await get("/objects?limit=x")])
          expect(answer.body).toEqual({ error: expect.any(Object), x_request_id: expect.any(String) });
      },
    ],
    [
      "a token or an API key is enough, and credentials of version 2 are ignored",
      async () => {
        expect((await get("/objects")).status).toBe(200);
        expect((await get("/objects", { "x-api-key": key })).status).toBe(200);
        expect((await get("/objects", { "App-Id": "1", "App-Secret": "2" })).status).toBe(401);
      },
    ],
  ];
  it.each(RULES)("the rule holds: %s", (_rule, check) => check());

  /** The last member is the number of requests that one request counts for. */
  type Group = readonly [
    group: string,
    minute: number | undefined,
    second: number,
    () => Promise<Answer>,
    each: number,
  ];
  const nothing = (id: number) => ({ transfer: { id: `none-${id}`, to: FRIEND } });
  const unsigned = (method: string, path: string) => call(server, method, path, { headers: ada.headers, body: {} });
  /** As specified. Requests refused for their content or a missing signature count as well. */
  const LIMITS: readonly Group[] = [
    ["Reads", 300, 50, () => get("/templates"), 1],
    ["Writes", 60, 10, () => unsigned("POST", "/objects"), 1],
    [
      "Event Bus",
      undefined,
      2_000,
      () => signed("POST", "/ebus/actions/batch", { actions: Array.from({ length: 500 }, (_, i) => nothing(i)) }),
      500,
    ],
    ["Search / Indexer", 120, 20, () => get("/indexer/query"), 1],
    ["Storage uploads", 30, 5, () => unsigned("POST", "/storage/upload"), 1],
    ["Webhooks management", 30, 5, () => unsigned("PUT", `/webhooks/${webhook}`), 1],
  ];
  const standing = ({ headers }: Answer) =>
    ["limit", "remaining"].map((name) => Number(headers.get(`x-ratelimit-${name}`)));

  it("has the same limits as the server", () => {
    const { reads, writes, bus, search, uploads, webhooks } = GROUPS;
    const limits = LIMITS.map(([, minute, second]) => (minute === undefined ? { second } : { minute, second }));
    expect(limits).toEqual([reads, writes, bus, search, uploads, webhooks]);
  });

  it.each(LIMITS)("limits %s to %s in a minute and %i in a second", async (group, minute, second, ask, each) => {
    server.clock.now += 60_000;
    const begin = server.clock.now;
    const refused = async (limit: number): Promise<void> => {
      const { status, headers, body } = await ask();
      const wait = Number(headers.get("retry-after"));
      expect([status, headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining")]).toEqual([
        429,
        String(limit),
        "0",
      ]);
      expect(body).toEqual({
        error: "rate_limit_exceeded",
        message: expect.stringContaining(String(limit)),
        retry_after: wait,
      });
      const reset = Number(headers.get("x-ratelimit-reset")) * 1_000;
      expect(reset).toBeGreaterThanOrEqual(server.clock.now + 1_000 * (wait - 1));
    };
    for (let left = second - each; left >= 0; left -= each) expect(standing(await ask())).toEqual([second, left]);
    await refused(second);
    // No other group counts it.
    const [, , otherSecond, askOther] = LIMITS[group === "Reads" ? 1 : 0]!;
    expect(standing(await askOther())).toEqual([otherSecond, otherSecond - 1]);
    // The slow suite uses up the minute's larger limits as well.
    if (minute === undefined || (minute > 60 && !isSlowSuite)) return;
    for (let taken = second; taken < minute;) {
      server.clock.now += 1_000;
      for (let i = 0; i < second; i++, taken++) expect((await ask()).status).not.toBe(429);
    }
    server.clock.now += 1_000;
    await refused(minute);
    server.clock.now = begin + 60_000;
    expect((await ask()).status).not.toBe(429);
  });
});
