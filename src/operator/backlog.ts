import type { OperatorId } from "../action/domain.ts";
import { readLatest } from "../anchor/anchorer.ts";
import type { ChainWriter } from "../anchor/client.ts";
import type { BatchLog } from "../batch/batchLog.ts";
import { decodeEntry } from "../log/entry.ts";
import type { Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";
import type { LogStore, Place } from "../log/store.ts";
import { within } from "../within.ts";

/** What was promised and is not anchored yet, by whichever process. */
export type Backlog = {
  /** Says that entries were appended which nothing before this time, in Unix ms, stands in. */
  appended(since: number): void;
  /** Says how many headers are anchored, fewer than before as well; resolves once what is left is known. */
  anchored(size: number): Promise<void>;
  /**
   * Whether the oldest promise has waited too long. Only then the chain is asked whether somebody anchored it
   * meanwhile, at most once in {@link RECHECK} ms; one that does not answer within as long leaves it at yes.
   */
  isOverdue(): boolean | Promise<boolean>;
  /** When the oldest promise was made, Unix ms, as far as it is known; undefined where nothing waits. */
  oldest(): number | undefined;
  /** How often the oldest promise of a log was found unanchored after its deadline. */
  missedDeadlines(): number;
  /** When that was last, Unix ms; undefined where it never was. */
  lastMissed(): number | undefined;
  /** Of how many logs it is so now. */
  overdue(): number;
  /** Looks for what other processes promised, and asks the chain where the oldest promise has waited for long. */
  look(): Promise<void>;
};

/** Milliseconds between two questions to the chain, and until one without an answer keeps nobody waiting any more. */
const RECHECK = 1_000;

/** Milliseconds that a look in the background waits for the chain. */
const LOOK = 5_000;

export type BacklogOptions = {
  readonly store: Pick<LogStore, "unbatched" | "entriesAt">;
  readonly batchLog: Pick<BatchLog, "catchUp" | "covered" | "logs">;
  /** Milliseconds that a promise may wait. */
  readonly patience: number;
  /** Milliseconds after which it is broken. */
  readonly delay: number;
  /** How many headers the chain holds a checkpoint of. */
  readonly readSize: () => Promise<number>;
  /** How many headers need not be looked at before the chain has said anything: those in the archive are final. */
  readonly settled?: number;
  /** Now in Unix milliseconds. */
  readonly clock: () => number;
};

/**
 * Watches how long the oldest promise has been waiting for its anchor. Nothing counts as anchored before the chain
 * has said so.
 */
export async function watchBacklog(options: BacklogOptions): Promise<Backlog> {
  const { batchLog, patience, delay, readSize, settled = 0, clock } = options;
  const unanchored = createSearch(options);
  /** When the oldest promise was made: at this time or later. */
  let oldest = Infinity;
  /** The same of what was appended since the store was last searched. */
  let since = Infinity;
  /** How many headers were anchored when that was last known. */
  let known = settled;
  /** Whether the chain has said so. Before, nothing is known to be late. */
  let isSaid = false;
  let searching: Promise<void> | undefined;
  let asking: Promise<boolean> | undefined;
  let asked = -Infinity;
  let missed = 0;
  let lastMissed: number | undefined;
  let broken = new Set<string>();

  const search = async (size: number): Promise<void> => {
    since = Infinity;
    // Others close batches, too.
    await batchLog.catchUp();
    const found = await unanchored(size);
    known = size;
    oldest = found.reduce((first, { acceptedAt }) => Math.min(first, acceptedAt), since);
    const late = found.filter(({ acceptedAt }) => isSaid && clock() - acceptedAt > delay);
    const places = late.map(({ log, index }) => `${log}/${index}`);
    const news = places.filter((place) => !broken.has(place));
    missed += news.length;
    if (news.length > 0) lastMissed = clock();
    broken = new Set(places);
  };
  /** One search after the other: each starts `since` anew. Without a size it is by what is known then. */
  const searchNext = async (size?: number): Promise<void> => {
    const before = searching;
    searching = (async () => {
      await before?.catch(() => {});
      isSaid ||= size !== undefined;
      await search(size ?? known);
    })();
    await searching;
  };
  const anchored = (size: number): Promise<void> => searchNext(size);

  const waits = () => clock() - oldest > patience;
  const ask = async (): Promise<boolean> => {
    try {
      await anchored(await readSize());
    } catch {
      // Whatever keeps the chain from answering keeps what is promised from being anchored, too.
    } finally {
      asked = performance.now();
      asking = undefined;
    }
    return waits();
  };

  await searchNext();
  return {
    appended: (time) => {
      since = Math.min(since, time);
      oldest = Math.min(oldest, time);
    },
    anchored,
    isOverdue: () => {
      if (!waits()) return false;
      return asking ?? (performance.now() - asked < RECHECK || (asking = within(RECHECK, ask(), true)));
    },
    oldest: () => (oldest === Infinity ? undefined : oldest),
    missedDeadlines: () => missed,
    lastMissed: () => lastMissed,
    overdue: () => broken.size,
    look: async () => {
      await searchNext();
      // Before anybody has to wait for the chain's answer.
      if (clock() - oldest > patience / 2) await anchored(await within(LOOK, readSize()));
    },
  };
}

type Promised = Place & { readonly acceptedAt: number };

/** Finds each log's first entry that is in no batch among the first so many. */
function createSearch({ store, batchLog }: Pick<BacklogOptions, "store" | "batchLog">) {
  /** Those that were found last: an entry does not change. */
  let found = new Map<Hex, Promised>();
  return async (size: number): Promise<readonly Promised[]> => {
    const logs = new Set((await store.unbatched()).map(({ log }) => log));
    for (const log of batchLog.logs()) if (batchLog.covered(log, size) < batchLog.covered(log)) logs.add(log);
    const places = [...logs].map((log) => ({ log, index: batchLog.covered(log, size) }));
    const isKnown = ({ log, index }: Place) => found.get(log)?.index === index;
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
 * @throws RangeError where it is no time, AnchorlogError `no_chain` where there is no chain beside it.
 */
export function assertDelay({ chain, maxAnchorDelay }: { chain?: ChainWriter; maxAnchorDelay?: number }): void {
  if (maxAnchorDelay === undefined) return;
  if (!(Number.isSafeInteger(maxAnchorDelay) && maxAnchorDelay > 0)) {
    throw new RangeError(`maxAnchorDelay is a number of seconds above 0, not ${maxAnchorDelay}`);
  }
  if (chain !== undefined) return;
  throw new AnchorlogError("no_chain", "without a chain nobody knows what is anchored, and maxAnchorDelay is useless", {
    fix: "give openAnchorlog the option chain beside maxAnchorDelay",
  });
}

/**
 * Watches an operator's promises. They may wait for a quarter of the registered delay: the rest is for anchoring them
 * in spite of everything.
 *
 * @returns undefined without `maxAnchorDelay`, in seconds, and a chain.
 */
export async function openBacklog(options: {
  readonly chain: ChainWriter | undefined;
  readonly maxAnchorDelay: number | undefined;
  readonly operator: OperatorId;
  readonly store: LogStore;
  readonly batchLog: BatchLog;
  readonly clock: () => number;
}): Promise<Backlog | undefined> {
  const { chain, maxAnchorDelay, operator, store, batchLog, clock } = options;
  if (maxAnchorDelay === undefined || chain === undefined) return undefined;
  const readSize = async () => (await readLatest(chain, operator)).size;
  const [patience, delay] = [250 * maxAnchorDelay, 1_000 * maxAnchorDelay];
  const { to: settled } = await store.archived();
  const backlog = await watchBacklog({ store, batchLog, patience, delay, readSize, settled, clock });
  // What is anchored long since is no concern of a start.
  await backlog.isOverdue();
  return backlog;
}

/** Milliseconds between two looks at what all processes promised: so many that no promise waits unseen for long. */
export function paceOf(maxAnchorDelay: number): number {
  return Math.min(Math.max(25 * maxAnchorDelay, 250), 10_000);
}
