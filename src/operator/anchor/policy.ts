import type { AnchorlogOptions } from "../options.ts";
import { AnchorlogError } from "../../base/errors.ts";

/**
 * When checkpoints are anchored automatically. No promise is missed to save a fee; only `maxFeePerGas` of the
 * transactions is never exceeded.
 */
export type AnchorPolicy = {
  /**
   * Milliseconds that the oldest unanchored entry waits. Then all logs' batches are closed and anchored. At least the
   * registry's minAnchorInterval; at most a quarter of `maxAnchorDelay`, from when new actions are turned away. By
   * default an eighth of `maxAnchorDelay`, or minAnchorInterval if that is longer.
   */
  readonly maxAge?: number | undefined;
  /** Anchors once this many closed batches are not anchored. */
  readonly maxBatches?: number | undefined;
  /**
   * Wei per unit of gas. While the base fee is higher, anchoring waits for a lower one. It waits until the oldest entry
   * is as old as a fifth of `maxAnchorDelay`. From a quarter on, new actions are turned away, so a twentieth is left to
   * get the transaction into a block. `anchor()` does not wait.
   */
  readonly baseFeeCeiling?: bigint | undefined;
  /** Milliseconds between two looks at the chain, 12,000 by default. */
  readonly pollInterval?: number | undefined;
};

/**
 * Fractions of `maxAnchorDelay`: the bound of `maxAge`, its default, and the age from which the ceiling does not count.
 */
const BOUND = 1 / 4;
const DEFAULT = 1 / 8;
const YIELD = 1 / 5;
const POLL_INTERVAL = 12_000;

/** A checked policy, with the limits from the operator's terms. */
export type AnchorSchedule = {
  readonly maxAge: number;
  readonly maxBatches: number;
  readonly ceiling: bigint | undefined;
  readonly pollInterval: number;
  /** Milliseconds of age from which the ceiling does not count. */
  readonly yieldAge: number;
  /** Milliseconds of age from which new actions are turned away. */
  readonly boundAge: number;
};

/**
 * Checks a policy before anything is opened, as far as possible without the registry.
 *
 * @throws AnchorlogError `bad_option`, with `details.option` and `details.value`.
 */
export function checkAnchorPolicy(
  options: Pick<AnchorlogOptions, "anchors" | "transactions" | "chain" | "maxAnchorDelay">,
): void {
  const { anchors, chain, maxAnchorDelay } = options;
  if (anchors === undefined) return;
  if (chain === undefined)
    throw bad("chain", undefined, "anchors needs a chain", "give openAnchorlog the option chain");
  if (maxAnchorDelay === undefined) {
    throw bad("maxAnchorDelay", undefined, "anchors needs maxAnchorDelay", "give it in seconds, as registered");
  }
  for (const name of ["maxAge", "maxBatches", "pollInterval"] as const) {
    const value = anchors[name];
    if (value === undefined || (Number.isInteger(value) && value > 0 && value < 2 ** 31)) continue;
    throw bad(name, value, "it is an integer from 1 to 2^31 - 1", "give one, or leave it out");
  }
  const { maxAge, baseFeeCeiling, pollInterval } = anchors;
  if (baseFeeCeiling !== undefined && !(typeof baseFeeCeiling === "bigint" && baseFeeCeiling > 0n)) {
    const why = "it is a bigint above 0, in wei for a unit of gas";
    throw bad("baseFeeCeiling", baseFeeCeiling, why, "give 30n * 10n ** 9n for 30 gwei");
  }
  const delay = 1_000 * maxAnchorDelay;
  if (maxAge !== undefined && maxAge > BOUND * delay) {
    const why = `nothing new is promised once the oldest promise waits for a quarter of maxAnchorDelay, ${BOUND * delay} ms`;
    throw bad(
      "maxAge",
      maxAge,
      why,
      `give at most ${BOUND * delay}, or leave it out: the default is an eighth of maxAnchorDelay`,
    );
  }
  if (maxAge !== undefined && baseFeeCeiling !== undefined && maxAge > YIELD * delay) {
    const why = `baseFeeCeiling counts until a fifth of maxAnchorDelay, ${YIELD * delay} ms, and could never`;
    throw bad("maxAge", maxAge, why, "give a shorter maxAge, or no baseFeeCeiling");
  }
  const maxFee = options.transactions?.maxFeePerGas;
  if (baseFeeCeiling !== undefined && maxFee !== undefined && baseFeeCeiling > maxFee) {
    const why = `it is above transactions.maxFeePerGas, ${maxFee}, above which no transaction is sent`;
    throw bad("baseFeeCeiling", baseFeeCeiling, why, "give a lower ceiling, or a higher maxFeePerGas");
  }
  if (pollInterval !== undefined && pollInterval > BOUND * delay) {
    const why = `promises are turned away before the chain is looked at, after ${BOUND * delay} ms`;
    throw bad("pollInterval", pollInterval, why, "give a shorter one");
  }
}

/**
 * Makes the schedule from a checked policy and the registry's interval, if known.
 *
 * @param maxAnchorDelay seconds, as is `minAnchorInterval`.
 * @throws AnchorlogError `bad_option` if `maxAge` is shorter than the registry's interval.
 */
export function scheduleOf(policy: AnchorPolicy, maxAnchorDelay: number, minAnchorInterval = 0): AnchorSchedule {
  const delay = 1_000 * maxAnchorDelay;
  const interval = 1_000 * minAnchorInterval;
  const { maxAge = Math.min(BOUND * delay, Math.max(DEFAULT * delay, interval)) } = policy;
  if (maxAge < interval) {
    const why = `the registry takes an anchor each ${interval} ms at most, its minAnchorInterval`;
    throw bad("maxAge", maxAge, why, `give at least ${interval}, or leave it out`);
  }
  return {
    maxAge,
    maxBatches: policy.maxBatches ?? Infinity,
    ceiling: policy.baseFeeCeiling,
    pollInterval: policy.pollInterval ?? defaultPollInterval(maxAnchorDelay),
    yieldAge: YIELD * delay,
    boundAge: BOUND * delay,
  };
}

/** Milliseconds between two looks at the chain. @param maxAnchorDelay seconds, if known. */
export function defaultPollInterval(maxAnchorDelay = Infinity): number {
  return Math.min(POLL_INTERVAL, DEFAULT * 1_000 * maxAnchorDelay);
}

/** The facts that a decision depends on. */
type Situation = {
  /** Milliseconds that the oldest unanchored promise has waited; 0 without one. */
  readonly age: number;
  /** The number of closed batches that are not anchored. */
  readonly batches: number;
  /** Whether a reorganization removed an anchor. */
  readonly isLost: boolean;
  /** Wei; undefined on a chain without a base fee. */
  readonly baseFee: bigint | undefined;
};

/**
 * Decides whether to anchor now.
 *
 * @returns `idle`: nothing is due. `ceiling`: an anchor is due, and waits for a lower base fee.
 */
export function decide(schedule: AnchorSchedule, situation: Situation): "anchor" | "idle" | "ceiling" {
  const { age, batches, isLost, baseFee = 0n } = situation;
  const { maxAge, maxBatches, ceiling = baseFee, yieldAge } = schedule;
  if (!isLost && age < maxAge && batches < maxBatches) return "idle";
  return baseFee > ceiling && age < yieldAge ? "ceiling" : "anchor";
}

function bad(name: string, value: unknown, why: string, fix: string): AnchorlogError {
  const isOwn = name === "chain" || name === "maxAnchorDelay";
  const option = isOwn ? name : `anchors.${name}`;
  const message = isOwn ? why : `${option} is ${String(value)}: ${why}`;
  const details = { option, value: typeof value === "bigint" ? value.toString() : value };
  return new AnchorlogError("bad_option", message, { fix, details });
}
