/** JSON-RPC questions to a node, with our own time limit, and with checks of the answers' form. */
import type { Hex } from "../base/hex.ts";
import type { ChainClient, MinedTransaction, UnsignedTransaction } from "./client.ts";
import { ChainUnavailableError } from "./view.ts";
import { within } from "../base/within.ts";

/** Asks a node once, without retries. */
export type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** @param seconds how long the node has for an answer. */
export function askOf(client: Pick<ChainClient, "request">, seconds: number): Ask {
  return (method, params) => inTime(seconds, () => client.request({ method, params }, { retryCount: 0 }));
}

/** @throws ChainUnavailableError if the answer does not come in time. */
export async function inTime<T>(seconds: number, question: () => Promise<T>): Promise<T> {
  const late = Symbol("late");
  const answer = await within<T | typeof late>(seconds * 1000, question(), late);
  if (answer === late) throw new ChainUnavailableError(`the node gave no answer in ${seconds} s`);
  return answer;
}

export type Block = {
  readonly number: number;
  readonly hash: Hex;
  /** Unix seconds. */
  readonly timestamp: number;
  /** Wei; 0 if the chain has no base fee. */
  readonly baseFeePerGas: bigint;
  readonly gasLimit: bigint;
  /** Hashes, or whole transactions if the caller asked for them. */
  readonly transactions: readonly unknown[];
};

export type Receipt = MinedTransaction & {
  readonly blockHash: Hex;
  readonly from: Hex;
  readonly to: Hex | undefined;
};

/** A transaction as the node returns it, mined or pending. */
export type SeenTransaction = Omit<UnsignedTransaction, "type" | "chainId" | "to" | "gas"> & {
  readonly hash: Hex;
  readonly from: Hex;
  readonly to: Hex | undefined;
};

type BlockTag = number | "latest" | "pending" | "finalized";
const tagOf = (tag: BlockTag): string => (typeof tag === "number" ? `0x${tag.toString(16)}` : tag);

/** Reads a block; undefined if the node has no block at that height. */
export async function readBlock(ask: Ask, tag: BlockTag, full = false): Promise<Block | undefined> {
  const answer = await ask("eth_getBlockByNumber", [tagOf(tag), full]);
  if (answer === null) return undefined;
  return shaped("eth_getBlockByNumber", () => {
    const block = membersOf(answer);
    return {
      // A pending block has neither a number nor a hash.
      number: block["number"] === null ? -1 : toInteger(block["number"]),
      hash: block["hash"] === null ? "0x" : toHash(block["hash"]),
      timestamp: toInteger(block["timestamp"]),
      baseFeePerGas: block["baseFeePerGas"] == null ? 0n : toAmount(block["baseFeePerGas"]),
      gasLimit: toAmount(block["gasLimit"]),
      transactions: toList(block["transactions"]),
    };
  });
}

export async function readReceipt(ask: Ask, hash: Hex): Promise<Receipt | undefined> {
  const answer = await ask("eth_getTransactionReceipt", [hash]);
  if (answer === null) return undefined;
  return shaped("eth_getTransactionReceipt", () => {
    const receipt = membersOf(answer);
    if (receipt["status"] !== "0x1" && receipt["status"] !== "0x0") throw new TypeError("it has no status");
    return {
      status: receipt["status"] === "0x1" ? "success" : "reverted",
      transactionHash: toHash(receipt["transactionHash"]),
      blockHash: toHash(receipt["blockHash"]),
      blockNumber: toAmount(receipt["blockNumber"]),
      from: toHex(receipt["from"]),
      to: receipt["to"] == null ? undefined : toHex(receipt["to"]),
      gasUsed: toAmount(receipt["gasUsed"]),
      logs: toList(receipt["logs"]).map((item) => {
        const log = membersOf(item);
        return { address: toHex(log["address"]), topics: toList(log["topics"]).map(toHash), data: toHex(log["data"]) };
      }),
    };
  });
}

export async function readNonce(ask: Ask, account: Hex, tag: BlockTag): Promise<number> {
  const answer = await ask("eth_getTransactionCount", [account, tagOf(tag)]);
  return shaped("eth_getTransactionCount", () => toInteger(answer));
}

/** Reads a transaction, mined or pending; undefined if the node has no transaction with this hash. */
export async function readTransaction(ask: Ask, hash: Hex): Promise<SeenTransaction | undefined> {
  const answer = await ask("eth_getTransactionByHash", [hash]);
  if (answer === null) return undefined;
  return shaped("eth_getTransactionByHash", () => toTransaction(answer));
}

/** @throws TypeError if the value is not a transaction. */
export function toTransaction(value: unknown): SeenTransaction {
  const seen = membersOf(value);
  const price = seen["maxFeePerGas"] ?? seen["gasPrice"];
  return {
    hash: toHash(seen["hash"]),
    from: toHex(seen["from"]),
    to: seen["to"] == null ? undefined : toHex(seen["to"]),
    nonce: toInteger(seen["nonce"]),
    data: toHex(seen["input"] ?? seen["data"]),
    value: toAmount(seen["value"]),
    maxFeePerGas: toAmount(price),
    maxPriorityFeePerGas: toAmount(seen["maxPriorityFeePerGas"] ?? price),
  };
}

/** Reads a number. */
export async function readAmount(ask: Ask, method: string, params: readonly unknown[] = []): Promise<bigint> {
  const answer = await ask(method, params);
  return shaped(method, () => toAmount(answer));
}

export function shaped<T>(method: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new ChainUnavailableError(`the node's answer to ${method} does not have its form`, { cause });
  }
}

export function membersOf(value: unknown): Record<string, unknown> {
  if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  throw new TypeError("it is not an object");
}

export function toList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new TypeError("it is not a list");
}

function toHex(value: unknown): Hex {
  if (typeof value === "string" && /^0x[0-9a-fA-F]*$/.test(value)) return value.toLowerCase() as Hex;
  throw new TypeError("it is not hex");
}

export function toHash(value: unknown): Hex {
  const hex = toHex(value);
  if (hex.length === 66) return hex;
  throw new TypeError("it is not a hash");
}

export function toAmount(value: unknown): bigint {
  if (typeof value === "string" && /^0x[0-9a-fA-F]{1,64}$/.test(value)) return BigInt(value);
  throw new TypeError("it is not a quantity");
}

export function toInteger(value: unknown): number {
  const number = Number(toAmount(value));
  if (Number.isSafeInteger(number)) return number;
  throw new TypeError("it is not a safe integer");
}
