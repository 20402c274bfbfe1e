/**
 * The methods that anchorlog needs of a chain client. The types name only these few methods, and errors are recognised
 * by name. So clients of any copy and version of viem fit.
 *
 * @module
 */
import {
  getAbiItem,
  parseEventLogs,
  type Abi,
  type ContractEventName,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  type Log,
  type ParseEventLogsReturnType,
} from "viem";
import type { Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import { assertNotForDevelopment } from "../action/signers/development.ts";
import { isBadArgument, isEmptyAnswer, reasonOf, revertOf } from "./failures.ts";
import type { TransactionSettings } from "./transactions/types.ts";
import { ChainUnavailableError } from "./view.ts";

/** A contract's event in a block's log. */
export type ChainLog = {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
};

/** The result of a mined transaction. */
export type MinedTransaction = {
  readonly status: "success" | "reverted";
  readonly transactionHash: Hex;
  readonly blockNumber: bigint;
  readonly gasUsed: bigint;
  readonly logs: readonly ChainLog[];
};

type EventItem = {
  readonly type: "event";
  readonly name: string;
  readonly inputs: readonly { readonly name?: string; readonly type: string; readonly indexed?: boolean }[];
};

// Methods, not properties: viem's own are generic in ways that only the looser comparison of methods accepts.
/** Reads a chain. Viem public clients of any version fit. */
export type ChainClient = {
  readContract(call: {
    address: Hex;
    abi: readonly unknown[];
    functionName: string;
    args?: readonly unknown[];
    blockNumber?: bigint;
  }): Promise<unknown>;
  getChainId(): Promise<number>;
  /** The latest block by default; `timestamp` in Unix seconds, `baseFeePerGas` in wei. */
  getBlock(of?: { blockNumber: bigint }): Promise<{
    readonly number: bigint | null;
    readonly hash: Hex | null;
    readonly timestamp: bigint;
    readonly baseFeePerGas: bigint | null;
  }>;
  /** The latest block's number, at most `cacheTime` milliseconds old. */
  getBlockNumber(options?: { cacheTime?: number }): Promise<bigint>;
  getLogs(filter: {
    address: Hex;
    event: EventItem;
    args: Record<string, unknown>;
    fromBlock: bigint;
    toBlock: bigint;
    strict: true;
  }): Promise<readonly (ChainLog & { readonly blockNumber: bigint | null })[]>;
  /** Any JSON-RPC request (EIP-1193). Without `retryCount`, viem repeats some requests by itself. */
  request(
    question: { method: string; params?: unknown },
    options?: { retryCount?: number | undefined },
  ): Promise<unknown>;
  /** Milliseconds. */
  readonly pollingInterval?: number;
};

/** A transaction as it is signed (EIP-1559). */
export type UnsignedTransaction = {
  readonly type: "eip1559";
  readonly chainId: number;
  readonly nonce: number;
  readonly to: Hex;
  readonly data: Hex;
  readonly value: bigint;
  readonly gas: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
};

type SignTransaction = { method(transaction: UnsignedTransaction): Promise<Hex> }["method"];

/**
 * Sends transactions of its account. Viem wallet clients of any version fit if they have an account and a chain. A
 * local account signs here, and the signed transaction goes to the public clients' endpoints. The client's own
 * transport is used only if a node signs.
 */
export type ChainSender = {
  readonly account: {
    readonly address: Hex;
    /** If it is missing, the client's node signs (`eth_sendTransaction`). */
    readonly signTransaction?: SignTransaction | undefined;
  };
  readonly chain: { readonly id: number };
  request(
    question: { method: string; params?: unknown },
    options?: { retryCount?: number | undefined },
  ): Promise<unknown>;
};

/** How an operator reaches its chain. Any account may pay, since checkpoints carry the operator's signature. */
export type ChainWriter = {
  readonly publicClient: ChainClient;
  readonly walletClient: ChainSender;
  /**
   * Further endpoints of the same chain. They confirm what is read, and transactions are sent to all of them. An
   * endpoint that lags, lies, hangs or errs is put aside.
   */
  readonly others?: readonly ChainClient[];
  /** Settings for single transactions, as of `depositStake`; `openAnchorlog` has an option of its own. */
  readonly transactions?: TransactionSettings;
};

/** What a call that sends needs of its `chain`, for `assertGiven`. */
export const WRITER = ["chain.publicClient.readContract()", "chain.walletClient.account"] as const;

const READS = ["readContract", "getChainId", "getBlock", "request"] as const;

/**
 * Checks the `chain` option before it is used.
 *
 * @throws AnchorlogError `bad_option` if a client lacks a method or member; `wrong_chain` if the sender is of another
 * chain; `development_key` if the account's key is publicly known.
 */
export function assertChainWriter(chain: ChainWriter, chainId: number, name = "chain"): void {
  const { publicClient, walletClient, others = [] } = Object(chain) as Partial<ChainWriter>;
  const readers = { publicClient, ...Object.fromEntries(others.map((other, i) => [`others[${i}]`, other])) };
  const lacks = Object.entries(readers).flatMap(([name, client]) =>
    READS.filter((method) => typeof client?.[method] !== "function").map((method) => `${name}.${method}`),
  );
  if (typeof walletClient?.request !== "function") lacks.push("walletClient.request");
  if (typeof walletClient?.account?.address !== "string") lacks.push("walletClient.account");
  if (typeof walletClient?.chain?.id !== "number") lacks.push("walletClient.chain");
  if (lacks.length > 0) {
    throw new AnchorlogError("bad_option", `the option ${name} lacks ${lacks.join(", ")}`, {
      fix: "give { publicClient, walletClient }: viem's clients, the latter with an account and a chain",
    });
  }
  const { account, chain: own } = walletClient!;
  if (own.id !== chainId) {
    throw new AnchorlogError("wrong_chain", `the operator is of chain ${chainId}, its wallet client of ${own.id}`, {
      fix: "give clients of the operator's own chain",
    });
  }
  assertNotForDevelopment(account.address, chainId, `the account of ${name}.walletClient`);
}

export type Reading = "view" | "pure";

/** A contract call that changes no state. */
export type View<A extends Abi, F extends ContractFunctionName<A, Reading>, P> = {
  readonly address: Hex;
  readonly abi: A;
  readonly functionName: F;
  readonly args?: P;
  /** The latest block by default. */
  readonly blockNumber?: bigint;
};

/**
 * Calls a contract's view function.
 *
 * @throws AnchorlogError `contract_refused` if it reverts, `no_contract` if the contract does not exist, `bad_argument`
 * if the arguments cannot be encoded.
 * @throws ChainUnavailableError if the node gives no usable answer.
 */
export async function readContract<
  const A extends Abi,
  F extends ContractFunctionName<A, Reading>,
  const P extends ContractFunctionArgs<A, Reading, F>,
>(
  client: Pick<ChainClient, "readContract">,
  call: View<A, F, P>,
): Promise<ContractFunctionReturnType<A, Reading, F, P>> {
  try {
    // A client's answer has the types of the ABI.
    return (await client.readContract(call as View<A, F, readonly unknown[]>)) as ContractFunctionReturnType<
      A,
      Reading,
      F,
      P
    >;
  } catch (error) {
    throw asReadError(error, call);
  }
}

function asReadError(cause: unknown, { address, functionName }: { address: Hex; functionName: string }): Error {
  const revert = revertOf(cause);
  if (revert !== undefined) {
    const message = `${functionName}: the contract ${address} refuses it: ${revert}`;
    return new AnchorlogError("contract_refused", message, { cause });
  }
  if (isEmptyAnswer(cause)) {
    return new AnchorlogError("no_contract", `${functionName}: ${address} has no such contract`, {
      fix: "compare the contract's address, and the chain that the node serves",
      cause,
    });
  }
  if (isBadArgument(cause)) {
    return new AnchorlogError("bad_argument", `${functionName}: ${reasonOf(cause)}`, { cause });
  }
  return unavailable(cause);
}

/** Whether the contract refused the call or does not exist. Both are answers, not outages. */
export function isRefusal(error: unknown): boolean {
  return error instanceof AnchorlogError && (error.code === "contract_refused" || error.code === "no_contract");
}

/**
 * Returns the answer to a question that does not go to a contract. @throws ChainUnavailableError if the node gives no
 * answer.
 */
export async function answerOf<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    throw unavailable(error);
  }
}

function unavailable(cause: unknown): ChainUnavailableError {
  return new ChainUnavailableError(`the chain's node gave no usable answer: ${reasonOf(cause)}`, { cause });
}

/**
 * Returns the contract's events in a range of blocks, both ends inclusive. Events that do not fit the ABI are left out.
 *
 * @param args filter on indexed members.
 * @throws ChainUnavailableError
 */
export async function readEvents<const A extends Abi, N extends ContractEventName<A>>(
  client: Pick<ChainClient, "getLogs">,
  {
    address,
    abi,
    eventName,
    args,
    fromBlock,
    toBlock,
  }: {
    readonly address: Hex;
    readonly abi: A;
    readonly eventName: N;
    readonly args: Record<string, unknown>;
    readonly fromBlock: bigint;
    readonly toBlock: bigint;
  },
): Promise<{ readonly args: EventArgs<A, N>; readonly blockNumber: bigint }[]> {
  const [items, name]: [Abi, string] = [abi, eventName];
  const event = getAbiItem({ abi: items, name }) as EventItem;
  const logs = await answerOf(() => client.getLogs({ address, event, args, fromBlock, toBlock, strict: true }));
  return logs.flatMap((log) => {
    const [read] = parseLogs(abi, eventName, [log]);
    return read === undefined || log.blockNumber === null ? [] : [{ args: read.args, blockNumber: log.blockNumber }];
  });
}

type EventArgs<A extends Abi, N extends ContractEventName<A>> = ParseEventLogsReturnType<A, N, true>[number]["args"];

/** Returns the events of this name, in order. Events that do not fit the ABI are left out. */
export function parseLogs<const A extends Abi, N extends ContractEventName<A>, L extends ChainLog>(
  abi: A,
  eventName: N,
  logs: readonly L[],
): (L & { readonly args: EventArgs<A, N> })[] {
  // `parseEventLogs` reads only the members of a log that `ChainLog` has.
  const full = logs as unknown as Log[];
  const items: Abi = abi;
  return parseEventLogs({ abi: items, eventName, logs: full, strict: true }) as unknown as (L & {
    readonly args: EventArgs<A, N>;
  })[];
}
