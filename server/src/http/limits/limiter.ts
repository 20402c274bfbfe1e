import type { FastifyReply } from "fastify";
import type { Organization } from "../../accounts/caller.ts";
import type { Group } from "./groups.ts";

/** Whose windows something counts in: an organization's, or, of whoever has no credential, an address's. */
export type Counted =
  | { readonly organization: Organization; readonly group: Group }
  | { readonly address: string; readonly group: "auth" | "strangers" };

export type Limiter = {
  /**
   * Counts requests or actions, and puts the limits' headers on the answer. What is refused does not count.
   *
   * @throws RateLimitError
   */
  take(counted: Counted, count: number, reply: FastifyReply): Promise<void>;
};
