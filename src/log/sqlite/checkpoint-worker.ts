/** The thread that copies the write-ahead log into the database, while it is written. */
import { parentPort, workerData } from "node:worker_threads";
import { openForCheckpoints } from "./database.ts";

/** What the thread is started with; it hears `copy` and `close`, and says `done` or `closed`. */
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
    // What was not copied is copied the next time, and the writer meets the disk's trouble by itself.
  }
  parentPort?.postMessage("done", []);
});
