import type { Domain, OperatorId } from "../action/domain.ts";
import { assertGiven } from "../base/options.ts";
import { inLowerCase, type Hex } from "../base/hex.ts";
import type { ChainClient } from "./client.ts";
import { compareDomain } from "./domain.ts";
import { readPeriod } from "./register.ts";

/** Registry checks for a client of an operator's API: of the domain before it signs, and of each receipt's key. */
export type RegistryChecks = {
  /** @throws as {@link compareDomain}. */
  checkDomain(domain: Domain): Promise<true>;
  /**
   * Whether a key is a receipt key of the operator that was not retired before `acceptedAt`, in Unix milliseconds.
   *
   * @throws ChainUnavailableError; AnchorlogError `no_contract` if the registry does not exist.
   */
  receiptKey(key: Hex, acceptedAt: number): Promise<boolean>;
};

/**
 * Returns checks for `createSignedFetch` and similar functions. They trust the node's answers.
 *
 * @example
 * createSignedFetch({ account, operator, log, authority, ...registryChecks(publicClient, operator) })
 */
export function registryChecks(client: Pick<ChainClient, "readContract">, operator: OperatorId): RegistryChecks {
  assertGiven(
    "registryChecks",
    { client, operator },
    "client.readContract()",
    "operator.registry",
    "operator.operator",
  );
  const id = { ...operator, registry: inLowerCase(operator.registry), operator: inLowerCase(operator.operator) };
  return {
    checkDomain: async (domain) => {
      await compareDomain(client, id, domain);
      return true;
    },
    receiptKey: async (key, acceptedAt) => {
      const period = await readPeriod({ publicClient: client }, id, "receipt", key);
      return period !== undefined && acceptedAt <= 1000 * (period.until ?? Infinity);
    },
  };
}
