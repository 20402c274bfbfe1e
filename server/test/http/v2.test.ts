import { beforeEach, describe, expect, it } from "vitest";
import { ENGINES, environmentOf } from "../engines.ts";
import { call, startServer, type Refused, type TestServer } from "../harness.ts";
import { GROUPS } from "../../src/foundation/limitGroups.ts";

/** The specification's renames, except GET /templates, whose name stayed. */
const RENAMES = [
  ["GET", "/user/profile", "/wallets/me"],
  ["POST", "/user/login", "/auth/login"],
  ["POST", "/user/register", "/wallets/register"],
  ["GET", "/vatoms", "/objects"],
  ["GET", "/vatoms/obj_7", "/objects/obj_7"],
  ["POST", "/vatoms/obj_7/actions", "/ebus/execute"],
  ["POST", "/user/token/refresh", "/auth/refresh-token"],
  ["GET", "/activity", "/ebus/action-logs"],
  ["POST", "/vatoms/obj_7/transfer", "/ebus/execute"],
] as const;

/** Servers by kind of answer. Those named after an engine redirect. */
const servers = new Map<string, TestServer>();
const serve = async (name: string, env: Record<string, string>): Promise<unknown> =>
  servers.set(name, await startServer({ V2_SUNSET: "2027-03-31", ...env }, { groups: GROUPS }));
for (const engine of ENGINES) await serve(engine, { ...(await environmentOf(engine)), V2_ANSWER: "redirect" });
for (const V2_ANSWER of ["redirect-308", "gone"]) await serve(V2_ANSWER, { V2_ANSWER });
beforeEach(() => {
  for (const { clock } of servers.values()) clock.now += 60_000;
});

describe.each(RENAMES)("%s %s", (method, path, successor) => {
  const headers = { authorization: "Bearer of-v2", "App-Id": "1" };
  const ask = (answer: string, query = "") => call<Refused>(servers.get(answer)!, method, path + query, { headers });
  const notice = {
    deprecation: "@1767225600",
    sunset: "Wed, 31 Mar 2027 00:00:00 GMT",
    link: `<${successor}>; rel="successor-version"`,
  };

  it.each(ENGINES)("over %s redirects to its successor, and keeps the query as it was sent", async (engine) => {
    for (const query of ["", "?", "?limit=5&next=%2B%20+a&b=?/%23"]) {
      const { status, headers: got } = await ask(engine, query);
      expect([status, got.get("location")]).toEqual([301, successor + query]);
      for (const [name, value] of Object.entries(notice)) expect(got.get(name)).toBe(value);
    }
  });

  it("redirects with 308 if its method is not GET", async () => {
    const { status, headers: got } = await ask("redirect-308", "?a");
    expect([status, got.get("location")]).toEqual([method === "GET" ? 301 : 308, `${successor}?a`]);
  });

  it("answers 410 with the name of its successor", async () => {
    const { status, headers: got, body } = await ask("gone");
    expect([status, got.get("location"), body.error.details]).toEqual([
      410,
      null,
      [{ field: "path", reason: "v2_is_gone" }],
    ]);
    expect(body.error.message).toContain(successor.replace("obj_7", ":id"));
    for (const [name, value] of Object.entries(notice)) expect(got.get(name)).toBe(value);
  });
});

describe("a redirect", () => {
  const ask = (method: string, path: string, init = {}) => call(servers.get(ENGINES[0]!)!, method, path, init);

  it.each([
    ["/vatoms/a%2Fb%3F%23%25", "/objects/a%2Fb%3F%23%25"],
    ["/vatoms/%2F%2Fevil.example", "/objects/%2F%2Fevil.example"],
    ["/vatoms/%5C%5Cevil.example", "/objects/%5C%5Cevil.example"],
    ["/v%61toms/a", "/objects/a"],
    ["/vatoms/$&$1", "/objects/$&$1"],
    ["/vatoms/%0d%0aSet-Cookie:a=b", "/objects/%0d%0aSet-Cookie:a=b"],
  ])("of %s stays on this host", async (path, location) => {
    const { status, headers } = await ask("GET", path);
    expect([status, headers.get("location")]).toEqual([301, location]);
    expect(new URL(location, "https://api.example").host).toBe("api.example");
  });

  it.each(["//evil.example/vatoms", "/vatoms//evil.example", "/user", "/vatoms/7/burn", "/vatoms/7/8/transfer"])(
    "does not exist for %s",
    async (path) => {
      const { status, headers } = await ask("GET", path);
      expect([status, headers.get("location")]).toEqual([404, null]);
    },
  );

  it("is the same for HEAD, and reads no body", async () => {
    const head = await ask("HEAD", "/activity?a");
    expect([head.status, head.headers.get("location")]).toEqual([301, "/ebus/action-logs?a"]);
    for (const type of ["application/json", "application/x-www-form-urlencoded", "nonsense"]) {
      const headers = { "content-type": type };
      expect((await ask("POST", "/user/login", { headers, body: "{" })).status).toBe(301);
    }
    expect((await ask("POST", "/user/login", { body: "x".repeat(2_000_000) })).status).toBe(301);
    expect((await ask("DELETE", "/vatoms/7")).status).toBe(405);
  });
});

it("the date of deprecation is not after the date of removal", async () => {
  const server = await startServer({ V2_SUNSET: "2025-06-30" }, { groups: GROUPS });
  const { headers } = await call(server, "GET", "/vatoms");
  expect(headers.get("deprecation")).toBe(`@${Date.UTC(2025, 5, 30) / 1_000}`);
});
