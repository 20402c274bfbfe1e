import type { OperatorId } from "../../action/domain.ts";
import { openBatchLog } from "../../batch/batchLog.ts";
import {
  isCheckpointByAll,
  parseCheckpoint,
  signCheckpointAgain,
  type CheckpointKeys,
  type CheckpointNote,
} from "../../batch/checkpoint.ts";
import { equalBytes } from "../../base/bytes.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { batchLogKey, type Guard } from "../../log/guard.ts";
import type { BatchStore, ChainStore, StoredCheckpoint } from "../../log/store.ts";

type Signing = {
  readonly store: ChainStore & BatchStore;
  readonly guard: Guard | undefined;
  readonly operator: OperatorId;
  readonly keys: CheckpointKeys;
};

/**
 * Returns the notes of checkpoints with the signatures of the current keys. Checkpoints from before a key rotation are
 * signed again. The store is not trusted for that: they must belong to the batch log that the guard recorded.
 *
 * @throws AnchorlogError `read_only` if the store lacks headers that were signed, or holds others; `store_damaged` if a
 * checkpoint does not match its headers. Nothing is signed then.
 */
export async function completeNotes(checkpoints: readonly StoredCheckpoint[], signing: Signing): Promise<string[]> {
  const { operator, keys } = signing;
  const read = checkpoints.map(({ note }) => parseCheckpoint(note));
  const isComplete = (checkpoint: CheckpointNote) => isCheckpointByAll(checkpoint, operator, keys);
  if (!read.every(isComplete)) await confirm(read, signing);
  const notes: string[] = [];
  for (const [i, checkpoint] of read.entries()) {
    notes.push(isComplete(checkpoint) ? checkpoints[i]!.note : await signCheckpointAgain(operator, checkpoint, keys));
  }
  return notes;
}

async function confirm(checkpoints: readonly CheckpointNote[], { store, guard }: Signing): Promise<void> {
  const refuse = () => Promise.reject(new Error("signing notes builds no batches"));
  const { tree } = await openBatchLog({ store, builder: { batch: refuse, section: refuse }, clock: () => 0 });
  const size = tree.size();
  const signed = await guard?.mark(batchLogKey(guard.origin));
  if (signed !== undefined && (signed.size > size || !equalBytes(signed.hash, tree.root(signed.size)))) {
    throw new AnchorlogError(
      "read_only",
      "the store does not hold the headers of the last checkpoint that was signed",
      {
        fix: "export from the newest store, or put back what this one lacks (importExport)",
      },
    );
  }
  const wrong = checkpoints.find(
    (checkpoint) =>
      checkpoint.size > (signed?.size ?? size) || !equalBytes(checkpoint.root, tree.root(checkpoint.size)),
  );
  if (wrong === undefined) return;
  throw new AnchorlogError("store_damaged", `the checkpoint of size ${wrong.size} does not match the stored headers`, {
    fix: "something else wrote to the tables: compare them with an export, or restore a backup",
  });
}
