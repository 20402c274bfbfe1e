/**
 * What is asked of a chain. The clients that users hand in are named by the few methods that are used of them, and
 * their errors are told by name: whichever copy and version of viem they come from, the same types and codes hold.
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
import type { Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";
import { assertNotForDevelopment } from "../signers/development.ts";
import { isBadArgument, isEmptyAnswer, reasonOf, revertOf } from "./failures.ts";
import type { TransactionSettings } from "./transactions/types.ts";
import { ChainUnavailableError } from "./view.ts";

/** A contract's event as a block's record has it. */
export type ChainLog = {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
};

/** What a transaction did in its block. */
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

// Methods, not properties: viem's own are generic in ways that only a method's looser comparison lets through.
/** Reads a chain: a viem public client of any version is one. */
export type ChainClient = {
  readContract(call: {
    address: Hex;
    abi: readonly unknown[];
    functionName: string;
    args?: readonly unknown[];
    blockNumber?: bigint;
  }): Promise<unknown>;
  getChainId(): Promise<number>;
  /** The latest one by default; `timestamp` in Unix seconds, `baseFeePerGas` in wei. */
  getBlock(of?: { blockNumber: bigint }): Promise<{
    readonly number: bigint | null;
    readonly hash: Hex | null;
    readonly timestamp: bigint;
    readonly baseFeePerGas: bigint | null;
  }>;
  /** The latest one's, at most `cacheTime` milliseconds old. */
  getBlockNumber(options?: { cacheTime?: number }): Promise<bigint>;
  getLogs(filter: {
    address: Hex;
    event: EventItem;
    args: Record<string, unknown>;
    fromBlock: bigint;
    toBlock: bigint;
    strict: true;
  }): Promise<readonly (ChainLog & { readonly blockNumber: bigint | null })[]>;
  /** Any question of JSON-RPC, as EIP-1193 has it. Without `retryCount`, viem repeats some by itself. */
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
 * Sends transactions of its account: a viem wallet client of any version is one, with an account and a chain. A local
 * account signs here, and what it signs goes to the readers' endpoints; the client's own transport is asked only where
 * a node signs.
 */
export type ChainSender = {
  readonly account: {
    readonly address: Hex;
    /** Where it is missing, the client's node signs (`eth_sendTransaction`). */
    readonly signTransaction?: SignTransaction | undefined;
  };
  readonly chain: { readonly id: number };
  request(
    question: { method: string; params?: unknown },
    options?: { retryCount?: number | undefined },
  ): Promise<unknown>;
};

/** How an operator reaches its chain: any account may pay, since what it sends is signed. */
export type ChainWriter = {
  readonly publicClient: ChainClient;
  readonly walletClient: ChainSender;
  /**
   * Further endpoints of the same chain: what is read is confirmed by them, what is sent goes to all. One that lags,
   * lies, hangs or errs is put aside.
   */
  readonly others?: readonly ChainClient[];
  /** How a transaction is sent that is sent alone, as by `depositStake`; `openAnchorlog` has an option of its own. */
  readonly transactions?: TransactionSettings;
};

const READS = ["readContract", "getChainId", "getBlock", "request"] as const;

/**
 * Checks what a user gave as the chain, before anything depends on it.
 *
 * @throws AnchorlogError `bad_option` where a client lacks what is used; `wrong_chain` where the sender is of another;
 *   `development_key` where everybody can empty its account.
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

type Reading = "view" | "pure";

/** A call of a contract that changes nothing. */
type View<A extends Abi, F extends ContractFunctionName<A, Reading>, P> = {
  readonly address: Hex;
  readonly abi: A;
  readonly functionName: F;
  readonly args?: P;
  /** By default the latest. */
  readonly blockNumber?: bigint;
};

/**
 * Asks a contract.
 *
 * @throws AnchorlogError `contract_refused` where it reverts, `no_contract` where there is none, `bad_argument` where
 *   no contract can be asked so.
 * @throws ChainUnavailableError where there is no usable answer.
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
    // A client answers by the ABI.
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
    return new AnchorlogError("no_contract", `${functionName}: there is no such contract at ${address}`, {
      fix: "compare the contract's address, and the chain that the node serves",
      cause,
    });
  }
  if (isBadArgument(cause)) {
    return new AnchorlogError("bad_argument", `${functionName}: ${reasonOf(cause)}`, { cause });
  }
  return unavailable(cause);
}

/** Whether a contract has answered with a refusal, or is not there: an answer, and no outage. */
export function isRefusal(error: unknown): boolean {
  return error instanceof AnchorlogError && (error.code === "contract_refused" || error.code === "no_contract");
}

/** The answer to a question that no contract is asked. @throws ChainUnavailableError where there is none. */
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
 * The events of a contract in a range of blocks, both inclusive: those that are formed as its ABI says.
 *
 * @param args values of indexed members that they have.
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

/** What an event says, by its ABI. */
export type EventArgs<A extends Abi, N extends ContractEventName<A>> = ParseEventLogsReturnType<
  A,
  N,
  true
>[number]["args"];

/** The events of this name among logs, in their order; those that are not formed as the ABI says are left out. */
export function parseLogs<const A extends Abi, N extends ContractEventName<A>, L extends ChainLog>(
  abi: A,
  eventName: N,
  logs: readonly L[],
): (L & { readonly args: EventArgs<A, N> })[] {
  // Nothing else of a log is read than what it has here.
  const full = logs as unknown as Log[];
  const items: Abi = abi;
  return parseEventLogs({ abi: items, eventName, logs: full, strict: true }) as unknown as (L & {
    readonly args: EventArgs<A, N>;
  })[];
}
