import type { Abi, ContractFunctionArgs, ContractFunctionName } from "viem";
import type { Hex } from "../../base/hex.ts";
import type { ChainWriter, MinedTransaction, UnsignedTransaction } from "../client.ts";

/** A call of a contract that changes state. */
export type ContractCall<A extends Abi, F extends ContractFunctionName<A, Writing>> = {
  readonly address: Hex;
  readonly abi: A;
  readonly functionName: F;
  readonly args: ContractFunctionArgs<A, Writing, F>;
  /** Wei. */
  readonly value?: bigint;
};

/** A call whose calldata is given. */
export type EncodedCall = {
  /** The call's name in messages. */
  readonly name: string;
  readonly address: Hex;
  readonly data: Hex;
  /** The errors that it may revert with. */
  readonly abi: Abi;
};

export type Writing = "nonpayable" | "payable";

/** One transaction that was, or is to be, sent with the pending nonce. Fees are in wei per unit of gas (EIP-1559). */
export type Attempt = Omit<UnsignedTransaction, "type" | "chainId" | "nonce"> & {
  /** Names what the transaction does. Two attempts with the same key do the same thing in different ways. */
  readonly key: string;
  /** Undefined if the node signs and its hash is not known yet. */
  readonly hash: Hex | undefined;
  /** The signed transaction; undefined if the node signs. */
  readonly raw: Hex | undefined;
};

/**
 * The account's pending transaction with the lowest nonce, in every form in which it may be mined, and the transactions
 * after it.
 */
export type Pending = {
  readonly chainId: number;
  /** Lower-case. */
  readonly account: Hex;
  readonly nonce: number;
  /** The newest last. At most one of them is mined, since they share the nonce. */
  readonly attempts: readonly Attempt[];
  /**
   * The transactions that were mined with the nonces before, the newest last: as many as could be in one block. A
   * reorganization may remove them again.
   */
  readonly before: readonly Attempt[];
  /** The height of the chain when the nonce was chosen. */
  readonly fromBlock: number;
  /** When the nonce was chosen, Unix milliseconds. */
  readonly since: number;
  /** How often it was replaced. */
  readonly bumps: number;
  /** The transactions with the following nonces, in their order. */
  readonly behind: readonly Behind[];
};

/**
 * A transaction that was sent after the pending one, with a later nonce. It is replaced, or sent again, once it is the
 * pending one itself.
 */
export type Behind = Pick<Pending, "fromBlock" | "since"> & { readonly attempt: Attempt };

/** Stores the pending transactions durably before they are sent. One record for each account and chain. */
export type PendingStore = {
  read(): Promise<Pending | undefined>;
  /**
   * Replaces the stored transaction if it is still `before`.
   *
   * @throws AnchorlogError `pending_moved` if it is not: another process sends from this account.
   */
  write(next: Pending | undefined, before: Pending | undefined): Promise<void>;
};

/** How transactions are sent. Times are in seconds, fees in wei per unit of gas. */
export type TransactionSettings = {
  /** Blocks, counted from the transaction's own, until it counts as done; 1 by default. */
  readonly confirmations?: number;
  /** If it is not mined after this time, it is replaced at a higher fee; 48 by default. */
  readonly resubmissionTimeout?: number;
  /** If no endpoint has it in its mempool for this time, it is sent again; 30 by default. */
  readonly notInMempoolTimeout?: number;
  /** The longest pause between two looks at the chain; by default the client's own, or 4. */
  readonly pollInterval?: number;
  /** How long a node has for an answer; 10 by default. */
  readonly requestTimeout?: number;
  /** Looks after which a nonce counts as used by an unknown transaction; 3 by default. */
  readonly usedNonceLooks?: number;
  /** The highest fee ever offered. If the chain asks for more, the transaction waits. 500 gwei by default. */
  readonly maxFeePerGas?: bigint;
  /** A replacement offers at most this many times what the chain asks; 5 by default. */
  readonly feeLimitMultiplier?: number;
  /** Below this fee, `feeLimitMultiplier` does not apply, so that small fees may grow freely. 100 gwei by default. */
  readonly feeLimitThreshold?: bigint;
  /** 0.01 gwei by default. */
  readonly minPriorityFeePerGas?: bigint;
  /** The base fee counts as at least this; 0.01 gwei by default. */
  readonly minBaseFeePerGas?: bigint;
  /** Per cent that a gas limit is above its estimate, at least 60,000 gas; 25 by default. */
  readonly gasMargin?: number;
};

/** Events of the pending transaction. */
export type TransactionEvent = {
  readonly type:
    /** Sent for the first time; sent again unchanged; replaced by another transaction with the same nonce. */
    | "sent"
    | "sent_again"
    | "replaced"
    /** `mined`: in a block. `reorganized`: removed from the chain again. `confirmed`: in a deep enough block. */
    | "mined"
    | "reorganized"
    | "confirmed"
    /** Another sender's transaction used the nonce. */
    | "nonce_used"
    /** The transaction is not needed any more, and is not in a mempool. */
    | "released"
    /** The transaction before was removed from the chain, and is sent again so that its nonce is used. */
    | "gap_filled"
    /** Nothing can be done for now; `why` gives the reason. */
    | "waits"
    /** The chain's node or the store failed; the sender tries again. */
    | "failed";
  readonly nonce: number | undefined;
  readonly key: string | undefined;
  readonly hash: Hex | undefined;
  /** The fee of the newest attempt, in wei per unit of gas. */
  readonly maxFeePerGas: bigint | undefined;
  readonly why: string | undefined;
};

/** The state of a sender of transactions. */
export type TransactionsStatus = {
  readonly pending:
    | {
        readonly nonce: number;
        /** The key of the newest attempt. */
        readonly key: string;
        /** The hash of the newest attempt. */
        readonly hash: Hex | undefined;
        readonly since: number;
        /** How often it was replaced. */
        readonly bumps: number;
        /** Wei per unit of gas. */
        readonly maxFeePerGas: bigint;
        /** The keys of the transactions behind it, in the order of their nonces. */
        readonly behind: readonly string[];
      }
    | undefined;
  /** Calls that have no nonce yet. */
  readonly waiting: number;
  /** Why nothing can be sent now: fees above the ceiling, a failing node, or a foreign pending transaction. */
  readonly held: string | undefined;
  /** Since the start. */
  readonly feeBumps: number;
  /** Failed calls and failed looks since the start, by error code. */
  readonly failures: Readonly<Record<string, number>>;
  readonly endpoints: readonly EndpointStatus[];
};

/** The state of an RPC endpoint. It is named by its place in the configuration, since its URL may hold a secret. */
export type EndpointStatus = {
  readonly index: number;
  readonly state: "good" | "silent" | "lagging" | "lying" | "wrong_chain";
  /** Why it was put aside. */
  readonly why: string | undefined;
  readonly block: number | undefined;
};

export type SendOptions = {
  /**
   * Names what the call does. A call joins a pending call of the same key. By default each call has a key of its own.
   */
  readonly key?: string;
  /** Returns whether the call's purpose is achieved already, by any sender. It is asked before each sending. */
  readonly isDone?: () => Promise<boolean>;
  /**
   * Returns whether this call makes the pending call of that key needless, and so takes its nonce. Otherwise this call
   * waits. The other caller gets `superseded`, unless its call is mined or done after all.
   */
  readonly supersedes?: (key: string) => boolean;
  /**
   * After this many failed looks at the chain in a row, the caller gets an error. If the chain asks for fees above the
   * ceiling, the error comes at once. A sent transaction is still pursued. By default the caller waits without limit.
   */
  readonly patience?: number;
};

/** Sends the transactions of one account in the order of their nonces. */
export type Transactions = {
  /**
   * Sends a call, and pursues it until it is mined. Returns undefined if `isDone` returned true, and no transaction of
   * the call was seen.
   *
   * @throws AnchorlogError `transaction_failed` if the contract refuses it (`details.revert`), or it was mined and
   * reverted (`details.transactionHash`); `transaction_lost` if an unknown transaction used its nonce, and the call has
   * no `isDone`; `superseded`, `transactions_closed`, `fees_too_high`; the store's errors.
   * @throws ChainUnavailableError if the node failed before anything was sent; later only by `patience`, with
   * `details.transactionHash`.
   */
  send<const A extends Abi, F extends ContractFunctionName<A, Writing>>(
    call: ContractCall<A, F> | EncodedCall,
    options?: SendOptions,
  ): Promise<MinedTransaction | undefined>;
  /** Reads the pending transaction of an earlier process, and pursues it. */
  resume(): Promise<void>;
  status(): TransactionsStatus;
  /** Stops sending. The pending transaction stays stored. */
  close(): Promise<void>;
};

export type TransactionsOptions = {
  readonly chain: ChainWriter;
  readonly store: PendingStore;
  readonly settings?: TransactionSettings;
  /** Returns Unix milliseconds; the system's clock by default. */
  readonly clock?: () => number;
  /**
   * How many transactions may be pending at a time; 1 by default. With more, a call must not need the effect of a call
   * before it.
   */
  readonly atOnce?: number;
  readonly onEvent?: (event: TransactionEvent) => void;
};
