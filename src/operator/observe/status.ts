import type { Setting } from "../setting.ts";
import type { SealParts } from "../seal/sealParts.ts";
import type { Accepting } from "../accept/accepting.ts";
import type { OperatorId } from "../../action/domain.ts";
import { readLatest } from "../../chain/anchorer.ts";
import { readContract, type ChainClient, type ChainWriter } from "../../chain/client.ts";
import { anchorRegistryAbi } from "../../chain/generated/AnchorRegistry.ts";
import { readStake, type OperatorAccount } from "../../chain/stake.ts";
import type { TransactionsStatus } from "../../chain/transactions/types.ts";
import type { Hex } from "../../base/hex.ts";
import { withJson } from "../../base/jsonable.ts";
import type { Guard } from "../../log/guard.ts";
import type { WatchStatus } from "../../watch/status.ts";
import type { Anchoring } from "../anchor/anchoring.ts";
import type { ActionAnswer, Answers, Trouble } from "../accept/answers.ts";
import type { MissingSegment } from "../../store/archive/missing.ts";
import type { Archiving } from "../archive/archiving.ts";
import type { Missing } from "../seal/comparison.ts";
import { readKeyEnds, type KeyEnds } from "../seal/keyEnds.ts";
import type { PublishingStatus } from "../seal/publishing.ts";
import type { Pause } from "../accept/submit.ts";
import { within } from "../../base/within.ts";
import type { Timestamping } from "../timestamp/timestamping.ts";
import type { TimestampStatus } from "../timestamp/chain.ts";

/**
 * The state of an operator's process, its store, guard and chain. Health, metrics and alarms use only this. Sizes count
 * headers of the batch log. Times are Unix milliseconds of this process's clock. A value that could not be read or is
 * not configured is undefined, never 0.
 */
export type OperatorStatus = {
  readonly at: number;
  readonly operator: OperatorId;
  readonly lease: {
    /** Whether this process leads: it closes, signs, publishes and anchors. Other processes follow what it stores. */
    readonly held: boolean;
    /** The leader, by the name under which it opened the store. Undefined if only one process can use the store. */
    readonly leader: string | undefined;
    /** When the lease ends, by the database's clock, as read last. */
    readonly until: number | undefined;
  };
  /** The number of logs. `unbatched` counts the entries outside of any batch. */
  readonly logs: number | undefined;
  readonly unbatched: number | undefined;
  /** The number of entries in the archive. */
  readonly archived: number | undefined;
  /** Archive files that were found missing or damaged. Only the process that leads checks them, in rotation. */
  readonly archiveMissing: readonly MissingSegment[];
  /** `acceptedAt` of the oldest unanchored entry; undefined if all are anchored. */
  readonly oldestPromise: number | undefined;
  /** When that entry must be anchored, by `maxAnchorDelay`. */
  readonly deadline: number | undefined;
  /** How often the oldest promise of a log was unanchored after its deadline, since the start. */
  readonly missedDeadlines: number;
  /**
   * The time of the last missed deadline. `overdue` counts the logs that are past it now, by the chain's answers since
   * the start.
   */
  readonly lastMissed: number | undefined;
  readonly overdue: number;
  readonly closed: number;
  readonly signed: number;
  readonly published: number | undefined;
  /** When the oldest unpublished batch had to be published by `publish.maxAge`; undefined if none waits. */
  readonly publishDue: number | undefined;
  /** Since when this process has found the published checkpoint without the cosignatures that the policy needs. */
  readonly unwitnessedSince: number | undefined;
  readonly anchored: number | undefined;
  readonly final: number | undefined;
  /** Why the operator accepts no new actions now. */
  readonly shedding: Pause | undefined;
  readonly missing: readonly Missing[];
  /** Whether the guard answers; undefined without a guard. */
  readonly guard: boolean | undefined;
  /** Counts of answers to actions since the start. */
  readonly answers: Readonly<Record<ActionAnswer, number>>;
  /** Why actions are not accepted or get no receipts; undefined once an action was accepted again. */
  readonly trouble: Trouble | undefined;
  /** The number of actions that wait for their answer. `maxInFlight` is the limit. */
  readonly inFlight: number;
  readonly maxInFlight: number;
  /** The number of actions that were answered `overloaded` since the start. */
  readonly shed: number;
  /** Counts of errors since the start, by the activity that failed. */
  readonly failures: Readonly<
    Record<"close" | "sign" | "publish" | "anchor" | "timestamp" | "follow" | "archive" | "append" | "receipt", number>
  >;
  /** The account that pays for anchors. `balance` in wei. */
  readonly account: { readonly address: Hex; readonly balance: bigint | undefined } | undefined;
  readonly stake: StakeStatus | undefined;
  readonly keyEnds: KeyEnds | undefined;
  readonly transactions: TransactionsStatus | undefined;
  /** One item for each further chain. */
  readonly timestamps: readonly TimestampStatus[];
  /** The status of the watchtower, if one runs in this process. */
  readonly watch?: WatchStatus | undefined;
  /** Why the newest export of this process failed. */
  readonly exportFailure?: string | undefined;
};

/** The stake that the operator is liable with. Wei. */
export type StakeStatus = Pick<OperatorAccount, "status" | "standing" | "openChallenges" | "exitableFrom"> & {
  readonly held: bigint;
  /** The smallest stake with which the operator may anchor. */
  readonly required: bigint;
};

type StatusOptions = Pick<
  Setting,
  "store" | "guard" | "operator" | "keys" | "chain" | "maxAnchorDelay" | "inFlight" | "clock"
> &
  Pick<SealParts, "sealing" | "leadership" | "backlog" | "publishing"> & {
    readonly anchoring: Pick<Anchoring, "status">;
    readonly archiving: Pick<Archiving, "missing">;
    readonly timestamping: Pick<Timestamping, "status">;
    readonly failures: () => OperatorStatus["failures"];
    readonly answers: Pick<Answers, "counts" | "trouble">;
    readonly pause: Accepting["pause"];
  };

/** Milliseconds: how long a value is reused, and how long a read is waited for. */
const MAX_AGE = 1_000;
/**
 * Milliseconds for which the registry's keys are reused. They change slowly: a rotation is announced `margin` ahead.
 */
const MAX_AGE_OF_KEYS = 10_000;

/** Creates `status` of an open operator. Concurrent callers share one read of the store and one of the chain. */
export function createStatus(options: StatusOptions): () => Promise<OperatorStatus> {
  const { guard, chain, publishing } = options;
  const ofStore = cached(() => readStore(options));
  const ofChain = cached(async () => (chain === undefined ? undefined : readChain(chain, options.operator)));
  const ofTiles = cached(() => publishing.status());
  const ofGuard = cached(async () => guard?.comparedAt());
  const ofKeys = cached(
    async () => (chain === undefined ? undefined : readKeyEnds(chain, options.operator, options.keys)),
    MAX_AGE_OF_KEYS,
  );
  const whyShedding = cached(async () => options.pause());

  return async () => {
    const found = await Promise.all([ofStore(), ofChain(), ofTiles(), whyShedding(), ofGuard(), ofKeys()]);
    const [stored, onChain, published, shedding, comparedAt, keyEnds] = found;
    return withJson(statusOf(options, { stored, onChain, published, shedding, comparedAt, keyEnds }));
  };
}

/** The parts of a status that take a read. Those that failed or took too long are undefined. */
type Reads = {
  readonly stored: Awaited<ReturnType<typeof readStore>> | undefined;
  readonly onChain: Awaited<ReturnType<typeof readChain>> | undefined;
  readonly published: PublishingStatus | undefined;
  readonly shedding: Pause | undefined;
  readonly comparedAt: Awaited<ReturnType<Guard["comparedAt"]>> | undefined;
  readonly keyEnds: KeyEnds | undefined;
};

function statusOf(options: StatusOptions, reads: Reads): OperatorStatus {
  const { guard, maxAnchorDelay, sealing, leadership, backlog, inFlight } = options;
  const { stored, onChain, published, shedding, comparedAt, keyEnds } = reads;
  const { chainId, registry, operator } = options.operator;
  const lease = leadership.lease();
  const { transactions } = options.anchoring.status();
  const oldestPromise = backlog?.oldest();
  return {
    at: options.clock(),
    operator: { chainId, registry, operator },
    lease: { held: leadership.isLeader(), leader: lease?.leader, until: lease?.until },
    logs: stored?.logs,
    unbatched: stored?.unbatched,
    archived: stored?.archived,
    archiveMissing: options.archiving.missing(),
    oldestPromise,
    deadline: oldestPromise === undefined ? undefined : oldestPromise + 1_000 * maxAnchorDelay!,
    missedDeadlines: backlog?.missedDeadlines() ?? 0,
    lastMissed: backlog?.lastMissed(),
    overdue: backlog?.overdue() ?? 0,
    closed: sealing.batchLog.size(),
    signed: sealing.checkpoints.newest()?.size ?? 0,
    published: published?.published,
    publishDue: published?.publishDue,
    unwitnessedSince: published?.unwitnessedSince,
    anchored: onChain?.anchored,
    final: onChain?.final,
    shedding,
    missing: sealing.comparison.found(),
    guard: guard && comparedAt !== undefined,
    answers: options.answers.counts(),
    trouble: options.answers.trouble(),
    inFlight: inFlight.inFlight,
    maxInFlight: inFlight.maxInFlight,
    shed: inFlight.shed,
    failures: options.failures(),
    account: onChain && { address: onChain.address, balance: onChain.balance },
    stake: onChain?.stake,
    keyEnds,
    transactions,
    timestamps: options.timestamping.status(),
  };
}

async function readStore({ store, sealing: { batchLog, checkpoints } }: StatusOptions) {
  const [logs, open, archived] = await Promise.all([store.countLogs(), store.unbatched(), store.archived()]);
  // Another process may have closed batches or signed checkpoints.
  await batchLog.catchUp();
  await checkpoints.catchUp();
  const unbatched = open.reduce((sum, { size, batched }) => sum + size - batched, 0);
  return { logs, unbatched, archived: archived.entries };
}

/** Reads the chain; each part that cannot be read is undefined. */
async function readChain(chain: ChainWriter, operator: OperatorId) {
  const { publicClient, walletClient } = chain;
  const { address } = walletClient.account;
  const finality = { abi: anchorRegistryAbi, functionName: "finalSize", args: [operator.operator] } as const;
  const [latest, finalSize, account, balance] = await Promise.all([
    soon(readLatest(chain, operator)),
    soon(readContract(publicClient, { ...finality, address: operator.registry })),
    soon(readStake(chain, operator)),
    soon(readBalance(publicClient, address)),
  ]);
  return {
    anchored: latest?.size,
    final: finalSize === undefined ? undefined : Number(finalSize),
    stake: account && stakeStatusOf(account),
    balance,
    address,
  };
}

export function stakeStatusOf(account: OperatorAccount): StakeStatus {
  const { stake: held, required, status, standing, openChallenges, exitableFrom } = account;
  return { held, required, status, standing, openChallenges, exitableFrom };
}

async function readBalance(client: Pick<ChainClient, "request">, address: Hex): Promise<bigint> {
  return BigInt((await client.request({ method: "eth_getBalance", params: [address, "latest"] })) as string);
}

const soon = <T>(answer: Promise<T>): Promise<T | undefined> => within(MAX_AGE, answer).catch(() => undefined);

/**
 * Reads at most once per `maxAge` ms, and waits {@link MAX_AGE} for it. Returns `undefined` if the read fails or takes
 * longer.
 */
function cached<T>(read: () => Promise<T>, maxAge = MAX_AGE): () => Promise<T | undefined> {
  let last: Promise<T | undefined> | undefined;
  let readAt = -Infinity;
  let isReading = false;
  return async () => {
    if (!isReading && performance.now() - readAt >= maxAge) {
      isReading = true;
      last = read()
        .catch(() => undefined)
        .finally(() => {
          isReading = false;
          readAt = performance.now();
        });
    }
    return within(MAX_AGE, last!, undefined);
  };
}
