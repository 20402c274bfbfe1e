/** Adapters of HTTP carriage for Node's own server, Express and Fastify. None of these packages is a dependency. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { AnchorlogError } from "../base/errors.ts";
import type { HttpAnswer } from "./answer.ts";
import type { BodySource } from "./body.ts";
import { createGate, type Gate, type GateOptions, type Received } from "./gate.ts";
import { createUploadGate, type UploadOptions } from "./upload.ts";

/** {@link carriedAction} of `anchorlog/http`, for handlers behind these adapters. */
export { carriedAction, carriedUpload, type CarriedUpload, type ReceivedFile } from "./carried.ts";
export type { UploadOptions } from "./upload.ts";

/**
 * Creates middleware for Express and for `node:http`. Put it before any body parser: later readers find the body as it
 * was sent. The middleware answers refusals and its own errors.
 *
 * @throws AnchorlogError `bad_gate` or `bad_authority` for an option.
 */
export function nodeActions(options: GateOptions): Middleware {
  return middlewareOf(createGate(options));
}

/**
 * As {@link nodeActions}, for routes that take files: the content is received into a file, and `carriedUpload` has its
 * path. The signature is judged before the body is read. Later handlers find no body to parse.
 */
export function nodeUploads(options: UploadOptions): Middleware {
  return middlewareOf(createUploadGate(options));
}

type Middleware = (
  request: IncomingMessage & { originalUrl?: string },
  response: ServerResponse,
  next: () => void,
) => void;

function middlewareOf(gate: Gate): Middleware {
  return (request, response, next) => {
    const target = request.originalUrl ?? request.url ?? "";
    void (async () => {
      const judgement = await gate.judge(request, receivedBy(request, response, target, undefined));
      if (judgement.passes) {
        next();
        return;
      }
      const { status, headers, body } = withFraming(judgement.answer);
      if (!response.headersSent) response.writeHead(status, headers).end(body);
      letGo(request, gate.bodyTimeout);
    })();
  };
}

/** The part of Fastify that the plugin uses. */
type FastifyLike = {
  addHook(
    name: "preParsing",
    hook: (request: FastifyRequestLike, reply: FastifyReplyLike, payload: unknown) => Promise<unknown>,
  ): unknown;
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(type: string, parse: (request: unknown, payload: unknown) => Promise<unknown>): unknown;
};
type FastifyRequestLike = {
  readonly raw: IncomingMessage;
  readonly originalUrl: string;
  readonly routeOptions: { readonly url?: string | undefined; readonly bodyLimit?: number | undefined };
};
type FastifyReplyLike = {
  readonly raw: ServerResponse;
  code(status: number): FastifyReplyLike;
  headers(headers: Record<string, string>): FastifyReplyLike;
  send(body: unknown): unknown;
};

/**
 * Creates a plugin for Fastify. It judges the action before Fastify parses the body. Body parsing, and plugins that
 * read the request, work as usual. It applies to the scope that registers it, and answers refusals.
 */
export function fastifyActions(options: GateOptions): FastifyPlugin {
  const gate = createGate(options);
  // oxlint-disable-next-line typescript/require-await -- Fastify takes an async plugin, or a callback
  return pluginOf(async (fastify) => void fastify.addHook("preParsing", hookOf(gate)));
}

/**
 * As {@link fastifyActions}, for a scope whose routes take files: the content is received into a file, and
 * `carriedUpload` has its path. The signature is judged before the body is read. The scope parses no bodies.
 *
 * @example
 * await app.register(async (scope) => {
 *   await scope.register(fastifyUploads({ anchorlog, authority: "api.example", folder: "uploads/" }))
 *   scope.post("/files", async (request, reply) => {
 *     const carried = carriedUpload(request)
 *     if (carried.status !== "new") return reply.code(carried.answer.status).send(carried.answer.body)
 *     await carried.file.keep(`files/${carried.file.digest}`) // durable before the entry is
 *     return carried.submit()
 *   })
 * })
 */
export function fastifyUploads(options: UploadOptions): FastifyPlugin {
  const gate = createUploadGate(options);
  // oxlint-disable-next-line typescript/require-await -- as above
  return pluginOf(async (fastify) => {
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser("*", async () => undefined);
    fastify.addHook("preParsing", hookOf(gate));
  });
}

type FastifyPlugin = (fastify: FastifyLike) => Promise<void>;
type FastifyHook = Parameters<FastifyLike["addHook"]>[1];

/** Tells Fastify not to make a new scope: the hooks apply to the scope that registers the plugin. */
const pluginOf = (plugin: FastifyPlugin): FastifyPlugin =>
  Object.assign(plugin, { [Symbol.for("skip-override")]: true });

function hookOf(gate: Gate): FastifyHook {
  return async (request, reply, payload) => {
    const { raw, originalUrl, routeOptions } = request;
    const { url, bodyLimit } = routeOptions;
    const received = receivedBy(raw, reply.raw, originalUrl, url, payload);
    const judgement = await gate.judge(raw, { ...received, maxBodyBytes: bodyLimit });
    if (judgement.passes) return payload;
    const { status, headers, body } = withFraming(judgement.answer);
    letGo(raw, gate.bodyTimeout);
    // Sent as text, since a route's response schema would drop members of an object.
    return reply.code(status).headers(headers).send(body);
  };
}

function withFraming({ status, headers, body }: HttpAnswer): {
  status: number;
  headers: Record<string, string>;
  body: string;
} {
  // After a timeout the connection is closed, so that a slow sender is not waited for again.
  const slow: Record<string, string> = status === 408 ? { connection: "close" } : {};
  const type = { "content-type": "application/json; charset=utf-8" };
  return { status, headers: { ...headers, ...type, ...slow }, body: JSON.stringify(body) };
}

/** @param payload the stream that will be read, if it may differ from the request. */
function receivedBy(
  request: IncomingMessage,
  response: ServerResponse,
  target: string,
  route: string | undefined,
  payload: unknown = request,
): Received {
  const { method = "", rawHeaders } = request;
  // Pairs names and values. `headers` is not used: it joins repeated fields or drops them.
  const headers = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [[name, rawHeaders[i + 1]!] as const] : []));
  return { method, target, headers, route, body: bodyOf(request, response, payload === request) };
}

/**
 * The content of a Node request, which is put back after reading: later parsers pipe the request itself, or listen to
 * it. So the stream must not reach its end here, which happens if more is read than it has.
 */
function bodyOf(request: IncomingMessage, response: ServerResponse, isReadHere: boolean): BodySource {
  return {
    read: async (sink, signal) => {
      const { readableDidRead, readableFlowing, readableEncoding } = request;
      if (!isReadHere || readableDidRead || readableFlowing === true || readableEncoding !== null) {
        throw new AnchorlogError("body_already_read", "other code read the body before the gate did", {
          fix: "put anchorlog's adapter before any code that parses, decodes or logs bodies",
        });
      }
      // Gives a body that arrived in one piece time to be complete.
      await Promise.resolve();
      return readInto(sink, request, signal);
    },
    onAnswered: (listener) => onAnswered(request, response, listener),
    replay: (content) => {
      if (content.length > 0) request.unshift(content);
      // Shorter than the body as sent if a leading signature was removed.
      if (request.headers["content-length"] !== undefined) request.headers["content-length"] = `${content.length}`;
    },
  };
}

/** Reads a request until its end, the signal, or the sink has enough. @returns whether it was read to its end. */
async function readInto(
  sink: Parameters<BodySource["read"]>[0],
  request: IncomingMessage,
  signal: AbortSignal,
): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const stop = (): void => resolve(false);
  let isWaiting = false;
  let isEnd = false;
  /** @param isTold whether the stream reported data. If it reported data and has none, the body has ended. */
  const take = (isTold: boolean): void => {
    isEnd ||= isTold && request.readableLength === 0;
    if (isWaiting) return;
    while (request.readableLength > 0) {
      const chunk = request.read(Math.min(request.readableLength, request.readableHighWaterMark)) as Uint8Array;
      const added = sink.add(chunk);
      if (added === false) return stop();
      if (added === true) continue;
      isWaiting = true;
      return void added.then((isRoom) => {
        isWaiting = false;
        if (!isRoom) return stop();
        take(false);
        // HTTP/2 reports the end only to a reader that asks for more than there is.
        if (!isWaiting && !request.complete) request.read(0);
      }, reject);
    }
    if (isEnd || request.complete) resolve(true);
  };
  const onReadable = (): void => take(true);
  signal.addEventListener("abort", stop);
  try {
    if (request.complete) take(false);
    else {
      request.on("readable", onReadable).on("end", onReadable).on("error", stop).on("close", stop);
      if (request.destroyed || signal.aborted) stop();
    }
    return await promise;
  } finally {
    request.off("readable", onReadable).off("end", onReadable).off("error", stop).off("close", stop);
    signal.removeEventListener("abort", stop);
  }
}

/** Calls the listener once the response, or its connection, is closed. */
function onAnswered({ socket }: IncomingMessage, response: ServerResponse, listener: () => void): void {
  if (response.closed || socket.destroyed) return listener();
  const tell = (): void => {
    response.off("close", tell);
    socket.off("close", tell);
    listener();
  };
  response.once("close", tell);
  // Some Node versions do not close a pipelined response if its connection is gone.
  socket.once("close", tell);
}

/** Discards the rest of a refused body for a while, so that its sender can read the answer. */
function letGo(request: IncomingMessage, ms: number): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.destroy();
  }, ms).unref();
  request.once("close", () => clearTimeout(timer)).once("end", () => clearTimeout(timer));
  request.on("error", () => undefined);
  request.resume();
}
