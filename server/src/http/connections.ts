/** What is refused before it is a request that hooks and routes see: in the envelope, as everything is. */
import { randomUUID } from "node:crypto";
import { STATUS_CODES, type IncomingMessage, type Server } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyHttpOptions, FastifyInstance, FastifyRequest } from "fastify";
import { ApiError, badRequest } from "./errors.ts";
import type { Envelope } from "./schemas.ts";

/** Characters of a path's parameter: more than Node takes of a whole request's head. */
const LONGEST = 65_536;

/** Milliseconds for a refused sender to read why. */
const LINGER = 500;

export const connectionOptions = {
  clientErrorHandler: (error, socket) => {
    const [status, reason, message] = whyRefused(error.code);
    if (error.code !== "ECONNRESET") refuse(socket, status, reason, message);
  },
  // Node's own refusal has no envelope.
  http: { requireHostHeader: false },
  routerOptions: { maxParamLength: LONGEST },
  // A path that cannot be read is no route's; as such it counts, and is answered.
  rewriteUrl: ({ url = "/" }) => (isReadable(url) ? url : "/"),
} as const satisfies FastifyHttpOptions<Server>;

export function registerConnections(app: FastifyInstance): void {
  // Node would answer 417 with nothing in it; an expectation may be left unheard (RFC 9110, 10.1.1).
  app.server.on("checkExpectation", (request, response) => app.routing(request, response));
  app.server.on("connect", (_request: IncomingMessage, socket: Duplex) =>
    refuse(socket, 404, "no_such_endpoint", "there is no CONNECT here"),
  );
  app.addHook("onRequest", async (request) => {
    const { headers, httpVersion } = request.raw;
    // RFC 9112, 3.2.
    if (headers.host === undefined && httpVersion === "1.1")
      throw badRequest("Host", "malformed", "HTTP/1.1 needs Host");
    // Before anything is said of its body.
    if (request.is404) throw noSuchEndpoint(request);
  });
}

/** Why a request has no route. */
export function noSuchEndpoint({ method, originalUrl }: FastifyRequest): ApiError {
  if (!isReadable(originalUrl)) return badRequest("path", "malformed", "the path's percent-encoding cannot be read");
  return new ApiError(404, "no_such_endpoint", `there is no ${method} here`, { field: "path" });
}

/** Whether a target's path has percent-encoding that can be decoded. */
function isReadable(target: string): boolean {
  try {
    decodeURIComponent(target.split(/[?#]/, 1)[0]!);
    return true;
  } catch {
    return false;
  }
}

function whyRefused(code: string | undefined): readonly [status: number, reason: string, message: string] {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return [408, "request_timeout", "the request took too long to arrive"];
  if (code === "HPE_HEADER_OVERFLOW") return [431, "head_too_large", "the request's head is too large"];
  return [400, "malformed", "this is no HTTP that can be read"];
}

function refuse(socket: Duplex, status: number, reason: string, message: string): void {
  if (!socket.writable) return void socket.destroy();
  const x_request_id = randomUUID();
  const body: Envelope = { error: { code: status, message, details: [{ field: "request", reason }] }, x_request_id };
  const text = JSON.stringify(body);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Request-Id: ${x_request_id}`,
    "Connection: close",
  ];
  socket.end(`${lines.join("\r\n")}\r\n\r\n${text}`);
  // What still comes is let go by for a while: a connection that is reset may lose the answer.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER).unref();
}
