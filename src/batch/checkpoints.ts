import { equalBytes } from "../base/bytes.ts";
import { AnchorlogError } from "../base/errors.ts";
import type { BatchStore, OperationsStore, StoredCheckpoint } from "../log/store.ts";
import type { BatchLog } from "./batchLog.ts";
import type { Checkpoint } from "./checkpoint.ts";

/** The checkpoints that were signed of a batch log. */
export type Checkpoints = {
  /** Oldest first. */
  all(): readonly StoredCheckpoint[];
  newest(): StoredCheckpoint | undefined;
  /** The checkpoint of a size, if one was signed. */
  ofSize(size: number): StoredCheckpoint | undefined;
  /** Reads what others have signed meanwhile. */
  catchUp(): Promise<void>;
  /** Signs a checkpoint of the current batch log. If no batch was closed since, returns the stored one. */
  next(): Promise<StoredCheckpoint>;
};

/**
 * Opens the checkpoints of a store.
 *
 * @param sign signs a checkpoint's note.
 * @throws AnchorlogError `store_damaged` if the store has one that its headers do not lead to.
 */
export async function openCheckpoints(options: {
  store: Pick<BatchStore, "checkpoints" | "appendCheckpoint"> & Pick<OperationsStore, "flush">;
  batchLog: Pick<BatchLog, "size" | "tree" | "catchUp" | "restarts">;
  sign: (checkpoint: Checkpoint) => Promise<string>;
}): Promise<Checkpoints> {
  const { store, batchLog, sign } = options;
  let all: StoredCheckpoint[] = [];
  const known = new Map<number, StoredCheckpoint>();
  let restarts = batchLog.restarts();
  /** The number of headers that the store has durably, with everything under them. */
  let flushed = -1;

  const catchUp = async (): Promise<void> => {
    if (batchLog.restarts() !== restarts) {
      restarts = batchLog.restarts();
      all = [];
      known.clear();
      flushed = -1;
    }
    for (const checkpoint of await store.checkpoints(all.at(-1)?.size)) {
      const { size, root } = checkpoint;
      // Headers are stored before the checkpoint over them.
      if (size > batchLog.size()) await batchLog.catchUp();
      // Another look at the same time may have been faster.
      if (known.has(size)) continue;
      if (size > batchLog.size() || !equalBytes(root, batchLog.tree.root(size))) {
        throw new AnchorlogError("store_damaged", `the checkpoint of size ${size} is not of the stored headers`, {
          fix: "something else wrote to the tables: compare them with an export, or restore a backup",
        });
      }
      known.set(size, checkpoint);
      all.push(checkpoint);
    }
  };
  await catchUp();

  /** Stores a checkpoint. If it is unclear whether that succeeded, reads the store's checkpoints to find out. */
  const keep = async (signed: StoredCheckpoint): Promise<StoredCheckpoint> => {
    try {
      await store.appendCheckpoint(signed);
    } catch (error) {
      const unclear = error instanceof AnchorlogError && ["outcome_unknown", "head_moved"].includes(error.code);
      if (!unclear) throw error;
      await catchUp();
      // A size has one root, also if another process signed it.
      const there = all.at(-1);
      if (there !== undefined && there.size >= signed.size) return there;
      await store.appendCheckpoint(signed);
    }
    await catchUp();
    return known.get(signed.size)!;
  };

  return {
    all: () => all,
    newest: () => all.at(-1),
    ofSize: (size) => known.get(size),
    catchUp,
    next: async () => {
      await catchUp();
      const size = batchLog.size();
      if (size !== flushed) await store.flush?.();
      flushed = size;
      const newest = all.at(-1);
      if (newest?.size === size) return newest;
      if (size === 0) {
        throw new AnchorlogError("nothing_to_sign", "the batch log is empty", { fix: "close a batch first" });
      }
      const root = batchLog.tree.root(size);
      return keep({ size, root, note: await sign({ size, root }) });
    },
  };
}
