import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import type { AnchorlogError } from "anchorlog";
import { logId } from "anchorlog/action";
import { openPostgresStore } from "anchorlog/store/postgres";
import { listen } from "../../../test/listening.ts";
import { closing } from "../../../test/ends.ts";
import { newFolder } from "../../../test/folder.ts";
import { MARK } from "../../src/http/forwarding/mark.ts";
import { environmentOf } from "../engines.ts";
import { typedAction } from "../objects/typed.ts";
import { call, owner, sign, startServer, type Answer, type Refused } from "../harness.ts";

/** The name of the server that forwards. Nobody connects to it. */
const PROCESS_URL = "http://localhost:1";

const folder = newFolder();
let act: RequestListener;
let got: IncomingMessage[];
/** Awaited before a writer is looked up. */
let before = async (): Promise<void> => {};

const env: Record<string, string> = {
  ...(await environmentOf("PostgreSQL")),
  PROCESS_URL,
  LEASE_SECONDS: "99",
  FILES_DIR: join(folder, "files"),
};
const databaseUrl = env["DATABASE_URL"]!;
const server = await startServer(env, {
  wrap: (parts) => {
    const claim: typeof parts.store.claim = async (log) => {
      await before();
      return parts.store.claim!(log);
    };
    return { ...parts, store: { ...parts.store, claim } };
  },
});
const ada = await owner(server, "ada@example.com");
/** The process that writes the organization's log, and its answer to a request. */
const leader = await listen((request, response) => {
  got.push(request);
  act(request, response);
});
const leaderUrl = `http://localhost:${leader.port}`;
const store = closing(await openPostgresStore({ connectionString: databaseUrl, leader: leaderUrl, leaseSeconds: 600 }));
await server.parts.store.giveUp!();
await store.acquire(logId(server.parts.operator, ada.log));
server.clock.now += 1_001;
beforeEach(() => {
  got = [];
  before = async () => {};
  server.clock.now += 1_001;
});

const send = (path = "/templates", client = ada) =>
  call<Refused>(server, "POST", path, { headers: client.headers, body: { name: "coin" } });
/** Sends bytes on a connection, and reads the whole answer. */
const sendRaw = async (...lines: readonly string[]): Promise<string> => {
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => void chunks.push(chunk)).on("error", () => {});
  socket.write(
    [...lines, `authorization: ${ada.headers["authorization"]}`, "connection: close", "", "{}"].join("\r\n"),
  );
  await once(socket, "close");
  return Buffer.concat(chunks).toString();
};
/** Answers like a process of the server: with the request's id. */
const answer = (response: ServerResponse, status: number, body: object): void => {
  const id = String(response.req.headers[MARK]).split(";")[1]!;
  response
    .writeHead(status, { "content-type": "application/json", "x-request-id": id })
    .end(JSON.stringify({ ...body, x_request_id: id }));
};
const details = [{ field: "document", reason: "unknown_signer" }];
const refusal = { error: { code: 403, message: "no", details, docs: "/reasons#unknown_signer" } };
const reasonOf = ({ status, body }: Answer<Refused>) => [status, body.error.details[0]!.reason];

it("passes on an answer only if it came from a process of the server", async () => {
  act = (_, response) => answer(response, 403, refusal);
  expect(reasonOf(await send())).toEqual([403, "unknown_signer"]);
  const others: RequestListener[] = [
    (_, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<h1>It works!</h1>"),
    (_, response) => void response.writeHead(302, { location: "http://other.example/" }).end(),
    (_, response) => void response.writeHead(404, { "x-request-id": crypto.randomUUID() }).end(),
    (_, response) => void response.writeHead(200).write("without an end"),
    (_, response) => void response.socket!.end("no HTTP\r\n\r\n"),
    (_, response) => void response.socket!.destroy(),
    (_, response) => {
      const id = String(response.req.headers[MARK]).split(";")[1]!;
      response
        .writeHead(200, { "x-request-id": id, "content-length": "100" })
        .write("cut off", () => response.destroy());
    },
  ];
  for (const other of others) {
    act = other;
    const refused = await send();
    expect(reasonOf(refused)).toEqual([503, "outcome_unknown"]);
    expect(refused.headers.get("retry-after")).toBe("1");
  }
  act = others[0]!;
  await send();
  expect(server.logged.at(-2)).toContain("no process of this server answers at");
  // An answer that Node sends before the request has an id.
  act = (_, response) => void response.writeHead(408).end();
  expect(reasonOf(await send())).toEqual([408, "body_timeout"]);
  act = (_, response) => void response.writeHead(431).end();
  expect(reasonOf(await send())).toEqual([431, "headers_too_large"]);
});

it("forwards end-to-end headers, and no hop-by-hop ones", async () => {
  act = (_, response) => answer(response, 403, refusal);
  const sent = await sendRaw(
    "POST http://other.example/templates?a=1 HTTP/1.1",
    "host: one.example",
    "Host: two.example",
    `connection: ${MARK}, x-hop`,
    "x-hop: 1",
    "te: trailers",
    "upgrade: h2c",
    "expect: 100-continue",
    "x-kept: 1",
    "x-kept: 2",
    "content-length: 2",
  );
  expect(sent).toContain("HTTP/1.1 403");
  expect(got[0]!.url).toBe("http://other.example/templates?a=1");
  const { host, [MARK]: mark, authorization, ...rest } = got[0]!.headers;
  expect(host).toBe(new URL(leaderUrl).host);
  expect(mark).toMatch(/^[0-9]+;/);
  expect(authorization).toBe(ada.headers["authorization"]);
  expect(rest).toEqual({ connection: "keep-alive", "content-length": "2", "x-kept": "1, 2" });
});

it("forwards nothing if the client left while the writer was looked up", async () => {
  act = (_, response) => answer(response, 403, refusal);
  const looking = Promise.withResolvers<void>();
  const found = Promise.withResolvers<void>();
  before = () => {
    looking.resolve();
    return found.promise;
  };
  const arrived = Promise.withResolvers<IncomingMessage>();
  const onStart = (message: unknown) => arrived.resolve((message as { request: IncomingMessage }).request);
  subscribe("http.server.request.start", onStart);
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  const head = ["POST /templates HTTP/1.1", "host: a", `authorization: ${ada.headers["authorization"]}`];
  socket.write([...head, "content-length: 100", "", "{"].join("\r\n"));
  const request = await arrived.promise;
  unsubscribe("http.server.request.start", onStart);
  await looking.promise;
  const gone = once(request, "close").catch(() => {});
  socket.destroy();
  await gone;
  found.resolve();
  await expect.poll(() => server.logged.join("")).toContain("the client disconnected before its request had arrived");
  expect(got).toEqual([]);
});

it("counts an action even if the process that it was forwarded to does not answer", async () => {
  act = (_, response) => void response.socket!.destroy();
  const remaining = async () => Number((await send("/ebus/execute")).headers.get("x-ratelimit-remaining"));
  expect([await remaining(), await remaining()]).toEqual([99_999, 99_998]);
});

it("reports that another process has the same name", async () => {
  const eve = await owner(server, "eve@example.com");
  const { body: template } = await sign<{ id: string }>(server, eve, "POST", "/templates", { body: { name: "coin" } });
  const namesake = await openPostgresStore({ connectionString: databaseUrl, leader: PROCESS_URL });
  await namesake.acquire(logId(server.parts.operator, eve.log));
  const to = eve.wallet.address.toLowerCase();
  const issue = { objectId: "one", to, templateId: template.id, properties: "{}" };
  const body = await typedAction(server, eve, "Issue", issue);
  for (const ask of [
    () => sign<Refused>(server, eve, "POST", "/templates", { body: { name: "note" } }),
    () => call<Refused>(server, "POST", "/ebus/execute", { headers: eve.headers, body }),
  ]) {
    const before = server.logged.length;
    expect(reasonOf(await ask())).toEqual([503, "not_the_writer"]);
    const errors = server.logged.slice(before).filter((line) => line.includes('"level":50'));
    expect(errors).toEqual([expect.stringContaining(`under the name of this one, ${PROCESS_URL}`)]);
  }
  await namesake.close();
});

it("a hanging process delays neither other requests nor the release of logs at the end", async () => {
  let release = () => {};
  act = (_, response) => void (release = () => answer(response, 403, refusal));
  const waiting = send();
  await expect.poll(() => got.length).toBe(1);
  const bob = await owner(server, "bob@example.com");
  const done = await sign(server, bob, "POST", "/templates", { body: { name: "note" } });
  expect(done.status).toBe(201);
  const ended = server.close();
  // A slow client does not delay the release of the logs.
  const take = () => store.acquire(logId(server.parts.operator, bob.log)).catch(({ code }: AnchorlogError) => code);
  await expect.poll(take).toMatchObject({ leader: leaderUrl });
  expect(await fetch(`${server.url}/livez`).catch(() => "ended")).toBe("ended");
  release();
  expect(reasonOf(await waiting)).toEqual([403, "unknown_signer"]);
  await ended;
});
