/** The thread that copies the write-ahead log into the database, beside the writer. */
import { parentPort, workerData } from "node:worker_threads";
import { openForCheckpoints } from "./database.ts";

/** Start data of the thread. It receives `copy` and `close`, and answers `done` or `closed`. */
export type CheckpointData = { readonly path: string };

const db = openForCheckpoints((workerData as CheckpointData).path);
const checkpoint = db.prepare("PRAGMA wal_checkpoint(PASSIVE)");
parentPort?.on("message", (message: "copy" | "close") => {
  if (message === "close") {
    db.close();
    parentPort?.postMessage("closed", []);
    return;
  }
  try {
    checkpoint.get();
  } catch {
    // The next copy includes the rest. If the disk has failed, the writer gets the error itself.
  }
  parentPort?.postMessage("done", []);
});
