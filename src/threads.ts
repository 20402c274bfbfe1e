import { readlinkSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { type MessagePort, Worker } from "node:worker_threads";
import { engineEnvironment } from "./engine.ts";

/**
 * Starts a worker thread of the file `name` beside the caller's, with the caller's extension: .ts beside the
 * sources, .js in dist/. It computes by the engine that this thread has chosen. Node only.
 *
 * @param beside the caller's `import.meta.url`.
 * @param ports what `workerData` has that goes over to the thread.
 */
export function startThread(name: string, beside: string, workerData: unknown, ports: MessagePort[] = []): Worker {
  const extension = extname(fileURLToPath(beside));
  // Not by what this process was started with: flags of its own do not reach a thread.
  const execArgv = extension === ".ts" ? ["--experimental-strip-types"] : [];
  const env = { ...process.env, ...engineEnvironment() };
  return new Worker(new URL(`./${name}${extension}`, beside), { workerData, execArgv, env, transferList: ports });
}

/** Of a thread that others go before: it gets a tenth of what each of them does where they want all there is. */
const BACKGROUND = 10;

/**
 * Has the calling worker thread run behind all others, where threads have priorities of their own: on Linux
 * (setpriority(2), "C library/kernel differences"). Elsewhere it changes nothing.
 */
export function runInBackground(): void {
  if (process.platform !== "linux") return;
  try {
    // `<process>/task/<thread>`: nothing else of Node's tells what a thread is called.
    const thread = Number(readlinkSync("/proc/thread-self").split("/")[2]);
    // The first thread is called what its process is: that one runs as whoever started it says.
    if (!Number.isSafeInteger(thread) || thread === process.pid || getPriority(thread) >= BACKGROUND) return;
    setPriority(thread, BACKGROUND);
  } catch {
    // Without /proc, or where it is forbidden, it runs like any other.
  }
}
