import { createPublicClient, createWalletClient, http, type Account, type Hex } from "viem";
import { expect } from "vitest";
import type { ChainClient, ChainWriter } from "anchorlog/chain";
import { closing } from "../ends.ts";
import { openTransactions } from "../../src/chain/transactions/open.ts";
import { memoryPendingStore } from "../../src/chain/transactions/store.ts";
import type {
  PendingStore,
  TransactionEvent,
  Transactions,
  TransactionSettings,
} from "../../src/chain/transactions/types.ts";
import { LOCAL_CHAIN } from "../../scripts/development.ts";

/** Calls go to an account without code, which accepts any call. So no contract with this function exists. */
export const payAbi = [
  {
    type: "function",
    name: "pay",
    inputs: [{ name: "order", type: "uint256" }],
    outputs: [],
    stateMutability: "payable",
  },
] as const;

/** A payment of one wei, which a balance counts. */
export const payment = (address: Hex, order: number) => ({
  address,
  abi: payAbi,
  functionName: "pay" as const,
  args: [BigInt(order)] as const,
  value: 1n,
});

/** Short times, so that tests do not wait long. */
export const QUICK: TransactionSettings = {
  resubmissionTimeout: 0.3,
  notInMempoolTimeout: 0.15,
  pollInterval: 0.03,
  requestTimeout: 30,
};

export const clientOf = (url: string) =>
  createPublicClient({
    chain: LOCAL_CHAIN,
    transport: http(url, { retryCount: 0 }),
    pollingInterval: 20,
    cacheTime: 0,
  });

export function writerOf(url: string, account: Account | Hex, others: readonly ChainClient[] = []): ChainWriter {
  const walletClient = createWalletClient({
    chain: LOCAL_CHAIN,
    transport: http(url, { retryCount: 0 }),
    account,
  });
  return { publicClient: clientOf(url), walletClient, others };
}

export type TestSender = Transactions & {
  readonly events: readonly TransactionEvent[];
  /** Resolves once this many events of the type have happened. */
  happened(type: TransactionEvent["type"], times?: number): Promise<void>;
};

export function openSender(
  chain: ChainWriter,
  store: PendingStore = memoryPendingStore(),
  settings: TransactionSettings = {},
  atOnce = 1,
): TestSender {
  const events: TransactionEvent[] = [];
  const transactions = openTransactions({
    chain,
    store,
    settings: { ...QUICK, ...settings },
    atOnce,
    onEvent: (event) => void events.push(event),
  });
  const happened = (type: TransactionEvent["type"], times = 1) =>
    expect
      .poll(() => events.filter((event) => event.type === type).length, { interval: 20, message: type })
      .toBeGreaterThanOrEqual(times);
  return closing({ ...transactions, events, happened });
}
