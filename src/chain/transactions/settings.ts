import { AnchorlogError } from "../../base/errors.ts";
import type { TransactionSettings } from "./types.ts";

export type CheckedSettings = Required<TransactionSettings>;

const GWEI = 10n ** 9n;

const DEFAULTS: CheckedSettings = {
  confirmations: 1,
  resubmissionTimeout: 48,
  notInMempoolTimeout: 30,
  pollInterval: 4,
  requestTimeout: 10,
  usedNonceLooks: 3,
  maxFeePerGas: 500n * GWEI,
  feeLimitMultiplier: 5,
  feeLimitThreshold: 100n * GWEI,
  minPriorityFeePerGas: GWEI / 100n,
  minBaseFeePerGas: GWEI / 100n,
  gasMargin: 25,
};

/** The fee increase of a replacement. Geth, Erigon, Nethermind, Hardhat and anvil require 10 per cent. */
const BUMP = { numerator: 1125n, denominator: 1000n };

/** The lowest fee that replaces a transaction with this fee. */
export function bumped(fee: bigint): bigint {
  return (fee * BUMP.numerator) / BUMP.denominator + 1n;
}

/**
 * Fills in the defaults and checks the settings. A default adapts to the settings given; two given settings that
 * contradict each other are an error.
 *
 * @param pollInterval seconds between two looks if the settings leave it out.
 * @throws AnchorlogError `bad_option` if one is out of its range, or two contradict each other.
 */
export function checkSettings(given: TransactionSettings = {}, pollInterval = DEFAULTS.pollInterval): CheckedSettings {
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  for (const [name] of known) if (!(name in DEFAULTS)) throw bad(name, "there is no such setting", "leave it out");
  const own: TransactionSettings = Object.fromEntries(known);
  const { maxFeePerGas = DEFAULTS.maxFeePerGas } = own;
  const settings = {
    ...DEFAULTS,
    pollInterval: Math.min(
      pollInterval,
      own.resubmissionTimeout ?? pollInterval,
      own.notInMempoolTimeout ?? pollInterval,
    ),
    feeLimitThreshold: min(DEFAULTS.feeLimitThreshold, maxFeePerGas),
    ...own,
  };
  assertRanges(settings);
  assertAgreement(settings);
  return settings;
}

function assertRanges(settings: CheckedSettings): void {
  const { confirmations, usedNonceLooks, feeLimitMultiplier, gasMargin } = settings;
  for (const [name, value] of Object.entries({ confirmations, usedNonceLooks })) {
    if (!(Number.isSafeInteger(value) && value >= 1))
      throw bad(name, `${value} is not a whole number from 1`, "give one");
  }
  const seconds = ["resubmissionTimeout", "notInMempoolTimeout", "pollInterval", "requestTimeout"] as const;
  for (const name of seconds) {
    const value = settings[name];
    if (!(value > 0 && value <= 86_400))
      throw bad(name, `${value} is not a time`, "give seconds, above 0 and up to a day");
  }
  const fees = ["maxFeePerGas", "feeLimitThreshold", "minPriorityFeePerGas", "minBaseFeePerGas"] as const;
  for (const name of fees) {
    const value = settings[name];
    if (typeof value !== "bigint" || value < 0n)
      throw bad(name, `${String(value)} is not a fee`, "give wei, as a bigint");
  }
  if (!(feeLimitMultiplier >= 1 && feeLimitMultiplier <= 1000)) {
    throw bad(
      "feeLimitMultiplier",
      `${feeLimitMultiplier} is not from 1 to 1000`,
      "give a multiple of the chain's fee, such as 5",
    );
  }
  if (!(gasMargin >= 0 && gasMargin <= 1000)) {
    throw bad("gasMargin", `${gasMargin} is not from 0 to 1000`, "give per cent, 25 say");
  }
}

function assertAgreement(settings: CheckedSettings): void {
  const { pollInterval, resubmissionTimeout, notInMempoolTimeout } = settings;
  for (const [name, value] of Object.entries({ resubmissionTimeout, notInMempoolTimeout })) {
    if (value >= pollInterval) continue;
    const why = `${value} s are over before the chain is looked at again, after pollInterval ${pollInterval} s`;
    throw bad(name, why, `give at least ${pollInterval}, or a shorter pollInterval`);
  }
  const { maxFeePerGas, feeLimitThreshold, minPriorityFeePerGas, minBaseFeePerGas } = settings;
  const least = minBaseFeePerGas + minPriorityFeePerGas;
  if (maxFeePerGas < least) {
    const why = `${maxFeePerGas} wei are less than minBaseFeePerGas and minPriorityFeePerGas, ${least} together`;
    throw bad("maxFeePerGas", why, "raise it, or lower the two");
  }
  if (feeLimitThreshold > maxFeePerGas) {
    const why = `${feeLimitThreshold} wei are above maxFeePerGas ${maxFeePerGas}, which no fee exceeds`;
    throw bad("feeLimitThreshold", why, "lower it, or raise maxFeePerGas");
  }
}

export const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

function bad(name: string, why: string, fix: string): AnchorlogError {
  return new AnchorlogError("bad_option", `the setting ${name} of transactions is wrong: ${why}`, { fix });
}
