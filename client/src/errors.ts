import { sentAction as sentBy, type SentAction } from "anchorlog/http";

/** The faulty part of a request, and an error code. */
export type Detail = { readonly field: string; readonly reason: string };

/**
 * A failed call: the API rejected it or did not answer, or its answer or proof is invalid.
 *
 * @example
 * try {
 *   await client.POST("/templates", { body: { name: "ticket" } })
 * } catch (error) {
 *   if (!(error instanceof PlatformError)) throw error
 *   if (error.reason !== "unreachable") throw new Error(`${error.field}: ${error.message} (request ${error.requestId})`)
 *   await client.POST("/templates", { body: { name: "ticket" }, repeat: sentAction(error) }) // done once at most
 * }
 */
export class PlatformError extends Error {
  /** The HTTP status; undefined if there was no answer, or the answer was invalid. */
  readonly status: number | undefined;
  /** A stable code for programs. `details` may have more. */
  readonly reason: string;
  /** The faulty part of the request. */
  readonly field: string | undefined;
  readonly details: readonly Detail[];
  /** Identifies the request to the API's operator. */
  readonly requestId: string | undefined;
  /** Seconds after which a retry may succeed. */
  readonly retryAfter: number | undefined;
  /** The signed action that failed. {@link sentAction} returns it for any error. */
  readonly sent: SentAction | undefined;

  constructor(
    reason: string,
    message: string,
    more: {
      readonly status?: number;
      readonly details?: readonly Detail[];
      readonly requestId?: string | undefined;
      readonly retryAfter?: number | undefined;
      readonly sent?: SentAction | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, "cause" in more ? { cause: more.cause } : undefined);
    this.name = "PlatformError";
    this.status = more.status;
    this.reason = reason;
    this.details = more.details ?? [];
    this.field = this.details[0]?.field;
    this.requestId = more.requestId;
    this.retryAfter = more.retryAfter;
    this.sent = more.sent;
  }
}

/**
 * Returns the signed action of a failed call or an answer; undefined if nothing was signed. Passed as `repeat`, it is
 * executed only once.
 */
export function sentAction(outcome: object): SentAction | undefined {
  return (outcome instanceof PlatformError ? outcome.sent : undefined) ?? sentBy(outcome);
}

/** Converts an error answer to an exception. The answer may come from a proxy, in any format. */
export function readRefusal({ status, headers }: Response, body: unknown, sent: SentAction | undefined): PlatformError {
  const { error, message, x_request_id } = Object(body) as Record<string, unknown>;
  const told = Object(error) as { readonly message?: unknown; readonly details?: unknown };
  const details = (Array.isArray(told.details) ? told.details : []).filter(isDetail);
  const reason = details[0]?.reason ?? (typeof error === "string" ? error : `status_${status}`);
  const said = [told.message, message].find((text) => typeof text === "string");
  const requestId = typeof x_request_id === "string" ? x_request_id : (headers.get("x-request-id") ?? undefined);
  return new PlatformError(reason, said ?? `the API answered ${status}`, {
    status,
    details,
    requestId,
    retryAfter: retryAfterOf(headers),
    sent,
  });
}

export function badOption(is: string, fix: string): PlatformError {
  return new PlatformError("bad_option", `${is}: ${fix}`);
}

/** The seconds in Retry-After, if present. */
export function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get("retry-after") ?? "";
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : undefined;
}

function isDetail(value: unknown): value is Detail {
  const { field, reason } = Object(value) as Record<string, unknown>;
  return typeof field === "string" && typeof reason === "string";
}
