import { STATUS_CODES } from "node:http";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AnchorlogError } from "anchorlog";
import { answerRefusal } from "anchorlog/http";
import { isUnavailable } from "../foundation/db/unavailable.ts";
import { asksFor } from "./accept.ts";
import { choppedError } from "./arriving.ts";
import { MAX_BODY } from "./bodies.ts";
import { ApiError, clip, docsOf, fromAnswer, isState } from "./errors.ts";
import { wordsOf } from "./faults.ts";
import { unsupported } from "./json.ts";
import { RateLimitError } from "./limits/limiter.ts";
import type { Envelope } from "./schemas.ts";

/**
 * Formats all errors as the API's envelope, or as problem details (RFC 9457) if the client accepts those. The details
 * of an unexpected error are only logged.
 */
export function registerEnvelope(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("X-Request-Id", request.id);
    done();
  });
  app.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
    // The client closed the connection in the middle of its body. It cannot receive an answer, and the server did not
    // fail.
    if (request.raw.errored === error) {
      request.log.debug({ err: error }, "a client went");
      return sendError(
        request,
        reply,
        new ApiError(400, "aborted", "the client disconnected before the body had arrived", { field: "body" }),
      );
    }
    const told = choppedError(request.raw) ?? toldOf(error, request.routeOptions.bodyLimit);
    const isOwn = error instanceof ApiError && error.cause === undefined;
    if (told.status >= 500 && !isOwn && !isState(error)) request.log.error({ err: error }, "a request failed");
    return sendError(request, reply, told);
  });
  // Errors of the signature plugin lack the request's ID.
  app.addHook("onSend", (request, reply, payload, done) => {
    if (reply.statusCode < 400 || typeof payload !== "string") return done(null, payload);
    const type = reply.getHeader("content-type");
    if (typeof type !== "string" || !type.startsWith("application/json")) return done(null, payload);
    const { error, x_request_id } = JSON.parse(payload) as Partial<Envelope>;
    if (typeof error !== "object" || x_request_id !== undefined) return done(null, payload);
    const answer = formatError(request, choppedError(request.raw) ?? { ...error, status: reply.statusCode });
    reply.headers({ "content-type": answer.type, "content-length": Buffer.byteLength(answer.text) });
    done(null, answer.text);
  });
}

function sendError(request: FastifyRequest, reply: FastifyReply, error: ApiError): FastifyReply {
  const { type, text } = formatError(request, error);
  return reply.code(error.status).headers(error.headers).type(type).send(text);
}

/** The error to send to a client. @param bodyLimit of the route, in bytes. */
export function toldOf(error: FastifyError | ApiError | Error, bodyLimit = MAX_BODY): ApiError {
  return error instanceof ApiError ? error : (notNow(error) ?? fromFastify(error as FastifyError, bodyLimit));
}

type Failure = Pick<ApiError, "status" | "message"> & {
  readonly details: readonly { readonly field: string; readonly reason: string }[];
};

/** Formats an error as the request's Accept field asks. */
export function formatError(
  request: Pick<FastifyRequest, "id" | "headers">,
  error: Failure,
): { readonly type: string; readonly text: string } {
  const { status, message, details } = error;
  const docs = docsOf(details);
  const x_request_id = request.id;
  const waiting = error instanceof RateLimitError ? { retry_after: error.retryAfter } : {};
  if (asksFor(request.headers.accept, "application/problem+json")) {
    const title = STATUS_CODES[status] ?? "Error";
    const problem = { type: docs, title, status, detail: message, details, ...waiting, x_request_id };
    return { type: "application/problem+json", text: JSON.stringify(problem) };
  }
  const body =
    error instanceof RateLimitError
      ? { error: "rate_limit_exceeded", message, ...waiting }
      : { error: { code: status, message, details, docs }, x_request_id };
  return { type: "application/json; charset=utf-8", text: JSON.stringify(body) };
}

/** The answer for an unavailable, full or busy database or log. */
function notNow(error: Error): ApiError | undefined {
  if (error instanceof AnchorlogError) {
    const answer = answerRefusal({ code: error.code, message: "" });
    return answer.status === 503 ? fromAnswer(answer) : undefined;
  }
  if (!isUnavailable(error)) return undefined;
  const headers = { "Retry-After": "5" };
  const message = "the database is not available: whether it was done is not known, send the same again later";
  return new ApiError(503, "database_unavailable", message, { headers });
}

/** Errors of Fastify, such as a body that is too large, of the wrong type or invalid. */
function fromFastify(error: FastifyError, bodyLimit: number): ApiError {
  const { validation, statusCode = 500 } = error;
  if (validation !== undefined) return fromValidation(error);
  if (statusCode === 413) {
    const message = `the body is longer than ${bodyLimit} bytes, with any signature in it`;
    return new ApiError(413, "body_too_large", message, { field: "body" });
  }
  if (statusCode === 415) return unsupported();
  if (statusCode >= 400 && statusCode < 500)
    return new ApiError(statusCode, "bad_request", "the request cannot be read", { field: "body" });
  return new ApiError(500, "internal_error", "something failed here: whether it was done is not known");
}

function fromValidation({ validation, validationContext = "body" }: FastifyError): ApiError {
  const fault = validation![0]!;
  const path = fault.instancePath.replace(/^\//, "").replaceAll("/", ".");
  const { missingProperty } = fault.params as { missingProperty?: string };
  const field = clip([path, missingProperty].filter((part) => part !== undefined && part !== "").join("."));
  // An ID that is malformed names nothing, so the answer is 404.
  if (validationContext === "params")
    return new ApiError(404, "not_found", `nothing here has this ${field}`, { field });
  const where = validationContext === "querystring" ? "query" : validationContext;
  const words = wordsOf(fault, where);
  const reason = fault.keyword !== "boolean" ? "malformed" : where === "query" ? "unknown_parameter" : "unknown_member";
  return new ApiError(400, reason, field === "" ? `the ${where} ${words}` : `${field} ${words}`, {
    field: field === "" ? where : field,
  });
}
