/** The operator of a platform, and its processes' connection to the chain. */
import { createPublicClient, createWalletClient, http } from "viem";
import type { Hex } from "anchorlog";
import { developmentAccount, LOCAL_CHAIN, LOCAL_CHAIN_ID } from "../../src/development/keys.ts";
import { operator } from "../operator.ts";

/** A chain on which the operator is registered. */
export type PlatformChain = {
  readonly url: string;
  readonly registry: Hex;
  /** The development account that is the operator, and pays. */
  readonly account: number;
  /** Seconds. */
  readonly maxAnchorDelay: number;
};

/** The operator that is registered on the chain; without a chain, the operator of all tests. */
export function operatorOf(chain: PlatformChain | undefined): typeof operator {
  if (chain === undefined) return operator;
  const { address } = developmentAccount(chain.account, LOCAL_CHAIN_ID);
  return { ...operator, registry: chain.registry, operator: address.toLowerCase() as Hex };
}

export function writerOf({ url, account }: PlatformChain) {
  const shared = { chain: LOCAL_CHAIN, transport: http(url), pollingInterval: 100 };
  return {
    publicClient: createPublicClient(shared),
    walletClient: createWalletClient({ ...shared, account: developmentAccount(account, LOCAL_CHAIN_ID) }),
  };
}
