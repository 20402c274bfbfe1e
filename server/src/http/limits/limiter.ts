import type { Organization } from "../../foundation/caller.ts";
import { ApiError } from "../errors.ts";
import type { Group, StrangeGroup } from "../../foundation/limitGroups.ts";

/** The owner of the windows that a request counts in: an organization, or an address if it has no credential. */
export type Counted =
  | {
      readonly organization: Pick<Organization, "id" | "limits">;
      readonly group: Group;
      /** The caller's address. Organizations without own limits also share a window per network. */
      readonly from?: string;
    }
  /** Undefined if the client has disconnected. */
  | { readonly address: string | undefined; readonly group: StrangeGroup };

/** An answer that headers can be set on. */
export type Answered = { headers(values: Record<string, string>): unknown };

export type Limiter = {
  /**
   * Counts requests or actions, all or none, and sets the limit headers. Rejected requests do not count. A count of 0
   * only sets the headers.
   *
   * @throws RateLimitError; ApiError 422 `too_many_at_once` if the count exceeds a whole window.
   */
  take(counted: Counted, count: number, reply: Answered): Promise<void>;
  /** Sets the limit headers without counting, and rejects if no room is left. @throws RateLimitError */
  look(counted: Counted, reply: Answered): Promise<void>;
};

/** The state of a window. Times are Unix milliseconds. */
export type WindowState = {
  readonly limit: number;
  readonly remaining: number;
  /** The time at which the window will be empty again. */
  readonly resetAt: number;
};

export function limitHeaders({ limit, remaining, resetAt }: WindowState): Record<string, string> {
  return {
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Reset": String(Math.ceil(resetAt / 1_000)),
  };
}

/** A rate limit was exceeded. Its answer has a body of its own, as specified. */
export class RateLimitError extends ApiError {
  /** Seconds after which a request will be accepted. */
  readonly retryAfter: number;

  /** @param options `wait` in milliseconds. */
  constructor(
    message: string,
    { field, wait, ...window }: Omit<WindowState, "remaining"> & { readonly field: string; readonly wait: number },
  ) {
    const retryAfter = Math.max(1, Math.ceil(wait / 1_000));
    super(429, "rate_limit_exceeded", `${message}: wait for ${retryAfter} s`, {
      field,
      headers: { ...limitHeaders({ ...window, remaining: 0 }), "Retry-After": String(retryAfter) },
    });
    this.name = "RateLimitError";
    this.retryAfter = retryAfter;
  }
}
