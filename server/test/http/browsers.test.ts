import { describe, expect, it } from "vitest";
import { call, owner, startServer, NO_NONCE } from "../harness.ts";
import { GROUPS } from "../../src/foundation/limitGroups.ts";
import { store } from "../files/files.ts";

const [ORIGIN, OTHER, EVIL] = ["https://app.example", "http://localhost:5173", "https://evil.example"];

type Components = Readonly<Record<"parameters" | "securitySchemes", Record<string, { name?: string }>>>;

const server = await startServer(
  { CORS_ORIGINS: `${ORIGIN}, ${OTHER}`, PUBLIC_URL: "https://api.example" },
  { groups: GROUPS },
);
const client = await owner(server, "ada@example.com");

const get = (path: string, headers: Record<string, string>) => call(server, "GET", path, { headers });
const listOf = (text: string | null): string[] => (text ?? "").split(/, */);

describe("a cross-origin request", () => {
  it.each([ORIGIN, OTHER])("from %s has a preflight that needs no credential", async (origin) => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const { status, headers } = await call(server, "OPTIONS", "/wallets/register", {
        headers: {
          origin,
          "access-control-request-method": method,
          "access-control-request-headers": "anchorlog-action,authorization,content-digest,content-type",
        },
      });
      expect(status).toBe(204);
      expect(headers.get("access-control-allow-origin")).toBe(origin);
      expect(headers.get("access-control-allow-credentials")).toBe(null);
      expect(listOf(headers.get("access-control-allow-methods"))).toContain(method);
      // All header fields of the document, of signed content and of traces.
      const { parameters, securitySchemes } = server.document.components as unknown as Components;
      const named = [...Object.values(parameters), ...Object.values(securitySchemes)].flatMap((one) => one.name ?? []);
      expect(named).toContain("If-Range");
      const others = ["Authorization", "Content-Digest", "Content-Type", "traceparent", "tracestate"];
      expect(listOf(headers.get("access-control-allow-headers")).toSorted()).toEqual([...named, ...others].toSorted());
    }
  });

  it("from an allowed origin may read answers and refusals", async () => {
    const answers = [
      [200, await get("/wallets", { ...client.headers, origin: ORIGIN })],
      [401, await get("/wallets", { origin: ORIGIN })],
      [401, await call(server, "POST", "/api-keys", { headers: { ...client.headers, origin: ORIGIN }, body: {} })],
      [404, await get("/nothing", { origin: ORIGIN })],
      [400, await get("/objects/%zz", { origin: ORIGIN })],
      [301, await get("/vatoms", { origin: ORIGIN })],
    ] as const;
    for (const [status, answer] of answers) {
      expect(answer.status).toBe(status);
      expect(answer.headers.get("access-control-allow-origin")).toBe(ORIGIN);
      const exposed = listOf(answer.headers.get("access-control-expose-headers"));
      expect(exposed).toEqual(expect.arrayContaining(["ETag", "Retry-After", "WWW-Authenticate", "X-RateLimit-Reset"]));
      expect(listOf(answer.headers.get("vary"))).toContain("Origin");
    }
    for (let i = 0; i < 60; i++) await get("/nothing", {});
    const refused = await get("/nothing", { origin: ORIGIN });
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([429, ORIGIN]);
    server.clock.now += 1_000;
  });

  it("from an allowed origin may read each documented header", async () => {
    // Headers that the Fetch standard lets pages read by default.
    const open = ["Cache-Control", "Content-Language", "Content-Length", "Content-Type", "Expires", "Last-Modified"];
    // Headers for the browser itself, and for the connection.
    const unread = /^(access-control-|connection$|cross-origin-|date$|keep-alive$|origin-agent|referrer-policy$|vary$)/;
    const guards =
      /^(content-security-policy|strict-transport-security|x-(content|dns|download|frame|permitted|xss).*)$/;
    const documented = Object.values(server.document.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ responses }) => Object.values(responses)),
    );
    const shared = Object.values(server.document.components["responses"]!);
    const named = [...documented, ...shared].flatMap(({ headers }) => Object.keys(headers ?? {}));
    expect(new Set(named).size).toBeGreaterThan(10);
    const { body } = await store(server, client, "abc");
    const headers = { ...client.headers, origin: ORIGIN };
    const answers = [
      await get(`/storage/files/${body.id}/content`, { ...headers, range: "bytes=0-1" }),
      await get("/objects?offset=0", headers),
      await call(server, "DELETE", "/auth/otp", { headers }),
      await get("/vatoms", headers),
    ];
    expect(answers.map(({ status }) => status)).toEqual([206, 200, 405, 301]);
    const sent = answers.flatMap((answer) => [...answer.headers.keys()]);
    const readable = [...open, ...listOf(answers[0]!.headers.get("access-control-expose-headers"))];
    const known = new Set(readable.map((name) => name.toLowerCase()));
    const all = new Set([...named, ...sent].map((name) => name.toLowerCase()));
    expect([...all].filter((name) => !known.has(name) && !unread.test(name) && !guards.test(name))).toEqual([]);
  });

  it.each([EVIL, "null", `${ORIGIN}.evil.example`, ORIGIN.toUpperCase(), "https://app.example:8443"])(
    "from %s may not read the answer",
    async (origin) => {
      const headers = { origin, "access-control-request-method": "GET" };
      const preflight = await call(server, "OPTIONS", "/wallets", { headers });
      const answer = await get("/wallets", { ...client.headers, origin });
      expect([preflight.status, answer.status]).toEqual([405, 200]);
      for (const { headers: got } of [preflight, answer]) {
        expect([...got.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
        expect(listOf(got.get("vary"))).toContain("Origin");
      }
    },
  );

  it("is never allowed if no origin is configured", async () => {
    const closed = await startServer({}, { groups: GROUPS });
    const headers = { origin: ORIGIN, "access-control-request-method": "GET" };
    expect((await call(closed, "OPTIONS", "/wallets", { headers })).status).toBe(405);
  });
});

it("tells browsers not to render or cache answers", async () => {
  for (const answer of [
    await get("/wallets/me", client.headers),
    await get("/nothing", {}),
    await get("/objects/%zz", {}),
    await call(server, "POST", "/auth/login", { body: { email: "ada@example.com", otp: "000000", nonce: NO_NONCE } }),
  ]) {
    const { headers } = answer;
    expect(headers.get("content-security-policy")).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}/);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-powered-by")).toBe(null);
  }
});
