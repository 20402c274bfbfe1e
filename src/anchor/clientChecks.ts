import { BaseError, type PublicClient } from "viem";
import type { Domain, OperatorId } from "../action/domain.ts";
import { inLowerCase, type Hex } from "../encoding/hex.ts";
import { compareDomain } from "./domain.ts";
import { anchorRegistryAbi } from "./generated/AnchorRegistry.ts";
import { ChainUnavailableError, KEY_ROLES } from "./view.ts";

/** What a client of an operator's API asks the registry before it signs, and of each receipt. */
export type RegistryChecks = {
  /** @throws as {@link compareDomain}. */
  checkDomain(domain: Domain): Promise<true>;
  /**
   * Whether a key is a receipt key of the operator that was not retired before `acceptedAt`, in Unix milliseconds.
   *
   * @throws ChainUnavailableError
   */
  receiptKey(key: Hex, acceptedAt: number): Promise<boolean>;
};

/**
 * Checks for `createSignedFetch` and its kin, by the word of a node.
 *
 * @example
 * createSignedFetch({ account, operator, log, authority, ...registryChecks(publicClient, operator) })
 */
export function registryChecks(client: Pick<PublicClient, "readContract">, operator: OperatorId): RegistryChecks {
  const id = { ...operator, registry: inLowerCase(operator.registry), operator: inLowerCase(operator.operator) };
  return {
    checkDomain: async (domain) => {
      await compareDomain(client, id, domain);
      return true;
    },
    receiptKey: async (key, acceptedAt) => {
      const [from, until] = await readPeriod(client, id, key);
      return from > 0n && (until === 0n || BigInt(acceptedAt) <= until * 1000n);
    },
  };
}

async function readPeriod(client: Pick<PublicClient, "readContract">, id: OperatorId, key: Hex) {
  try {
    return await client.readContract({
      address: id.registry,
      abi: anchorRegistryAbi,
      functionName: "keyPeriod",
      args: [id.operator, KEY_ROLES.receipt, key],
    });
  } catch (error) {
    if (!(error instanceof BaseError)) throw error;
    throw new ChainUnavailableError(`the chain's node gave no usable answer: ${error.shortMessage}`, error);
  }
}
