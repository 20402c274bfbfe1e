/** The thread that copies a store to another file while it is in use. */
import { messageOf } from "../../base/errors.ts";
import { syncFile, syncFolder } from "../../base/folders.ts";
import { randomUUID } from "node:crypto";
import { linkSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { openForReading } from "./database.ts";

/** Start data of a backup's thread, and its result: the reason for a failure, or null. */
export type BackupData = { readonly path: string; readonly target: string };
export type BackupMessage = { readonly failure: string | null };

const say = (message: BackupMessage) => parentPort?.postMessage(message, []);

const { path, target } = workerData as BackupData;
const folder = dirname(target);
/**
 * A name for this attempt only. A concurrent attempt writes another file, and only one of the two can make the link.
 */
const partial = join(folder, `${basename(target)}.${process.pid}-${randomUUID()}.partial`);
try {
  removeLeft();
  const db = openForReading(path);
  try {
    // One read transaction: the store as of one commit. Writers are not blocked.
    db.prepare("VACUUM INTO ?").run(partial);
  } finally {
    db.close();
  }
  await syncFile(partial);
  // Unlike a rename, a link never replaces an existing file.
  linkSync(partial, target);
  rmSync(partial);
  await syncFolder(folder);
  say({ failure: null });
} catch (error) {
  rmSync(partial, { force: true });
  say({ failure: messageOf(error) });
}

/** Removes the partial files of earlier attempts whose process was killed. */
function removeLeft(): void {
  const begin = `${basename(target)}.`;
  for (const name of readdirSync(folder)) {
    const owner = name.startsWith(begin) && /^(\d+)-[0-9a-f-]{36}\.partial$/.exec(name.slice(begin.length))?.[1];
    if (typeof owner === "string" && !isRunning(Number(owner))) rmSync(join(folder, name), { force: true });
  }
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
