/**
 * The writer threads of SQLite stores in tests. Starting a thread takes most of the time in which a store opens, and a
 * run opens hundreds of stores. So the thread of a closed store serves the next one.
 *
 * Each store of the slow suite, and of each program that a test starts, has a thread of its own.
 */
import { EventEmitter } from "node:events";
import { MessageChannel, type Transferable, type Worker } from "node:worker_threads";
import { engineEnvironment } from "../src/crypto/engine.ts";
import { startThread } from "../src/crypto/threads.ts";
import type { WriterData, WriterMessage } from "../src/store/sqlite/group.ts";
import { isSlowSuite } from "./slow.ts";

/** Threads without a store, by the engine that they use. */
const idle = new Map<string, Worker[]>();

/**
 * Stands for `startThread` in src/store/sqlite/thread.ts.
 *
 * @param file the run's bundle of src/store/sqlite/writer-worker.ts.
 */
export function startWriterThread(file: URL, data: WriterData): Worker {
  return isSlowSuite ? startThread(file, data) : lend(new URL("../../../test/writers-worker.js", file), data);
}

function lend(file: URL, data: WriterData): Worker {
  const engine = JSON.stringify([process.env["ANCHORLOG_ENGINE"], engineEnvironment()]);
  const waiting = idle.get(engine) ?? [];
  idle.set(engine, waiting);
  const worker = waiting.pop() ?? startThread(file, undefined);
  worker.unref();
  const { port1: near, port2: far } = new MessageChannel();
  const lent = new EventEmitter();
  const end = (code: number) => {
    worker.removeAllListeners();
    near.close();
    lent.emit("exit", code);
  };
  worker.on("error", (error) => lent.emit("error", error));
  worker.on("exit", end);
  near.on("message", (message: WriterMessage) => {
    lent.emit("message", message);
    // The thread's end closes the files of the store that it opened.
    if (message.type === "refused") void worker.terminate();
  });
  worker.postMessage({ port: far, data }, [far]);
  return Object.assign(lent, {
    postMessage: (message: unknown, transfer: readonly Transferable[] = []) => near.postMessage(message, transfer),
    ref: () => near.ref(),
    unref: () => near.unref(),
    // Called after "closed".
    terminate: async () => {
      end(0);
      waiting.push(worker);
      return 0;
    },
  }) as unknown as Worker;
}
