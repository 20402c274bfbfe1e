/**
 * Layer 5 of an open operator: anchors checkpoints on a schedule and on demand, and follows them on chain. Signing is
 * queued with the operations that extend the batch log. Sending and waiting are not.
 */
import type { OperatorId } from "../../action/domain.ts";
import { anchorCheckpoint, notSent, readLatest, type Anchored } from "../../chain/anchorer.ts";
import { readContract, type ChainWriter } from "../../chain/client.ts";
import { confirmedClient } from "../../chain/endpoints.ts";
import { anchorRegistryAbi } from "../../chain/generated/AnchorRegistry.ts";
import { openTransactions } from "../../chain/transactions/open.ts";
import { logPendingStore } from "../../chain/transactions/store.ts";
import type { TransactionSettings, TransactionsStatus } from "../../chain/transactions/types.ts";
import type { BatchLog } from "../../batch/batchLog.ts";
import { toHex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import type { OperationsStore, BatchStore } from "../../log/store.ts";
import { createAnchoringLoop, createFollowingLoop, type AnchoringLoop } from "./loop.ts";
import type { AnchorPolicy } from "./policy.ts";
import { followRegistry, type CheckpointEvent, type Sight } from "./registry.ts";
import type { Backlog } from "../accept/backlog.ts";
import { createQueue } from "../queue.ts";
import type { SignedCheckpoint } from "../seal/sealing.ts";
import { traceFinality, traceTransactions } from "../observe/traces.ts";
import { traced, type SpanContext, type Tracer, type Tracing } from "../observe/tracing.ts";
import { within } from "../../base/within.ts";

/** Anchors an operator's checkpoints. */
export type Anchoring = {
  /** Resumes a transaction that was pending when the process ended. From then on it anchors by the policy. */
  start(): void;
  /**
   * Anchors the newest checkpoint now, regardless of the schedule. A pending transaction is waited for first: the
   * registry's `minAnchorInterval` would reject a second anchor before that.
   */
  anchor(): Promise<Anchored>;
  status(): AnchoringStatus;
  /** Stops without waiting for a transaction. A pending transaction is stored, and the next start resumes it. */
  close(): Promise<void>;
};

type AnchoringStatus = {
  /** How many headers are anchored, as last seen. `final` is how many are final. */
  readonly anchored: number | undefined;
  readonly final: number | undefined;
  readonly transactions: TransactionsStatus | undefined;
};

/** The steps on the way to an anchor that can fail. */
type Stage = "close" | "sign" | "anchor" | "follow";

type AnchoringOptions = {
  /** The chain to anchor on. If undefined, nothing can be anchored. */
  readonly chain: ChainWriter | undefined;
  readonly operator: OperatorId;
  /** Keeps the pending transaction and the checkpoints that were seen on chain. */
  readonly store: Pick<OperationsStore, "pendingTransaction" | "replacePendingTransaction"> &
    Pick<BatchStore, "seenCheckpoints" | "keepSeen">;
  readonly transactions: TransactionSettings | undefined;
  /**
   * Without a policy, anchoring is on demand only. The registry is still followed if there is a listener or a backlog.
   */
  readonly policy: AnchorPolicy | undefined;
  /** Seconds. Set if `policy` is. */
  readonly maxAnchorDelay: number | undefined;
  readonly batchLog: Pick<BatchLog, "size" | "tree" | "catchUp">;
  readonly backlog: Pick<Backlog, "anchored" | "oldest"> | undefined;
  /** Called with the time of each block that is read, Unix seconds. */
  readonly onBlock: (time: number) => void;
  /** `closeBatches` and `sign` run in the queue of operations that extend the batch log. */
  readonly closeBatches: () => Promise<unknown>;
  readonly sign: () => Promise<SignedCheckpoint | undefined>;
  /** Whether this process anchors by the policy. All processes follow the registry. */
  readonly isLeader: () => boolean | Promise<boolean>;
  readonly tracer: Tracer | undefined;
  readonly onCheckpoint: ((event: CheckpointEvent) => unknown) | undefined;
  /** Called with each failure in the background, and whether it is the first in a row. */
  readonly failed: (stage: Stage, error: unknown, isFirst: boolean) => void;
  /** Called if a listener fails. */
  readonly onError: (error: unknown) => void;
  readonly clock: () => number;
  readonly random?: () => number;
};

/** Milliseconds that opening waits for the registry's times. */
const OPENING = 10_000;

/**
 * Opens the anchorer. It does nothing in the background before `start`.
 *
 * @throws AnchorlogError `bad_option` if the registry's times contradict the policy.
 */
export async function openAnchoring({ chain, ...options }: AnchoringOptions): Promise<Anchoring> {
  return chain === undefined ? withoutChain : openOnChain({ ...options, chain });
}

const withoutChain: Anchoring = {
  start: () => {},
  anchor: async () => {
    throw new AnchorlogError("no_chain", "this anchorlog was opened without a chain", {
      fix: "give openAnchorlog a chain to anchor on",
    });
  },
  status: () => ({
    anchored: undefined,
    final: undefined,
    transactions: undefined,
  }),
  close: async () => {},
};

async function openOnChain(options: AnchoringOptions & { readonly chain: ChainWriter }): Promise<Anchoring> {
  const { operator, policy, maxAnchorDelay, batchLog, backlog, tracer, onError } = options;
  const chain = { ...options.chain, publicClient: confirmedClient(options.chain) };
  const { chain: network, account } = chain.walletClient;
  /** The span that anchors now, and the span that anchored the newest size. Later spans link to them. */
  let anchoringNow: SpanContext | undefined;
  let anchoredBy: { readonly size: number; readonly context: SpanContext | undefined } | undefined;
  const traces = traceTransactions(tracer, () => anchoringNow);
  const traceSeen = traceFinality(tracer, (size) => (anchoredBy?.size === size ? anchoredBy.context : undefined));
  const transactions = openTransactions({
    chain,
    store: logPendingStore(options.store, { chainId: network.id, account: account.address }),
    ...(options.transactions === undefined ? {} : { settings: options.transactions }),
    clock: options.clock,
    ...(traces.onEvent && { onEvent: traces.onEvent }),
  });
  const end = new AbortController();
  const { signal } = end;
  const oneByOne = createQueue();
  /** The step in which an error occurred, if known. */
  const stages = new WeakMap<object, Stage>();

  const fail = (error: unknown, stage: Stage = "anchor", isFirst = true): void => {
    if (signal.aborted) return;
    options.failed((error instanceof Error ? stages.get(error) : undefined) ?? stage, error, isFirst);
  };
  const tell = (event: CheckpointEvent): void => {
    if (signal.aborted) return;
    traceSeen(event);
    // A listener that throws or rejects does not disturb anchoring.
    void (async () => options.onCheckpoint?.(event))().catch(onError);
  };
  const heard: CheckpointEvent[] = [];
  const registry = followRegistry({
    client: chain.publicClient,
    operator,
    store: options.store,
    tell: (event) => void heard.push(event),
    onError: (error) => fail(error, "follow"),
  });

  const look = async (): Promise<Sight | undefined> => {
    try {
      const sight = await registry.look();
      if (sight !== undefined) options.onBlock(sight.time);
      if (sight !== undefined && !signal.aborted) await backlog?.anchored(sight.latest.size);
      return sight;
    } finally {
      // Listeners are called after the backlog is updated: if one submits an action, the new state applies.
      for (const event of heard.splice(0)) tell(event);
    }
  };

  const sign = async (): Promise<SignedCheckpoint | undefined> => {
    if (signal.aborted) throw closed();
    try {
      return await options.sign();
    } catch (error) {
      if (error instanceof Error) stages.set(error, "sign");
      throw error;
    }
  };

  /**
   * Anchors a signed checkpoint. If the registry already holds a newer checkpoint of this batch log, that counts as
   * success.
   */
  const put = async ({ checkpoint, signature }: SignedCheckpoint): Promise<Anchored> => {
    const { size } = checkpoint;
    const prove = (oldSize: number) => batchLog.tree.consistencyProof(oldSize, size);
    try {
      return await anchorCheckpoint(chain, operator, checkpoint, signature, prove, transactions);
    } catch (error) {
      if (!(error instanceof AnchorlogError && error.code === "chain_ahead")) throw error;
      const latest = await readLatest(chain, operator);
      await batchLog.catchUp();
      const isOurs = latest.size <= batchLog.size() && toHex(batchLog.tree.root(latest.size)) === latest.root;
      if (!isOurs || latest.size < size) throw error;
      return notSent("there", latest.size);
    }
  };

  const anchorNow = async (): Promise<Anchored> => {
    const signed = await sign();
    if (signed === undefined) return notSent("nothing", 0);
    const anchored = await untilAborted(() => put(signed), signal);
    if (anchored.blockNumber !== undefined) registry.reached(anchored.blockNumber);
    await backlog?.anchored(anchored.size);
    loop?.wake();
    if (anchored.status === "anchored") anchoredBy = { size: anchored.size, context: anchoringNow };
    return anchored;
  };
  const tracing: Tracing<[], Anchored> = {
    begun: (context) => (anchoringNow = context),
    result: ({ status, size, proofHashes, transactionHash, blockNumber, gasUsed, from }) => ({
      status,
      size,
      proof_hashes: proofHashes,
      "transaction.hash": transactionHash,
      block: blockNumber,
      gas: gasUsed,
      from,
    }),
  };
  const inSpan = traced(tracer, "anchorlog.anchor", anchorNow, tracing);
  const inSpanOfItsOwn = traced(tracer, "anchorlog.anchor", anchorNow, { ...tracing, root: true });
  const anchor = (): Promise<Anchored> => oneByOne(inSpan);

  let resumed: Promise<void> | undefined;
  const resume = (): Promise<void> =>
    (resumed ??= transactions.resume().catch((error: unknown) => {
      resumed = undefined;
      throw error;
    }));
  const readInterval = async (): Promise<number> => {
    const call = { address: operator.registry, abi: anchorRegistryAbi, functionName: "timing" } as const;
    return Number((await readContract(chain.publicClient, call)).minAnchorInterval);
  };
  const prepare = async (own: AnchorPolicy, delay: number): Promise<AnchoringLoop> =>
    createAnchoringLoop({
      policy: own,
      maxAnchorDelay: delay,
      // If the node does not answer, the loop reads it later.
      minAnchorInterval: await within(OPENING, readInterval()).catch(() => undefined),
      readInterval,
      isDated: !chain.publicClient.mayRewind,
      look,
      lostSince: () => registry.lostSince(),
      oldest: () => backlog?.oldest(),
      closed: () => batchLog.size(),
      closeBatches: async () => {
        if (!signal.aborted) await options.closeBatches().catch((error: unknown) => fail(error, "close"));
      },
      anchor: () => oneByOne(inSpanOfItsOwn),
      resume,
      isLeader: options.isLeader,
      fail,
      clock: options.clock,
      random: options.random ?? Math.random,
      signal,
    });
  const follow = (): AnchoringLoop =>
    createFollowingLoop({ look, maxAnchorDelay, fail: (error, isFirst) => fail(error, "follow", isFirst), signal });
  const isHeard = options.onCheckpoint !== undefined || backlog !== undefined;
  const loop = policy && maxAnchorDelay ? await prepare(policy, maxAnchorDelay) : isHeard ? follow() : undefined;

  return {
    start: () => {
      // With a policy, the loop of the leading process resumes the transaction.
      if (policy === undefined) resume().catch(fail);
      loop?.start();
    },
    anchor,
    status: () => {
      const seen = registry.last();
      const [anchored, final] = [seen?.latest.size, seen?.finalSize];
      return { anchored, final, transactions: transactions.status() };
    },
    close: async () => {
      end.abort();
      await transactions.close();
      traces.end();
    },
  };
}

/** Returns the answer, or throws `closed` if the signal aborts first. */
async function untilAborted<T>(question: () => Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw closed();
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(closed());
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([question(), promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

function closed(): AnchorlogError {
  return new AnchorlogError("closed", "this anchorlog was closed before the checkpoint was anchored", {
    fix: "open it again: pending transactions are stored, and followed",
  });
}
