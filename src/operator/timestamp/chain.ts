/** Writes timestamps on one further chain, in a loop of its own. Its failures do not affect other parts. */
import type { OperatorId } from "../../action/domain.ts";
import { confirmedClient } from "../../chain/endpoints.ts";
import { deepestReasonOf } from "../../chain/failures.ts";
import { askOf, readAmount, readBlock, type Ask, type Block } from "../../chain/questions.ts";
import { timestampCall, type Timestamp } from "../../chain/timestamp.ts";
import { openTransactions } from "../../chain/transactions/open.ts";
import { checkSettings } from "../../chain/transactions/settings.ts";
import { logPendingStore } from "../../chain/transactions/store.ts";
import type { TransactionsStatus } from "../../chain/transactions/types.ts";
import { ChainUnavailableError } from "../../chain/view.ts";
import { unlessAborted, within } from "../../base/within.ts";
import type { Checkpoint } from "../../batch/checkpoint.ts";
import type { Hex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import type { OperationsStore, StoredTimestamp } from "../../log/store.ts";
import { backoff } from "../anchor/backoff.ts";
import { repeat, type Loop } from "../loop.ts";
import { EVERY, POLL_INTERVAL, type TimestampPolicy } from "./policy.ts";
import { followWritten, newestOf, summaryOf, timestampOf, type TimestampEvent } from "./written.ts";

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
  readonly store: Pick<
    OperationsStore,
    "pendingTransaction" | "replacePendingTransaction" | "recentTimestamps" | "keepTimestamp"
  >;
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
/** The longest pause after failures, in ms. `OPENING` is how long opening waits for a chain's id, in ms. */
const LONGEST_PAUSE = 60_000;
const OPENING = 2_000;

/** @throws AnchorlogError `bad_option` if a setting of the transactions is wrong. */
export function openTimestampChain(options: TimestampChainOptions): TimestampChain {
  const { policy, operator, clock, random = Math.random } = options;
  const { every = EVERY, pollInterval = POLL_INTERVAL, baseFeeCeiling } = policy;
  const { account: payer, chain: network } = policy.chain.walletClient;
  const [chainId, account] = [network.id, payer.address.toLowerCase() as Hex];
  const { requestTimeout } = checkSettings(policy.transactions);
  const publicClient = confirmedClient(policy.chain, { requestTimeout });
  // The time limit for one endpoint is `requestTimeout`. A question may go to several endpoints.
  const inTime = askOf(publicClient, 4 * requestTimeout);
  const end = new AbortController();
  const closed = () => new AnchorlogError("closed", "this anchorlog was closed");
  const ask: Ask = (method, params) => unlessAborted(end.signal, inTime(method, params), closed);
  const { tell, store } = options;
  const written = followWritten({
    ask,
    chainId,
    account,
    operator,
    store,
    pending: logPendingStore(store, { chainId, account }),
    finality: policy.finality ?? "finalized",
    tell,
  });
  const transactions = openTransactions({
    chain: { ...policy.chain, publicClient },
    store: written.pending,
    ...(policy.transactions === undefined ? {} : { settings: policy.transactions }),
    clock,
    onEvent: written.onEvent,
  });
  let isClosed = false;
  let loop: Loop | undefined;
  let seen: readonly StoredTimestamp[] | undefined;
  let balance: bigint | undefined;
  let failure: string | undefined;
  /** Failed looks and attempts in a row. */
  let failures = 0;
  let firstDue: number | undefined;
  let dueSince: number | undefined;
  let lostSince: number | undefined;
  let attempt: Promise<void> | undefined;
  /** `performance.now()` before which nothing is attempted. */
  let notBefore = 0;

  const fail = (error: unknown): number => {
    if (isClosed) return pollInterval;
    options.failed(error, failures === 0);
    failure = deepestReasonOf(error).split("\n")[0];
    return backoff(++failures, LONGEST_PAUSE, random);
  };

  const run = async (timestamp: Timestamp): Promise<void> => {
    const { size } = timestamp.checkpoint;
    const isDone = async () => (newestOf(await written.read())?.size ?? 0) >= size;
    try {
      await transactions.send(timestampCall(timestamp), { key: `timestamp:${size}`, isDone, patience: PATIENCE });
      [failures, failure] = [0, undefined];
      loop?.wake();
    } catch (error) {
      notBefore = performance.now() + fail(error);
    } finally {
      attempt = undefined;
    }
  };

  /** Returns the checkpoint to write now, if any. `head` is the chain's latest block, if known. */
  const due = async (head: Block | undefined): Promise<Checkpoint | undefined> => {
    const checkpoint = await options.newest();
    const last = newestOf(seen!);
    const isNews = checkpoint !== undefined && checkpoint.size > (last?.size ?? 0);
    const isLost = seen!.some(({ block, size }) => block === undefined && size > (last?.size ?? 0));
    lostSince = isLost ? (lostSince ?? performance.now()) : undefined;
    firstDue = isNews ? (firstDue ?? clock()) : undefined;
    const next = last === undefined ? clock() : 1_000 * last.block!.time + every;
    // Either clock may be behind.
    const isPast = clock() >= next || 1_000 * (head?.timestamp ?? 0) >= next;
    // If the last timestamp seems far in the future, a node once gave a wrong block time.
    const isTime = isPast || (head !== undefined && 1_000 * head.timestamp + 2 * every < next);
    // A transaction that lost its block may get into another one without help.
    const isDue = lostSince === undefined ? isTime : performance.now() - lostSince >= pollInterval;
    if (!isNews || !isDue) {
      // Without the chain's time it is unclear whether a timestamp is due, so an earlier `dueSince` stays.
      if (!isNews || head !== undefined) dueSince = undefined;
      return undefined;
    }
    dueSince ??= lostSince === undefined ? Math.max(firstDue!, Math.min(next, clock())) : clock();
    return checkpoint;
  };

  const act = async (head: Block): Promise<void> => {
    // A pending transaction of an earlier process. If it is not this operator's timestamp, only its nonce is cleared.
    const pending = attempt === undefined ? await written.pending.read() : undefined;
    const before = pending && timestampOf(pending.attempts, operator);
    if (pending !== undefined && before === undefined) return transactions.resume();
    const isTooHigh = baseFeeCeiling !== undefined && head.baseFeePerGas > baseFeeCeiling;
    const wanted = await due(head);
    if (before === undefined && isTooHigh) return;
    const checkpoint = before?.checkpoint ?? wanted;
    if (checkpoint === undefined || attempt !== undefined || performance.now() < notBefore || isClosed) return;
    attempt = run({ operator, checkpoint });
  };

  const step = async (): Promise<number> => {
    try {
      if (!(await options.isLeader())) {
        [seen, dueSince, balance] = [await written.read(), undefined, undefined];
        return pollInterval;
      }
      seen = await written.read();
      await due(undefined);
      const head = await readBlock(ask, "latest");
      if (head === undefined) throw new ChainUnavailableError("the node has no latest block");
      seen = await written.follow();
      balance = await readAmount(ask, "eth_getBalance", [account, "latest"]);
      if (isClosed) return pollInterval;
      await act(head);
      seen = await written.settle(head);
      if (attempt === undefined && performance.now() >= notBefore) [failures, failure] = [0, undefined];
      return pollInterval;
    } catch (error) {
      balance = undefined;
      return fail(error);
    }
  };

  return {
    check: async () => {
      try {
        await within(OPENING, publicClient.getChainId());
      } catch (error) {
        if (!(error instanceof AnchorlogError && error.code === "wrong_chain")) return;
        const wasSent = (await written.read()).length > 0 || (await written.pending.read()) !== undefined;
        if (!wasSent) throw error;
      }
    },
    start: () => void (loop ??= repeat(step, 0)),
    status: () => {
      const unread = { size: undefined, final: undefined, time: undefined, transaction: undefined };
      return {
        chainId,
        ...(seen === undefined ? unread : summaryOf(seen)),
        dueSince,
        failure,
        account: { address: account, balance },
        transactions: transactions.status(),
      };
    },
    close: async () => {
      isClosed = true;
      end.abort();
      // Closing does not wait for a node's answer.
      void loop?.stop();
      await transactions.close();
    },
  };
}
