import type { Hex } from "../base/hex.ts";
import { MAX_BATCH_ENTRIES } from "./header.ts";

/** When batches are closed by themselves. Without either bound, they are closed on demand only. */
export type BatchPolicy = {
  /** A log's batch is closed once it would have this many entries; at most 65,536. */
  readonly maxEntries?: number | undefined;
  /** A log's batch is closed this many milliseconds after its first entry. */
  readonly maxAge?: number | undefined;
};

/** Closes batches by count and by age. */
export type BatchCloser = {
  /** Reports that entries were appended to a log, outside of any batch: 0 if they may have been counted before. */
  appended(log: Hex, entries: number): void;
  /** Reports how many entries of a log are outside of any batch. */
  found(log: Hex, entries: number): void;
  /** Reports that a log's batches were closed on demand. */
  forget(log: Hex): void;
  /** Closes no more batches. Resolves when the calls under way have ended. */
  stop(): Promise<void>;
};

/** Milliseconds after which a batch is tried again that could not be closed. */
const AGAIN = 1_000;

/** `isDue`: the batch became due while the one before was being closed. */
type Pending = { entries: number; isDue: boolean; timer: NodeJS.Timeout | undefined };

type Closer = {
  readonly policy: BatchPolicy;
  readonly close: (log: Hex) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
  readonly pending: Map<Hex, Pending>;
  /** The calls of `close` that have not ended. */
  readonly running: Map<Hex, Promise<void>>;
  stopped: boolean;
};

/**
 * @param close closes batches over all entries of a log that are in none.
 * @param onError is called with each failure. The closer tries again with the next entries, or after `maxAge`, at most
 *   a second.
 * @throws RangeError if a bound is malformed.
 */
export function createBatchCloser(
  policy: BatchPolicy,
  close: (log: Hex) => Promise<unknown>,
  onError: (error: unknown) => void,
): BatchCloser {
  const { maxEntries, maxAge } = policy;
  if (
    maxEntries !== undefined &&
    !(Number.isInteger(maxEntries) && maxEntries > 0 && maxEntries <= MAX_BATCH_ENTRIES)
  ) {
    throw new RangeError(`maxEntries is 1 to ${MAX_BATCH_ENTRIES}, not ${maxEntries}`);
  }
  if (maxAge !== undefined && !(Number.isInteger(maxAge) && maxAge > 0 && maxAge < 2 ** 31)) {
    throw new RangeError(`maxAge is a number of milliseconds from 1 to 2^31 - 1, not ${maxAge}`);
  }
  const closer: Closer = { policy, close, onError, pending: new Map(), running: new Map(), stopped: false };
  return {
    appended: (log, entries) => {
      note(closer, log, entries);
      runFull(closer, log);
    },
    found: (log, entries) => {
      const open = opened(closer, log);
      if (open !== undefined) open.entries = Math.max(open.entries, entries);
      runFull(closer, log);
    },
    forget: (log) => forget(closer, log),
    stop: async () => {
      closer.stopped = true;
      for (const log of closer.pending.keys()) forget(closer, log);
      await Promise.all(closer.running.values());
    },
  };
}

function forget({ pending }: Closer, log: Hex): void {
  clearTimeout(pending.get(log)?.timer);
  pending.delete(log);
}

/** Closes a log's batches now, or once the call under way has ended. */
function run(closer: Closer, log: Hex): void {
  const { policy, pending, running } = closer;
  if (closer.stopped) return;
  if (running.has(log)) {
    const open = pending.get(log);
    if (open !== undefined) open.isDue = true;
    return;
  }
  const before = pending.get(log)?.entries ?? 0;
  forget(closer, log);
  const done = closer.close(log).then(
    () => {
      running.delete(log);
      // Entries that arrived meanwhile may already fill the next batch, or be old enough.
      if (pending.get(log)?.isDue === true) run(closer, log);
      else runFull(closer, log);
    },
    (error: unknown) => {
      running.delete(log);
      closer.onError(error);
      note(closer, log, before);
      // Does not retry at once, because the same failure would most likely repeat.
      const open = pending.get(log);
      if (open === undefined) return;
      clearTimeout(open.timer);
      open.timer = setTimeout(() => run(closer, log), Math.min(policy.maxAge ?? AGAIN, AGAIN)).unref();
    },
  );
  running.set(log, done);
}

function opened(closer: Closer, log: Hex): Pending | undefined {
  const { policy, pending } = closer;
  const { maxEntries, maxAge } = policy;
  if (closer.stopped || (maxEntries === undefined && maxAge === undefined)) return undefined;
  let open = pending.get(log);
  if (open === undefined) {
    const timer = maxAge === undefined ? undefined : setTimeout(() => run(closer, log), maxAge);
    // The process may end before: the entries are durable, and the next one closes their batch.
    timer?.unref();
    pending.set(log, (open = { entries: 0, isDue: false, timer }));
  }
  return open;
}

function note(closer: Closer, log: Hex, entries: number): void {
  const open = opened(closer, log);
  if (open !== undefined) open.entries += entries;
}

function runFull(closer: Closer, log: Hex): void {
  const { policy, pending } = closer;
  if ((pending.get(log)?.entries ?? 0) >= (policy.maxEntries ?? Infinity)) run(closer, log);
}
