import type { ChainClient, ChainLog, ChainSender, MinedTransaction } from "../anchor/client.ts";
import { answerOf } from "../anchor/client.ts";
import { reasonOf } from "../anchor/failures.ts";
import { ChainUnavailableError } from "../anchor/view.ts";
import type { Hex } from "../encoding/hex.ts";

/** A call that changes a contract's state. */
export type WatchCall = {
  readonly address: Hex;
  readonly abi: readonly unknown[];
  readonly functionName: string;
  readonly args: readonly unknown[];
  /** Wei. */
  readonly value?: bigint;
};

// Methods, as those of ChainClient: a viem public client of any version has them.
/** Reads a chain for a watchtower: a viem public client of any version is one. */
export type WatchClient = ChainClient & {
  getBlock(which: { blockNumber: bigint } | { blockTag: "latest" }): Promise<{
    readonly number: bigint | null;
    readonly hash: Hex | null;
    readonly timestamp: bigint;
    readonly baseFeePerGas: bigint | null;
  }>;
  /** Takes `value`, wei, beside what is listed: see `ChainSender`. */
  estimateContractGas(call: {
    address: Hex;
    abi: readonly unknown[];
    functionName: string;
    args: readonly unknown[];
    account: Hex;
  }): Promise<bigint>;
  getTransactionCount(of: { address: Hex; blockTag: "latest" | "pending" }): Promise<number>;
  getTransaction(of: { hash: Hex }): Promise<{ readonly to: Hex | null; readonly input: Hex }>;
};

/** A log as a node gives it. */
export type NodeLog = ChainLog & { readonly blockNumber: bigint | null; readonly transactionHash: Hex | null };

/** What a sent transaction says of its fee, where the client tells. */
export type PaidTransaction = MinedTransaction & { readonly effectiveGasPrice?: bigint };

/** A block that everything of one pass is asked at. */
export type Head = {
  readonly number: bigint;
  readonly hash: Hex;
  /** Unix seconds. */
  readonly time: number;
  /** Wei. */
  readonly baseFee: bigint;
};

const METHODS = [
  ...["readContract", "getChainId", "getBlock", "getBlockNumber", "getLogs", "waitForTransactionReceipt"],
  ...["estimateContractGas", "getTransactionCount", "getTransaction"],
] as const;

/** The methods that a client lacks, by their names. */
export function lackingOf(client: unknown): string[] {
  const given = Object(client) as Record<string, unknown>;
  return METHODS.filter((name) => typeof given[name] !== "function");
}

/** Whether a value can send transactions. */
export function isSender(wallet: unknown): wallet is ChainSender {
  const { account, chain, writeContract } = Object(wallet) as Partial<ChainSender>;
  return typeof writeContract === "function" && typeof account?.address === "string" && typeof chain?.id === "number";
}

/** The latest block, or the one with a number. @throws ChainUnavailableError where the node has none. */
export async function readHead(client: WatchClient, number?: bigint): Promise<Head> {
  const which = number === undefined ? ({ blockTag: "latest" } as const) : { blockNumber: number };
  const block = await client.getBlock(which).catch((cause: unknown) => {
    const message = `the node does not give ${number === undefined ? "its latest block" : `block ${number}`}: ${reasonOf(cause)}`;
    throw new ChainUnavailableError(message, { cause });
  });
  if (block.number === null || block.hash === null)
    throw new ChainUnavailableError("the node's block is a pending one");
  const { hash, timestamp, baseFeePerGas } = block;
  return { number: block.number, hash, time: Number(timestamp), baseFee: baseFeePerGas ?? 0n };
}

/** The same client, whose newest block is the pass's: so that what asks for the newest is answered as of that one. */
export function pinned(client: WatchClient, { number }: Head): WatchClient {
  const wrapper = Object.create(client) as { getBlockNumber: () => Promise<bigint> };
  wrapper.getBlockNumber = () => Promise.resolve(number);
  return wrapper as unknown as WatchClient;
}

/** @throws ChainUnavailableError where the node is of another chain, or does not say. */
export async function assertChain(client: WatchClient, chainId: number): Promise<void> {
  const actual = await answerOf(() => client.getChainId());
  if (actual === chainId) return;
  throw new ChainUnavailableError(`the node serves chain ${actual}, not ${chainId}`, {
    fix: "give a node of the operator's own chain",
    details: { state: "wrong_chain" },
  });
}
