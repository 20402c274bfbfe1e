import { AnchorlogError } from "anchorlog";
import type { HttpAnswer } from "anchorlog/http";
import type { Reason } from "./reasons.ts";

/** The answer to a request that was refused or failed; `reason` is a stable code. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: readonly Detail[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    reason: Reason,
    message: string,
    options: {
      readonly field?: string;
      readonly headers?: Readonly<Record<string, string>>;
      /** Goes to the server's log, and not to the client. */
      readonly cause?: unknown;
      /** Further faults of the same request. */
      readonly also?: readonly Detail[];
    } = {},
  ) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.name = "ApiError";
    this.status = status;
    this.details = [{ field: options.field ?? "document", reason }, ...(options.also ?? [])];
    this.headers = options.headers ?? {};
  }
}

/** The part of the request that is at fault, and the code of the fault. */
export type Detail = { readonly field: string; readonly reason: Reason };

/** Maximum length of a request's text that an answer repeats, in UTF-16 code units. */
const MOST_REPEATED = 200;
export const clip = (text: string): string =>
  (text.length > MOST_REPEATED ? `${text.slice(0, MOST_REPEATED)}…` : text).toWellFormed();

/** Path of the page that lists all reasons and explains signing. */
export const REASONS_PAGE = "/reasons";
/** Returns the link to an error's explanation, relative to the request's URL. */
export function docsOf(details: readonly { readonly reason: string }[]): string {
  const reason = details[0]?.reason ?? "";
  return `${REASONS_PAGE}#${reason === "missing_action" ? "signing" : reason}`;
}

export const notFound = (what: string, id: string): ApiError =>
  new ApiError(404, "not_found", `${what} ${id} does not exist`, { field: "id" });

/** Returns a row if it was found. @throws ApiError 404 */
export function existing<T>(row: T | undefined, what: string, id: string): T {
  if (row === undefined) throw notFound(what, id);
  return row;
}

export const badRequest = (field: string, reason: Reason, message: string): ApiError =>
  new ApiError(400, reason, message, { field });

export const forbidden = (reason: Reason, message: string, field?: string): ApiError =>
  new ApiError(403, reason, message, field === undefined ? {} : { field });

/**
 * Converts the package's answer to a refused action. The error has no `cause`: the database's own messages do not reach
 * clients.
 */
export function fromAnswer({ status, headers, body }: HttpAnswer): ApiError {
  const { error } = body as { error: { message: string; details: readonly Detail[] } };
  const [detail] = error.details;
  return new ApiError(status, detail!.reason, error.message, { field: detail!.field, headers });
}

/**
 * Codes of temporary states of the log. Clients receive the code, and `/readyz` reports the state. The server does not
 * log such a refusal as a failed request.
 */
const STATES: ReadonlySet<string> = new Set([
  "not_the_writer",
  "read_only",
  "anchor_overdue",
  "not_in_standing",
  "clock_ahead",
  "clock_behind",
  "store_full",
]);

export const isState = (error: unknown): boolean =>
  error instanceof AnchorlogError && STATES.has(error.code) && !isOfNamesake(error);

/** Another process with the same name holds the log: a mistake in the configuration, which does not pass by itself. */
const isOfNamesake = ({ code, cause }: AnchorlogError): boolean => code === "not_the_writer" && cause !== undefined;
