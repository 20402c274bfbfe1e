/** The thread that copies a store to another file, while it is written. */
import { closeSync, fsyncSync, linkSync, openSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { openForReading } from "./database.ts";
import { reasonOf } from "./group.ts";

/** What a backup's thread is started with, and what it says: why it failed, or null. */
export type BackupData = { readonly path: string; readonly target: string };
export type BackupMessage = { readonly failure: string | null };

const say = (message: BackupMessage) => parentPort?.postMessage(message, []);

const { path, target } = workerData as BackupData;
const partial = `${target}.partial`;
try {
  rmSync(partial, { force: true });
  const db = openForReading(path);
  try {
    // One reading transaction: the store as it was at one commit. Writers go on meanwhile.
    db.prepare("VACUUM INTO ?").run(partial);
  } finally {
    db.close();
  }
  sync(partial);
  // A link, which unlike a move refuses to replace a file.
  linkSync(partial, target);
  rmSync(partial);
  sync(dirname(target));
  say({ failure: null });
} catch (error) {
  rmSync(partial, { force: true });
  say({ failure: reasonOf(error) });
}

function sync(file: string): void {
  const descriptor = openSync(file, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
