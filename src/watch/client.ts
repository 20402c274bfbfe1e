import { answerOf, type ChainClient, type ChainLog, type ChainSender } from "../chain/client.ts";
import { askOf, readBlock, type Ask } from "../chain/questions.ts";
import { ChainUnavailableError } from "../chain/view.ts";
import { describeWrongChain } from "../chain/wrongChain.ts";
import type { Hex } from "../base/hex.ts";

/** A call that changes a contract's state. */
export type WatchCall = {
  readonly address: Hex;
  readonly abi: readonly unknown[];
  readonly functionName: string;
  readonly args: readonly unknown[];
  /** Wei. */
  readonly value?: bigint;
};

/** A log as a node gives it. */
export type NodeLog = ChainLog & { readonly blockNumber: bigint | null; readonly transactionHash: Hex | null };

/** A block. All reads of a pass use the state at one block. */
export type Head = {
  readonly number: bigint;
  readonly hash: Hex;
  /** Unix seconds. */
  readonly time: number;
  /** Wei. */
  readonly baseFee: bigint;
};

/** Seconds to wait for a node's answer. */
const PATIENCE = 15;
export const askNode = (client: ChainClient): Ask => askOf(client, PATIENCE);

const METHODS = ["readContract", "getChainId", "getBlock", "getBlockNumber", "getLogs", "request"] as const;

/** The names of the methods that a client lacks. */
export function lackingOf(client: unknown): string[] {
  const given = Object(client) as Record<string, unknown>;
  return METHODS.filter((name) => typeof given[name] !== "function");
}

/** Whether a value can send transactions. */
export function isSender(wallet: unknown): wallet is ChainSender {
  const { account, chain, request } = Object(wallet) as Partial<ChainSender>;
  return typeof request === "function" && typeof account?.address === "string" && typeof chain?.id === "number";
}

/** The latest block, or the block with this number. @throws ChainUnavailableError if the node does not have it. */
export async function readHead(client: ChainClient, number?: bigint): Promise<Head> {
  const block = await answerOf(() => readBlock(askNode(client), number === undefined ? "latest" : Number(number)));
  if (block === undefined) throw new ChainUnavailableError(`the node has no block ${number ?? "at all"}`);
  const { hash, timestamp, baseFeePerGas } = block;
  return { number: BigInt(block.number), hash, time: timestamp, baseFee: baseFeePerGas };
}

/** A client that returns this block as the newest one, so that reads use its state. */
export function pinned(client: ChainClient, { number }: Head): ChainClient {
  const wrapper = Object.create(client) as { getBlockNumber: () => Promise<bigint> };
  wrapper.getBlockNumber = () => Promise.resolve(number);
  return wrapper as unknown as ChainClient;
}

/** @throws ChainUnavailableError if the node is on another chain, or does not answer. */
export async function assertChain(client: ChainClient, chainId: number): Promise<void> {
  const actual = await answerOf(() => client.getChainId());
  if (actual === chainId) return;
  const { message, fix, details } = describeWrongChain(chainId, actual);
  throw new ChainUnavailableError(message, { fix, details: { ...details, state: "wrong_chain" } });
}
