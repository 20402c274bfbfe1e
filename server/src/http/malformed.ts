/** Gives requests that Node or the router reject the API's own error answers, and counts them. */
import { randomUUID } from "node:crypto";
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { formatError, toldOf } from "./envelope.ts";
import { ApiError, badRequest } from "./errors.ts";
import type { Limiter } from "./limits/limiter.ts";
import { createUnrouted, noSuchEndpoint } from "./unrouted.ts";

/** Requests whose URLs the router could not parse, with the error. */
const unreadable = new WeakMap<IncomingMessage, ApiError>();
/** A path without a route. */
const NOWHERE = "/.malformed";

/** Sends a request with a malformed URL through the usual hooks, which then reject it. */
export function rerouteMalformed(app: FastifyInstance, { raw }: FastifyRequest, reply: FastifyReply): void {
  unreadable.set(raw, badRequest("path", "malformed", "the path cannot be read: its percent-encoding is not right"));
  raw.url = NOWHERE;
  app.routing(raw, reply.raw);
}

/** Handles the requests that Node would answer itself. Call it after access is registered. */
export function registerMalformed(app: FastifyInstance, limiter: Limiter): void {
  const unrouted = createUnrouted(app);
  // The answer for paths without a route that the onRequest hook below did not see.
  app.setNotFoundHandler(async (request) => {
    throw unrouted(request);
  });
  app.server.on("request", noteAnswer);
  // Expectations other than 100-continue may be ignored (RFC 9110, section 10.1.1).
  app.server.on("checkExpectation", (request, response) => {
    noteAnswer(request, response);
    app.routing(request, response);
  });
  app.server.on("connect", (_request: IncomingMessage, socket: Socket) => {
    // Node removed its own error handler. Without one, an error would end the process.
    socket.on("error", () => {});
    void answerBroken(limiter, Object.assign(new Error("CONNECT"), { code: "CONNECT" }), socket);
  });
  app.addHook("onRequest", (request, _reply, done) => {
    const { raw } = request;
    const why = unreadable.get(raw);
    if (why !== undefined) throw why;
    if (raw.httpVersion === "1.1" && raw.headers.host === undefined) {
      throw new ApiError(400, "malformed", "the request has no Host", { field: "Host" });
    }
    // Reject before reading the body.
    // The router treats `*` as `/`, but it means the server as a whole (RFC 9112, section 3.2.4).
    if (request.is404 || request.originalUrl === "*") throw unrouted(request);
    done();
  });
}

/** Unfinished answers by connection. */
const awaited = new WeakMap<Socket, Set<ServerResponse>>();
/** Connections that are no longer read. */
const broken = new WeakSet<Socket>();

function noteAnswer({ socket }: IncomingMessage, response: ServerResponse): void {
  let answers = awaited.get(socket);
  if (answers === undefined) awaited.set(socket, (answers = new Set()));
  answers.add(response);
  response.once("close", () => awaited.get(socket)!.delete(response));
}

type Broken = Error & { readonly code?: string };

/** Answers a malformed or stalled request, after the answers to earlier requests on the connection. */
export async function answerBroken(limiter: Limiter, { code }: Broken, socket: Socket): Promise<void> {
  if (code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  if (broken.has(socket)) return;
  broken.add(socket);
  const before = [...(awaited.get(socket) ?? [])].filter(({ req, closed }) => req.complete && !closed);
  await Promise.all(before.map((answer) => new Promise((resolve) => answer.once("close", resolve))));
  const headers: Record<string, string> = {};
  const taken = limiter.take({ address: socket.remoteAddress, group: "strangers" }, 1, {
    headers: (values) => Object.assign(headers, values),
  });
  const error = await taken.then(
    () => brokenError(code),
    (failed: Error) => toldOf(failed),
  );
  const id = randomUUID();
  const { type, text } = formatError({ id, headers: {} }, error);
  const all = {
    ...headers,
    ...error.headers,
    "X-Request-Id": id,
    "Content-Type": type,
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    Connection: "close",
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) {
    socket.write(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join("")}\r\n${text}`);
  }
  socket.destroySoon();
}

/** @param code Node's error code. */
export function brokenError(code: string | undefined): ApiError {
  if (code === "CONNECT") return noSuchEndpoint({ method: code, originalUrl: "" });
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return new ApiError(408, "body_timeout", "the request did not arrive in time");
  }
  if (code === "HPE_HEADER_OVERFLOW") {
    return new ApiError(431, "headers_too_large", "the request's header fields are too large", { field: "headers" });
  }
  return new ApiError(400, "malformed", "the request is not HTTP");
}
