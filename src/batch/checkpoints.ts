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

type CheckpointsOptions = {
  readonly store: Pick<BatchStore, "checkpoints" | "appendCheckpoint"> & Pick<OperationsStore, "flush">;
  readonly batchLog: Pick<BatchLog, "size" | "tree" | "catchUp" | "restarts">;
  /** Signs a checkpoint's note. */
  readonly sign: (checkpoint: Checkpoint) => Promise<string>;
};

type OpenCheckpoints = CheckpointsOptions & {
  all: StoredCheckpoint[];
  /** The same by their sizes. */
  readonly known: Map<number, StoredCheckpoint>;
  restarts: number;
  /** The number of headers that the store has durably, with everything under them. */
  flushed: number;
};

/**
 * Opens the checkpoints of a store.
 *
 * @throws AnchorlogError `store_damaged` if the store has one that its headers do not lead to.
 */
export async function openCheckpoints(options: CheckpointsOptions): Promise<Checkpoints> {
  const restarts = options.batchLog.restarts();
  const open: OpenCheckpoints = { ...options, all: [], known: new Map(), restarts, flushed: -1 };
  await catchUp(open);
  return {
    all: () => open.all,
    newest: () => open.all.at(-1),
    ofSize: (size) => open.known.get(size),
    catchUp: () => catchUp(open),
    next: () => next(open),
  };
}

async function catchUp(open: OpenCheckpoints): Promise<void> {
  const { store, batchLog, known } = open;
  if (batchLog.restarts() !== open.restarts) {
    Object.assign(open, { restarts: batchLog.restarts(), all: [], flushed: -1 });
    known.clear();
  }
  for (const checkpoint of await store.checkpoints(open.all.at(-1)?.size)) {
    const { size, root } = checkpoint;
    // Headers are stored before the checkpoint over them.
    if (size > batchLog.size()) await batchLog.catchUp();
    // Another look at the same time may have been faster.
    if (known.has(size)) continue;
    if (size > batchLog.size() || !equalBytes(root, batchLog.tree.root(size))) {
      throw new AnchorlogError("store_damaged", `the checkpoint of size ${size} does not match the stored headers`, {
        fix: "something else wrote to the tables: compare them with an export, or restore a backup",
      });
    }
    known.set(size, checkpoint);
    open.all.push(checkpoint);
  }
}

async function next(open: OpenCheckpoints): Promise<StoredCheckpoint> {
  const { store, batchLog, sign } = open;
  await catchUp(open);
  const size = batchLog.size();
  if (size !== open.flushed) await store.flush?.();
  open.flushed = size;
  const newest = open.all.at(-1);
  if (newest?.size === size) return newest;
  if (size === 0) {
    throw new AnchorlogError("nothing_to_sign", "the batch log is empty", { fix: "close a batch first" });
  }
  const root = batchLog.tree.root(size);
  return keep(open, { size, root, note: await sign({ size, root }) });
}

/** Stores a checkpoint. If it is unclear whether that succeeded, reads the store's checkpoints to find out. */
async function keep(open: OpenCheckpoints, signed: StoredCheckpoint): Promise<StoredCheckpoint> {
  const { store } = open;
  try {
    await store.appendCheckpoint(signed);
  } catch (error) {
    const unclear = error instanceof AnchorlogError && ["outcome_unknown", "head_moved"].includes(error.code);
    if (!unclear) throw error;
    await catchUp(open);
    // A size has one root, also if another process signed it.
    const there = open.all.at(-1);
    if (there !== undefined && there.size >= signed.size) return there;
    await store.appendCheckpoint(signed);
  }
  await catchUp(open);
  return open.known.get(signed.size)!;
}
