/** The thread that copies the write-ahead log into the database, beside the writer. */
import { parentPort, workerData } from "node:worker_threads";
import { openForCheckpoints } from "./database.ts";

/** Start data of the thread. It receives `copy` and `close`, and answers `done`, `failed` or `closed`. */
export type CheckpointData = { readonly path: string };

const db = openForCheckpoints((workerData as CheckpointData).path);
const checkpoint = db.prepare("PRAGMA wal_checkpoint(PASSIVE)");
const PASSES = 5;

/**
 * SQLite flushes the database only in a pass during which nothing is committed. Each pass copies what was committed
 * during the pass before it. So the later passes are short, and with one of them the thread flushes what all have
 * copied.
 */
function copy(): void {
  let copied: number | undefined;
  for (let pass = 0; pass < PASSES; pass++) {
    const { checkpointed } = checkpoint.get() as { readonly checkpointed: number };
    if (checkpointed === copied) return;
    copied = checkpointed;
  }
}

parentPort?.on("message", (message: "copy" | "close") => {
  if (message === "close") {
    db.close();
    parentPort?.postMessage("closed", []);
    return;
  }
  try {
    copy();
    parentPort?.postMessage("done", []);
  } catch {
    // The next copy includes the rest. If the disk has failed, the writer gets the error itself.
    parentPort?.postMessage("failed", []);
  }
});
