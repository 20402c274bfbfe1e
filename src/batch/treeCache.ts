import type { BatchTrees } from "./build.ts";

/** Trees of the batches that were used last. */
export type TreeCache = {
  get(position: number): BatchTrees | undefined;
  put(position: number, trees: BatchTrees): void;
};

/** Entries whose trees are kept: about 107 bytes each, so 28 MB. */
const KEPT_ENTRIES = 4 * 65_536;

/** @param entries how many entries the kept trees may hold in all; the newest is kept whatever it holds. */
export function createTreeCache(entries: number = KEPT_ENTRIES): TreeCache {
  // In the order of use: the one used longest ago comes first.
  const kept = new Map<number, BatchTrees>();
  let held = 0;

  const drop = (position: number): void => {
    held -= kept.get(position)?.tree.size ?? 0;
    kept.delete(position);
  };
  const put = (position: number, trees: BatchTrees): void => {
    drop(position);
    kept.set(position, trees);
    held += trees.tree.size;
    for (const oldest of kept.keys()) {
      if (held <= entries || oldest === position) break;
      drop(oldest);
    }
  };
  return {
    put,
    get: (position) => {
      const trees = kept.get(position);
      if (trees !== undefined) put(position, trees);
      return trees;
    },
  };
}
