import type { Hex } from "anchorlog";
import type { Limits } from "./limitGroups.ts";
import type { Permission } from "./roles.ts";

/** The caller of a request: an account signed in to an organization, or an organization's API key. */
export type Caller = {
  readonly organization: Organization;
  /** Undefined for an API key. */
  readonly account:
    | {
        readonly id: string;
        readonly email: string;
        readonly session: string;
        /** The address of its active wallet in the organization, in lower case. */
        readonly wallet: Hex | undefined;
      }
    | undefined;
  /** Undefined for an account. */
  readonly apiKey: { readonly id: string } | undefined;
  /** The permissions of the role or API key. Empty if the account has no role in the organization any more. */
  readonly permissions: ReadonlySet<Permission>;
};

export type Organization = {
  readonly id: string;
  /** The name of its log. */
  readonly log: string;
  /** The log's ID, 32 bytes. Members' signatures include it. */
  readonly logId: Hex;
  /** The organization's own rate limits; undefined if it has none. */
  readonly limits: Limits | undefined;
};
