/** Measures live memory. Garbage does not count, since its amount is random. */
import { subscribe } from "node:diagnostics_channel";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Worker } from "node:worker_threads";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Collects garbage. @returns the bytes that the objects and buffers of this thread then take. */
export function aliveHere(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Collects garbage until nothing more becomes free: buffers do so a moment after their objects. */
export async function settledHere(): Promise<number> {
  for (let least = aliveHere(); ;) {
    await sleep(50);
    const now = aliveHere();
    if (now > 0.99 * least) return now;
    least = now;
  }
}

const threads = new Set<Worker>();
subscribe("worker_threads", (message) => {
  const { worker } = message as { readonly worker: Worker };
  threads.add(worker);
  worker.once("exit", () => threads.delete(worker));
});

/** Collects garbage in all threads that were started after this module. @returns the bytes that then are in use there. */
export async function aliveInThreads(): Promise<number> {
  let bytes = 0;
  for (const thread of threads) {
    // Taking a snapshot begins with a collection. Node 24 crashes if a thread ends whose snapshot was not read.
    for await (const _ of await thread.getHeapSnapshot());
    const { used_heap_size, external_memory } = await thread.getHeapStatistics();
    bytes += used_heap_size + external_memory;
  }
  return bytes;
}
