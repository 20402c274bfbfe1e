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
