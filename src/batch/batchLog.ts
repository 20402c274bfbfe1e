import type { Hex } from "../encoding/hex.ts";
import type { LogStore, StoredBatch } from "../log/store.ts";
import { buildTree, type MerkleTree } from "../merkle/tree.ts";
import { buildBatchTrees, buildHeader, type ActionContext, type BatchTrees } from "./build.ts";
import { decodeHeader, hashHeader, MAX_BATCH_ENTRIES } from "./header.ts";

/** The operator's batch log: closes batches, and knows where each entry went. */
export type BatchLog = {
  /** How many headers there are. */
  size(): number;
  /** The RFC 9162 tree over the first `size` headers. */
  treeAt(size: number): MerkleTree;
  /** Closes batches over all entries of a log that are in none; as many as their limit needs. */
  close(log: Hex): Promise<StoredBatch[]>;
  /** The batch that holds an entry, among the first `size`. */
  find(log: Hex, index: number, size: number): StoredBatch | undefined;
  /** The trees over a batch's entries. */
  treesOf(batch: StoredBatch): Promise<BatchTrees>;
};

/** Opens the batch log over a store; one writer at a time. */
export async function openBatchLog(options: {
  store: LogStore;
  context: ActionContext;
  clock: () => number;
}): Promise<BatchLog> {
  const { store, context, clock } = options;
  const batches = await store.batches();
  const fingerprints = batches.map(({ header }) => hashHeader(header));
  const trees = new Map<number, BatchTrees>();
  let tree = buildTree([]);

  const closeNext = async (log: Hex): Promise<StoredBatch | undefined> => {
    const previous = batches.findLast((batch) => batch.log === log);
    const before = previous === undefined ? undefined : decodeHeader(previous.header);
    const start = before === undefined ? 0 : before.start + before.count;
    const entries = await store.entries(log, start, start + MAX_BATCH_ENTRIES);
    if (entries.length === 0) return undefined;
    const batchTrees = buildBatchTrees(entries, context);
    const header = buildHeader(log, entries, batchTrees, previous, clock());
    const batch: StoredBatch = { position: batches.length, log, header };
    await store.appendBatch(batch);
    batches.push(batch);
    fingerprints.push(hashHeader(header));
    trees.set(batch.position, batchTrees);
    return batch;
  };

  return {
    size: () => batches.length,

    treeAt: (size) => {
      if (tree.size !== size) tree = buildTree(fingerprints.slice(0, size));
      return tree;
    },

    close: async (log) => {
      const closed: StoredBatch[] = [];
      for (let batch = await closeNext(log); batch !== undefined; batch = await closeNext(log)) closed.push(batch);
      return closed;
    },

    find: (log, index, size) =>
      batches.slice(0, size).find((batch) => {
        if (batch.log !== log) return false;
        const { start, count } = decodeHeader(batch.header);
        return index >= start && index < start + count;
      }),

    treesOf: async (batch) => {
      let known = trees.get(batch.position);
      if (known === undefined) {
        const { start, count } = decodeHeader(batch.header);
        known = buildBatchTrees(await store.entries(batch.log, start, start + count), context);
        trees.set(batch.position, known);
      }
      return known;
    },
  };
}
