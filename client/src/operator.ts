/** The operator that the client signs for: pinned by the caller, or confirmed once by the registry. */
import type { Hex } from "anchorlog/action";
import * as bundle from "anchorlog/verify/bundle";
import type { DescribedOperator, OperatorPin, TrustedOperator } from "anchorlog/verify/bundle";
import type { AnswerTo } from "./calls.ts";
import { PlatformError } from "./errors.ts";

/** The answer of `GET /.well-known/anchorlog`. */
export type Description = AnswerTo<"/.well-known/anchorlog">;

/** The caller's knowledge of the operator. */
export type Pin = {
  /** The expected operator: from a trust file, or from an earlier client's `onOperator`. */
  readonly operator?: TrustedOperator | undefined;
  /**
   * A node of the chain. If `operator` is not set, the registry is asked once to confirm the key that signed the API's
   * description.
   */
  readonly rpc?: string | undefined;
  /** The registry of a private deployment, if it is not from a release of this software. */
  readonly registry?: Hex | undefined;
};

/** The operator's current data. */
type CurrentOperator = DescribedOperator & {
  readonly authority: string;
  /** Whether the operator was pinned or confirmed. If false, the client refuses to sign. */
  readonly isPinned: boolean;
};

/**
 * Verifies an API's description of its operator.
 *
 * @param given attacker-controlled.
 * @param rules `origin`: the API's address. `now` in Unix milliseconds.
 * @throws PlatformError `other_authority`, `bad_description`, `other_operator`, `unknown_receipt_key`, `key_ended`,
 *   `unconfirmed`; AnchorlogError `chain_unavailable`.
 */
export async function judgeDescription(
  given: Description,
  { origin, now, pin }: { readonly origin: string; readonly now: number; readonly pin: Pin },
): Promise<CurrentOperator> {
  const { host } = new URL(origin);
  const known = knownBy(pin);
  try {
    const described = await bundle.judgeDescription(given, { host, now, pin: known });
    return { ...described, authority: host, isPinned: known !== undefined };
  } catch (error) {
    if (error instanceof bundle.DescriptionError) throw new PlatformError(error.fault, error.message);
    throw error;
  }
}

function knownBy({ operator, rpc, registry }: Pin): OperatorPin | undefined {
  if (operator !== undefined) return { operator };
  if (rpc === undefined) return undefined;
  // Load the chain's code only if it is needed.
  return { connect: async () => (await import("anchorlog/chain")).connectChain(rpc), registry };
}
