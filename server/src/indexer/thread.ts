/** Runs indexing in a separate thread. */
import { once } from "node:events";
import { extname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { TableLocation } from "../foundation/db/database.ts";
import type { Progress } from "./follow.ts";
import type { FollowerRequest, FollowerEvent } from "./follower-worker.ts";
import { PAUSE, PATIENCE, type Follower, type FollowerTimes, type News } from "./follower.ts";

export type FollowerData = FollowerTimes & { readonly place: TableLocation };

/**
 * Starts the thread. If it dies, another one starts after a pause, and nothing is indexed meanwhile.
 *
 * @throws the error of the first start.
 */
export async function startFollowerThread(data: FollowerData, tell: (news: News) => void): Promise<Follower> {
  const ending = new AbortController();
  const { signal } = ending;
  let thread = await startThread(data, tell);
  const running = (async () => {
    while (!signal.aborted) {
      const error = await thread.ended;
      if (signal.aborted) return;
      tell({ type: "failed", error });
      await sleep((data.pause ?? PAUSE) * PATIENCE, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      thread = await startThread(data, tell).catch((cause: unknown) => neverRan(cause));
      // `close` does not know this new thread.
      if (signal.aborted) await thread.close();
    }
  })();
  return {
    catchUp: (org) => thread.catchUp(org),
    close: async () => {
      ending.abort();
      await thread.close();
      await running;
    },
  };
}

type Thread = Follower & { readonly ended: Promise<unknown> };

function neverRan(cause: unknown): Thread {
  return { catchUp: async () => undefined, close: async () => {}, ended: Promise.resolve(cause) };
}

async function startThread(workerData: FollowerData, tell: (news: News) => void): Promise<Thread> {
  const file = new URL(`./follower-worker${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(file, { name: "follower", workerData });
  const asked = new Map<number, PromiseWithResolvers<Progress | undefined>>();
  let number = 0;
  let hasEnded: unknown;
  const ready = Promise.withResolvers<void>();
  const ended = new Promise<unknown>((resolve) => {
    let cause: unknown;
    worker.on("error", (error) => (cause = error));
    worker.once("exit", (code) => {
      hasEnded = cause ?? new Error(`the thread that follows the log ended with code ${code}`);
      ready.reject(hasEnded);
      for (const waiting of asked.values()) waiting.resolve(undefined);
      resolve(hasEnded);
    });
  });
  worker.on("message", (said: FollowerEvent) => {
    if (said.type === "ready") ready.resolve();
    else if (said.type === "news") tell(said.news);
    else {
      const waiting = asked.get(said.number)!;
      asked.delete(said.number);
      if (said.type === "caught up") waiting.resolve(said.progress);
      else waiting.reject(said.error);
    }
  });
  const say = (message: FollowerRequest): void => worker.postMessage(message, []);
  await ready.promise;
  // The thread does not keep the process alive.
  worker.unref();
  return {
    ended,
    catchUp: async (org) => {
      if (hasEnded !== undefined) return undefined;
      const waiting = Promise.withResolvers<Progress | undefined>();
      asked.set(++number, waiting);
      say({ number, org });
      return waiting.promise;
    },
    close: async () => {
      if (hasEnded !== undefined) return;
      worker.ref();
      say("close");
      await once(worker, "exit");
    },
  };
}
