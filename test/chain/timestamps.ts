/** Helpers for further chains, and the timestamps written there. */
import { createPublicClient, createTestClient, createWalletClient, http, parseGwei, type PublicClient } from "viem";
import { privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import { decodeTimestamp, TIMESTAMP_ADDRESS, type Timestamp } from "anchorlog/chain";
import type { Hex, TimestampPolicy } from "anchorlog";
import type { ChainClient } from "../../src/chain/client.ts";
import { randomKey } from "../seed.ts";
import { LOCAL_CHAIN } from "../../scripts/development.ts";

/** A node of a further chain. */
export type FurtherNode = { readonly url: string; readonly chainId: number; readonly kind: "anvil" | "hardhat" };

const chainOf = (id: number) => ({ ...LOCAL_CHAIN, id });
export const readerOf = (url: string, chainId: number) =>
  createPublicClient({
    chain: chainOf(chainId),
    transport: http(url, { retryCount: 0 }),
    pollingInterval: 20,
    cacheTime: 0,
  });
export const testerOf = ({ url, chainId, kind }: FurtherNode) =>
  createTestClient({ chain: chainOf(chainId), transport: http(url, { timeout: 120_000, retryCount: 0 }), mode: kind });

/** Short times, so that tests do not wait long. */
export const QUICK = { resubmissionTimeout: 0.5, notInMempoolTimeout: 0.2, pollInterval: 0.05, requestTimeout: 20 };

/** An account with ether on a further chain. */
export async function fund(node: FurtherNode, value = 10n ** 20n): Promise<PrivateKeyAccount> {
  const account = privateKeyToAccount(randomKey());
  await testerOf(node).setBalance({ address: account.address, value });
  return account;
}

/** A policy that writes each checkpoint without delay. */
export function policyFor(
  { url, chainId }: Pick<FurtherNode, "url" | "chainId">,
  account: PrivateKeyAccount,
  own: Partial<TimestampPolicy> & { readonly others?: readonly ChainClient[] } = {},
): TimestampPolicy {
  const { others, ...rest } = own;
  const walletClient = createWalletClient({
    chain: chainOf(chainId),
    transport: http(url, { retryCount: 0 }),
    account,
  });
  return {
    chain: { publicClient: readerOf(url, chainId), walletClient, ...(others === undefined ? {} : { others }) },
    every: 1,
    finality: 3,
    pollInterval: 30,
    transactions: QUICK,
    ...rest,
  };
}

/** A transaction that is on a chain as a timestamp. */
export type Found = Timestamp & { readonly hash: Hex };

/** All timestamps of one sender on a chain, the oldest first. */
export async function timestampsOn(client: PublicClient, address: Hex): Promise<Found[]> {
  const found: Found[] = [];
  let number = await client.getBlockNumber();
  for (let left = await client.getTransactionCount({ address, blockNumber: number }); left > 0; number--) {
    const { transactions } = await client.getBlock({ blockNumber: number, includeTransactions: true });
    for (const { hash, to, input, from } of transactions.toReversed()) {
      if (from.toLowerCase() !== address.toLowerCase()) continue;
      left--;
      if (to?.toLowerCase() !== TIMESTAMP_ADDRESS) continue;
      found.unshift({ ...decodeTimestamp(input)!, hash });
    }
  }
  return found;
}

export const GWEI = parseGwei("1");
