import { existsSync, readlinkSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { type MessagePort, Worker } from "node:worker_threads";
import { engineEnvironment } from "./engine.ts";
import { AnchorlogError } from "../base/errors.ts";

/**
 * Returns the URL of a file that runs in another thread or process. Beside the sources it ends with .ts. Node only.
 *
 * @param literal returns `new URL("../NAME.js", import.meta.url)`, written out in a function with a body: `@vercel/nft`
 *   finds no other form.
 * @throws AnchorlogError `thread_missing` if a bundler left the file out.
 */
export function threadFile(literal: () => URL): URL {
  let file: URL;
  try {
    file = literal();
  } catch (cause) {
    // A bundler that makes CommonJS leaves `import.meta` empty.
    throw missing("the code was bundled to CommonJS, where import.meta.url is empty", cause);
  }
  const found = [file, new URL(file.href.replace(/\.js$/, ".ts"))].find((url) => existsSync(url));
  if (found === undefined) throw missing(`there is no ${fileURLToPath(file)}: a bundler left it out`);
  return found;
}

const missing = (why: string, cause?: unknown) =>
  new AnchorlogError("thread_missing", `a thread cannot start: ${why}`, {
    fix: "keep anchorlog out of the bundle, or bundle its dist/**/*-worker.js to the same folder: see docs/EMBEDDING.md, Bundlers",
    cause,
  });

/** The flags that Node needs for a file of {@link threadFile}. Node's own flags do not reach threads and processes. */
export const flagsOf = (file: URL): string[] => (file.pathname.endsWith(".ts") ? ["--experimental-strip-types"] : []);

/**
 * Starts a worker thread. It uses the engine that this thread has chosen. Node only.
 *
 * @param file from {@link threadFile}.
 * @param ports the ports in `workerData`; the thread takes them over.
 * @param young MB for objects that live briefly; Node's default is larger than most threads need.
 */
export function startThread(file: URL, workerData: unknown, ports: MessagePort[] = [], young?: number): Worker {
  const env = { ...process.env, ...engineEnvironment() };
  const limits = young === undefined ? {} : { resourceLimits: { maxYoungGenerationSizeMb: young } };
  // Tools such as top show the name.
  const name = basename(file.pathname).replace(/-worker\.[jt]s$/, "");
  return new Worker(file, { name, workerData, execArgv: flagsOf(file), env, transferList: ports, ...limits });
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
