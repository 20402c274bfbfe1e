import { readlinkSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { type MessagePort, Worker } from "node:worker_threads";
import { engineEnvironment } from "./engine.ts";

/**
 * Starts a worker thread of the file `name` beside the caller's, with the caller's extension: .ts in the sources,
 * .js in dist/. It uses the engine that this thread has chosen. Node only.
 *
 * @param beside the caller's `import.meta.url`.
 * @param ports the ports in `workerData`; the thread takes them over.
 */
export function startThread(name: string, beside: string, workerData: unknown, ports: MessagePort[] = []): Worker {
  const extension = extname(fileURLToPath(beside));
  // A process's own flags do not reach its threads.
  const execArgv = extension === ".ts" ? ["--experimental-strip-types"] : [];
  const env = { ...process.env, ...engineEnvironment() };
  return new Worker(new URL(`./${name}${extension}`, beside), { workerData, execArgv, env, transferList: ports });
}

/** The priority of background threads: if all cores are busy, such a thread gets a tenth of another one's time. */
const BACKGROUND = 10;

/**
 * Lowers the priority of the calling worker thread. Only Linux has priorities for threads (setpriority(2), "C
 * library/kernel differences"); on other systems nothing changes.
 */
export function runInBackground(): void {
  if (process.platform !== "linux") return;
  try {
    // `<process>/task/<thread>`: Node has no other way to a thread's number.
    const thread = Number(readlinkSync("/proc/thread-self").split("/")[2]);
    // The first thread has its process's number. Its priority belongs to the caller who started the process.
    if (!Number.isSafeInteger(thread) || thread === process.pid || getPriority(thread) >= BACKGROUND) return;
    setPriority(thread, BACKGROUND);
  } catch {
    // Without /proc the thread keeps its priority.
  }
}
