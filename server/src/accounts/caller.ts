import type { Hex } from "anchorlog";
import type { Limits } from "../http/limits/groups.ts";
import type { Permission } from "./roles.ts";

/** Whoever a request's credential stands for: an account that is signed in to an organization, or an API key of one. */
export type Caller = {
  readonly organization: Organization;
  /** Undefined for an API key. */
  readonly account:
    | {
        readonly id: string;
        readonly email: string;
        readonly session: string;
        /** The address of its wallet in the organization, in lower case, while it has one. */
        readonly wallet: Hex | undefined;
      }
    | undefined;
  /** Undefined for an account. */
  readonly apiKey: { readonly id: string } | undefined;
  /** What the credential allows: a role's, or a key's. Empty for who has no role in the organization any more. */
  readonly permissions: ReadonlySet<Permission>;
};

export type Organization = {
  readonly id: string;
  /** The name of its log. */
  readonly log: string;
  /** The log's identifier, 32 bytes: what its members sign. */
  readonly logId: Hex;
  /** Limits of its own. */
  readonly limits: Limits | undefined;
};
