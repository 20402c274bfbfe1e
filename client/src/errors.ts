import { sentAction as sentBy, type SentAction } from "anchorlog/http";

/** What of a request is at fault, and the code of why. */
export type Detail = { readonly field: string; readonly reason: string };

/** Why a call came to nothing: the API refused it, or could not be reached, or its proof does not hold. */
export class PlatformError extends Error {
  /** The HTTP status; undefined where there was no answer, or the answer is not what was asked for. */
  readonly status: number | undefined;
  /** A code that stays, for programs; `details` has further ones. */
  readonly reason: string;
  /** What of the request is at fault. */
  readonly field: string | undefined;
  readonly details: readonly Detail[];
  /** Names the request to the API's operator. */
  readonly requestId: string | undefined;
  /** Seconds after which the same may be tried again. */
  readonly retryAfter: number | undefined;
  /** What was signed and refused; {@link sentAction} says it of all errors. */
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

/** What was signed and sent, by the error that came of it: as `repeat` it is done once, however often it is sent. */
export function sentAction(outcome: object): SentAction | undefined {
  return (outcome instanceof PlatformError ? outcome.sent : undefined) ?? sentBy(outcome);
}

/** The error that an answer tells of, in any of the API's shapes; or in none, as something before the API may answer. */
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

/** Seconds, where an answer says so. */
export function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get("retry-after") ?? "";
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : undefined;
}

function isDetail(value: unknown): value is Detail {
  const { field, reason } = Object(value) as Record<string, unknown>;
  return typeof field === "string" && typeof reason === "string";
}
