/** Sends a request to the process that writes its log: whole, as it came, and while it comes. */
import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Agent, type Dispatcher } from "undici";
import { answerRefusal } from "anchorlog/http";
import type { Caller } from "../../accounts/caller.ts";
import type { Parts } from "../../parts.ts";
import { ApiError, fromAnswer } from "../errors.ts";
import { brokenError } from "../malformed.ts";
import { addressOf } from "../limits/address.ts";
import { formatMark, MARK, readMark, type Mark } from "./mark.ts";
import { createWriters, type Writer } from "./writers.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** What the process said that forwarded it; undefined where it came from its client. */
    forwarded: Mark | undefined;
    /** Why nothing is believed that it says of having been forwarded. */
    disbelieved: Error | undefined;
  }
}

/** Milliseconds to connect; for a content to arrive, as anywhere; and at least for an answer from then on. */
const CONNECTING = 2_000;
const ARRIVING = 30_000;
const ANSWERING = 5_000;

/** What is between two processes alone (RFC 9110, 7.6.1), what is answered before, and whom the sender meant. */
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
  /** Where a request is to be sent; undefined where it is this process that answers it. */
  find(request: FastifyRequest, caller: Caller | undefined): Promise<Place | undefined>;
  /** Sends it there, and answers what it is answered there. @throws ApiError 503 */
  send(request: FastifyRequest, reply: FastifyReply, place: Place, isCounted: boolean): Promise<FastifyReply>;
};
export type Place = Writer & { readonly origin: string };

/** Before all hooks that ask for a client's address. */
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
      // Refused once it is counted.
      request.disbelieved = error as Error;
    }
    done();
  });
  // Whoever was the writer may be it no more.
  app.addHook("onResponse", async ({ caller }, { statusCode }) => {
    if (statusCode === 503 && caller !== undefined) writers.forget(caller.organization.logId);
  });

  return {
    find: async ({ forwarded, routeOptions: { config } }, caller) => {
      const isWritten = config.signer !== undefined || config.asks === true;
      // Twice would be in a circle.
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
        // A client that goes away is no failure.
        const level = raw.complete ? "warn" : "debug";
        if (!(error instanceof ApiError))
          request.log[level]({ err: error }, "a request was not answered where it was forwarded to");
        throw failureOf(error);
      }
    },
  };
}

type Sent = { readonly origin: string; readonly raw: IncomingMessage; readonly headers: string[]; readonly id: string };

/** The whole answer. Who does not give it in time is given up. */
async function exchange(agent: Agent, { origin, raw, headers, id }: Sent, lease: number) {
  // It says so no more.
  if (raw.destroyed && !raw.complete) throw new Error("the sender is gone");
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const wait = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => ending.abort(), milliseconds);
  };
  // Not the request itself: whoever has enough of a content ends what it reads from.
  const content = new PassThrough().on("error", () => {});
  const onEnd = () => wait(Math.max(lease, ANSWERING));
  const onClose = () => raw.complete || content.destroy(new Error("the sender is gone"));
  wait(ARRIVING + Math.max(lease, ANSWERING));
  raw.once("end", onEnd).once("close", onClose).pipe(content);
  try {
    const method = raw.method as Dispatcher.HttpMethod;
    const options = { origin, path: raw.url!, method, headers, body: hasContent(raw) ? content : null };
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
    // What is left of a content that was refused goes by, so that its sender gets to read the answer.
    raw.resume();
  }
}

/** What is answered before a request has its name: it is stalled, or, with the mark, too large. */
const BROKEN: ReadonlyMap<number, string> = new Map([
  [408, "ERR_HTTP_REQUEST_TIMEOUT"],
  [431, "HPE_HEADER_OVERFLOW"],
]);

/** Whatever else listens there, what it says of the request is worth nothing: a process names it by what it is called. */
function assertOurs({ statusCode, headers }: Dispatcher.ResponseData, origin: string, id: string): void {
  if (headers["x-request-id"] === id) return;
  const broken = BROKEN.get(statusCode);
  if (broken !== undefined) throw brokenError(broken);
  throw new Error(`no process of this server answers at ${origin}: give each the store.leader at which it listens`);
}

const hasContent = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Names and values by turns, as they came; without what `Connection` names. */
function endToEnd(raw: readonly string[]): string[] {
  const pairs = raw.flatMap((name, i) => (i % 2 === 0 ? [[name.toLowerCase(), raw[i + 1]!] as const] : []));
  const named = new Set(
    pairs.flatMap(([name, value]) => (name === "connection" ? value.toLowerCase().split(/[\s,]+/) : [])),
  );
  return pairs.filter(([name]) => !HOP.has(name) && !named.has(name)).flat();
}

/** Errors before anything was sent. */
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
