import { AnchorlogError } from "anchorlog";
import type { HttpAnswer } from "anchorlog/http";
import type { Reason } from "./reasons.ts";

/** An answer to a request that is refused, or that failed; `reason` is a stable code. */
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
      /** For the server's log. */
      readonly cause?: unknown;
      /** What is at fault besides. */
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

/** What of a request is at fault, and the code of why. */
export type Detail = { readonly field: string; readonly reason: Reason };

/** Characters of what a request says that are repeated to its sender. */
const MOST_REPEATED = 200;
export const clip = (text: string): string =>
  (text.length > MOST_REPEATED ? `${text.slice(0, MOST_REPEATED)}…` : text).toWellFormed();

/** The page that lists all reasons, and says how to sign. */
export const REASONS_PAGE = "/reasons";
/** A link to what an error means: a reference that is resolved against the request's URL. */
export function docsOf(details: readonly { readonly reason: string }[]): string {
  const reason = details[0]?.reason ?? "";
  return `${REASONS_PAGE}#${reason === "missing_action" ? "signing" : reason}`;
}

export const notFound = (what: string, id: string): ApiError =>
  new ApiError(404, "not_found", `there is no ${what} ${id}`, { field: "id" });

export const badRequest = (field: string, reason: Reason, message: string): ApiError =>
  new ApiError(400, reason, message, { field });

export const forbidden = (reason: Reason, message: string, field?: string): ApiError =>
  new ApiError(403, reason, message, field === undefined ? {} : { field });

/** What a client is told is no word of the database's or of the package's. */
export function fromAnswer({ status, headers, body }: HttpAnswer): ApiError {
  const { error } = body as { error: { message: string; details: readonly Detail[] } };
  const [detail] = error.details;
  return new ApiError(status, detail!.reason, error.message, { field: detail!.field, headers });
}

/** What the log is for a while: its clients are told so, /readyz says it, and no request has failed. */
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

/** Another process under the name of this one is to be given another. */
const isOfNamesake = ({ code, cause }: AnchorlogError): boolean => code === "not_the_writer" && cause !== undefined;
