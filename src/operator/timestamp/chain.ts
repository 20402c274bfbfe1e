/** Writes timestamps on one further chain, in a loop of its own. Its failures do not affect other parts. */
import type { OperatorId } from "../../action/domain.ts";
import { confirmedClient, type ConfirmedClient } from "../../chain/endpoints.ts";
import { deepestReasonOf } from "../../chain/failures.ts";
import { askOf, readAmount, readBlock, type Ask, type Block } from "../../chain/questions.ts";
import { timestampCall, type Timestamp } from "../../chain/timestamp.ts";
import { openTransactions } from "../../chain/transactions/open.ts";
import { checkSettings } from "../../chain/transactions/settings.ts";
import { logPendingStore } from "../../chain/transactions/store.ts";
import type { Transactions, TransactionsStatus } from "../../chain/transactions/types.ts";
import { ChainUnavailableError } from "../../chain/view.ts";
import { unlessAborted, within } from "../../base/within.ts";
import type { Checkpoint } from "../../batch/checkpoint.ts";
import { decodeHeader } from "../../batch/header.ts";
import type { Hex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import type { BatchStore, OperationsStore, StoredTimestamp } from "../../log/store.ts";
import { backoff } from "../anchor/backoff.ts";
import { repeat, type Loop } from "../loop.ts";
import { EVERY, POLL_INTERVAL, type TimestampPolicy } from "./policy.ts";
import { followWritten, newestOf, summaryOf, timestampOf, type TimestampEvent, type Written } from "./written.ts";

/** The state of timestamps on a further chain. Times are Unix milliseconds of this process's clock, except `time`. */
export type TimestampStatus = {
  readonly chainId: number;
  /** Headers under the newest checkpoint that is written there; 0 for none. `final`: the same for final timestamps. */
  readonly size: number | undefined;
  readonly final: number | undefined;
  /** The time of the newest timestamp's block, Unix seconds. */
  readonly time: number | undefined;
  readonly transaction: Hex | undefined;
  /** Since when a timestamp is overdue, in the process that leads. */
  readonly dueSince: number | undefined;
  /** Why the last attempt failed; undefined if it succeeded. */
  readonly failure: string | undefined;
  /** `balance` in wei. */
  readonly account: { readonly address: Hex; readonly balance: bigint | undefined };
  readonly transactions: TransactionsStatus;
};

export type TimestampChainOptions = {
  readonly policy: TimestampPolicy;
  readonly operator: OperatorId;
  readonly store: Pick<BatchStore, "batches"> &
    Pick<OperationsStore, "pendingTransaction" | "replacePendingTransaction" | "recentTimestamps" | "keepTimestamp">;
  /** Returns the newest stored checkpoint, or undefined if the store lacks what was signed. */
  readonly newest: () => Promise<Checkpoint | undefined>;
  readonly isLeader: () => boolean | Promise<boolean>;
  readonly tell: (event: TimestampEvent) => void;
  /** Called with each failure, and whether it is the first in a row. */
  readonly failed: (error: unknown, isFirst: boolean) => void;
  readonly clock: () => number;
  readonly random?: (() => number) | undefined;
};

type TimestampChain = {
  /**
   * Reads the chain's id. If the node does not answer soon, the check is left to the loop.
   *
   * @throws AnchorlogError `wrong_chain` if the endpoints are of another chain, and nothing was ever sent there: then
   * the configuration is wrong. Otherwise the nodes are at fault. The loop reports that, and opening succeeds.
   */
  check(): Promise<void>;
  start(): void;
  status(): TimestampStatus;
  /** Stops without waiting for a transaction. A pending transaction is stored, and the next start resumes it. */
  close(): Promise<void>;
};

/** Failed looks in a row after which `send` rejects. The transaction is still followed. */
const PATIENCE = 5;
/** The longest pause after failures, in ms. */
const LONGEST_PAUSE = 60_000;
/** How long opening waits for a chain's id, in ms. */
const OPENING = 2_000;

/** The state of the timestamps on one chain. */
type Writing = {
  readonly options: TimestampChainOptions;
  /** Lower-case. */
  readonly account: Hex;
  readonly ask: Ask;
  readonly written: Written;
  readonly transactions: Transactions;
  /** Milliseconds between two looks. */
  readonly pollInterval: number;
  isClosed: boolean;
  loop: Loop | undefined;
  seen: readonly StoredTimestamp[] | undefined;
  balance: bigint | undefined;
  failure: string | undefined;
  /** Failed looks and attempts in a row. */
  failures: number;
  /** As `TimestampStatus.dueSince`. `firstDue`: since when a newer checkpoint is there than was written. */
  dueSince: number | undefined;
  firstDue: number | undefined;
  /** Whether this process has looked for a newer checkpoint. */
  hasLooked: boolean;
  /** Since when a timestamp is in no block any more, by `performance.now`. */
  lostSince: number | undefined;
  attempt: Promise<void> | undefined;
  /** `performance.now()` before which nothing is attempted. */
  notBefore: number;
};

/** @throws AnchorlogError `bad_option` if a setting of the transactions is wrong. */
export function openTimestampChain(options: TimestampChainOptions): TimestampChain {
  const { policy, operator, clock, store, tell } = options;
  const { account: payer, chain: network } = policy.chain.walletClient;
  const [chainId, account] = [network.id, payer.address.toLowerCase() as Hex];
  const { requestTimeout } = checkSettings(policy.transactions);
  const publicClient = confirmedClient(policy.chain, { requestTimeout });
  // The time limit for one endpoint is `requestTimeout`. A question may go to several endpoints.
  const inTime = askOf(publicClient, 4 * requestTimeout);
  const end = new AbortController();
  const closed = () => new AnchorlogError("closed", "this anchorlog was closed");
  const ask: Ask = (method, params) => unlessAborted(end.signal, inTime(method, params), closed);
  const pending = logPendingStore(store, { chainId, account });
  const finality = policy.finality ?? "finalized";
  const written = followWritten({ ask, chainId, account, operator, store, pending, finality, tell });
  const transactions = openTransactions({
    chain: { ...policy.chain, publicClient },
    store: written.pending,
    ...(policy.transactions === undefined ? {} : { settings: policy.transactions }),
    clock,
    onEvent: written.onEvent,
  });
  const { pollInterval = POLL_INTERVAL } = policy;
  const writing: Writing = {
    options,
    account,
    ask,
    written,
    transactions,
    pollInterval,
    isClosed: false,
    loop: undefined,
    seen: undefined,
    balance: undefined,
    failure: undefined,
    failures: 0,
    dueSince: undefined,
    firstDue: undefined,
    hasLooked: false,
    lostSince: undefined,
    attempt: undefined,
    notBefore: 0,
  };
  return {
    check: () => check(publicClient, written),
    start: () => void (writing.loop ??= repeat(() => step(writing), 0)),
    status: () => statusOf(chainId, writing),
    close: async () => {
      writing.isClosed = true;
      end.abort();
      // Closing does not wait for a node's answer.
      void writing.loop?.stop();
      await transactions.close();
    },
  };
}

async function check(client: ConfirmedClient, written: Written): Promise<void> {
  try {
    await within(OPENING, client.getChainId());
  } catch (error) {
    if (!(error instanceof AnchorlogError && error.code === "wrong_chain")) return;
    const wasSent = (await written.read()).length > 0 || (await written.pending.read()) !== undefined;
    if (!wasSent) throw error;
  }
}

function statusOf(
  chainId: number,
  { seen, dueSince, failure, account, balance, transactions }: Writing,
): TimestampStatus {
  const unread = { size: undefined, final: undefined, time: undefined, transaction: undefined };
  return {
    chainId,
    ...(seen === undefined ? unread : summaryOf(seen)),
    dueSince,
    failure,
    account: { address: account, balance },
    transactions: transactions.status(),
  };
}

/** Looks at the chain, and acts. @returns milliseconds until the next look. */
async function step(writing: Writing): Promise<number> {
  const { options, ask, account, written, pollInterval } = writing;
  try {
    if (!(await options.isLeader())) {
      Object.assign(writing, { seen: await written.read(), dueSince: undefined, balance: undefined });
      return pollInterval;
    }
    writing.seen = await written.read();
    await due(writing, undefined);
    const head = await readBlock(ask, "latest");
    if (head === undefined) throw new ChainUnavailableError("the node has no latest block");
    writing.seen = await written.follow();
    writing.balance = await readAmount(ask, "eth_getBalance", [account, "latest"]);
    if (writing.isClosed) return pollInterval;
    await act(writing, head);
    writing.seen = await written.settle(head);
    if (writing.attempt === undefined && performance.now() >= writing.notBefore) succeed(writing);
    return pollInterval;
  } catch (error) {
    writing.balance = undefined;
    return fail(writing, error);
  }
}

async function act(writing: Writing, head: Block): Promise<void> {
  const { options, written, transactions } = writing;
  const { operator, policy } = options;
  // A pending transaction of an earlier process. If it is not this operator's timestamp, only its nonce is cleared.
  const pending = writing.attempt === undefined ? await written.pending.read() : undefined;
  const before = pending && timestampOf(pending.attempts, operator);
  if (pending !== undefined && before === undefined) return transactions.resume();
  const isTooHigh = policy.baseFeeCeiling !== undefined && head.baseFeePerGas > policy.baseFeeCeiling;
  const wanted = await due(writing, head);
  if (before === undefined && isTooHigh) return;
  const checkpoint = before?.checkpoint ?? wanted;
  const { attempt, notBefore, isClosed } = writing;
  if (checkpoint === undefined || attempt !== undefined || performance.now() < notBefore || isClosed) return;
  writing.attempt = send(writing, { operator, checkpoint });
}

/** Returns the checkpoint to write now, if any. `head` is the chain's latest block, if known. */
async function due(writing: Writing, head: Block | undefined): Promise<Checkpoint | undefined> {
  const { options, pollInterval } = writing;
  const { clock, policy } = options;
  const { every = EVERY } = policy;
  const checkpoint = await options.newest();
  const seen = writing.seen!;
  const last = newestOf(seen);
  const isNews = checkpoint !== undefined && checkpoint.size > (last?.size ?? 0);
  const isLost = seen.some(({ block, size }) => block === undefined && size > (last?.size ?? 0));
  const lostSince = (writing.lostSince = isLost ? (writing.lostSince ?? performance.now()) : undefined);
  const firstDue = (writing.firstDue = isNews
    ? (writing.firstDue ?? (await newsSince(writing, last?.size ?? 0)))
    : undefined);
  writing.hasLooked = true;
  const next = last === undefined ? 0 : 1_000 * last.block!.time + every;
  // Either clock may be behind.
  const isPast = clock() >= next || 1_000 * (head?.timestamp ?? 0) >= next;
  // If the last timestamp seems far in the future, a node once gave a wrong block time.
  const isTime = isPast || (head !== undefined && 1_000 * head.timestamp + 2 * every < next);
  // A transaction that lost its block may get into another one without help.
  const isDue = lostSince === undefined ? isTime : performance.now() - lostSince >= pollInterval;
  if (!isNews || !isDue) {
    // Without the chain's time it is unclear whether a timestamp is due, so an earlier `dueSince` stays.
    if (!isNews || head !== undefined) writing.dueSince = undefined;
    return undefined;
  }
  writing.dueSince ??= lostSince === undefined ? Math.max(firstDue!, Math.min(next, clock())) : clock();
  return checkpoint;
}

/** Since when a checkpoint is newer than the one of a size. One from before the start is as old as its first batch. */
async function newsSince({ hasLooked, options: { store, clock } }: Writing, size: number): Promise<number> {
  const [first] = hasLooked ? [] : await store.batches(size, size + 1);
  return first === undefined ? clock() : Math.min(clock(), decodeHeader(first.header).closedAt);
}

async function send(writing: Writing, timestamp: Timestamp): Promise<void> {
  const { written, transactions } = writing;
  const { size } = timestamp.checkpoint;
  const isDone = async () => (newestOf(await written.read())?.size ?? 0) >= size;
  try {
    await transactions.send(timestampCall(timestamp), { key: `timestamp:${size}`, isDone, patience: PATIENCE });
    succeed(writing);
    writing.loop?.wake();
  } catch (error) {
    writing.notBefore = performance.now() + fail(writing, error);
  } finally {
    writing.attempt = undefined;
  }
}

function succeed(writing: Writing): void {
  [writing.failures, writing.failure] = [0, undefined];
}

/** Reports a failure. @returns milliseconds until the next attempt. */
function fail(writing: Writing, error: unknown): number {
  const { failed, random = Math.random } = writing.options;
  if (writing.isClosed) return writing.pollInterval;
  failed(error, writing.failures === 0);
  writing.failure = deepestReasonOf(error).split("\n")[0];
  return backoff(++writing.failures, LONGEST_PAUSE, random);
}
