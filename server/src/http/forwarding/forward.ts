/** Forwards a request unchanged to the process that writes its log, while the body is still arriving. */
import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Agent, type Dispatcher } from "undici";
import { answerRefusal } from "anchorlog/http";
import type { Caller } from "../../foundation/caller.ts";
import type { Parts } from "../../foundation/parts.ts";
import { hasBody } from "../arriving.ts";
import { ApiError, fromAnswer } from "../errors.ts";
import { brokenError } from "../malformed.ts";
import { addressOf } from "../limits/address.ts";
import { formatMark, MARK, readMark, type Mark } from "./mark.ts";
import { createWriters, type Writer } from "./writers.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Data from the process that forwarded the request; undefined if it came from a client. */
    forwarded: Mark | undefined;
    /** The reason why the request's forwarding mark was rejected. */
    disbelieved: Error | undefined;
  }
}

/** Milliseconds to connect, for a body to arrive, and at least for the answer after the body. */
const CONNECTING = 2_000;
const ARRIVING = 30_000;
const ANSWERING = 5_000;

/** Hop-by-hop fields (RFC 9110, section 7.6.1), `expect`, and `host`, which is set again. */
const HOP: ReadonlySet<string> = new Set([
  "connection",
  "expect",
  "host",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
const LIMITS = "x-ratelimit-";

export type Forwarding = {
  /** Whether another process may write logs. */
  readonly isShared: boolean;
  /** The process to forward a request to; undefined if this process answers it. */
  find(request: FastifyRequest, caller: Caller | undefined): Promise<ForwardTarget | undefined>;
  /** Forwards a request, and sends the answer to the client. @throws ApiError 503 */
  send(request: FastifyRequest, reply: FastifyReply, place: ForwardTarget, isCounted: boolean): Promise<FastifyReply>;
};
type ForwardTarget = Writer & { readonly origin: string };

/** Register before all hooks that use a client's address. */
export function registerForwarding(app: FastifyInstance, parts: Parts): Forwarding {
  const { secrets, clock } = parts;
  const writers = createWriters(parts);
  const agent = new Agent({ allowH2: false, connect: { timeout: CONNECTING }, headersTimeout: 0, bodyTimeout: 0 });
  app.addHook("onClose", () => agent.destroy());
  app.decorateRequest("forwarded", undefined);
  app.decorateRequest("disbelieved", undefined);
  app.addHook("onRequest", (request, _reply, done) => {
    try {
      request.forwarded = readMark(secrets, request.raw, clock());
    } catch (error) {
      // Reject it later, after it was counted.
      request.disbelieved = error as Error;
    }
    done();
  });
  // After a 503, the log's writer may have changed.
  app.addHook("onResponse", ({ caller }, { statusCode }, done) => {
    if (statusCode === 503 && caller !== undefined) writers.forget(caller.organization.logId);
    done();
  });

  return {
    isShared: parts.store.claim !== undefined,
    find: async ({ forwarded, routeOptions: { config } }, caller) => {
      const isWritten = config.signer !== undefined || config.asks === true;
      // Forward only once, to prevent loops.
      if (forwarded !== undefined || caller === undefined || !isWritten) return undefined;
      const { origin, lease } = await writers.find(caller.organization.logId);
      return origin === undefined ? undefined : { origin, lease };
    },
    send: async (request, reply, { origin, lease }, isCounted) => {
      const { raw, id } = request;
      const address = addressOf(request);
      const { method, url } = raw;
      const rawHeaders = endToEnd(raw.rawHeaders);
      const mark = formatMark(secrets, { method, url, rawHeaders }, { id, address, isCounted }, clock());
      const headers = [...rawHeaders, MARK, mark];
      try {
        const { statusCode, headers: said, body } = await exchange(agent, { origin, raw, headers, id }, lease);
        for (const [name, value] of Object.entries(said)) {
          const isOwn = HOP.has(name) || name === "date" || (isCounted && name.startsWith(LIMITS));
          if (!isOwn && value !== undefined) reply.header(name, value);
        }
        return await reply.code(statusCode).send(body);
      } catch (error) {
        // A client that closes its connection is not a failure.
        const level = raw.complete ? "warn" : "debug";
        if (!(error instanceof ApiError))
          request.log[level]({ err: error }, "a request was not answered where it was forwarded to");
        throw failureOf(error);
      }
    },
  };
}

type Sent = { readonly origin: string; readonly raw: IncomingMessage; readonly headers: string[]; readonly id: string };

const GONE = "the client disconnected before its request had arrived";

/** Sends the request and reads the whole answer, within the time limits. */
async function exchange(agent: Agent, { origin, raw, headers, id }: Sent, lease: number) {
  // The sender closed the connection before this listener existed.
  if (raw.destroyed && !raw.complete) throw new Error(GONE);
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const wait = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => ending.abort(), milliseconds);
  };
  // Uses a copy of the stream: the HTTP client destroys its source if it stops reading early.
  const content = new PassThrough().on("error", () => {});
  const onEnd = () => wait(Math.max(lease, ANSWERING));
  const onClose = () => raw.complete || content.destroy(new Error(GONE));
  wait(ARRIVING + Math.max(lease, ANSWERING));
  raw.once("end", onEnd).once("close", onClose).pipe(content);
  try {
    const method = raw.method as Dispatcher.HttpMethod;
    const options = { origin, path: raw.url!, method, headers, body: hasBody(raw) ? content : null };
    const answer = await agent.request({ ...options, signal: ending.signal });
    try {
      assertOurs(answer, origin, id);
    } catch (error) {
      answer.body.on("error", () => {}).destroy();
      throw error;
    }
    return { ...answer, body: Buffer.from(await answer.body.arrayBuffer()) };
  } finally {
    clearTimeout(timer);
    raw.off("end", onEnd).off("close", onClose).unpipe(content);
    // Read the rest of a rejected body, so that its sender receives the answer.
    raw.resume();
  }
}

/**
 * Answers that are sent before a request gets its ID: a stalled request, or headers that are too large with the mark.
 */
const BROKEN: ReadonlyMap<number, string> = new Map([
  [408, "ERR_HTTP_REQUEST_TIMEOUT"],
  [431, "HPE_HEADER_OVERFLOW"],
]);

/**
 * Checks that a process of this server answered: it repeats the request's ID. Another program may listen at the
 * address.
 */
function assertOurs({ statusCode, headers }: Dispatcher.ResponseData, origin: string, id: string): void {
  if (headers["x-request-id"] === id) return;
  const broken = BROKEN.get(statusCode);
  if (broken !== undefined) throw brokenError(broken);
  throw new Error(`no process of this server answers at ${origin}: give each the store.leader at which it listens`);
}

/** The end-to-end fields, as alternating names and values. Fields named by `Connection` are left out. */
function endToEnd(raw: readonly string[]): string[] {
  const pairs = raw.flatMap((name, i) => (i % 2 === 0 ? [[name.toLowerCase(), raw[i + 1]!] as const] : []));
  const named = new Set(
    pairs.flatMap(([name, value]) => (name === "connection" ? value.toLowerCase().split(/[\s,]+/) : [])),
  );
  return pairs.filter(([name]) => !HOP.has(name) && !named.has(name)).flat();
}

/** Error codes that occur before anything was sent. */
const NOT_CONNECTED: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]);

function failureOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const isUnsent = NOT_CONNECTED.has((error as { code?: string }).code ?? "");
  return fromAnswer(answerRefusal({ code: isUnsent ? "not_the_writer" : "outcome_unknown", message: "" }));
}
