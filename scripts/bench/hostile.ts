/**
 * Measures the most CPU time, of all threads, that one request can cost the API's server. For each route it sends many
 * hostile bodies within the route's limits. A stranger's request may cost 5 ms, an authenticated caller's 20 ms.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import { makeDocument } from "../../server/scripts/document.ts";
import { ACTION_BODY, AUTH_BODY, batchBody } from "../../server/src/http/bodies.ts";
import { type BenchCase, OURS } from "./frame.ts";
import type { HostileMessage, HostileOrder, Unsigned } from "./http/hostile-server.ts";

/** Milliseconds of CPU that one request may cost. */
const BOUNDS = { stranger: 5, caller: 20 } as const;
type Who = keyof typeof BOUNDS;
/** Requests that measure a body's cost, and unmeasured requests before them. */
const TIMES = 5;
const WARM_UP = 1;
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
    name: `${route.method} ${route.path}, the dearest body of a ${route.who}: ${BOUNDS[route.who]} ms at most`,
    unit: "ms",
    subjects: [{ name: OURS, measure: async () => dearest(await (server ??= startServer()), route) }],
  }));
}

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

/** Returns the CPU milliseconds of the most expensive body, and prints the body's name to the standard error. */
async function dearest(to: Server, route: Route): Promise<number> {
  let [most, worst] = [0, ""];
  for (const [name, content] of bodiesOf(route)) {
    for (const [how, sent] of await waysOf(to, route, name, content)) {
      const ms = await costOf(to, sent);
      if (ms > most) [most, worst] = [ms, `${name}, ${how}`];
    }
  }
  process.stderr.write(`  ${worst}\n`);
  return most;
}

type Sent = Unsigned & { readonly headers: Readonly<Record<string, string>>; readonly isChopped?: true };

/** Returns the ways to send a body: whole, in pieces of one byte, and, for a caller's route, signed. */
async function waysOf(
  to: Server,
  { method, path, who }: Route,
  name: string,
  content: string,
): Promise<[string, Sent][]> {
  const type = { "content-type": "application/json" };
  const target = path.replaceAll(/\{[^}]+\}/g, () => (path.startsWith("/objects/") ? "none" : `key_${"0".repeat(32)}`));
  const plain: Sent = { method, path: target, content, headers: who === "caller" ? { ...type, ...to.headers } : type };
  const ways: [string, Sent][] = [["whole", plain]];
  // In pieces of one byte, the content makes no difference, so one body is enough.
  if (name === "a text") ways.push(["in pieces", { ...plain, isChopped: true }]);
  if (who === "stranger") return ways;
  const signed = await ask<"signed">(to, { type: "sign", request: { method, path: target, content } });
  return [...ways, ["signed", { ...plain, headers: signed.headers }]];
}

async function costOf(to: Server, sent: Sent): Promise<number> {
  for (let i = 0; i < WARM_UP; i++) await post(to, sent);
  const before = await ask<"cpu">(to, { type: "cpu" });
  for (let i = 0; i < TIMES; i++) await post(to, sent);
  const after = await ask<"cpu">(to, { type: "cpu" });
  return (after.ms - before.ms) / TIMES;
}

function post({ agent, port }: Server, { method, path, headers, content, isChopped }: Sent): Promise<void> {
  return new Promise((resolve, reject) => {
    const framing =
      isChopped === true ? { "transfer-encoding": "chunked" } : { "content-length": Buffer.byteLength(content) };
    const asked = request({ agent, port, method, path, headers: { ...headers, ...framing } }, (response) => {
      response.resume().once("end", resolve).once("error", reject);
    });
    // The server may answer, and close the connection, before the whole body is sent.
    asked.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EPIPE" || error.code === "ECONNRESET" ? resolve() : reject(error),
    );
    if (isChopped === true) {
      for (const byte of Buffer.from(content.slice(0, 8_192))) asked.write(Buffer.of(byte));
      asked.end();
    } else asked.end(content);
  });
}

const limitOf = (path: string): number =>
  path.startsWith("/auth/") ? AUTH_BODY : path.endsWith("/batch") ? batchBody(MOST) : ACTION_BODY;

/** Joins as many parts as the limits of bytes and values allow. */
function fill(bytes: number, begin: string, part: (i: number) => string, end: string): string {
  const most = Math.min(bytes / 16, 32_768) - 8;
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

/** Returns values of at most `bytes` bytes that are expensive to parse. */
function valuesOf(bytes: number): [name: string, value: string][] {
  const long = Math.max(0, bytes - 16);
  return [
    ["members", fill(bytes, "{", member, "}")],
    ["members named by numbers", fill(bytes, "{", (i) => `"${i * 7_919}":0`, "}")],
    ["members, the last twice", fill(bytes, "{", member, ',"z":0,"z":0}')],
    ["members of members", fill(bytes, "{", (i) => `"${i.toString(36)}":{"a":{"b":[{}]}}`, "}")],
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

/** Returns the largest allowed batch of actions. The last action is invalid. */
function batches(limit: number, example: unknown): [string, string][] {
  const [one] = (example as { actions: unknown[] }).actions;
  const text = JSON.stringify(one);
  const count = Math.min(MOST, Math.floor((limit - 100) / (text.length + 1)));
  const of = (last: string) => `{"actions":[${[...Array<string>(count - 1).fill(text), last].join(",")}]}`;
  return [["actions, the last wrong", of('{"transfer":{"id":"a","to":"b"}}')]];
}
