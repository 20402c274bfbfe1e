/** Thin adapters of HTTP carriage: Node's own server, Express and Fastify. None of them is a dependency. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { AnchorlogError } from "../errors.ts";
import type { HttpAnswer } from "./answer.ts";
import type { BodySource } from "./body.ts";
import { createGate, type GateOptions, type Received } from "./gate.ts";

/** {@link carriedAction} of `anchorlog/http`, for handlers behind these adapters. */
export { carriedAction } from "./carried.ts";

/**
 * Middleware for Express and for `node:http`: put it before any body parser. Whatever reads the body behind it, reads
 * it as it was sent. Refusals are answered, and so is what fails here.
 */
export function nodeActions(
  options: GateOptions,
): (request: IncomingMessage & { originalUrl?: string }, response: ServerResponse, next: () => void) => void {
  const gate = createGate(options);
  return (request, response, next) => {
    const target = request.originalUrl ?? request.url ?? "";
    void (async () => {
      const judgement = await gate.judge(request, receivedBy(request, target, undefined));
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

/** As much of Fastify as the plugin needs. */
type FastifyLike = {
  addHook(
    name: "preParsing",
    hook: (request: FastifyRequestLike, reply: FastifyReplyLike, payload: unknown) => Promise<unknown>,
  ): unknown;
};
type FastifyRequestLike = {
  readonly raw: IncomingMessage;
  readonly originalUrl: string;
  readonly routeOptions: { readonly url?: string | undefined };
};
type FastifyReplyLike = {
  code(status: number): FastifyReplyLike;
  headers(headers: Record<string, string>): FastifyReplyLike;
  send(body: unknown): unknown;
};

/**
 * Plugin for Fastify: judges the action before Fastify parses the body, which it then does as usual, as do plugins that
 * read the request themselves. It is for the scope that registers it. Refusals are answered.
 */
export function fastifyActions(options: GateOptions): (fastify: FastifyLike) => Promise<void> {
  const gate = createGate(options);
  const plugin = async (fastify: FastifyLike): Promise<void> => {
    fastify.addHook("preParsing", async (request, reply, payload) => {
      const { raw, originalUrl, routeOptions } = request;
      const received = receivedBy(raw, originalUrl, routeOptions.url, payload);
      const judgement = await gate.judge(raw, received);
      if (judgement.passes) return payload;
      const { status, headers, body } = withFraming(judgement.answer);
      letGo(raw, gate.bodyTimeout);
      // As text: a route's response schema would leave parts of it out.
      return reply.code(status).headers(headers).send(body);
    });
  };
  // To Fastify: not a scope of its own, but part of the one that registers it.
  return Object.assign(plugin, { [Symbol.for("skip-override")]: true });
}

function withFraming({ status, headers, body }: HttpAnswer): {
  status: number;
  headers: Record<string, string>;
  body: string;
} {
  // Whoever was too slow once is not waited for again.
  const slow: Record<string, string> = status === 408 ? { connection: "close" } : {};
  const type = { "content-type": "application/json; charset=utf-8" };
  return { status, headers: { ...headers, ...type, ...slow }, body: JSON.stringify(body) };
}

/** @param payload the stream that will be read, where it may be another than the request. */
function receivedBy(
  request: IncomingMessage,
  target: string,
  route: string | undefined,
  payload: unknown = request,
): Received {
  const { method = "", rawHeaders } = request;
  // Names and values by turns, and repeated ones apart: `headers` has them joined, or drops them.
  const headers = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [[name, rawHeaders[i + 1]!] as const] : []));
  return { method, target, headers, route, body: bodyOf(request, payload === request) };
}

/**
 * The content of a request of Node's, which is put back once it was read: parsers behind pipe the request itself, or
 * listen to it. So it must not come to its end here, which happens where more is asked of it than it has.
 */
function bodyOf(request: IncomingMessage, isReadHere: boolean): BodySource {
  const read: BodySource["read"] = async (collector, signal) => {
    if (
      !isReadHere ||
      request.readableDidRead ||
      request.readableFlowing === true ||
      request.readableEncoding !== null
    ) {
      throw new AnchorlogError("body_already_read", "the body was read before its action was", {
        fix: "put anchorlog's adapter before whatever parses, decodes or logs bodies",
      });
    }
    // What came in one piece is there as a whole then.
    await Promise.resolve();
    return new Promise((resolve) => {
      const done = (isAll: boolean): void => {
        request.off("readable", take).off("error", fail).off("close", fail);
        signal.removeEventListener("abort", fail);
        resolve(isAll);
      };
      const fail = (): void => done(false);
      const take = (): void => {
        // Told of something to read where there is nothing: that is the end.
        const isEnd = request.readableLength === 0;
        while (request.readableLength > 0) {
          const chunk = request.read(Math.min(request.readableLength, request.readableHighWaterMark)) as Uint8Array;
          if (!collector.add(chunk)) return done(false);
        }
        if (isEnd || request.complete) done(true);
      };
      if (request.complete) return take();
      request.on("readable", take).on("error", fail).on("close", fail);
      signal.addEventListener("abort", fail);
      if (request.destroyed || signal.aborted) fail();
    });
  };
  return {
    read,
    replay: (content) => {
      if (content.length > 0) request.unshift(content);
      // Shorter than what was sent by the signature that stood before it.
      if (request.headers["content-length"] !== undefined) request.headers["content-length"] = `${content.length}`;
    },
  };
}

/** Lets what is left of a refused body go by unkept, so that its sender gets to read the answer; for a while. */
function letGo(request: IncomingMessage, ms: number): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.destroy();
  }, ms).unref();
  request.once("close", () => clearTimeout(timer)).once("end", () => clearTimeout(timer));
  request.on("error", () => undefined);
  request.resume();
}
