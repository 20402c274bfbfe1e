/**
 * Builds batches' trees in a worker thread: hashing a full batch takes seconds, most of them Poseidon's. Node only.
 *
 * @module
 */
import type { Worker } from "node:worker_threads";
import { AnchorlogError } from "../errors.ts";
import type { StoredEntry } from "../log/store.ts";
import { startThread } from "../threads.ts";
import type { ActionContext, BatchTrees } from "./build.ts";

/** What the thread is started with: kinds as name and payload's type string. */
export type BuilderData = {
  readonly kinds: readonly (readonly [name: string, payloadType: string])[];
  readonly domainSeparator: Uint8Array;
};
export type BuilderJob = { readonly id: number; readonly entries: readonly StoredEntry[] };
export type BuilderAnswer =
  | { readonly id: number; readonly trees: BatchTrees }
  | ({ readonly id: number; readonly code: string; readonly message: string } & Pick<
      AnchorlogError,
      "fix" | "details"
    >);

/** A thread that builds batches' trees, one batch after the other. */
export type BatchBuilder = {
  /** @throws AnchorlogError as `buildStoredTrees` does; `builder_failed` where the thread died over it. */
  build(entries: readonly StoredEntry[]): Promise<BatchTrees>;
  /** Ends the thread; what it has not built is refused. */
  close(): Promise<void>;
};

type Waiting = { readonly resolve: (trees: BatchTrees) => void; readonly reject: (error: AnchorlogError) => void };

function errorOf({ code, message, fix, details }: Exclude<BuilderAnswer, { trees: BatchTrees }>): AnchorlogError {
  return new AnchorlogError(code, message, {
    ...(fix === undefined ? {} : { fix }),
    ...(details === undefined ? {} : { details }),
  });
}

/** The thread starts with the first batch, and again where it died. It keeps no process alive. */
export function createBatchBuilder({ kinds, domainSeparator }: ActionContext): BatchBuilder {
  const data: BuilderData = {
    kinds: [...kinds.values()].map(({ name, payloadType }) => [name, payloadType] as const),
    domainSeparator,
  };
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let jobs = 0;

  const fail = (error: AnchorlogError): void => {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const start = (): Worker => {
    const thread = startThread("builder-worker", import.meta.url, data);
    let cause: Error | undefined;
    thread.on("error", (error: Error) => (cause = error));
    thread.on("exit", (code) => {
      const why = cause?.message ?? `it ended with code ${code}`;
      if (worker === thread) fail(new AnchorlogError("builder_failed", `the batch thread failed: ${why}`, { cause }));
    });
    thread.on("message", (answer: BuilderAnswer) => {
      const job = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (waiting.size === 0) thread.unref();
      if ("trees" in answer) job?.resolve(answer.trees);
      else job?.reject(errorOf(answer));
    });
    return thread;
  };

  return {
    build: (entries) =>
      new Promise((resolve, reject) => {
        worker ??= start();
        worker.ref();
        const id = jobs++;
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, entries } satisfies BuilderJob);
      }),
    close: async () => {
      const thread = worker;
      fail(new AnchorlogError("builder_failed", "the batch thread was closed"));
      await thread?.terminate();
    },
  };
}
