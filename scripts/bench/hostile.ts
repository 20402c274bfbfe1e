/**
 * Measures the most CPU time, of all threads, that one request can cost the API's server. For each route it sends many
 * hostile bodies within the route's limits. A stranger's request may cost 5 ms, an authenticated caller's 20 ms. A batch
 * may cost 0.5 ms more for each further action that the rate limits count it as, or 1.5 ms if a schema is checked.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { makeDocument } from "../../server/scripts/document.ts";
import { ACTION_BODY, AUTH_BODY, batchBody } from "../../server/src/http/bodies.ts";
import { type BenchCase, OURS } from "./frame.ts";
import type { HostileMessage, HostileOrder, Unsigned } from "./http/hostile-server.ts";

/** Milliseconds of CPU that one request may cost. */
const BOUNDS = { stranger: 5, caller: 20 } as const;
/**
 * Milliseconds for each action of a batch beyond the first: each one is verified, planned and committed. The rate limits
 * count them, and a rejected body as one for each 4 KiB. The 2,000 actions of an organization in a second cost a second.
 */
const AN_ACTION = 0.5;
/** Milliseconds more for each action whose properties are checked against a schema. */
const A_SCHEMA = 1;
const BYTES_AN_ACTION = 4_096;
type Who = keyof typeof BOUNDS;
/** Requests that measure a body, after an unmeasured one, and rounds of requests that measure an expensive body again. */
const TIMES = 3;
const ROUNDS = 4;
/** The number of pieces of a body, and the number of them that are sent separately. */
const PIECES = 30_000;
const SEPARATE = 4_096;
/** Bytes of a field of a header that is sent in pieces. */
const HEADER = 15_000;
/** Default limit of actions in a batch. */
const MOST = 1_000;

type Operation = {
  readonly security: readonly object[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
};
type Route = { readonly method: string; readonly path: string; readonly who: Who; readonly example: unknown };

export async function cases(): Promise<BenchCase[]> {
  const { paths } = (await makeDocument()) as { paths: Record<string, Record<string, Operation>> };
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { security, requestBody }]): Route[] => {
      const example = requestBody?.content["application/json"]?.example;
      if (method === "get" || example === undefined) return [];
      return [{ method: method.toUpperCase(), path, who: security.length === 0 ? "stranger" : "caller", example }];
    }),
  );
  return routes.map((route) => ({
    name: `${route.method} ${route.path}, the dearest body of a ${route.who}: ${boundOf(route)} at most`,
    unit: "ms",
    subjects: [{ name: OURS, measure: async () => dearest(await (server ??= startServer()), route) }],
  }));
}

const isBatch = ({ path }: Route): boolean => path.endsWith("/batch");
const boundOf = (route: Route): string =>
  `${BOUNDS[route.who]} ms${isBatch(route) ? `, and ${AN_ACTION} ms for each further action it counts as (${AN_ACTION + A_SCHEMA} ms with a schema),` : ""}`;

let server: Promise<Server> | undefined;

export async function close(): Promise<void> {
  const started = await server;
  server = undefined;
  started?.agent.destroy();
  if (started === undefined) return;
  const exited = once(started.child, "exit");
  started.child.send({ type: "end" } satisfies HostileOrder);
  await exited;
}

type Server = {
  readonly child: ChildProcess;
  readonly agent: Agent;
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
};

async function startServer(): Promise<Server> {
  const child = fork(fileURLToPath(new URL("http/hostile-server.ts", import.meta.url)));
  const [message] = (await once(child, "message")) as [HostileMessage];
  if (message.type !== "listening") throw new Error(`the server said ${message.type} before it listened`);
  return { child, agent: new Agent({ keepAlive: true, maxSockets: 1 }), ...message };
}

async function ask<T extends HostileMessage["type"]>({ child }: Server, order: HostileOrder) {
  const answered = once(child, "message") as Promise<[Extract<HostileMessage, { type: T }>]>;
  child.send(order);
  return (await answered)[0];
}

/** A way to send a body. `prepare` runs before each request, and does not count. */
type Way = {
  readonly name: string;
  /** Milliseconds. */
  readonly bound: number;
  readonly prepare: () => Promise<() => Promise<void>>;
};

/** Returns the CPU milliseconds of the most expensive body for its bound, and prints its name to the standard error. */
async function dearest(to: Server, route: Route): Promise<number> {
  const found: { readonly way: Way; ms: number; isSure: boolean }[] = [];
  for (const way of waysOf(to, route)) found.push({ way, ms: await costOf(to, way), isSure: false });
  for (;;) {
    const most = found.reduce((a, b) => (b.ms / b.way.bound > a.ms / a.way.bound ? b : a));
    if (most.isSure) {
      process.stderr.write(`  ${most.way.name}: of ${most.way.bound} ms allowed\n`);
      return most.ms;
    }
    // Other programs, garbage collection and compilation only add to a measurement, so the least is the body's own.
    for (let i = 0; i < ROUNDS; i++) most.ms = Math.min(most.ms, await costOf(to, most.way));
    most.isSure = true;
  }
}

async function costOf(to: Server, { prepare }: Way): Promise<number> {
  const sends: (() => Promise<void>)[] = [];
  for (let i = 0; i <= TIMES; i++) sends.push(await prepare());
  await sends[0]!();
  const before = await ask<"cpu">(to, { type: "cpu" });
  for (const send of sends.slice(1)) await send();
  const after = await ask<"cpu">(to, { type: "cpu" });
  return (after.ms - before.ms) / TIMES;
}

type Sent = Unsigned & { readonly headers: Readonly<Record<string, string>> };

/** Returns the ways to send a route's bodies: whole, in pieces, and, on a caller's route, signed. */
function waysOf(to: Server, route: Route): Way[] {
  const { method, path, who } = route;
  const target = path.replaceAll(/\{[^}]+\}/g, () => (path.startsWith("/objects/") ? "none" : `key_${"0".repeat(32)}`));
  const own = who === "caller" ? to.headers : {};
  const plain = { method, path: target, headers: { "content-type": "application/json", ...own } };
  const bound = BOUNDS[who];
  const wayOf = (name: string, actions: number, prepare: Way["prepare"], each = AN_ACTION): Way => ({
    name,
    bound: bound + each * (actions - 1),
    prepare,
  });
  const signed = async (content: string): Promise<Sent> => {
    const { headers } = await ask<"signed">(to, { type: "sign", request: { method, path: target, content } });
    return { ...plain, content, headers };
  };
  const ways = bodiesOf(route).flatMap(([name, content]): Way[] => {
    const actions = isBatch(route) ? countOf(content) : 1;
    let once: Promise<Sent> | undefined;
    const whole = wayOf(`${name}, whole`, actions, async () => () => post(to, { ...plain, content }));
    if (who === "stranger") return [whole];
    // Sent again, a rejected request is verified again.
    return [
      whole,
      wayOf(`${name}, signed`, actions, async () => {
        const sent = await (once ??= signed(content));
        return () => post(to, sent);
      }),
    ];
  });
  // In pieces, a body's length counts as the longest: it is not known before.
  const most = isBatch(route) ? limitOf(path) / BYTES_AN_ACTION : 1;
  ways.push(wayOf("a body in pieces", most, async () => () => postAtOnce(to, plain)));
  ways.push(wayOf("a body in separate pieces", 1, async () => () => postSeparately(to, plain)));
  if (who === "stranger")
    ways.push(wayOf("a header in separate pieces", 1, async () => () => beginSeparately(to, plain)));
  if (!isBatch(route)) return ways;
  const signedBatch = async (form: "request" | "schema", count: number) => {
    const sent = await signed((await ask<"batch">(to, { type: "batch", form, count })).content);
    return () => post(to, sent, 200);
  };
  // A batch has at most 32,768 values.
  const checked = 256;
  ways.push(
    wayOf(`${MOST} valid actions, signed by the request`, MOST, () => signedBatch("request", MOST)),
    wayOf(
      `${checked} valid actions that are checked against a schema`,
      checked,
      () => signedBatch("schema", checked),
      AN_ACTION + A_SCHEMA,
    ),
    wayOf(`${MOST} valid actions, signed each`, MOST, async () => {
      const { content } = await ask<"batch">(to, { type: "batch", form: "typed", count: MOST });
      return () => post(to, { ...plain, content }, 200);
    }),
  );
  return ways;
}

/** The number of actions that the rate limits count a batch as. */
function countOf(content: string): number {
  let actions: unknown;
  try {
    ({ actions } = Object(JSON.parse(content)) as { actions?: unknown });
  } catch {
    // The limits count the content by its bytes alone.
  }
  const count = Array.isArray(actions) && actions.length <= MOST ? actions.length : 1;
  return Math.max(count, Math.ceil(Buffer.byteLength(content) / BYTES_AN_ACTION));
}

function post({ agent, port }: Server, { method, path, headers, content }: Sent, status?: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const length = { "content-length": Buffer.byteLength(content) };
    const asked = request({ agent, port, method, path, headers: { ...headers, ...length } }, (response) => {
      if (status !== undefined && response.statusCode !== status) {
        reject(new Error(`${method} ${path} answered ${response.statusCode}, not ${status}`));
      }
      response.resume().once("end", resolve).once("error", reject);
    });
    // The server may answer, and close the connection, before the whole body is sent.
    asked.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EPIPE" || error.code === "ECONNRESET" ? resolve() : reject(error),
    );
    asked.end(content);
  });
}

type Head = Omit<Sent, "content">;

/** Sends a body in pieces of one byte, which the server receives together. */
async function postAtOnce(to: Server, head: Head): Promise<void> {
  const socket = await begin(to, head, "Transfer-Encoding: chunked");
  await end(socket, `${"1\r\n \r\n".repeat(PIECES)}0\r\n\r\n`);
}

/** Sends a body in pieces of one byte. The server receives most of them separately. */
async function postSeparately(to: Server, head: Head): Promise<void> {
  const socket = await begin(to, head, `Content-Length: ${SEPARATE}`);
  for (let i = 0; i < SEPARATE && !socket.destroyed; i++) {
    socket.write(" ");
    await turn();
  }
  await end(socket, "");
}

/** Sends a header in pieces of one byte. The server receives most of them separately. */
async function beginSeparately(to: Server, { method, path }: Head): Promise<void> {
  const socket = await open(to);
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Field: `);
  for (let i = 0; i < HEADER && !socket.destroyed; i++) {
    socket.write("x");
    await turn();
  }
  await end(socket, "\r\n\r\n");
}

async function begin(to: Server, { method, path, headers }: Head, framing: string): Promise<Socket> {
  const socket = await open(to);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: a\r\n${lines.join("")}${framing}\r\n\r\n`);
  return socket;
}

async function open({ port }: Server): Promise<Socket> {
  const socket = connect({ port, noDelay: true, allowHalfOpen: true });
  // The server may close the connection first.
  socket.on("error", () => {}).resume();
  await once(socket, "connect");
  return socket;
}

/** Sends the rest, and waits until the connection is closed. */
async function end(socket: Socket, rest: string): Promise<void> {
  const closed = new Promise((resolve) => socket.once("close", resolve));
  if (socket.destroyed) return;
  socket.once("end", () => socket.end());
  socket.write(rest);
  if (socket.readableEnded) socket.end();
  await closed;
}

const limitOf = (path: string): number =>
  path.startsWith("/auth/") ? AUTH_BODY : path.endsWith("/batch") ? batchBody(MOST) : ACTION_BODY;

/** Maximum members of one object. */
const MEMBERS = 2_048;

/** Joins as many parts as the limits of bytes and values allow. */
function fill(bytes: number, begin: string, part: (i: number) => string, end: string, limit = Infinity): string {
  const most = Math.min(bytes / 16 - 8, 32_760, limit);
  const parts: string[] = [];
  let length = begin.length + end.length;
  for (let i = 0; parts.length < most; i++) {
    const next = part(i);
    length += next.length + 1;
    if (length > bytes) break;
    parts.push(next);
  }
  return begin + parts.join(",") + end;
}

const member = (i: number): string => `"${i.toString(36)}":0`;
const membersOf = (bytes: number, from = 0): string => fill(bytes, "{", (i) => member(from + i), "}", MEMBERS);

/** Returns a list of objects with as many members as allowed. */
function manyMembers(bytes: number): string {
  const objects = Math.max(1, Math.floor(Math.min(bytes / 16, 32_768) / (MEMBERS + 1)));
  const each = Math.floor(bytes / objects) - 2;
  return `[${Array.from({ length: objects }, (_, i) => membersOf(each, i * MEMBERS)).join(",")}]`;
}

/** Returns values of at most `bytes` bytes that are expensive to parse. */
function valuesOf(bytes: number): [name: string, value: string][] {
  const long = Math.max(0, bytes - 16);
  return [
    ["members", membersOf(bytes)],
    ["members of objects in a list", manyMembers(bytes)],
    ["members named by numbers", fill(bytes, "{", (i) => `"${i * 7_919}":0`, "}", MEMBERS)],
    ["members, the last twice", fill(bytes, "{", member, ',"z":0,"z":0}', MEMBERS - 2)],
    ["members of members", fill(bytes, "{", (i) => `"${i.toString(36)}":{"a":{"b":[{}]}}`, "}", MEMBERS)],
    ["items", fill(bytes, "[", () => "0", "]")],
    ["long numbers", fill(bytes, "[", (i) => `1.${i}7976931348623157e-300`, "]")],
    ["deep items", fill(bytes, "[", () => `${"[".repeat(24)}${"]".repeat(24)}`, "]")],
    ["a text", `"${"x".repeat(long)}"`],
    ["a text of escapes", `"${"\\u00e9".repeat(long / 6)}"`],
    ["a text of four bytes each", `"${"😀".repeat(long / 4)}"`],
    ["a number", `1${"0".repeat(long)}`],
  ];
}

/** Returns hostile bodies within a route's limits: expensive values alone, and as each member of the example. */
function bodiesOf({ path, example }: Route): [name: string, content: string][] {
  const limit = limitOf(path);
  const alone = valuesOf(limit - 1);
  const plain = JSON.stringify(example);
  const MARK = "@@dear@@";
  const places: [string, string][] = [];
  const walk = (value: unknown, at: string, rebuild: (inner: unknown) => unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      const put = (replaced: unknown) =>
        rebuild(Array.isArray(value) ? value.with(Number(name), replaced) : { ...value, [name]: replaced });
      places.push([`${at}${name}`, JSON.stringify(put(MARK))]);
      walk(inner, `${at}${name}.`, put);
    }
  };
  walk(example, "", (inner) => inner);
  const within = places.flatMap(([place, text]) =>
    valuesOf(limit - text.length - 1).map(([name, value]): [string, string] => [
      `${name} as ${place}`,
      text.replace(`"${MARK}"`, () => value),
    ]),
  );
  const many = path.endsWith("/batch") ? batches(limit, example) : [];
  return [
    ...alone,
    ...alone.slice(0, 1).map(([, text]): [string, string] => ["no JSON", text.slice(0, -1)]),
    ...within,
    ...many,
    ["the example", plain],
  ];
}

/** Returns the largest batch, in which the last action is invalid. */
function batches(limit: number, example: unknown): [string, string][] {
  const [one] = (example as { actions: unknown[] }).actions;
  const text = JSON.stringify(one);
  const count = Math.min(MOST, Math.floor((limit - 100) / (text.length + 1)));
  const of = (last: string) => `{"actions":[${[...Array<string>(count - 1).fill(text), last].join(",")}]}`;
  return [["actions, the last wrong", of('{"transfer":{"id":"a","to":"b"}}')]];
}
