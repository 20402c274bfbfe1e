/** A thread of {@link createBatchBuilder}. */
import { setImmediate } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { useEngine } from "../action/engine.ts";
import { parseKind } from "../action/kinds.ts";
import { AnchorlogError, describeError } from "../base/errors.ts";
import type { EntryReader } from "../store/sqlite/entryReader.ts";
import type { StoredEntry } from "../log/store.ts";
import { runInBackground } from "../crypto/threads.ts";
import type { BuilderAnswer, BuilderCall, BuilderData, BuilderJob, Built } from "./builder.ts";
import { settleOuter } from "./objects.ts";
import { buildBatch, buildSection, type ReadEntries } from "./sections.ts";
import { checkSegment, packSegment } from "./segments.ts";

const { kinds, domainSeparator, file } = workerData as BuilderData;
const context = { kinds: new Map(kinds.map(([name, type]) => [name, parseKind(name, type)])), domainSeparator };
/** Callbacks of the requests for entries that are not answered yet, by the request's number. */
const reads = new Map<number, (entries: readonly StoredEntry[] | undefined) => void>();
let asked = 0;
let reader: Promise<EntryReader> | undefined;
const openReader = async (path: string) => (await import("../store/sqlite/entryReader.ts")).openEntryReader(path);

const say = (answer: BuilderAnswer, transfer: ArrayBuffer[] = []): void => parentPort!.postMessage(answer, transfer);

/** Reads from the file, or asks the main thread. */
const readFor =
  (id: number): ReadEntries =>
  async (log, from, to) => {
    const rows = file === undefined ? [] : (await (reader ??= openReader(file))).entries(log, from, to);
    // Entries outside the file are in the archive.
    if (rows.length === to - from) return rows;
    const read = asked++;
    say({ type: "read", id, read, log, from, to });
    const entries = await new Promise<readonly StoredEntry[] | undefined>((resolve) => reads.set(read, resolve));
    if (entries === undefined) throw new AnchorlogError("builder_failed", "the store gave no entries");
    return [...entries];
  };

const buffersOf = (built: Built): ArrayBuffer[] => {
  if (built === undefined) return [];
  const arrays =
    "bytes" in built
      ? [built.bytes]
      : "nodes" in built
        ? [built.nodes, built.outer]
        : [...built.tree.levels, ...built.zkLevels];
  return [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))];
};

async function end(): Promise<void> {
  try {
    (await reader)?.close();
  } finally {
    process.exit();
  }
}

/** Accepts other jobs between sections, so that a bundle does not wait for a batch. */
async function build(job: BuilderJob, read: ReadEntries): Promise<Built> {
  if (job.type === "batch") {
    const pause = job.to - job.from > LARGE ? setImmediate : nap;
    const built = await buildBatch(job, read, context, pause);
    if (file === undefined) return built;
    const { actsBefore } = await (reader ??= openReader(file));
    return { ...built, outer: await settleOuter(job, built.outer, actsBefore(job.log), pause) };
  }
  if (job.type === "section") return buildSection(job, read, context);
  if (job.type === "pack") return packSegment(job.ranges, read, setImmediate, job.maxBytes);
  return checkSegment(job.segment, job.headers, context, setImmediate) as Promise<undefined>;
}

/** A batch of more entries shows that the thread is behind. It takes no naps then. */
const LARGE = 16_384;
/** Milliseconds of a nap. Building a section of 64 entries takes about half as long. */
const NAP = 6;
const asleep = new Int32Array(new SharedArrayBuffer(4));

/**
 * Leaves the cores to the threads that answer requests. A low priority is not enough: Linux may let a thread end its
 * time slice of some milliseconds before it runs another thread that woke up.
 */
async function nap(): Promise<void> {
  Atomics.wait(asleep, 0, 0, NAP);
  await setImmediate();
}

async function work(job: BuilderJob): Promise<void> {
  const { id } = job;
  try {
    const built = await build(job, readFor(id));
    say({ type: "built", id, built }, buffersOf(built));
  } catch (error) {
    say({ type: "failed", id, error: describeError(error, "builder_failed") });
  }
}

// A batch may take a second longer; who waits for an answer may not.
runInBackground();
await useEngine();
parentPort!.on("message", (call: BuilderCall) => {
  if (call.type === "entries") {
    reads.get(call.read)?.(call.entries);
    reads.delete(call.read);
  } else if (call.type === "close") {
    void end();
  } else {
    void work(call);
  }
});
