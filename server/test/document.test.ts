import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createConfig, lintFromString, type Config } from "@redocly/openapi-core";
import fastify, { type FastifyInstance } from "fastify";
import { Type } from "typebox";
import { describe, expect, it, vi } from "vitest";
import { readConfig } from "../src/foundation/config.ts";
import { registerDocument } from "../src/http/document.ts";
import { REASONS } from "../src/http/reasons.ts";
import { serializerOf } from "../src/http/serialize.ts";
import { RENAMES } from "../src/http/v2.ts";
import { createContract, type Document, type Operation } from "./contract.ts";
import { call, owner, sign, startServer, type Answer, type Refused } from "./harness.ts";

/** The schemas of all answers of the server. */
const answers: { readonly of: string; readonly schema: object }[] = [];
const collect = (message: unknown): void => {
  const { fastify: app } = message as { fastify: FastifyInstance };
  app.addHook("onRoute", ({ method, url, schema }) => {
    for (const [status, answer] of Object.entries((schema?.response ?? {}) as Record<string, object>))
      answers.push({ of: `${String(method)} ${url}, ${status}`, schema: answer });
  });
};
subscribe("fastify.initialization", collect);
const server = await startServer();
unsubscribe("fastify.initialization", collect);
const { body: document } = await call<Document>(server, "GET", "/openapi.json");
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
);

const of = (method: string, path: string): Operation => document.paths[path]![method]!;

describe("the OpenAPI document", () => {
  it("is the document that the test client checks all answers against", () => {
    expect(document).toEqual(server.document);
  });

  it("uses only formats that the server knows", async () => {
    const warned = vi.spyOn(console, "warn");
    const { headers } = await owner(server, "formats@example.com");
    expect(await call(server, "GET", "/wallets/me", { headers })).toMatchObject({ status: 200 });
    expect(warned.mock.calls).toEqual([]);
    warned.mockRestore();
  });

  it("has only schemas of answers that the server can serialize", () => {
    expect(answers.length).toBeGreaterThan(100);
    for (const { of: operation, schema } of answers) {
      const { content } = schema as { content?: Record<string, { schema: object }> };
      for (const one of content === undefined ? [schema] : Object.values(content).map((typed) => typed.schema))
        expect(() => serializerOf(one), operation).not.toThrow();
    }
    expect(() => serializerOf({ type: "string", pattern: 1 })).toThrow("pattern must be string");
  });

  it("passes Redocly's recommended rules", async () => {
    // The document's old path answers only with a redirection: see below.
    const rules = { "operation-2xx-response": "off" };
    // The compiler takes a second for the parameter's own type.
    const create = createConfig as unknown as (config: object) => Promise<Config>;
    const config = await create({ extends: ["recommended"], rules });
    const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: "openapi.json", config });
    const told = problems.map(({ severity, ruleId, location }) => [severity, ruleId, location[0]?.pointer]);
    expect(told).toEqual([]);
    const { "/wallets": wallets } = document.paths;
    const broken = { ...document, paths: { "/wallets": { get: { ...wallets!["get"], responses: {} } } } };
    expect(await lintFromString({ source: JSON.stringify(broken), absoluteRef: "openapi.json", config })).not.toEqual(
      [],
    );
  });

  it("gives no schema the name of a built-in TypeScript type", () => {
    const folder = new URL("../../node_modules/@typescript/", import.meta.url);
    const compiler = readdirSync(folder).find((name) => existsSync(new URL(`${name}/lib/lib.dom.d.ts`, folder)));
    const library = readdirSync(new URL(`${compiler}/lib/`, folder)).filter((name) => /^lib\..*\.d\.ts$/.test(name));
    const own = new Set(
      library.flatMap((name) =>
        Array.from(
          readFileSync(new URL(`${compiler}/lib/${name}`, folder), "utf8").matchAll(
            /^(?:declare )?(?:interface|type|var|class|namespace) (\w+)/gm,
          ),
          ([, declared]) => declared!,
        ),
      ),
    );
    expect([own.has("File"), own.has("Object"), own.has("Record")]).toEqual([true, true, true]);
    expect(Object.keys(document.components["schemas"]!).filter((name) => own.has(name))).toEqual([]);
  });

  it("describes the parameters, errors and rate-limit headers of each operation", () => {
    for (const { method, path, responses, ...operation } of operations) {
      const where = `${method} ${path}`;
      expect(operation, where).toMatchObject({
        operationId: expect.any(String),
        summary: expect.any(String),
        description: expect.stringMatching(/\.$/),
      });
      expect(operation.tags, where).not.toEqual([]);
      for (const tag of operation.tags)
        expect(
          document.tags.map(({ name }) => name),
          where,
        ).toContain(tag);
      expect(operation.security, where).toBeInstanceOf(Array);
      expect(
        Object.keys(responses).some((status) => status.startsWith("2")),
        where,
      ).toBe(!operation.tags.includes("Version 2"));
      for (const status of ["400", "500", "503"]) expect(responses, where).toHaveProperty(status);
      for (const [status, answer] of Object.entries(responses).filter(([code]) => code < "300")) {
        expect("X-RateLimit-Remaining" in (answer["headers"] as object), `${where} ${status}`).toBe("429" in responses);
      }
      for (const { example } of Object.values(operation.requestBody?.content ?? {}))
        expect(example, where).toBeDefined();
    }
  });

  it("distinguishes public, authenticated and signed operations", () => {
    expect(of("post", "/auth/otp")).toMatchObject({ security: [] });
    expect(of("post", "/auth/otp").responses).not.toHaveProperty("403");
    expect(of("get", "/wallets").security).toEqual([{ token: [] }, { apiKey: [] }]);
    expect(of("get", "/wallets").responses).toHaveProperty("403");
    expect(of("get", "/wallets").responses).not.toHaveProperty("409");
    const [byToken, byKey] = [
      { token: [], signature: [] },
      { apiKey: [], signature: [] },
    ];
    expect(of("post", "/templates")).toMatchObject({
      security: [byToken, byKey],
      parameters: [{ $ref: "#/components/parameters/IdempotencyKey" }],
      description: expect.stringMatching(
        /The credential needs the permission `issue`\. Signed by a registered wallet with a role that allows `issue`\.$/,
      ),
    });
    // Routes for accounts accept no API key. Routes that accept a signed body do not require a signed header.
    expect(of("post", "/api-keys").security).toEqual([byToken]);
    expect(of("post", "/organizations/switch").security).toEqual([{ token: [] }]);
    for (const [method, path] of [
      ["post", "/objects"],
      ["put", "/objects/{id}"],
      ["post", "/ebus/execute"],
      ["post", "/ebus/actions/batch"],
    ] as const)
      expect(of(method, path).security).toEqual([byToken, byKey, { token: [] }, { apiKey: [] }]);
    for (const status of ["401", "403", "404", "409", "413", "415", "422"]) {
      expect(of("delete", "/api-keys/{id}").responses).toHaveProperty(status);
    }
  });

  it("lists the request headers that are read and the response headers that are sent", () => {
    const fieldsOf = (method: string, path: string) =>
      (of(method, path).parameters ?? []).flatMap(({ $ref, name }) => (name === undefined ? [String($ref)] : []));
    const answered = (method: string, path: string, status: string) =>
      Object.keys(of(method, path).responses[status]!["headers"] as object).filter((name) => !name.startsWith("X-"));
    const field = (name: string) => `#/components/parameters/${name}`;
    for (const method of ["put", "patch"])
      expect(fieldsOf(method, "/objects/{id}")).toEqual([field("IdempotencyKey"), field("IfMatch")]);
    expect(of("put", "/objects/{id}").responses).toHaveProperty("412");
    expect(fieldsOf("get", "/objects/{id}")).toEqual([field("IfNoneMatch")]);
    expect([answered("get", "/objects/{id}", "200"), answered("get", "/objects/{id}", "304")]).toEqual([
      ["ETag"],
      ["ETag"],
    ]);
    expect(answered("get", "/objects/{id}/proof", "200")).toEqual(["ETag", "Anchorlog-State"]);
    expect(fieldsOf("get", "/storage/files/{id}/content")).toEqual([field("Range"), field("IfRange")]);
    for (const path of ["/objects", "/templates", "/ebus/action-logs"])
      expect(answered("get", path, "200")).toEqual(["Deprecation"]);
    expect(answered("get", "/webhooks", "200")).toEqual([]);
    const moved = ["Location", "Deprecation", "Sunset", "Link"];
    expect([answered("get", "/vatoms", "301"), answered("post", "/user/login", "301")]).toEqual([moved, moved]);
  });

  it("explains how to start, sign and retry, and lists all errors", () => {
    const { description } = document.info;
    for (const word of ["HttpRequest", "zero-knowledge", "Idempotency-Key", "problem+json", "2026-06-30"])
      expect(`${description} ${JSON.stringify(document.components["securitySchemes"])}`).toContain(word);
    for (const [method, path, successor] of RENAMES)
      expect(description).toContain(`\`${method} ${path}\` is \`${successor}\``);
    for (const reason of Object.keys(REASONS)) expect(description).toContain(`| \`${reason}\` |`);
    expect(description).toContain("| 2000 | `POST /ebus/execute`");
  });

  it("has a maximum length for each list of unique items", () => {
    const lists: object[] = [];
    JSON.stringify(document, (_, part: unknown) => {
      if (Object(part).uniqueItems === true) lists.push(part as object);
      return part;
    });
    expect(lists.length).toBeGreaterThan(2);
    for (const list of lists) expect(list).toHaveProperty("maxItems");
  });

  it("has each shared schema once, by name", () => {
    expect(Object.keys(document.components["schemas"]!)).toEqual(
      expect.arrayContaining(["Receipt", "Wallet", "ApiKey", "TokenPair", "Envelope", "Problem", "RateLimited"]),
    );
    expect(JSON.stringify(document.paths)).not.toContain("The entry, 267 bytes.");
  });
});

describe("the test client", () => {
  const assertHeld = (method: string, path: string, answer: Answer) => () => server.holds(method, path, answer);

  it("refuses answers that do not match the document", async () => {
    const client = await owner(server, "ada@example.com");
    const { headers } = client;
    const wallets = await call<{ items: object[] }>(server, "GET", "/wallets?limit=1", { headers });
    const [wallet] = wallets.body.items;
    const held = (answer: Partial<Answer>) => assertHeld("GET", "/wallets?limit=1", { ...wallets, ...answer });
    expect(held({})).not.toThrow();
    expect(held({ status: 201 })).toThrow("not among the documented answers");
    expect(held({ status: 404 })).toThrow("not among the documented answers");
    expect(held({ body: { ...wallets.body, items: [{ ...wallet, role: "king" }] } })).toThrow("not as documented");
    expect(held({ body: { ...wallets.body, next: undefined } })).toThrow("not as documented");
    const without = new Headers(wallets.headers);
    without.delete("x-request-id");
    expect(held({ headers: without })).toThrow("without X-Request-Id");
    const wrong = new Headers(wallets.headers);
    wrong.set("x-ratelimit-remaining", "-1");
    expect(held({ headers: wrong })).toThrow("X-RateLimit-Remaining is not as documented");
    const text = new Headers(wallets.headers);
    text.set("content-type", "text/html");
    expect(held({ headers: text })).toThrow("text/html is not among");
    const made = await sign(server, client, "POST", "/api-keys", { body: { name: "x" } });
    const { x_receipt: _, ...unreceipted } = made.body;
    expect(assertHeld("POST", "/api-keys", { ...made, body: unreceipted })).toThrow("x_receipt");
  });

  it("expects errors in the envelope, and 404 for paths without an operation", async () => {
    const refused = await call<object>(server, "GET", "/wallets");
    expect(refused.status).toBe(401);
    const other = { ...refused, body: { ...refused.body, x_request_id: "b1946ac9-2490-4d2e-8f0c-3f2b5e1a7c11" } };
    expect(assertHeld("GET", "/wallets", other)).toThrow("two request ids");
    expect(assertHeld("GET", "/wallets", { ...refused, body: { message: "no" } })).toThrow("not as documented");
    const problem = await call(server, "GET", "/wallets", { headers: { accept: "application/problem+json" } });
    expect(problem.body).toMatchObject({ type: "/reasons#no_credential", status: 401, title: "Unauthorized" });
    for (const accept of ["application/problem+json;q=0", "application/json, application/problem+json;q=0.9"]) {
      expect((await call(server, "GET", "/wallets", { headers: { accept } })).body).toHaveProperty("error");
    }
    const nowhere = await call<Refused>(server, "GET", "/nowhere?secret=1");
    expect([nowhere.status, nowhere.body.error.message]).toEqual([
      404,
      "GET /nowhere does not exist. /openapi.json lists all routes",
    ]);
    expect(assertHeld("GET", "/nowhere", { ...nowhere, status: 200 })).toThrow("no such operation");
    expect(assertHeld("GET", "/nowhere", { ...nowhere, body: {} })).toThrow("not as documented");
  });

  it("repeats its first failure to a client that would retry", async () => {
    const { heldFetch } = createContract({ ...server.document, paths: {} });
    const get = (path: string) => heldFetch(new Request(server.url + path));
    expect((await get("/nowhere")).status).toBe(404);
    await expect(get("/livez")).rejects.toThrow("GET /livez, 200: the document has no such operation");
    await expect(get("/nowhere")).rejects.toThrow("GET /livez, 200");
  });
});

it("the document is refused if two schemas have the same title", async () => {
  const app = fastify();
  await registerDocument(app, readConfig({ PUBLIC_URL: "https://api.example" }));
  const shape = (member: string) => Type.Object({ [member]: Type.String() }, { title: "Thing" });
  for (const member of ["a", "b"])
    app.get(`/${member}`, { schema: { response: { 200: shape(member) } } }, async () => ({}));
  await app.ready();
  expect(() => app.swagger()).toThrow("two schemas are titled Thing");
});
