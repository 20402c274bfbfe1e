/** The operator that the client signs for: pinned by the caller, or confirmed once by the registry. */
import type { Hex } from "anchorlog/action";
import * as bundle from "anchorlog/verify/bundle";
import type { DescribedOperator, OperatorPin, TrustedOperator } from "anchorlog/verify/bundle";
import type { AnswerTo } from "./calls.ts";
import { PlatformError } from "./errors.ts";
import { once, type Once } from "./once.ts";

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

type KnownOptions = {
  /** The API's address. */
  readonly origin: string;
  /** Now in Unix milliseconds. */
  readonly clock: () => number;
  readonly pin: Pin;
  /** Called with the operator whenever it was confirmed or its keys have changed. */
  readonly onOperator: ((operator: TrustedOperator) => void) | undefined;
};

/** Fetches and verifies the operator's description when it is first needed, and keeps it. */
export class KnownOperator {
  readonly #options: KnownOptions;
  readonly #fetch: () => Promise<Description>;
  /** The operator as the caller knows it, and later as it was verified. */
  #pin: Pin;
  readonly #current: Once<CurrentOperator>;

  constructor(fetch: () => Promise<Description>, options: KnownOptions) {
    this.#fetch = fetch;
    this.#options = options;
    this.#pin = options.pin;
    this.#current = once(() => this.#look());
  }

  /** @throws see `judgeDescription`. */
  get(): Promise<CurrentOperator> {
    return this.#current.get();
  }

  /** Fetches the description again at the next call, since the operator may have a new key. */
  forget(): void {
    this.#current.forget();
  }

  /**
   * Whether a receipt key was valid. If the key is unknown, the operator's keys are fetched again, since it may be new.
   */
  async servedAt(key: Hex, acceptedAt: number): Promise<boolean> {
    const standing = bundle.receiptKeyAt((await this.get()).trusted, key, acceptedAt);
    if (standing !== "unknown") return standing === "serves";
    this.forget();
    return bundle.receiptKeyAt((await this.get()).trusted, key, acceptedAt) === "serves";
  }

  async #look(): Promise<CurrentOperator> {
    const { origin, clock, onOperator } = this.#options;
    const given = await this.#fetch();
    const found = await judgeDescription(given, { origin, now: clock(), pin: this.#pin });
    if (!found.isPinned) return found;
    const { operator } = this.#pin;
    const isNews = operator === undefined || bundle.formatTrust(operator) !== bundle.formatTrust(found.trusted);
    this.#pin = { ...this.#pin, operator: found.trusted };
    if (isNews) onOperator?.(found.trusted);
    return found;
  }
}
