import { answerOf, type ChainClient, type ChainLog, type ChainSender } from "../anchor/client.ts";
import { askOf, readBlock, type Ask } from "../anchor/questions.ts";
import { ChainUnavailableError } from "../anchor/view.ts";
import { describeWrongChain } from "../anchor/wrongChain.ts";
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

/** A log as a node gives it. */
export type NodeLog = ChainLog & { readonly blockNumber: bigint | null; readonly transactionHash: Hex | null };

/** A block that everything of one pass is asked at. */
export type Head = {
  readonly number: bigint;
  readonly hash: Hex;
  /** Unix seconds. */
  readonly time: number;
  /** Wei. */
  readonly baseFee: bigint;
};

/** Seconds that a node has for an answer. */
const PATIENCE = 15;
export const askNode = (client: ChainClient): Ask => askOf(client, PATIENCE);

const METHODS = ["readContract", "getChainId", "getBlock", "getBlockNumber", "getLogs", "request"] as const;

/** The methods that a client lacks, by their names. */
export function lackingOf(client: unknown): string[] {
  const given = Object(client) as Record<string, unknown>;
  return METHODS.filter((name) => typeof given[name] !== "function");
}

/** Whether a value can send transactions. */
export function isSender(wallet: unknown): wallet is ChainSender {
  const { account, chain, request } = Object(wallet) as Partial<ChainSender>;
  return typeof request === "function" && typeof account?.address === "string" && typeof chain?.id === "number";
}

/** The latest block, or the one with a number. @throws ChainUnavailableError where the node has none. */
export async function readHead(client: ChainClient, number?: bigint): Promise<Head> {
  const block = await answerOf(() => readBlock(askNode(client), number === undefined ? "latest" : Number(number)));
  if (block === undefined) throw new ChainUnavailableError(`the node has no block ${number ?? "at all"}`);
  const { hash, timestamp, baseFeePerGas } = block;
  return { number: BigInt(block.number), hash, time: timestamp, baseFee: baseFeePerGas };
}

/** The same client, whose newest block is the pass's: so that what asks for the newest is answered as of that one. */
export function pinned(client: ChainClient, { number }: Head): ChainClient {
  const wrapper = Object.create(client) as { getBlockNumber: () => Promise<bigint> };
  wrapper.getBlockNumber = () => Promise.resolve(number);
  return wrapper as unknown as ChainClient;
}

/** @throws ChainUnavailableError where the node is of another chain, or does not say. */
export async function assertChain(client: ChainClient, chainId: number): Promise<void> {
  const actual = await answerOf(() => client.getChainId());
  if (actual === chainId) return;
  const { message, fix, details } = describeWrongChain(chainId, actual);
  throw new ChainUnavailableError(message, { fix, details: { ...details, state: "wrong_chain" } });
}
