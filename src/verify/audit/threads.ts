/** Threads that judge an export's lines. Node only. */
import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import { AnchorlogError } from "../../base/errors.ts";
import { startThread, threadFile } from "../../crypto/threads.ts";
import type { Block } from "./blocks.ts";
import type { LineJudge } from "./entries.ts";
import type { JudgedLines, LineRules } from "./lines.ts";
import type { Hex } from "../../base/hex.ts";

/** A thread's start data. Kinds are given as name and payload type. */
export type LineThreadData = Omit<LineRules, "context"> & {
  readonly kinds: readonly (readonly [name: string, payloadType: string])[];
  readonly domainSeparator: Uint8Array;
};

/** A job of a thread. */
export type LineJob = { readonly id: number } & (
  | { readonly type: "lines"; readonly block: Block; readonly log: Hex }
  | { readonly type: "zkRoot"; readonly commitments: Uint8Array<ArrayBuffer> }
);

/** A thread's answer. */
export type LineAnswer =
  | { readonly id: number; readonly answer: JudgedLines | Uint8Array }
  // The error's message.
  | { readonly id: number; readonly failed: string };

/** Blocks that wait for each thread, so that it never waits for one. */
const BLOCKS_A_THREAD = 3;

/** A block's objects are dropped together. With more room for them, threads only take more memory. */
const YOUNG_MB = 6;

type Pending = { readonly resolve: (answer: never) => void; readonly reject: (error: Error) => void };
type Thread = {
  readonly worker: Worker;
  readonly pending: Map<number, Pending>;
  /** The reason if it has ended. */
  failure: AnchorlogError | undefined;
};

function workerFile(): URL {
  return new URL("./lines-worker.js", import.meta.url);
}

/**
 * Returns a function that starts the threads of an audit; see `AuditOptions`. The threads use this thread's engine.
 *
 * @param count number of threads; by default one for each core.
 */
export function lineThreads(count: number = availableParallelism()) {
  return async ({ context, ...rules }: LineRules): Promise<LineJudge & { close(): Promise<void> }> => {
    const file = threadFile(workerFile);
    const kinds = [...context.kinds.values()].map(({ name, payloadType }) => [name, payloadType] as const);
    const data: LineThreadData = { ...rules, kinds, domainSeparator: context.domainSeparator };
    const threads = Array.from({ length: count }, () => openThread(startThread(file, data, [], YOUNG_MB)));
    let jobs = 0;
    const run = <T>(job: Omit<LineJob, "id">, buffer: ArrayBuffer): Promise<T> => {
      const thread = threads.reduce((a, b) => (b.pending.size < a.pending.size ? b : a));
      const id = jobs++;
      return new Promise<T>((resolve, reject) => {
        if (thread.failure !== undefined) return reject(thread.failure);
        thread.pending.set(id, { resolve, reject });
        thread.worker.postMessage({ ...job, id }, [buffer]);
      });
    };
    return {
      atATime: BLOCKS_A_THREAD * count,
      judge: (block, log) => run({ type: "lines", block, log } as Omit<LineJob, "id">, block.bytes.buffer),
      zkRoot: (commitments) => run({ type: "zkRoot", commitments } as Omit<LineJob, "id">, commitments.buffer),
      close: async () => void (await Promise.all(threads.map(({ worker }) => worker.terminate()))),
    };
  };
}

function openThread(worker: Worker): Thread {
  const thread: Thread = { worker, pending: new Map(), failure: undefined };
  const { pending } = thread;
  let cause: Error | undefined;
  worker.on("message", (message: LineAnswer) => {
    const job = pending.get(message.id);
    pending.delete(message.id);
    if ("failed" in message) job?.reject(failed(message.failed));
    else job?.resolve(message.answer as never);
  });
  worker.on("error", (error: Error) => (cause = error));
  worker.on("exit", (code) => {
    thread.failure = failed(cause?.message ?? `it ended with code ${code}`, cause);
    for (const { reject } of pending.values()) reject(thread.failure);
    pending.clear();
  });
  return thread;
}

function failed(why: string, cause?: Error): AnchorlogError {
  return new AnchorlogError("verifier_failed", `a thread of the audit failed: ${why}`, { cause });
}
