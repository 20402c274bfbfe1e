import type { OperatorId } from "../../action/domain.ts";
import { readLatest } from "../../chain/anchorer.ts";
import type { ChainWriter } from "../../chain/client.ts";
import { ChainUnavailableError } from "../../chain/view.ts";
import type { BatchLog } from "../../batch/batchLog.ts";
import { decodeEntry } from "../../log/entry.ts";
import { abbreviate, type Hex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import type { ArchiveStore, BatchStore, ChainStore, EntryLocation } from "../../log/store.ts";
import { within } from "../../base/within.ts";

/** Tracks the entries of all processes that were promised but are not anchored yet. */
export type Backlog = {
  /** Reports appended entries. `since` is a time in Unix ms before all of them. */
  appended(since: number): void;
  /**
   * Reports how many headers are anchored, which may be fewer than before. Resolves when the remaining backlog is
   * known.
   */
  anchored(size: number): Promise<void>;
  /**
   * Whether the oldest promise has waited too long. If it seems so, the chain is asked whether the promise is anchored
   * by now, at most once per {@link RECHECK} ms. If the chain does not answer within that time, the result is `true`.
   */
  isOverdue(): boolean | Promise<boolean>;
  /** When the oldest promise was made, Unix ms, as far as known; undefined if nothing waits. */
  oldest(): number | undefined;
  /** How often the oldest promise of a log was unanchored after its deadline. */
  missedDeadlines(): number;
  /** When a deadline was last missed, Unix ms; undefined if it never was. */
  lastMissed(): number | undefined;
  /** How many logs are past their deadline now. */
  overdue(): number;
  /** Finds the promises of other processes. Asks the chain if the oldest promise has waited for long. */
  look(): Promise<void>;
};

/** Milliseconds between two questions to the chain, and how long callers wait for an answer. */
const RECHECK = 1_000;

/** Milliseconds that a look in the background waits for the chain. */
const LOOK = 5_000;

type BacklogOptions = {
  readonly store: Pick<BatchStore, "unbatched"> & Pick<ChainStore, "entriesAt">;
  readonly batchLog: Pick<BatchLog, "catchUp" | "covered" | "logs">;
  /** Milliseconds that a promise may wait. */
  readonly patience: number;
  /** Milliseconds after which a promise is broken. */
  readonly delay: number;
  /** Reads the size of the newest anchored checkpoint from the chain. */
  readonly readSize: () => Promise<number>;
  /**
   * The number of headers whose entries are in the archive. They are final, so they count as anchored before the chain
   * answers.
   */
  readonly settled?: number;
  /** Returns the time in Unix milliseconds. */
  readonly clock: () => number;
};

type Watched = BacklogOptions & {
  readonly unanchored: ReturnType<typeof createSearch>;
  /** A lower bound for the time of the oldest promise, Unix ms. */
  oldest: number;
  /** A lower bound for the time of the entries that were appended since the last search, Unix ms. */
  since: number;
  /** How many headers were anchored by the last answer. */
  known: number;
  /** Whether the chain has answered yet. Until then, no promise counts as late. */
  isSaid: boolean;
  searching: Promise<void> | undefined;
  asking: Promise<boolean> | undefined;
  /** When the chain was last asked, by `performance.now`. */
  asked: number;
  missed: number;
  lastMissed: number | undefined;
  /** The entries whose promises are late. */
  broken: Set<string>;
};

/**
 * Watches how long the oldest promise has waited for its anchor. Entries outside the archive count as anchored only
 * after the chain has answered.
 */
export async function watchBacklog(options: BacklogOptions): Promise<Backlog> {
  const { patience, readSize, clock } = options;
  const watched: Watched = {
    ...options,
    unanchored: createSearch(options),
    oldest: Infinity,
    since: Infinity,
    known: options.settled ?? 0,
    isSaid: false,
    searching: undefined,
    asking: undefined,
    asked: -Infinity,
    missed: 0,
    lastMissed: undefined,
    broken: new Set(),
  };
  await searchNext(watched);
  return {
    appended: (time) => {
      watched.since = Math.min(watched.since, time);
      watched.oldest = Math.min(watched.oldest, time);
    },
    anchored: (size) => searchNext(watched, size),
    isOverdue: () => {
      if (!waits(watched)) return false;
      const isFresh = performance.now() - watched.asked < RECHECK;
      return watched.asking ?? (isFresh || (watched.asking = within(RECHECK, ask(watched), true)));
    },
    oldest: () => (watched.oldest === Infinity ? undefined : watched.oldest),
    missedDeadlines: () => watched.missed,
    lastMissed: () => watched.lastMissed,
    overdue: () => watched.broken.size,
    look: async () => {
      await searchNext(watched);
      // Asks early, so that no submission has to wait for the chain's answer.
      if (clock() - watched.oldest <= patience / 2) return;
      const size = await within(LOOK, readSize(), undefined);
      if (size === undefined) throw new ChainUnavailableError(`the chain's node gave no answer in ${LOOK / 1_000} s`);
      await searchNext(watched, size);
    },
  };
}

const waits = ({ clock, oldest, patience }: Watched): boolean => clock() - oldest > patience;

async function ask(watched: Watched): Promise<boolean> {
  try {
    await searchNext(watched, await watched.readSize());
  } catch {
    // The chain did not answer, so `oldest` stays: its entry counts as not anchored.
  } finally {
    watched.asked = performance.now();
    watched.asking = undefined;
  }
  return waits(watched);
}

/**
 * Runs searches one after another, since each resets `since`.
 *
 * @param size how many headers are anchored. Without it, the last known size is used.
 */
async function searchNext(watched: Watched, size?: number): Promise<void> {
  const before = watched.searching;
  watched.searching = (async () => {
    await before?.catch(() => {});
    watched.isSaid ||= size !== undefined;
    await search(watched, size ?? watched.known);
  })();
  await watched.searching;
}

async function search(watched: Watched, size: number): Promise<void> {
  const { batchLog, delay, clock, isSaid } = watched;
  watched.since = Infinity;
  // Another process may have closed batches.
  await batchLog.catchUp();
  const found = await watched.unanchored(size);
  watched.known = size;
  watched.oldest = found.reduce((first, { acceptedAt }) => Math.min(first, acceptedAt), watched.since);
  const late = found.filter(({ acceptedAt }) => isSaid && clock() - acceptedAt > delay);
  const places = late.map(({ log, index }) => `${log}/${index}`);
  const news = places.filter((place) => !watched.broken.has(place));
  watched.missed += news.length;
  if (news.length > 0) watched.lastMissed = clock();
  watched.broken = new Set(places);
}

type Promised = EntryLocation & { readonly acceptedAt: number };

/** Creates a function that finds each log's first entry outside the first `size` batches. */
function createSearch({ store, batchLog }: Pick<BacklogOptions, "store" | "batchLog">) {
  /** The last result. Entries do not change, so they are not read again. */
  let found = new Map<Hex, Promised>();
  return async (size: number): Promise<readonly Promised[]> => {
    const logs = new Set((await store.unbatched()).map(({ log }) => log));
    for (const log of batchLog.logs()) if (batchLog.covered(log, size) < batchLog.covered(log)) logs.add(log);
    const places = [...logs].map((log) => ({ log, index: batchLog.covered(log, size) }));
    const isKnown = ({ log, index }: EntryLocation) => found.get(log)?.index === index;
    const entries = await store.entriesAt(places.filter((place) => !isKnown(place)));
    const read = entries.map(({ log, index, bytes }): Promised => ({
      log,
      index,
      acceptedAt: decodeEntry(bytes).acceptedAt,
    }));
    const all = [...places.filter(isKnown).map(({ log }) => found.get(log)!), ...read];
    found = new Map(all.map((promised) => [promised.log, promised]));
    return all;
  };
}

/**
 * Checks `maxAnchorDelay`, in seconds, before anything is opened.
 *
 * @throws RangeError if it is not a number of seconds above 0, AnchorlogError `no_chain` without a chain.
 */
export function assertDelay({ chain, maxAnchorDelay }: { chain?: ChainWriter; maxAnchorDelay?: number }): void {
  if (maxAnchorDelay === undefined) return;
  if (!(Number.isSafeInteger(maxAnchorDelay) && maxAnchorDelay > 0)) {
    throw new RangeError(`maxAnchorDelay is a number of seconds above 0, not ${abbreviate(maxAnchorDelay)}`);
  }
  if (chain !== undefined) return;
  throw new AnchorlogError("no_chain", "maxAnchorDelay needs a chain, which shows what is anchored", {
    fix: "give openAnchorlog the option chain beside maxAnchorDelay",
  });
}

/**
 * Watches an operator's promises. They may wait for a quarter of the registered delay. The remaining time is for
 * anchoring them in spite of failures.
 *
 * @returns undefined without `maxAnchorDelay`, in seconds, or without a chain.
 */
export async function openBacklog(options: {
  readonly chain: ChainWriter | undefined;
  readonly maxAnchorDelay: number | undefined;
  readonly operator: OperatorId;
  readonly store: BacklogOptions["store"] & Pick<ArchiveStore, "archived">;
  readonly batchLog: BatchLog;
  readonly clock: () => number;
}): Promise<Backlog | undefined> {
  const { chain, maxAnchorDelay, operator, store, batchLog, clock } = options;
  if (maxAnchorDelay === undefined || chain === undefined) return undefined;
  const readSize = async () => (await readLatest(chain, operator)).size;
  const [patience, delay] = [250 * maxAnchorDelay, 1_000 * maxAnchorDelay];
  const { to: settled } = await store.archived();
  const backlog = await watchBacklog({ store, batchLog, patience, delay, readSize, settled, clock });
  // Asks the chain now, so that entries that were anchored long ago do not count as late after a start.
  await backlog.isOverdue();
  return backlog;
}

/**
 * Milliseconds between two looks at the promises of all processes. Short enough that no promise waits unseen for long.
 */
export function paceOf(maxAnchorDelay: number): number {
  return Math.min(Math.max(25 * maxAnchorDelay, 250), 10_000);
}
