/** Closes batches of an open operator: by themselves, and on demand. */
import type { BatchLog } from "../batch/batchLog.ts";
import { createBatchCloser, type BatchCloser, type BatchPolicy } from "../batch/closer.ts";
import type { OpenLogs } from "./logs.ts";
import type { Sealing } from "./sealing.ts";

/** A batch that was closed. */
export type ClosedBatch = { readonly log: string; readonly position: number; readonly header: Uint8Array };

export type Closing = {
  readonly closer: BatchCloser;
  /** Closes a batch of every log that has entries outside of one. Takes no turns: its caller sees to that. */
  readonly closeBatches: () => Promise<ClosedBatch[]>;
};

/** @param inOrder runs a task when what grows the batch log before it is done. */
export async function openClosing(options: {
  readonly policy: BatchPolicy | undefined;
  readonly logs: OpenLogs;
  readonly sealing: Sealing;
  readonly inOrder: <T>(task: () => Promise<T>) => Promise<T>;
  readonly onError: (error: unknown) => void;
}): Promise<Closing> {
  const { policy, logs, sealing, inOrder, onError } = options;
  const closer = createBatchCloser(policy ?? {}, (id) => inOrder(() => sealing.close(id)), onError);
  if (policy !== undefined) await findUnclosed(logs, sealing.batchLog, closer);

  const closeBatches = async (): Promise<ClosedBatch[]> => {
    const closed: ClosedBatch[] = [];
    const failures: unknown[] = [];
    for (const [id, log] of logs) {
      closer.forget(id);
      try {
        for (const { position, header } of await sealing.close(id)) closed.push({ log: log.name, position, header });
      } catch (error) {
        // What keeps one log open keeps no promise of the others.
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return closed;
  };
  return { closer, closeBatches };
}

/** Entries that were appended before this process began. */
async function findUnclosed(
  logs: OpenLogs,
  batchLog: Pick<BatchLog, "covered">,
  closer: Pick<BatchCloser, "appended">,
): Promise<void> {
  for (const [id, { log }] of logs) {
    const left = (await log.head()).size - batchLog.covered(id);
    if (left > 0) closer.appended(id, left);
  }
}
