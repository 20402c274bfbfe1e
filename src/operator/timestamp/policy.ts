import { assertChainWriter, type ChainWriter } from "../../chain/client.ts";
import type { TimestampFinality } from "../../chain/findTimestamp.ts";
import { checkSettings } from "../../chain/transactions/settings.ts";
import type { TransactionSettings } from "../../chain/transactions/types.ts";
import { isTimestampFinality } from "../../chain/verifyTimestamp.ts";
import { abbreviate } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { assertKnownOptions } from "../../base/options.ts";

/** A further chain on which the newest signed checkpoint is written as a timestamp. */
export type TimestampPolicy = {
  /** The client whose account pays there. The chain of its wallet client must not be the operator's own. */
  readonly chain: ChainWriter;
  /** Milliseconds from one timestamp to the next, if there is a newer checkpoint; an hour by default. */
  readonly every?: number | undefined;
  /** When a timestamp's block counts as final: by the tag `finalized`, the default, or after this many blocks. */
  readonly finality?: TimestampFinality | undefined;
  /** Wei per unit of gas. While the base fee is higher, a timestamp waits, with no time limit. */
  readonly baseFeeCeiling?: bigint | undefined;
  /** Milliseconds between two looks at the chain, 12,000 by default. */
  readonly pollInterval?: number | undefined;
  /** How transactions are sent there, and what they may cost. */
  readonly transactions?: TransactionSettings | undefined;
};

const POLICY = {
  chain: true,
  every: true,
  finality: true,
  baseFeeCeiling: true,
  pollInterval: true,
  transactions: true,
} satisfies Record<keyof TimestampPolicy, true>;

export const EVERY = 3_600_000;
export const POLL_INTERVAL = 12_000;

/**
 * Checks the option `timestamps`, before anything is opened.
 *
 * @param chainId the id of the operator's own chain.
 * @throws AnchorlogError `bad_option`, with `details.option`; `wrong_chain`, `development_key`.
 */
export function checkTimestampPolicies(policies: unknown, chainId: number): readonly TimestampPolicy[] {
  if (policies === undefined) return [];
  if (!Array.isArray(policies)) throw bad("timestamps", "it is a list of further chains", "give [{ chain }]");
  const seen = new Set<number>([chainId]);
  for (const [i, policy] of (policies as readonly unknown[]).entries()) {
    const option = `timestamps[${i}]`;
    assertKnownOptions(`the option ${option}`, policy, POLICY);
    const { chain, ...rest } = policy as TimestampPolicy;
    const id = chain?.walletClient?.chain?.id;
    assertChainWriter(chain, id, `${option}.chain`);
    if (seen.has(id)) {
      const whose = id === chainId ? "the operator's own chain, on which it anchors" : "named twice";
      throw bad(`${option}.chain`, `chain ${id} is ${whose}`, "give each further chain once");
    }
    seen.add(id);
    checkMembers(option, rest);
  }
  return policies as readonly TimestampPolicy[];
}

function checkMembers(option: string, policy: Omit<TimestampPolicy, "chain">): void {
  const { every, finality, baseFeeCeiling, pollInterval, transactions } = policy;
  if (every !== undefined && !(Number.isSafeInteger(every) && every >= 1)) {
    throw bad(`${option}.every`, `it is milliseconds from 1, not ${abbreviate(every)}`, "leave it out for an hour");
  }
  if (pollInterval !== undefined && !(Number.isInteger(pollInterval) && pollInterval >= 1 && pollInterval < 2 ** 31)) {
    const why = `it is milliseconds from 1 to 2^31 - 1, not ${abbreviate(pollInterval)}`;
    throw bad(`${option}.pollInterval`, why, "leave it out for 12,000");
  }
  if (finality !== undefined && !isTimestampFinality(finality)) {
    const why = `it is a number of blocks up to 1,000,000, or "finalized", not ${abbreviate(finality)}`;
    throw bad(`${option}.finality`, why, "leave it out if the chain's nodes support the tag finalized");
  }
  if (baseFeeCeiling !== undefined && !(typeof baseFeeCeiling === "bigint" && baseFeeCeiling > 0n)) {
    const why = `it is a bigint above 0, in wei for a unit of gas, not ${abbreviate(baseFeeCeiling)}`;
    throw bad(`${option}.baseFeeCeiling`, why, "give 30n * 10n ** 9n for 30 gwei");
  }
  const { maxFeePerGas } = checkSettings(transactions);
  if (baseFeeCeiling !== undefined && baseFeeCeiling > maxFeePerGas) {
    const why = `it is above transactions.maxFeePerGas, ${maxFeePerGas}, above which no transaction is sent`;
    throw bad(`${option}.baseFeeCeiling`, why, "give a lower ceiling, or a higher maxFeePerGas");
  }
}

function bad(option: string, why: string, fix: string): AnchorlogError {
  return new AnchorlogError("bad_option", `the option ${option} is wrong: ${why}`, { fix, details: { option } });
}
