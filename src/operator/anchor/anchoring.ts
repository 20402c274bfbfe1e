/**
 * Layer 5 of an open operator: anchors checkpoints on a schedule and on demand, and follows them on chain. Signing is
 * queued with the operations that extend the batch log. Sending and waiting are not.
 */
import type { Setting } from "../setting.ts";
import type { SealParts } from "../seal/sealParts.ts";
import type { AnchorlogOptions } from "../options.ts";
import { anchorCheckpoint, notSent, readLatest, type Anchored } from "../../chain/anchorer.ts";
import { readContract, type ChainWriter } from "../../chain/client.ts";
import { confirmedClient, type ConfirmedClient } from "../../chain/endpoints.ts";
import { anchorRegistryAbi } from "../../chain/generated/AnchorRegistry.ts";
import { openTransactions } from "../../chain/transactions/open.ts";
import { logPendingStore } from "../../chain/transactions/store.ts";
import type { Transactions, TransactionsStatus } from "../../chain/transactions/types.ts";
import type { BatchLog } from "../../batch/batchLog.ts";
import { toHex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { createAnchoringLoop, createFollowingLoop, type AnchoringLoop } from "./loop.ts";
import type { AnchorPolicy } from "./policy.ts";
import { followRegistry, type CheckpointEvent, type RegistryFollower, type Sight } from "./registry.ts";
import { createQueue } from "../queue.ts";
import type { SignedCheckpoint } from "../seal/sealing.ts";
import { traceFinality, traceTransactions } from "../observe/traces.ts";
import { traced, type SpanContext, type Tracing } from "../observe/tracing.ts";
import { unlessAborted, within } from "../../base/within.ts";

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

type AnchoringOptions = Pick<
  Setting,
  "chain" | "operator" | "store" | "maxAnchorDelay" | "tracer" | "onError" | "clock"
> &
  Pick<SealParts, "backlog"> & {
    readonly transactions: AnchorlogOptions["transactions"];
    readonly onCheckpoint: AnchorlogOptions["onCheckpoint"];
    /**
     * Without a policy, anchoring is on demand only. The registry is still followed if there is a listener or a backlog.
     */
    readonly policy: AnchorPolicy | undefined;
    readonly batchLog: BatchLog;
    /** Called with the time of each block that is read, Unix seconds. */
    readonly onBlock: (time: number) => void;
    /** `closeBatches` and `sign` run in the queue of operations that extend the batch log. */
    readonly closeBatches: () => Promise<unknown>;
    readonly sign: () => Promise<SignedCheckpoint | undefined>;
    /** Whether this process anchors by the policy. All processes follow the registry. */
    readonly isLeader: () => boolean | Promise<boolean>;
    /** Called with each failure in the background, and whether it is the first in a row. */
    readonly failed: (stage: Stage, error: unknown, isFirst: boolean) => void;
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
  return chain === undefined ? withoutChain : openOnChain(chain, options);
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

type OnChain = {
  readonly options: Omit<AnchoringOptions, "chain">;
  readonly chain: ChainWriter & { readonly publicClient: ConfirmedClient };
  readonly transactions: Transactions;
  readonly registry: RegistryFollower;
  /** The changes that the registry reported in the current look. */
  readonly heard: CheckpointEvent[];
  readonly spans: AnchorSpans;
  readonly traceSeen: (event: CheckpointEvent) => void;
  /** Aborted by `close`. */
  readonly signal: AbortSignal;
  /** The step in which an error occurred, if known. */
  readonly stages: WeakMap<object, Stage>;
  readonly oneByOne: ReturnType<typeof createQueue>;
  loop: AnchoringLoop | undefined;
  /** Set once the transaction of an earlier process is resumed, or being resumed. */
  resumed: Promise<void> | undefined;
};

/** The span that anchors now, and the span that anchored the newest size. Later spans link to them. */
type AnchorSpans = {
  now: SpanContext | undefined;
  newest: { readonly size: number; readonly context: SpanContext | undefined } | undefined;
};

async function openOnChain(writer: ChainWriter, options: OnChain["options"]): Promise<Anchoring> {
  const { operator, store, policy, tracer } = options;
  const chain = { ...writer, publicClient: confirmedClient(writer) };
  const { chain: network, account } = chain.walletClient;
  const spans: AnchorSpans = { now: undefined, newest: undefined };
  const traces = traceTransactions(tracer, () => spans.now);
  const transactions = openTransactions({
    chain,
    store: logPendingStore(store, { chainId: network.id, account: account.address }),
    ...(options.transactions === undefined ? {} : { settings: options.transactions }),
    clock: options.clock,
    ...(traces.onEvent && { onEvent: traces.onEvent }),
  });
  const heard: CheckpointEvent[] = [];
  const registry = followRegistry({
    client: chain.publicClient,
    operator,
    store,
    tell: (event) => void heard.push(event),
    onError: (error) => fail(anchoring, error, "follow"),
  });
  const end = new AbortController();
  const anchoring: OnChain = {
    options,
    chain,
    transactions,
    registry,
    heard,
    spans,
    traceSeen: traceFinality(tracer, (size) => (spans.newest?.size === size ? spans.newest.context : undefined)),
    signal: end.signal,
    stages: new WeakMap(),
    oneByOne: createQueue(),
    loop: undefined,
    resumed: undefined,
  };
  const anchor = inSpan(anchoring, {});
  anchoring.loop = await prepareLoop(anchoring);
  return {
    start: () => {
      // With a policy, the loop of the leading process resumes the transaction.
      if (policy === undefined) resume(anchoring).catch((error: unknown) => fail(anchoring, error));
      anchoring.loop?.start();
    },
    anchor: () => anchoring.oneByOne(anchor),
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

/** With a policy, the loop anchors. Otherwise it only follows the registry, if there is a listener or a backlog. */
async function prepareLoop(anchoring: OnChain): Promise<AnchoringLoop | undefined> {
  const { options, chain, registry, signal } = anchoring;
  const { policy, maxAnchorDelay, backlog, clock, isLeader, random = Math.random } = options;
  const lookNow = () => look(anchoring);
  if (!policy || !maxAnchorDelay) {
    if (options.onCheckpoint === undefined && backlog === undefined) return undefined;
    const failToFollow = (error: unknown, isFirst: boolean) => fail(anchoring, error, "follow", isFirst);
    return createFollowingLoop({ look: lookNow, maxAnchorDelay, fail: failToFollow, signal });
  }
  const readInterval = () => readMinAnchorInterval(anchoring);
  const anchor = inSpan(anchoring, { root: true });
  return createAnchoringLoop({
    policy,
    maxAnchorDelay,
    // If the node does not answer, the loop reads it later.
    minAnchorInterval: await within(OPENING, readInterval()).catch(() => undefined),
    readInterval,
    isDated: !chain.publicClient.mayRewind,
    look: lookNow,
    lostSince: () => registry.lostSince(),
    oldest: () => backlog?.oldest(),
    closed: () => options.batchLog.size(),
    closeBatches: async () => {
      if (!signal.aborted) await options.closeBatches().catch((error: unknown) => fail(anchoring, error, "close"));
    },
    anchor: () => anchoring.oneByOne(anchor),
    resume: () => resume(anchoring),
    isLeader,
    fail: (error, isFirst) => fail(anchoring, error, undefined, isFirst),
    clock,
    random,
    signal,
  });
}

async function readMinAnchorInterval({ chain, options }: OnChain): Promise<number> {
  const call = { address: options.operator.registry, abi: anchorRegistryAbi, functionName: "timing" } as const;
  return Number((await readContract(chain.publicClient, call)).minAnchorInterval);
}

/** Resumes the transaction of an earlier process, once. */
function resume(anchoring: OnChain): Promise<void> {
  return (anchoring.resumed ??= anchoring.transactions.resume().catch((error: unknown) => {
    anchoring.resumed = undefined;
    throw error;
  }));
}

function fail({ options, stages, signal }: OnChain, error: unknown, stage: Stage = "anchor", isFirst = true): void {
  if (signal.aborted) return;
  options.failed((error instanceof Error ? stages.get(error) : undefined) ?? stage, error, isFirst);
}

/** Reads the registry. Listeners are called after the backlog is updated: if one submits an action, the new state applies. */
async function look(anchoring: OnChain): Promise<Sight | undefined> {
  const { options, registry, heard, signal } = anchoring;
  try {
    const sight = await registry.look();
    if (sight !== undefined) options.onBlock(sight.time);
    if (sight !== undefined && !signal.aborted) await options.backlog?.anchored(sight.latest.size);
    return sight;
  } finally {
    for (const event of heard.splice(0)) tell(anchoring, event);
  }
}

function tell({ options, traceSeen, signal }: OnChain, event: CheckpointEvent): void {
  if (signal.aborted) return;
  traceSeen(event);
  // A listener that throws or rejects does not disturb anchoring.
  void (async () => options.onCheckpoint?.(event))().catch(options.onError);
}

/** Returns a function that anchors the newest checkpoint in a span. */
function inSpan(anchoring: OnChain, { root }: Pick<Tracing<[], Anchored>, "root">): () => Promise<Anchored> {
  return traced(anchoring.options.tracer, "anchorlog.anchor", () => anchorNow(anchoring), {
    ...(root === undefined ? {} : { root }),
    begun: (context) => (anchoring.spans.now = context),
    result: ({ status, size, proofHashes, transactionHash, blockNumber, gasUsed, from }) => ({
      status,
      size,
      proof_hashes: proofHashes,
      "transaction.hash": transactionHash,
      block: blockNumber,
      gas: gasUsed,
      from,
    }),
  });
}

async function anchorNow(anchoring: OnChain): Promise<Anchored> {
  const { options, registry, loop, spans, signal } = anchoring;
  const signed = await sign(anchoring);
  if (signed === undefined) return notSent("nothing", 0);
  if (signal.aborted) throw closed();
  const anchored = await unlessAborted(signal, put(anchoring, signed), closed);
  if (anchored.blockNumber !== undefined) registry.reached(anchored.blockNumber);
  await options.backlog?.anchored(anchored.size);
  loop?.wake();
  if (anchored.status === "anchored") spans.newest = { size: anchored.size, context: spans.now };
  return anchored;
}

async function sign({ options, stages, signal }: OnChain): Promise<SignedCheckpoint | undefined> {
  if (signal.aborted) throw closed();
  try {
    return await options.sign();
  } catch (error) {
    if (error instanceof Error) stages.set(error, "sign");
    throw error;
  }
}

/**
 * Anchors a signed checkpoint. If the registry already holds a newer checkpoint of this batch log, that counts as
 * success.
 */
async function put(
  { options, chain, transactions }: OnChain,
  { checkpoint, signature }: SignedCheckpoint,
): Promise<Anchored> {
  const { operator, batchLog } = options;
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
}

function closed(): AnchorlogError {
  return new AnchorlogError("closed", "this anchorlog was closed before the checkpoint was anchored", {
    fix: "open it again: pending transactions are stored, and followed",
  });
}
