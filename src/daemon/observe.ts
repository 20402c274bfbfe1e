/** Reads an operator's status from its store and the chain, without a running operator process. */
import { readLatest } from "../chain/anchorer.ts";
import { readContract, type ChainClient } from "../chain/client.ts";
import { anchorRegistryAbi } from "../chain/generated/AnchorRegistry.ts";
import type { RegisteredIdentity } from "../chain/registration.ts";
import { readStake } from "../chain/stake.ts";
import { decodeHeader } from "../batch/header.ts";
import type { Hex } from "../base/hex.ts";
import { decodeEntry } from "../log/entry.ts";
import { findMissingSegments, type Archive, type MissingSegment } from "../store/archive.ts";
import type { ArchiveStore, BatchStore, ChainStore, OperationsStore } from "../log/store.ts";
import type { KnownStatus } from "../operator/observe/concerns.ts";
import { readIsOver } from "../operator/archive/scrubbing.ts";
import { stakeStatusOf, type OperatorStatus } from "../operator/observe/status.ts";
import { summaryOf } from "../operator/timestamp/written.ts";
import { within } from "../base/within.ts";

/** The chain client's methods that are used here. */
export type ObservedChain = Pick<ChainClient, "readContract"> & {
  getBalance(of: { address: Hex }): Promise<bigint>;
};

type Observed = {
  readonly store: Pick<ArchiveStore, "archived" | "segments"> &
    Pick<BatchStore, "batches" | "checkpoints" | "unbatched"> &
    Pick<ChainStore, "countLogs" | "entries"> &
    Pick<OperationsStore, "recentTimestamps">;
  readonly archive: Archive | undefined;
  /** Identifiers of the further chains. */
  readonly timestamps: readonly number[];
  /** Undefined if no node of the operator's chain answers. */
  readonly chain: ObservedChain | undefined;
  readonly operator: RegisteredIdentity;
  /** Seconds. */
  readonly maxAnchorDelay: number;
  /** The account that pays. */
  readonly account: Hex | undefined;
  readonly published: (() => Promise<number | undefined>) | undefined;
  readonly clock?: () => number;
  /** Milliseconds to wait for the archive, by default 10,000. */
  readonly patience?: number;
};

/** The part of the status that store and chain show. Fields that only a running process knows are absent. */
type Observation = KnownStatus &
  Pick<OperatorStatus, "operator" | "unbatched" | "archived" | "closed" | "signed" | "published" | "final">;

/** The status, and the names of its unknown fields. */
export type ObservedStatus = { readonly status: Observation; readonly unknown: readonly string[] };

/** Fields that only a running process knows. */
const PROCESS = [
  "lease",
  "missedDeadlines",
  "lastMissed",
  "overdue",
  "shedding",
  "missing",
  "guard",
  "failures",
  "keyEnds",
  "transactions",
  "publishDue",
  "unwitnessedSince",
  "exportFailure",
] as const;
const ACTIONS = ["answers", "trouble", "inFlight", "maxInFlight", "shed"] as const;
const OF_TIMESTAMPS = ["dueSince", "failure", "account", "transactions"] as const;

export async function observe(observed: Observed): Promise<ObservedStatus> {
  const { store, chain, operator, account, maxAnchorDelay, clock = Date.now, patience = 10_000 } = observed;
  const anchored = chain && (await orUndefined(readLatest({ publicClient: chain }, operator).then(({ size }) => size)));
  const [final, balance, stake, published, archiveMissing] = await Promise.all([
    chain && orUndefined(readFinal(chain, operator)),
    account && chain && orUndefined(chain.getBalance({ address: account })),
    chain && orUndefined(readStake({ publicClient: chain }, operator)),
    observed.published === undefined ? undefined : orUndefined(observed.published()),
    orUndefined(within(patience, findGone(observed, clock))),
  ]);
  const { oldestPromise, unbatched, closed } = await readPromises(observed, anchored ?? 0);
  const timestamps = await Promise.all(
    observed.timestamps.map(async (chainId) => ({ chainId, ...summaryOf(await store.recentTimestamps(chainId)) })),
  );
  const at = clock();
  const status: Observation = {
    at,
    operator: { chainId: operator.chainId, registry: operator.registry, operator: operator.operator },
    logs: await store.countLogs(),
    unbatched,
    archived: (await store.archived()).entries,
    ...(archiveMissing === undefined ? {} : { archiveMissing }),
    oldestPromise,
    deadline: oldestPromise === undefined ? undefined : oldestPromise + 1000 * maxAnchorDelay,
    closed,
    signed: (await store.checkpoints()).at(-1)?.size ?? 0,
    published,
    anchored,
    final,
    account: account === undefined ? undefined : { address: account, balance },
    stake: stake && stakeStatusOf(stake),
    timestamps,
  };
  const ofTimestamps = timestamps.length === 0 ? [] : OF_TIMESTAMPS.map((name) => `timestamps.${name}`);
  const ofArchive = archiveMissing === undefined ? ["archiveMissing"] : [];
  return { status, unknown: [...PROCESS, ...ACTIONS, ...ofArchive, ...ofTimestamps] };
}

/**
 * Finds segments that the archive lacks or has with another length. Leaves out segments that may have been deleted,
 * according to the chain.
 */
async function findGone({ store, archive, chain, ...rest }: Observed, clock: () => number): Promise<MissingSegment[]> {
  const { archived, segments } = store;
  const missing = await findMissingSegments({ archived, segments, archive });
  if (missing.length === 0) return [];
  const isOver = await readIsOver({ ...rest, store, chain: chain && { publicClient: chain }, clock });
  // Older segments may be deleted before newer ones.
  let first = 0;
  while (first < missing.length && (await isOver(missing[first]!))) first++;
  return missing.slice(first);
}

/**
 * The acceptedAt of the oldest entry that is not anchored, the number of entries in no batch, and the number of
 * batches.
 */
async function readPromises({ store }: Observed, anchored: number) {
  const [batches, open] = [await store.batches(), await store.unbatched()];
  /** Each log's first entry that is not anchored. */
  const first = new Map<Hex, number>();
  for (const { position, log, header } of batches) {
    if (position >= anchored && !first.has(log)) first.set(log, decodeHeader(header).start);
  }
  for (const { log, batched } of open) if (!first.has(log)) first.set(log, batched);
  let oldest = Infinity;
  for (const [log, index] of first) {
    const [entry] = await store.entries(log, index, index + 1);
    if (entry !== undefined) oldest = Math.min(oldest, decodeEntry(entry.bytes).acceptedAt);
  }
  const unbatched = open.reduce((sum, { size, batched }) => sum + size - batched, 0);
  return { closed: batches.length, unbatched, oldestPromise: oldest === Infinity ? undefined : oldest };
}

async function readFinal(chain: ObservedChain, { registry, operator }: RegisteredIdentity): Promise<number> {
  const call = { address: registry, abi: anchorRegistryAbi, functionName: "finalSize", args: [operator] } as const;
  return Number(await readContract(chain, call));
}

/** A value that could not be read is unknown, never 0. */
const orUndefined = <T>(read: Promise<T>): Promise<T | undefined> => read.catch(() => undefined);
