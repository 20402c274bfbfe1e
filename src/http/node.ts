/** Thin adapters of HTTP carriage: Node's own server, Express and Fastify. None of them is a dependency. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { AnchorlogError } from "../errors.ts";
import { answerRefusal, type Refusal, type RefusalAnswer } from "./answer.ts";
import { createCollector } from "./body.ts";
import { createGate, type GateOptions } from "./gate.ts";
import type { CarriedAction, ReceivedRequest } from "./read.ts";

const carried = new WeakMap<object, CarriedAction>();

/** The action that a request carried, once an adapter of this module let it through; undefined if it had none. */
export function carriedAction(request: object): CarriedAction | undefined {
  return carried.get(request);
}

/**
 * Middleware for Express and for `node:http`: put it before any body parser, whose work it does: `request.body`
 * becomes the bytes that came. Refusals are answered.
 */
export function nodeActions(
  options: GateOptions,
): (
  request: IncomingMessage & { originalUrl?: string; body?: unknown },
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void {
  const gate = createGate(options);
  return (request, response, next) => {
    const received = receivedBy(request, request.originalUrl ?? request.url);
    if (gate.passes(received)) {
      next();
      return;
    }
    void (async () => {
      try {
        const body = await readStream(request, gate.maxBodyBytes);
        const result = await gate.judge({ ...received, body });
        if ("refusal" in result) {
          const { status, body: answer } = answerTo(result.refusal, options);
          // What is left of a body that is too long is not waited for.
          if (body === undefined) response.setHeader("connection", "close");
          response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(answer));
          return;
        }
        carried.set(request, result.carried);
        request.body = body;
      } catch (error) {
        next(error);
        return;
      }
      next();
    })();
  };
}

/** As much of Fastify as the plugin needs. */
type FastifyLike = {
  addHook(
    name: "preParsing",
    hook: (request: FastifyRequestLike, reply: FastifyReplyLike, payload: Readable) => Promise<unknown>,
  ): unknown;
};
type FastifyRequestLike = { readonly raw: IncomingMessage; readonly originalUrl: string };
type FastifyReplyLike = {
  code(status: number): FastifyReplyLike;
  header(name: string, value: string): FastifyReplyLike;
  send(body: unknown): unknown;
};

/**
 * Plugin for Fastify: reads the action before Fastify parses the body, which it then does as usual from the same
 * bytes. Refusals are answered.
 */
export function fastifyActions(options: GateOptions): (fastify: FastifyLike) => Promise<void> {
  const gate = createGate(options);
  const plugin = async (fastify: FastifyLike): Promise<void> => {
    fastify.addHook("preParsing", async (request, reply, payload) => {
      const received = receivedBy(request.raw, request.originalUrl);
      if (gate.passes(received)) return payload;
      const body = await readStream(payload, gate.maxBodyBytes);
      const result = await gate.judge({ ...received, body });
      if ("refusal" in result) {
        const { status, body: answer } = answerTo(result.refusal, options);
        if (body === undefined) void reply.header("connection", "close");
        return reply.code(status).send(answer);
      }
      carried.set(request, result.carried);
      return Readable.from(body === undefined || body.length === 0 ? [] : [Buffer.from(body)]);
    });
  };
  // To Fastify: not a scope of its own, but part of the one that registers it.
  return Object.assign(plugin, { [Symbol.for("skip-override")]: true });
}

function receivedBy(request: IncomingMessage, target = ""): Omit<ReceivedRequest, "body"> {
  const { method = "", rawHeaders } = request;
  // Names and values by turns, and repeated ones apart: `headers` has them joined, or drops them.
  const headers = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [[name, rawHeaders[i + 1]!] as const] : []));
  return { method, target, headers };
}

/** All of a stream, or undefined where it is longer than `max`: the rest is then let go unseen. */
async function readStream(stream: Readable, max: number): Promise<Uint8Array | undefined> {
  if (stream.readableDidRead) {
    throw new AnchorlogError("body_already_read", "the body was read before its action was", {
      fix: "put anchorlog's adapter before whatever parses bodies",
    });
  }
  const body = createCollector(max);
  return new Promise((resolve, reject) => {
    stream.on("data", (chunk: Uint8Array) => {
      if (!body.add(chunk)) resolve(undefined);
    });
    stream.on("end", () => resolve(body.bytes()));
    stream.on("error", reject);
    stream.on("close", () => reject(new Error("the request ended before its body did")));
  });
}

function answerTo(refusal: Refusal, { requestId }: GateOptions): RefusalAnswer {
  return answerRefusal(refusal, requestId === undefined ? {} : { requestId: requestId() });
}
