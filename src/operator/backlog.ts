import type { OperatorId } from "../action/domain.ts";
import { readLatest } from "../anchor/anchorer.ts";
import type { ChainWriter } from "../anchor/client.ts";
import type { BatchLog } from "../batch/batchLog.ts";
import { decodeEntry } from "../log/entry.ts";
import type { Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";
import type { LogStore } from "../log/store.ts";
import { within } from "../anchor/within.ts";

/** What was promised and is not anchored yet. */
export type Backlog = {
  /** Says that entries were appended which nothing before this time, in Unix ms, stands in. */
  appended(since: number): void;
  /** Says how many headers are anchored; resolves once what is left is known. */
  anchored(size: number): Promise<void>;
  /**
   * Whether the oldest promise has waited too long. Only then the chain is asked whether somebody anchored it
   * meanwhile, at most once in {@link RECHECK} ms; one that does not answer within as long leaves it at yes.
   */
  isOverdue(): boolean | Promise<boolean>;
};

/** Milliseconds between two questions to the chain, and until one without an answer keeps nobody waiting any more. */
const RECHECK = 1_000;

/**
 * Watches how long the oldest promise has been waiting for its anchor. Nothing counts as anchored before the chain
 * has said so.
 *
 * @param patience milliseconds that a promise may wait.
 * @param readSize how many headers the chain holds a checkpoint of.
 * @param clock now in Unix milliseconds.
 */
export async function watchBacklog(options: {
  store: LogStore;
  batchLog: BatchLog;
  logs: Iterable<Hex>;
  patience: number;
  readSize: () => Promise<number>;
  clock: () => number;
}): Promise<Backlog> {
  const { store, batchLog, patience, readSize, clock } = options;
  const logs = [...options.logs];
  /** When the oldest promise was made: at this time or later. */
  let oldest = Infinity;
  /** The same of what was appended since the store was last searched. */
  let since = Infinity;
  let searching: Promise<void> | undefined;
  let asking: Promise<boolean> | undefined;
  let asked = -Infinity;

  const search = async (size: number): Promise<void> => {
    since = Infinity;
    let found = Infinity;
    // Others close batches, too.
    await batchLog.catchUp();
    for (const log of logs) {
      const first = batchLog.covered(log, size);
      const [entry] = await store.entries(log, first, first + 1);
      if (entry !== undefined) found = Math.min(found, decodeEntry(entry.bytes).acceptedAt);
    }
    oldest = Math.min(found, since);
  };
  /** One search after the other: each starts `since` anew. */
  const anchored = async (size: number): Promise<void> => {
    const before = searching;
    searching = (async () => {
      await before?.catch(() => {});
      await search(size);
    })();
    await searching;
  };

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

  await anchored(0);
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
export async function openBacklog(
  {
    chain,
    maxAnchorDelay,
    operator,
    store,
  }: { chain?: ChainWriter; maxAnchorDelay?: number; operator: OperatorId; store: LogStore },
  batchLog: BatchLog,
  logs: Iterable<Hex>,
  clock: () => number,
): Promise<Backlog | undefined> {
  if (maxAnchorDelay === undefined || chain === undefined) return undefined;
  const readSize = async () => (await readLatest(chain, operator)).size;
  return watchBacklog({ store, batchLog, logs, patience: 250 * maxAnchorDelay, readSize, clock });
}
