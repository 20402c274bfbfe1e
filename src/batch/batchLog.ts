import { equalBytes } from "../base/bytes.ts";
import { fromHex, type Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import { storeDamaged } from "../log/damaged.ts";
import { assertLinked } from "../log/intact.ts";
import type { ChainStore, BatchStore, NewBatch, StoredBatch, StoredEntry } from "../log/store.ts";
import { createGrowingTree, type GrowingTree } from "../crypto/merkle/growingTree.ts";
import { buildHeaderOf } from "./build.ts";
import type { BatchBuilder } from "./builder.ts";
import { decodeHeader, hashHeader, MAX_BATCH_ENTRIES } from "./header.ts";
import { assertOuter, type Patience } from "./objects.ts";
import { createPlaces, type Places } from "./places.ts";
import type { BatchPaths } from "./sections.ts";

/** The operator's batch log: closes batches, and knows where each entry went. */
export type BatchLog = {
  /** How many headers are known. */
  size(): number;
  /** The RFC 9162 tree over the headers, of every size it had. */
  readonly tree: Omit<GrowingTree, "append">;
  /**
   * Reads batches that other processes have closed. If the store was replaced, reads all of it again.
   */
  catchUp(): Promise<void>;
  /** How often the store was found replaced. */
  restarts(): number;
  /**
   * Closes batches over all entries of these logs that are in none, as many as their limit needs. They are stored some
   * at a time.
   *
   * @returns the closed batches, and the logs that failed. One log's failure does not stop the others.
   */
  close(logs: readonly Hex[]): Promise<Closed>;
  /** The latest closedAt of all headers, Unix ms; 0 without any. */
  newestClosedAt(): number;
  /** The logs that have batches. */
  logs(): Iterable<Hex>;
  /** How many of a log's entries are in batches: in all of them, or in those among the first `size`. */
  covered(log: Hex, size?: number): number;
  /** The batch that holds an entry, among the first `size`. */
  find(log: Hex, index: number, size: number): Promise<StoredBatch | undefined>;
  /**
   * Returns the paths from an entry to its batch's roots.
   *
   * @throws AnchorlogError `store_damaged` if the store's entries differ from the batch; and the builder's errors.
   */
  pathsOf(batch: StoredBatch, index: number): Promise<BatchPaths>;
};

export type Closed = {
  readonly batches: readonly StoredBatch[];
  readonly failures: readonly { readonly log: Hex; readonly error: unknown }[];
};

/** One log's batches: their ends, and their positions in the batch log. The headers stay in the store. */
type LogBatches = { readonly ends: number[]; readonly positions: number[]; last: StoredBatch };

/** Headers that are read at a time. */
const CHUNK = 4_096;
/** Logs that are closed at a time: they share a commit. */
const LOGS_AT_ONCE = 64;
/**
 * How often closing is tried: another process may have closed a batch meanwhile, or the result of an attempt may be
 * unknown.
 */
const ATTEMPTS = 5;
/** Milliseconds that the archive has for all reads of one call that closes batches. */
const PATIENCE = 2_000;

type BatchLogOptions = {
  readonly store: ChainStore & BatchStore;
  /** Builds the trees over entries: in this thread, or in another. */
  readonly builder: Pick<BatchBuilder, "batch" | "section">;
  /** Gets a batch's last entry before the batch is built. It throws if the store cannot be trusted. */
  readonly confirm?: (log: Hex, last: StoredEntry) => Promise<void>;
  /**
   * Gets a batch's closedAt before the batch is stored. It throws if no checkpoint with that time could be signed: the
   * time of a stored batch never changes.
   */
  readonly confirmTime?: (closedAt: number) => Promise<void>;
  /** Returns Unix milliseconds. */
  readonly clock: () => number;
};

type OpenBatchLog = BatchLogOptions & {
  memory: Memory;
  restarts: number;
};

/** A call of `close` under way. */
type Closing = { readonly failures: Map<Hex, unknown>; readonly patience: Patience };

/**
 * Opens the batch log over a store. If several processes close batches at once, each appends after the others' batches.
 */
export async function openBatchLog(options: BatchLogOptions): Promise<BatchLog> {
  const open: OpenBatchLog = { ...options, memory: newMemory(options), restarts: 0 };
  await catchUp(open);
  return {
    size: () => open.memory.tree.size(),
    tree: {
      size: () => open.memory.tree.size(),
      root: (size) => open.memory.tree.root(size),
      inclusionProof: (index, size) => open.memory.tree.inclusionProof(index, size),
      consistencyProof: (oldSize, size) => open.memory.tree.consistencyProof(oldSize, size),
    },
    catchUp: () => catchUp(open),
    restarts: () => open.restarts,
    close: (logs) => close(open, logs),
    newestClosedAt: () => open.memory.newestClosedAt,
    logs: () => open.memory.logs.keys(),
    covered: (log, size = Infinity) => {
      const known = open.memory.logs.get(log);
      return known?.ends[firstAbove(known.positions, size - 1) - 1] ?? 0;
    },
    find: async (log, index, size) => {
      const known = open.memory.logs.get(log);
      const position = known?.positions[firstAbove(known.ends, index)];
      if (position === undefined || position >= size) return undefined;
      return (await open.store.batches(position, position + 1))[0];
    },
    pathsOf: (batch, index) => open.memory.places.pathsOf(batch, index),
  };
}

const newMemory = ({ store, builder }: BatchLogOptions): Memory => createMemory(createPlaces(store, builder));

async function catchUp(open: OpenBatchLog): Promise<void> {
  for (;;) {
    // Begins with the last known batch, to see that it is still there.
    const { newest } = open.memory;
    const from = newest?.position ?? 0;
    const some = await open.store.batches(from, from + CHUNK);
    if (newest !== undefined && !(some[0] !== undefined && equalBytes(some[0].header, newest.header))) {
      // The store was replaced. The guard decides whether that matters.
      open.memory = newMemory(open);
      open.restarts++;
      continue;
    }
    some.forEach(open.memory.know);
    if (some.length < CHUNK) return;
  }
}

async function close(batchLog: OpenBatchLog, logs: readonly Hex[]): Promise<Closed> {
  await catchUp(batchLog);
  const batches: StoredBatch[] = [];
  const closing: Closing = { failures: new Map(), patience: { left: PATIENCE } };
  const { failures } = closing;
  for (let at = 0; at < logs.length; at += LOGS_AT_ONCE) {
    let open = logs.slice(at, at + LOGS_AT_ONCE);
    // Entries that arrive meanwhile wait for the next call: otherwise a busy log would never end it.
    const heads = await batchLog.store.heads(open);
    while (open.length > 0) {
      const closed = await closeSurely(batchLog, open, closing).catch((error: unknown) => {
        for (const log of open) failures.set(log, error);
        return [];
      });
      batches.push(...closed);
      // A full batch may have left entries for the next one.
      const isOpen = (log: Hex) => (batchLog.memory.logs.get(log)?.ends.at(-1) ?? 0) < (heads.get(log)?.size ?? 0);
      open = [...new Set(closed.map(({ log }) => log))].filter((log) => !failures.has(log) && isOpen(log));
    }
  }
  return { batches, failures: [...failures].map(([log, error]) => ({ log, error })) };
}

/**
 * Like `closeNext`, but tries again after an unknown outcome or another process's batch. The store shows which batches
 * were closed.
 */
async function closeSurely(open: OpenBatchLog, logs: readonly Hex[], closing: Closing): Promise<StoredBatch[]> {
  const closed: StoredBatch[] = [];
  for (let attempt = 1; ; attempt++) {
    const position = open.memory.tree.size();
    try {
      return [...closed, ...(await closeNext(open, logs, closing))];
    } catch (error) {
      const unclear = error instanceof AnchorlogError && ["outcome_unknown", "head_moved"].includes(error.code);
      if (!unclear) throw error;
      await catchUp(open);
      // It does not matter whether this process or another one closed them.
      const mine = logs
        .flatMap((log) => open.memory.logs.get(log)?.last ?? [])
        .filter((last) => last.position >= position);
      closed.push(...mine);
      const isClosed = new Set(mine.map(({ log }) => log));
      logs = logs.filter((log) => !isClosed.has(log) && !closing.failures.has(log));
      if (logs.length === 0) return closed;
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

/** Builds and appends a batch of each log that has entries in none. */
async function closeNext(
  open: OpenBatchLog,
  logs: readonly Hex[],
  { failures, patience }: Closing,
): Promise<StoredBatch[]> {
  // If another process closes a batch now, the store refuses this position.
  const { memory } = open;
  const position = memory.tree.size();
  const batches: NewBatch[] = [];
  for (const log of logs) {
    const built = await build(open, memory, log, patience).catch((error: unknown) => void failures.set(log, error));
    if (built !== undefined) batches.push({ ...built, position: position + batches.length });
  }
  if (batches.length > 0) await open.store.appendBatches(batches);
  return batches.map(({ log, position: at, header }) => {
    const batch = { position: at, log, header };
    memory.know(batch);
    return batch;
  });
}

/** Builds a log's next batch; undefined if there is nothing left to close. */
async function build(
  { store, builder, confirm, confirmTime, clock }: BatchLogOptions,
  { logs, places }: Memory,
  log: Hex,
  patience: Patience,
): Promise<Omit<NewBatch, "position"> | undefined> {
  const previous = logs.get(log)?.last;
  const before = previous === undefined ? { head: fromHex(log, 32), end: 0 } : endOf(previous.header);
  const from = before.end;
  const to = Math.min((await store.head(log)).size, from + MAX_BATCH_ENTRIES);
  if (to <= from) return undefined;
  const last = await readLast(store, log, to - 1);
  await confirm?.(log, last);
  // The hash chain binds all entries from the previous head to the last one.
  const built = await builder.batch({ log, from, to, prevHead: before.head });
  if (!equalBytes(built.head, last.hash)) throw storeDamaged(log, last.index, "it changed while its batch was built");
  await assertOuter(log, from, built.outer, store, patience);
  const header = buildHeaderOf(log, built, previous, clock());
  await confirmTime?.(decodeHeader(header).closedAt);
  return { log, header, nodes: places.kept(built) };
}

/** The entry at an index, which the log went on from. */
async function readLast(store: Pick<ChainStore, "head" | "entries">, log: Hex, index: number): Promise<StoredEntry> {
  const [last] = await store.entries(log, index, index + 1);
  if (last === undefined) throw storeDamaged(log, index, "it is gone");
  await assertLinked(log, last, {
    head: () => store.head(log),
    entries: (from, to) => store.entries(log, from, to),
  });
  return last;
}

type Memory = ReturnType<typeof createMemory>;

/** The headers that this process has read. */
function createMemory(places: Places) {
  const tree = createGrowingTree();
  const logs = new Map<Hex, LogBatches>();
  const memory = {
    tree,
    logs,
    places,
    newest: undefined as StoredBatch | undefined,
    newestClosedAt: 0,
    know: (batch: StoredBatch): void => {
      if (batch.position < tree.size()) return;
      const { start, count, closedAt } = decodeHeader(batch.header);
      memory.newestClosedAt = Math.max(memory.newestClosedAt, closedAt);
      let known = logs.get(batch.log);
      if (known === undefined) logs.set(batch.log, (known = { ends: [], positions: [], last: batch }));
      known.ends.push(start + count);
      known.positions.push(batch.position);
      known.last = batch;
      memory.newest = batch;
      tree.append([hashHeader(batch.header)]);
    },
  };
  return memory;
}

/** The head of a log after a batch, and the log's size there. */
function endOf(header: Uint8Array): { head: Uint8Array; end: number } {
  const { head, start, count } = decodeHeader(header);
  return { head, end: start + count };
}

/**
 * Returns the position of the first number above `value` in an ascending list. If no number is above it, returns the
 * list's length.
 */
function firstAbove(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
