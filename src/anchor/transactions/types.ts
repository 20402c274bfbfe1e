import type { Abi, ContractFunctionArgs, ContractFunctionName } from "viem";
import type { Hex } from "../../encoding/hex.ts";
import type { ChainWriter, MinedTransaction } from "../client.ts";

/** A call of a contract that changes state. */
export type ContractCall<A extends Abi, F extends ContractFunctionName<A, Writing>> = {
  readonly address: Hex;
  readonly abi: A;
  readonly functionName: F;
  readonly args: ContractFunctionArgs<A, Writing, F>;
  /** Wei. */
  readonly value?: bigint;
};

export type Writing = "nonpayable" | "payable";

/** One transaction that was, or is to be, sent with the pending nonce. Fees are wei for a unit of gas (EIP-1559). */
export type Attempt = {
  /** What it does, as its sender named it: two of one key are two ways to do the same thing. */
  readonly key: string;
  readonly to: Hex;
  readonly data: Hex;
  readonly value: bigint;
  readonly gas: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  /** Undefined while nobody has said it, where the node signs. */
  readonly hash: Hex | undefined;
  /** Signed, where it is signed here. */
  readonly raw: Hex | undefined;
};

/** The account's one transaction that is on its way: every form in which it may be mined. */
export type Pending = {
  readonly chainId: number;
  /** Lower-case. */
  readonly account: Hex;
  readonly nonce: number;
  /** The newest last. One of them at most is mined, since they share the nonce. */
  readonly attempts: readonly Attempt[];
  /** What was mined with the nonce before: a reorganization may take it out again. */
  readonly before: Attempt | undefined;
  /** The height of the chain when the nonce was chosen. */
  readonly fromBlock: number;
  /** When that was, Unix milliseconds. */
  readonly since: number;
  /** How often it was replaced. */
  readonly bumps: number;
};

/** Where the pending transaction is kept, durably, before it is sent. One for each account and chain. */
export type PendingStore = {
  read(): Promise<Pending | undefined>;
  /**
   * Replaces what is stored, if that is still `before`.
   *
   * @throws AnchorlogError `pending_moved` where it is not: another process sends from this account.
   */
  write(next: Pending | undefined, before: Pending | undefined): Promise<void>;
};

/** How transactions are sent. Times in seconds, fees in wei for a unit of gas. */
export type TransactionSettings = {
  /** Blocks from the transaction's own on until it counts as done; 1, by default, is its own. */
  readonly confirmations?: number;
  /** After so long without being mined it is replaced at a higher fee; 48 by default. */
  readonly resubmissionTimeout?: number;
  /** After so long outside of every mempool that is asked it is sent again; 30 by default. */
  readonly notInMempoolTimeout?: number;
  /** The longest pause between two looks at the chain; by default the client's own, or 4. */
  readonly pollInterval?: number;
  /** What a node has for an answer; 10 by default. */
  readonly requestTimeout?: number;
  /** Looks at a nonce that is used by no transaction known here before that is believed; 3 by default. */
  readonly usedNonceLooks?: number;
  /** No more than this is ever offered: above it the transaction waits. 500 gwei by default. */
  readonly maxFeePerGas?: bigint;
  /** A replacement offers at most so many times what the chain asks; 5 by default. */
  readonly feeLimitMultiplier?: number;
  /** Below it that limit does not hold, so that small fees may grow freely. 100 gwei by default. */
  readonly feeLimitThreshold?: bigint;
  /** 0.01 gwei by default. */
  readonly minPriorityFeePerGas?: bigint;
  /** Taken for the base fee where that is lower; 0.01 gwei by default. */
  readonly minBaseFeePerGas?: bigint;
  /** Per cent that a gas limit is above its estimate; 25 by default. */
  readonly gasMargin?: number;
};

/** What happens to the pending transaction, as it happens. */
export type TransactionEvent = {
  readonly type:
    /** Its first sending, the same once more, and another with its nonce. */
    | "sent"
    | "sent_again"
    | "replaced"
    /** In a block, out of it again, and deep enough. */
    | "mined"
    | "reorganized"
    | "confirmed"
    /** The nonce was used by a transaction of somebody else's. */
    | "nonce_used"
    /** Nothing needs it any more, and it is in no mempool. */
    | "released"
    /** The transaction before was taken out of the chain, and is sent again, so that its nonce is used. */
    | "gap_filled"
    /** Nothing can be done for now: `why` says what is waited for. */
    | "waits"
    /** The chain's node or the store failed; it is tried again. */
    | "failed";
  readonly nonce: number | undefined;
  readonly key: string | undefined;
  readonly hash: Hex | undefined;
  /** What the newest of those with this nonce offers, wei for a unit of gas. */
  readonly maxFeePerGas: bigint | undefined;
  readonly why: string | undefined;
};

/** What is on its way to the chain. */
export type TransactionsStatus = {
  readonly pending:
    | {
        readonly nonce: number;
        /** What it does. */
        readonly key: string;
        /** Of the newest of those that were sent with this nonce. */
        readonly hash: Hex | undefined;
        readonly since: number;
        /** How often it was replaced. */
        readonly bumps: number;
        /** Wei for a unit of gas. */
        readonly maxFeePerGas: bigint;
      }
    | undefined;
  /** Calls that have no nonce yet. */
  readonly waiting: number;
  /** Why nothing can be sent now: fees above the ceiling, a node that fails, a foreign transaction before. */
  readonly held: string | undefined;
  /** Since the start. */
  readonly feeBumps: number;
  /** Calls that were given up, and looks at what became of one that failed, since the start: by the error's code. */
  readonly failures: Readonly<Record<string, number>>;
  readonly endpoints: readonly EndpointStatus[];
};

/** An RPC endpoint: by its place in the configuration, since its URL may hold a secret. */
export type EndpointStatus = {
  readonly index: number;
  readonly state: "good" | "silent" | "lagging" | "lying" | "wrong_chain";
  /** Why it was put aside. */
  readonly why: string | undefined;
  readonly block: number | undefined;
};

export type SendOptions = {
  /** Names what the call does: a call of the key that is on its way already joins it. By default it is like no other. */
  readonly key?: string;
  /** Whether it is done, by whoever's hand: asked before anything is sent, first and again. */
  readonly isDone?: () => Promise<boolean>;
  /**
   * Whether the call makes another of this key needless: it takes that one's nonce. Otherwise it waits for it. The
   * other's caller is told `superseded`, unless its own is mined or done after all.
   */
  readonly supersedes?: (key: string) => boolean;
  /**
   * After so many looks at the chain in a row that failed the caller is told, and at once where the chain asks for more
   * than the ceiling. What was sent is seen to all the same. By default the caller waits.
   */
  readonly patience?: number;
};

/** Sends the transactions of one account, one after the other. */
export type Transactions = {
  /**
   * Sends a call, and sees to it until it is mined. Undefined where `isDone` said so, and no transaction of the call's
   * was seen.
   *
   * @throws AnchorlogError `transaction_failed` where the contract refuses it (`details.revert`), or it was mined and reverted
   *   (`details.transactionHash`); `transaction_lost` where its nonce was used by nobody knows what, and there is no
   *   `isDone` to ask; `superseded`, `transactions_closed`, `fees_too_high`; what the store throws.
   * @throws ChainUnavailableError where the node failed before anything was sent; later only by `patience`, with
   *   `details.transactionHash`.
   */
  send<const A extends Abi, F extends ContractFunctionName<A, Writing>>(
    call: ContractCall<A, F>,
    options?: SendOptions,
  ): Promise<MinedTransaction | undefined>;
  /** Looks up what was on its way when the process ended, and sees to it from here on. */
  resume(): Promise<void>;
  status(): TransactionsStatus;
  /** What is pending stays stored. */
  close(): Promise<void>;
};

export type TransactionsOptions = {
  readonly chain: ChainWriter;
  readonly store: PendingStore;
  readonly settings?: TransactionSettings;
  /** Now in Unix milliseconds; the system's clock by default. */
  readonly clock?: () => number;
  readonly onEvent?: (event: TransactionEvent) => void;
};
