/**
 * Builds batches' trees, in this thread or in a worker: hashing a full batch takes seconds, most of them Poseidon's. Node
 * only.
 *
 * @module
 */
import { setImmediate } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { AnchorlogError, errorOf, type ErrorText } from "../base/errors.ts";
import type { ChainStore, OperationsStore, StoredEntry } from "../log/store.ts";
import { startThread, threadFile } from "../crypto/threads.ts";
import type { ActionContext } from "./build.ts";
import {
  buildBatch,
  buildSection,
  type BuiltBatch,
  type EntryRange,
  type PartTrees,
  type ReadEntries,
} from "./sections.ts";
import { checkSegment, packSegment, type PackedBatches, type ReturnedSegment } from "./segments.ts";

/** A batch's entries, and the log's head before the first of them. */
export type BatchRange = EntryRange & { readonly prevHead: Uint8Array };

/** Builds the trees of batches over a store's entries. */
export type BatchBuilder = {
  /** @throws AnchorlogError as `buildBatch` does; `builder_failed` if the thread died over it. */
  batch(range: BatchRange): Promise<BuiltBatch>;
  /** @throws AnchorlogError as `buildSection` does; `builder_failed` if the thread died over it. */
  section(range: EntryRange): Promise<PartTrees>;
  /** @throws AnchorlogError as `packSegment` does; `builder_failed` if the thread died over it. */
  pack(ranges: readonly EntryRange[], maxBytes: number): Promise<PackedBatches>;
  /** @throws AnchorlogError as `checkSegment` does; `builder_failed` if the thread died over it. */
  check(segment: ReturnedSegment, headers: readonly Uint8Array[]): Promise<void>;
  /** Ends its thread. Unfinished calls reject. */
  close(): Promise<void>;
};

type BuilderStore = Pick<ChainStore, "entries"> & Pick<OperationsStore, "file">;

/** Builds in this thread, and lets others do their work between sections. */
export function createBuilderHere(store: BuilderStore, context: ActionContext): BatchBuilder {
  const read: ReadEntries = (log, from, to) => store.entries(log, from, to);
  return {
    batch: (range) => buildBatch(range, read, context, setImmediate),
    section: (range) => buildSection(range, read, context),
    pack: (ranges, maxBytes) => packSegment(ranges, read, setImmediate, maxBytes),
    check: (segment, headers) => checkSegment(segment, headers, context, setImmediate),
    close: async () => {},
  };
}

/** The thread's start data: kinds as name and payload type, and the store's file. */
export type BuilderData = {
  readonly kinds: readonly (readonly [name: string, payloadType: string])[];
  readonly domainSeparator: Uint8Array;
  readonly file: string | undefined;
};
export type BuilderJob =
  | ({ readonly type: "batch"; readonly id: number } & BatchRange)
  | ({ readonly type: "section"; readonly id: number } & EntryRange)
  | { readonly type: "pack"; readonly id: number; readonly ranges: readonly EntryRange[]; readonly maxBytes: number }
  | {
      readonly type: "check";
      readonly id: number;
      readonly segment: ReturnedSegment;
      readonly headers: readonly Uint8Array[];
    };
/** Messages to the thread: a job, or the entries that it asked for, if any exist. */
export type BuilderCall =
  | BuilderJob
  | { readonly type: "entries"; readonly read: number; readonly entries: readonly StoredEntry[] | undefined }
  | { readonly type: "close" };
export type Built = BuiltBatch | PartTrees | PackedBatches | undefined;
export type BuilderAnswer =
  | { readonly type: "built"; readonly id: number; readonly built: Built }
  | { readonly type: "failed"; readonly id: number; readonly error: ErrorText }
  | ({ readonly type: "read"; readonly id: number; readonly read: number } & EntryRange);

type PendingJob = { readonly resolve: (built: never) => void; readonly reject: (error: unknown) => void };

function workerFile(): URL {
  return new URL("./builder-worker.js", import.meta.url);
}

/** The thread, and the jobs that it has. */
type BuilderThread = {
  readonly store: BuilderStore;
  readonly file: ReturnType<typeof threadFile>;
  readonly data: BuilderData;
  readonly waiting: Map<number, PendingJob>;
  worker: Worker | undefined;
  /** Jobs so far. */
  jobs: number;
};

/**
 * Builds in a thread. The thread reads the store's file itself; it gets entries of other stores and of the archive a
 * few hundred at a time. It starts with the first job, and again after it died. It keeps no process alive.
 */
export function createBatchBuilder(store: BuilderStore, { kinds, domainSeparator }: ActionContext): BatchBuilder {
  const types = [...kinds.values()].map(({ name, payloadType }) => [name, payloadType] as const);
  const data: BuilderData = { kinds: types, domainSeparator, file: store.file };
  const file = threadFile(workerFile);
  const builder: BuilderThread = { store, file, data, waiting: new Map(), worker: undefined, jobs: 0 };
  return {
    batch: (range) => run(builder, (id) => ({ type: "batch", id, ...range })),
    section: (range) => run(builder, (id) => ({ type: "section", id, ...range })),
    pack: (ranges, maxBytes) => run(builder, (id) => ({ type: "pack", id, ranges, maxBytes })),
    check: (segment, headers) => run(builder, (id) => ({ type: "check", id, segment, headers })),
    close: async () => {
      const thread = builder.worker;
      fail(builder, new AnchorlogError("builder_failed", "the batch thread was closed"));
      if (thread === undefined) return;
      // By itself, since it may have the store's file open.
      const ended = new Promise<void>((resolve) => void thread.once("exit", () => resolve()));
      thread.ref();
      thread.postMessage({ type: "close" } satisfies BuilderCall);
      await ended;
    },
  };
}

async function run<T>(builder: BuilderThread, job: (id: number) => BuilderJob): Promise<T> {
  return new Promise((resolve, reject) => {
    const worker = (builder.worker ??= start(builder));
    worker.ref();
    const id = builder.jobs++;
    builder.waiting.set(id, { resolve, reject });
    worker.postMessage(job(id) satisfies BuilderCall);
  });
}

function start(builder: BuilderThread): Worker {
  const { waiting } = builder;
  const thread = startThread(builder.file, builder.data);
  let cause: Error | undefined;
  thread.on("error", (error: Error) => (cause = error));
  thread.on("exit", (code) => {
    if (builder.worker !== thread) return;
    const why = cause?.message ?? `it ended with code ${code}`;
    fail(builder, new AnchorlogError("builder_failed", `the batch thread failed: ${why}`, { cause }));
  });
  thread.on("message", (answer: BuilderAnswer) => {
    if (answer.type === "read") {
      void read(builder, thread, answer);
      return;
    }
    const job = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) thread.unref();
    if (answer.type === "built") job?.resolve(answer.built as never);
    else job?.reject(errorOf(answer.error));
  });
  return thread;
}

/** Gives the thread the entries that it asked for. */
async function read(
  { store, waiting }: BuilderThread,
  thread: Worker,
  { id, read, log, from, to }: Extract<BuilderAnswer, { type: "read" }>,
): Promise<void> {
  let entries: readonly StoredEntry[] | undefined;
  try {
    entries = await store.entries(log, from, to);
  } catch (error) {
    waiting.get(id)?.reject(error);
  }
  thread.postMessage({ type: "entries", read, entries } satisfies BuilderCall);
}

/** Rejects all jobs. The next job starts another thread. */
function fail(builder: BuilderThread, error: AnchorlogError): void {
  builder.worker = undefined;
  for (const { reject } of builder.waiting.values()) reject(error);
  builder.waiting.clear();
}
