import type { Organization } from "../../accounts/caller.ts";
import { ApiError } from "../errors.ts";
import type { Group, StrangeGroup } from "./groups.ts";

/** Whose windows something counts in: an organization's, or, of whoever has no credential, an address's. */
export type Counted =
  | {
      readonly organization: Pick<Organization, "id" | "limits">;
      readonly group: Group;
      /** From which it comes: all organizations of one network share a window, but for those with limits of their own. */
      readonly from?: string;
    }
  /** Undefined where the connection is gone. */
  | { readonly address: string | undefined; readonly group: StrangeGroup };

/** What headers are put on. */
export type Answered = { headers(values: Record<string, string>): unknown };

export type Limiter = {
  /**
   * Counts requests or actions, all or none of them, and puts the limits' headers on the answer. What is refused does
   * not count. 0 counts nothing and puts the headers on.
   *
   * @throws RateLimitError; ApiError 422 `too_many_at_once` for more than a window ever takes.
   */
  take(counted: Counted, count: number, reply: Answered): Promise<void>;
  /** Refuses where there is room for not even one, counts nothing, and puts the headers on. @throws RateLimitError */
  look(counted: Counted, reply: Answered): Promise<void>;
};

/** How a window stands. Times are Unix milliseconds. */
export type Standing = {
  readonly limit: number;
  readonly remaining: number;
  /** When all that is counted now has left it. */
  readonly resetAt: number;
};

/** The headers that tell of a window. */
export function limitHeaders({ limit, remaining, resetAt }: Standing): Record<string, string> {
  return {
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Reset": String(Math.ceil(resetAt / 1_000)),
  };
}

/** Too much at a time. Its body is the specification's own. */
export class RateLimitError extends ApiError {
  /** Seconds, after which a request passes. */
  readonly retryAfter: number;

  /** @param options `wait` in milliseconds. */
  constructor(
    message: string,
    { field, wait, ...window }: Omit<Standing, "remaining"> & { readonly field: string; readonly wait: number },
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
