import { bytesToUint, equalBytes } from "../encoding/bytes.ts";
import { fromHex, type Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";
import { assertLinked, assertNext, storeDamaged } from "../log/intact.ts";
import type { LogStore, StoredBatch, StoredEntry } from "../log/store.ts";
import { createGrowingTree, type GrowingTree } from "../merkle/growingTree.ts";
import { treeRoot } from "../merkle/tree.ts";
import { buildHeader, type BatchTrees } from "./build.ts";
import { decodeHeader, hashHeader, MAX_BATCH_ENTRIES } from "./header.ts";
import { createTreeCache } from "./treeCache.ts";

/** The operator's batch log: closes batches, and knows where each entry went. */
export type BatchLog = {
  /** How many headers are known. */
  size(): number;
  /** The RFC 9162 tree over the headers, of every size it had. */
  readonly tree: Omit<GrowingTree, "append">;
  /**
   * Reads what others have closed meanwhile; all there is, where the store does not hold any more what it held.
   */
  catchUp(): Promise<void>;
  /** How often the store was found replaced. */
  restarts(): number;
  /** Closes batches over all entries of a log that are in none; as many as their limit needs. */
  close(log: Hex): Promise<StoredBatch[]>;
  /** The latest closedAt of all headers, Unix ms; 0 without any. */
  newestClosedAt(): number;
  /** The logs that have batches. */
  logs(): Iterable<Hex>;
  /** How many of a log's entries are in batches: in all of them, or in those among the first `size`. */
  covered(log: Hex, size?: number): number;
  /** The batch that holds an entry, among the first `size`. */
  find(log: Hex, index: number, size: number): Promise<StoredBatch | undefined>;
  /** The trees over a batch's entries: those used last are kept, others are built again. */
  treesOf(batch: StoredBatch): Promise<BatchTrees>;
};

/** Of one log: where its batches end, and where they stand. Headers themselves stay in the store. */
type LogBatches = { readonly ends: number[]; readonly positions: number[]; last: StoredBatch };

/** Headers that are read at a time. */
const CHUNK = 4_096;
/** How often a batch is built anew because another process closed one meanwhile, or nobody knows. */
const ATTEMPTS = 5;

/**
 * Opens the batch log over a store. Of several processes that close batches at once, each goes on behind what the
 * others closed.
 *
 * @param build builds the trees over entries that follow each other: in this thread, or in another.
 * @param confirm is told of the entries that a batch is about to close, before it is built, and throws where the store
 *   must not be believed.
 * @param clock now in Unix milliseconds.
 */
export async function openBatchLog(options: {
  store: LogStore;
  build: (entries: readonly StoredEntry[]) => Promise<BatchTrees>;
  confirm?: (log: Hex, entries: readonly StoredEntry[]) => Promise<void>;
  clock: () => number;
}): Promise<BatchLog> {
  const { store, build, confirm, clock } = options;
  let memory = createMemory();
  let restarts = 0;

  const catchUp = async (): Promise<void> => {
    for (;;) {
      // From the last one that is known, to see that it is still there.
      const { newest } = memory;
      const from = newest?.position ?? 0;
      const some = await store.batches(from, from + CHUNK);
      if (newest !== undefined && !(some[0] !== undefined && equalBytes(some[0].header, newest.header))) {
        // The store was replaced. What of that matters is for those to say that remember what was signed.
        memory = createMemory();
        restarts++;
        continue;
      }
      some.forEach(memory.know);
      if (some.length < CHUNK) return;
    }
  };
  await catchUp();

  /** Builds and appends a log's next batch; undefined where there is nothing left to close. */
  const closeNext = async (log: Hex): Promise<StoredBatch | undefined> => {
    // Behind these, whatever others close meanwhile: then the store refuses the position.
    const { tree, logs, cache, know } = memory;
    const position = tree.size();
    const last = logs.get(log)?.last;
    const before = last === undefined ? { head: fromHex(log, 32), end: 0 } : endOf(last.header);
    const start = before.end;
    const entries = await store.entries(log, start, start + MAX_BATCH_ENTRIES);
    if (entries.length === 0) return undefined;
    assertNext(log, { size: start, hash: before.head }, entries[0]!);
    await assertLinked(log, entries.at(-1)!, {
      head: () => store.head(log),
      entries: (from, to) => store.entries(log, from, to),
    });
    await confirm?.(log, entries);
    const trees = await build(entries);
    const batch = { position, log, header: buildHeader(log, entries, trees, last, clock()) };
    await store.appendBatch(batch);
    know(batch);
    cache.put(batch.position, trees);
    return batch;
  };

  /** The same whatever answer was lost, and whoever came between: the store tells what happened. */
  const closeSurely = async (log: Hex): Promise<StoredBatch | undefined> => {
    for (let attempt = 1; ; attempt++) {
      const position = memory.tree.size();
      try {
        return await closeNext(log);
      } catch (error) {
        const unclear = error instanceof AnchorlogError && ["outcome_unknown", "head_moved"].includes(error.code);
        if (!unclear) throw error;
        await catchUp();
        const mine = memory.logs.get(log)?.last;
        // Whether this process closed it or another: it is closed.
        if (mine !== undefined && mine.position >= position) return mine;
        if (attempt === ATTEMPTS) throw error;
      }
    }
  };

  return {
    size: () => memory.tree.size(),
    tree: {
      size: () => memory.tree.size(),
      root: (size) => memory.tree.root(size),
      inclusionProof: (index, size) => memory.tree.inclusionProof(index, size),
      consistencyProof: (oldSize, size) => memory.tree.consistencyProof(oldSize, size),
    },
    catchUp,
    restarts: () => restarts,

    close: async (log) => {
      await catchUp();
      const closed: StoredBatch[] = [];
      for (let batch = await closeSurely(log); batch !== undefined; batch = await closeSurely(log)) closed.push(batch);
      return closed;
    },

    newestClosedAt: () => memory.newestClosedAt,

    logs: () => memory.logs.keys(),

    covered: (log, size = Infinity) => {
      const known = memory.logs.get(log);
      return known?.ends[firstAbove(known.positions, size - 1) - 1] ?? 0;
    },

    find: async (log, index, size) => {
      const known = memory.logs.get(log);
      const position = known?.positions[firstAbove(known.ends, index)];
      if (position === undefined || position >= size) return undefined;
      return (await store.batches(position, position + 1))[0];
    },

    treesOf: async (batch) => {
      const { cache } = memory;
      const kept = cache.get(batch.position);
      if (kept !== undefined) return kept;
      const { start, count, root, zkRoot } = decodeHeader(batch.header);
      const trees = await build(await store.entries(batch.log, start, start + count));
      if (!equalBytes(treeRoot(trees.tree), root) || trees.zkTree.root !== bytesToUint(zkRoot)) {
        throw storeDamaged(batch.log, start, `it and the ${count - 1} behind it do not give their batch's roots`);
      }
      cache.put(batch.position, trees);
      return trees;
    },
  };
}

/** What is known of a store's headers. */
function createMemory() {
  const tree = createGrowingTree();
  const logs = new Map<Hex, LogBatches>();
  const memory = {
    tree,
    logs,
    cache: createTreeCache(),
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

/** The head of a log behind a batch, and its size there. */
function endOf(header: Uint8Array): { head: Uint8Array; end: number } {
  const { head, start, count } = decodeHeader(header);
  return { head, end: start + count };
}

/** The position of the first number above `value` in an ascending list; the list's length if there is none. */
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
