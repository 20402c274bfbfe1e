import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import type { Parts } from "../src/foundation/parts.ts";
import { call, owner, sign, startServer, type Refused } from "./harness.ts";
import { exchange } from "./raw.ts";

/** Called when a stranger's network is looked up, after a request was read and before it is answered. */
let onStranger = (): void => {};
const wrap = (parts: Parts): Parts => {
  const { secrets } = parts;
  const mac: typeof secrets.mac = (purpose, ...rest) => {
    if (purpose === "network") onStranger();
    return secrets.mac(purpose, ...rest);
  };
  return { ...parts, secrets: { ...secrets, mac } };
};
const server = await startServer({}, { wrap });

it.each([
  ["bytes that are not HTTP", "HELLO\r\n\r\n", 400, "malformed"],
  [
    "a length together with chunked coding",
    "POST /auth/otp HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    400,
    "malformed",
  ],
  ["an endless head", `GET / HTTP/1.1\r\nHost: a\r\nA: ${"a".repeat(20_000)}\r\n\r\n`, 431, "headers_too_large"],
  ["CONNECT", "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", 404, "no_such_endpoint"],
  ["a missing Host", "GET /openapi.json HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "malformed"],
  ["a path that is not UTF-8", "GET /api-keys/%ff HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 400, "malformed"],
  [
    "an id that is too long",
    `DELETE /api-keys/${"a".repeat(9_000)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    401,
    "no_credential",
  ],
  [
    "an unknown Expect header",
    "GET /nowhere HTTP/1.1\r\nHost: a\r\nExpect: more\r\nConnection: close\r\n\r\n",
    404,
    "no_such_endpoint",
  ],
  ["the target *", "GET * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 404, "no_such_endpoint"],
  [
    "an unknown route with a malformed Content-Type",
    "POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Type: ;;\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}",
    404,
    "no_such_endpoint",
  ],
])("answers %s in the envelope", async (_name, said, code, reason) => {
  const [answer, ...more] = await exchange(server.url, Buffer.from(said), { end: "never" });
  expect(more).toEqual([]);
  const [method = "", target] = said.split(" ");
  if (target !== undefined) server.holds(method, target, answer!);
  expect(answer).toMatchObject({ status: code, body: { error: { code, details: [{ reason }] } } });
  expect(answer!.headers.get("x-request-id")).toBe((answer!.body as Refused).x_request_id);
});

it("answers a valid request before bytes after it that are not HTTP", async () => {
  const content = JSON.stringify({ email: "ada@example.com" });
  const fields = `Host: a\r\nContent-Type: application/json\r\nContent-Length: ${content.length}`;
  const post = `POST /auth/otp HTTP/1.1\r\n${fields}\r\n\r\n${content}`;
  for (const behind of ["HELLO\r\n\r\n", "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n"]) {
    const answers = await exchange(server.url, Buffer.from(post + behind), { end: "never" });
    expect(answers.map(({ status }) => status)).toEqual([202, behind.startsWith("C") ? 404 : 400]);
  }
});

it.each(["CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", "HELLO\r\n\r\n"])(
  "survives a connection that breaks before %j is answered",
  async (said) => {
    const uncaught: unknown[] = [];
    const hear = (error: unknown): void => void uncaught.push(error);
    process.on("uncaughtException", hear);
    const { port } = new URL(server.url);
    const socket = connect({ host: "127.0.0.1", port: Number(port) });
    socket.write(said);
    await new Promise<void>((resolve) => {
      onStranger = () => {
        onStranger = () => {};
        socket.resetAndDestroy();
        resolve();
      };
    });
    expect((await call(server, "GET", "/nowhere")).status).toBe(404);
    process.off("uncaughtException", hear);
    expect(uncaught).toEqual([]);
  },
);

it("does not log a failure if the sender leaves in the middle of a body", async () => {
  const { port } = new URL(server.url);
  for (const end of ["destroy", "resetAndDestroy"] as const) {
    server.logged.length = 0;
    const socket = connect({ host: "127.0.0.1", port: Number(port) });
    const head = "POST /auth/otp HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n";
    socket.write(`${head}{"email":`);
    const hasArrived = new Promise<void>((resolve) => (onStranger = resolve));
    await hasArrived;
    socket[end]();
    await expect.poll(() => server.logged.join("")).toContain("a client went");
    const levels = server.logged.map((line) => (JSON.parse(line) as { level: number }).level);
    expect(Math.max(...levels)).toBeLessThan(40);
  }
  onStranger = () => {};
});

it("closes the connection of a sender that never ends it", async () => {
  const { port } = new URL(server.url);
  const socket = connect({ host: "127.0.0.1", port: Number(port), allowHalfOpen: true });
  socket.on("error", () => {});
  socket.write("HELLO\r\n\r\n");
  socket.write(Buffer.alloc(1_000_000));
  // The client reads, and keeps its own side open.
  socket.resume();
  await expect
    .poll(() => {
      if (!socket.destroyed) socket.write("more");
      return socket.destroyed;
    })
    .toBe(true);
});

it("accepts only one form of a number in a query", async () => {
  const { headers } = await owner(server, "ada@example.com");
  const statusOf = async (query: string) => (await call(server, "GET", `/api-keys?${query}`, { headers })).status;
  expect(await statusOf("limit=1")).toBe(200);
  expect(await statusOf("limit="), "without a value, as if left out").toBe(200);
  for (const limit of ["1.5", "1e1", "true", "01", "%2B1", "0x1", "1&limit=1", "0", "101"]) {
    expect(await statusOf(`limit=${limit}`), limit).toBe(400);
  }
});

it.each(["application/json", "text/plain", ";;", "multipart/form-data; boundary=x"])(
  "accepts an empty body with the type %s if the route has no body",
  async (type) => {
    const ada = await owner(server, `${type.length}@empty.example`);
    const { body: key } = await sign<{ id: string }>(server, ada, "POST", "/api-keys", { body: { name: type } });
    const headers = { "content-type": type };
    const path = `/api-keys/${key.id}`;
    expect(await sign(server, ada, "DELETE", path, { headers })).toMatchObject({ status: 200 });
    const fields = `Host: a\r\nContent-Type: ${type}\r\nConnection: close`;
    for (const framing of ["Content-Length: 0\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"]) {
      const said = `POST /auth/otp HTTP/1.1\r\n${fields}\r\n${framing}`;
      const [answer] = await exchange(server.url, Buffer.from(said), { end: "never" });
      const isUnreadable = type === ";;" && framing.startsWith("T");
      expect(answer).toMatchObject(
        isUnreadable
          ? { status: 415 }
          : { status: 400, body: { error: { message: "the body is missing", details: [{ field: "body" }] } } },
      );
    }
  },
);

it("answers 404 for an unknown identifier of any form, on every route", async () => {
  const ada = await owner(server, "ids@example.com");
  const asked = Object.entries(server.document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { tags, requestBody }]) =>
      path.includes("{") && !tags.includes("Version 2") ? [{ path, method: method.toUpperCase(), requestBody }] : [],
    ),
  );
  expect(asked.length).toBeGreaterThan(20);
  for (const { path, method, requestBody } of asked) {
    for (const id of ["none", "0x1", "a'b", "key_0", "%C3%A9", "a".repeat(101)]) {
      const target = path.replaceAll(/\{[^}]+\}/g, id);
      const body = requestBody?.content["application/json"]?.example;
      const answer =
        method === "GET"
          ? await call<Refused>(server, method, target, { headers: ada.headers })
          : await sign<Refused>(server, ada, method, target, { body });
      expect([method, target, answer.status]).toEqual([method, target, 404]);
      if (path.startsWith("/tile/")) continue;
      expect(answer.body.error.message).not.toMatch(/[\^$\\]|params|must NOT|body\//);
    }
  }
});

it("names the methods of a path", async () => {
  const { headers, body, status } = await call<Refused>(server, "PATCH", "/organizations/org_1");
  expect([status, body.error.details, headers.get("allow")]).toEqual([
    405,
    [{ field: "method", reason: "method_not_allowed" }],
    "PUT",
  ]);
  expect((await call(server, "PUT", "/objects")).headers.get("allow")).toBe("GET, HEAD, POST");
  expect((await call(server, "DELETE", "/organization")).status).toBe(404);
  expect((await call(server, "DELETE", "/tile/0/x000")).status).toBe(405);
});

it("refuses a body with a content coding, signed or not", async () => {
  const { headers } = await owner(server, "bob@example.com");
  const asked: readonly (readonly [string, object])[] = [
    ["/auth/otp", { email: "bob@example.com" }],
    ["/ebus/prepare", { action: { redeem: { id: "one" } } }],
    ["/ebus/execute", { action: { redeem: { id: "one" } } }],
    ["/templates", { name: "coin" }],
  ];
  for (const [path, body] of asked) {
    const plain = JSON.stringify(body);
    for (const content of [new Uint8Array(gzipSync(plain)), plain]) {
      const coded = { ...headers, "content-type": "application/json", "content-encoding": "gzip" };
      const answer = await call<Refused>(server, "POST", path, { headers: coded, content });
      expect([path, answer.status, answer.body.error.details]).toEqual([
        path,
        415,
        [{ field: "Content-Encoding", reason: "content_coded" }],
      ]);
    }
  }
});
