/**
 * Sends signed actions to a server at a steady rate, from its own process. The loop is open: a late answer delays no
 * later request, and a latency counts from the time at which its request was due.
 */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { medianOf } from "../frame.ts";
import { signedActions } from "../log/actions.ts";
import { platformActions, type PlatformLoad } from "./platform.ts";

export type GeneratorOptions = {
  /** The ports of the server's processes. Connections are spread evenly over them. */
  readonly ports: readonly number[];
  /** Actions a second, and actions in a request. */
  readonly rate: number;
  readonly batch: number;
  /** Measured seconds, and unmeasured seconds before them: a server spends its first seconds on compiling. */
  readonly seconds: number;
  readonly warmUp: number;
  /** Organizations of the API's server, used in turn; `undefined` for the bare server. */
  readonly platforms?: readonly PlatformLoad[] | undefined;
  /** Paths to read from the API's server in turn. If set, no actions are sent. */
  readonly paths?: readonly string[] | undefined;
};

/** Messages: `ready` after signing (the generator then waits for a message), `warm` when the measurement begins. */
export type GeneratorMessage = { readonly type: "ready" | "warm" } | ({ readonly type: "latencies" } & Latencies);
/**
 * Latencies of accepted requests in milliseconds, the number of accepted actions, and the rate of answers in actions a
 * second, all of the measured seconds. Those named `early` are of the seconds before.
 */
export type Latencies = {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly actions: number;
  readonly rate: number;
  readonly early: { readonly p50: number; readonly p99: number; readonly actions: number };
  /** Actions that were refused as overloaded, and seconds from the first request until the first such answer. */
  readonly shed: number;
  readonly shedAfter: number | undefined;
};

/** Number of connections, and so the most requests under way. */
const CONNECTIONS = 256;
const END_OF_HEAD = "\r\n\r\n";
/** In answers of the API's server, and of the bare server. */
const OVERLOADED = /"(?:reason|code)":"overloaded"/;

const { ports, rate, batch, seconds, warmUp, platforms, paths } = JSON.parse(process.argv[2]!) as GeneratorOptions;
const accepted =
  paths !== undefined ? "HTTP/1.1 200" : platforms === undefined ? '"status":"accepted"' : '"status":"completed"';
const first = Math.floor((rate * warmUp) / batch);
const requests = await signRequests(first + Math.floor((rate * seconds) / batch));
const idle = await Promise.all(Array.from({ length: CONNECTIONS }, (_, i) => openConnection(ports[i % ports.length]!)));
const waiting: (() => void)[] = [];
const early = { times: [] as number[], actions: 0 };
const measured = { times: [] as number[], actions: 0 };
let shed = 0;
let shedAfter: number | undefined;
say({ type: "ready" });
await once(process, "message");

const start = performance.now();
const answers: Promise<void>[] = [];
await new Promise<void>((done) => {
  const timer = setInterval(() => {
    const now = performance.now() - start;
    while (answers.length < requests.length && dueAt(answers.length) <= now) {
      if (answers.length === first) say({ type: "warm" });
      answers.push(send(answers.length));
    }
    if (answers.length < requests.length) return;
    clearInterval(timer);
    done();
  }, 1);
});
await Promise.all(answers);
say({
  type: "latencies",
  ...describe(measured),
  rate: (1000 * measured.actions) / (performance.now() - start - dueAt(first)),
  early: describe(early),
  shed,
  shedAfter,
});
process.disconnect();
for (const connection of idle) connection.end();

/** If no request was accepted as a whole, the latencies are 0. */
function describe({ times, actions }: typeof measured) {
  const sorted = times.toSorted((a, b) => a - b);
  const p50 = sorted.length === 0 ? 0 : medianOf(sorted);
  return { p50, p99: sorted[Math.floor(0.99 * sorted.length)] ?? 0, max: sorted.at(-1) ?? 0, actions };
}

function dueAt(request: number): number {
  return (1000 * request * batch) / rate;
}

function say(message: GeneratorMessage): void {
  process.send!(message);
}

async function signRequests(count: number): Promise<Buffer[]> {
  const made: Buffer[] = [];
  if (paths !== undefined) {
    for (let i = 0; i < count; i++) made.push(requestOf("GET", paths[i % paths.length]!, platforms![0]!.authorization));
    return made;
  }
  const sources = platforms?.map((one) => ({ ...one, take: platformActions(one) })) ?? [signedActions(0)];
  for (let i = 0; i < count; i++) {
    const source = sources[i % sources.length]!;
    const actions = await source.take(batch);
    if (!("authorization" in source))
      made.push(
        requestOf("POST", batch === 1 ? "/actions" : "/batches", undefined, batch === 1 ? actions[0] : actions),
      );
    else if (batch === 1) made.push(requestOf("POST", "/ebus/execute", source.authorization, actions[0]));
    else made.push(requestOf("POST", "/ebus/actions/batch", source.authorization, { actions }));
  }
  return made;
}

function requestOf(method: string, path: string, authorization?: string, content?: unknown): Buffer {
  const body = Buffer.from(content === undefined ? "" : JSON.stringify(content));
  const head = [
    `${method} ${path} HTTP/1.1`,
    "Host: server.example",
    ...(content === undefined ? [] : ["Content-Type: application/json", `Content-Length: ${body.length}`]),
    ...(authorization === undefined ? [] : [`Authorization: ${authorization}`]),
  ];
  return Buffer.concat([Buffer.from(head.join("\r\n") + END_OF_HEAD), body]);
}

async function openConnection(port: number): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  await once(socket, "connect");
  // A request on a closed connection would never be answered.
  socket.on("close", () => {
    if (idle.includes(socket) && process.connected) throw new Error("the server closed a connection that was idle");
  });
  return socket;
}

async function send(number: number): Promise<void> {
  if (idle.length === 0) await new Promise<void>((free) => void waiting.push(free));
  // Take the connection that was idle longest: servers close connections that are idle for a minute.
  const socket = idle.shift()!;
  socket.write(requests[number]!);
  const answer = await readAnswer(socket);
  idle.push(socket);
  waiting.shift()?.();
  const now = performance.now() - start;
  const part = number < first ? early : measured;
  const done = answer.split(accepted).length - 1;
  part.actions += done;
  if (done === batch) return void part.times.push(now - dueAt(number));
  // After the first overload, transfers of objects fail whose mints were refused.
  if (shed === 0 && !OVERLOADED.test(answer))
    throw new Error(
      `an action was not accepted: ${answer.slice(Math.max(0, answer.indexOf('"error"'))).slice(0, 1_000)}`,
    );
  shed += batch - done;
  shedAfter ??= now / 1_000;
}

/** Reads the next answer. Its head contains its length. */
async function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    let length: number | undefined;
    const end = (settle: () => void) => {
      socket.off("data", take).off("close", broken);
      settle();
    };
    const broken = () => end(() => reject(new Error("the server closed a connection")));
    const take = (part: Buffer) => {
      text += part.toString("latin1");
      const head = text.indexOf(END_OF_HEAD);
      if (head < 0) return;
      length ??= head + END_OF_HEAD.length + Number(/^content-length: (\d+)/im.exec(text)![1]);
      if (text.length >= length) end(() => resolve(text));
    };
    socket.on("data", take).on("close", broken);
  });
}
