/** Backups of a store's file, made in a thread. */
import { existsSync } from "node:fs";
import { AnchorlogError } from "../../base/errors.ts";
import { startThread, threadFile } from "../../crypto/threads.ts";
import type { BackupData, BackupMessage } from "./backup-worker.ts";

function workerFile(): URL {
  return new URL("./backup-worker.js", import.meta.url);
}

/**
 * Copies a store's file while it is in use.
 *
 * @throws AnchorlogError `backup_failed` if there is no such store, or the target cannot be written; `thread_missing`
 *   if a bundler left the thread's file out.
 */
export async function backUp(data: BackupData): Promise<void> {
  const fail = (why: string) => new AnchorlogError("backup_failed", `no backup at ${data.target}: ${why}`);
  if (existsSync(data.target)) throw fail("there is a file of this name already");
  if (!existsSync(data.path)) throw fail(`there is no ${data.path}`);
  const worker = startThread(threadFile(workerFile), data);
  await new Promise<void>((done, failed) => {
    worker.on("message", ({ failure }: BackupMessage) => (failure === null ? done() : failed(fail(failure))));
    worker.on("error", (error: Error) => failed(fail(error.message)));
    worker.on("exit", (code) => failed(fail(`its thread ended with code ${code}`)));
  });
}
