/** The threads of the verifier pool. */
import type { Worker } from "node:worker_threads";
import { AnchorlogError } from "../base/errors.ts";
import { startThread, threadFile } from "../crypto/threads.ts";
import type { PoolJob, PoolMessage, PoolWork } from "./pool-job.ts";

// One job to work on, and one waiting in the thread.
const JOBS_PER_THREAD = 2;

/** Work for a thread, and the function that reads its answer. Work without bytes is not sent. */
export type Task<T> = { readonly work: PoolWork; readonly finish: (answer: Uint8Array) => T };

type QueuedTask = { readonly start: () => Task<void>; readonly reject: (error: unknown) => void };
type Thread = {
  readonly worker: Worker;
  /** The names of the keys that it has received. */
  readonly keys: Set<number>;
  /** The jobs by id, with functions for the answer and for a failure. */
  readonly jobs: Map<number, { readonly finish: (answer: Uint8Array) => void; readonly reject: QueuedTask["reject"] }>;
};

function workerFile(): URL {
  return new URL("./pool-worker.js", import.meta.url);
}

type OpenTeam = {
  readonly file: ReturnType<typeof threadFile>;
  readonly workers: Set<Worker>;
  readonly ready: Set<Thread>;
  /** Tasks that no thread has yet. The urgent ones come first. */
  readonly urgent: QueuedTask[];
  readonly waiting: QueuedTask[];
  /** Threads that were started and are not ready. */
  starting: number;
  /** Jobs so far. */
  posted: number;
  stopped: boolean;
};

/**
 * Starts and feeds the threads of a verifier pool.
 *
 * @throws AnchorlogError `thread_missing` if a bundler left their file out.
 */
export function createTeam() {
  const [file, workers, ready] = [threadFile(workerFile), new Set<Worker>(), new Set<Thread>()];
  const team: OpenTeam = { file, workers, ready, urgent: [], waiting: [], starting: 0, posted: 0, stopped: false };
  return {
    /** Starts this many threads. If one fails, all are stopped. */
    async grow(size: number): Promise<void> {
      try {
        await Promise.all(Array.from({ length: size }, () => startOne(team)));
      } catch (error) {
        await stop(team);
        throw error;
      }
    },
    /**
     * Runs a task on a thread. The task is made once a thread has room for it; with `first`, before the waiting ones.
     *
     * @throws AnchorlogError `verifier_failed` if the thread died on it, or all threads have ended.
     */
    run: <T>(make: () => Task<T>, { first = false } = {}) =>
      new Promise<T>((resolve, reject) => {
        const start = () => {
          const { work, finish } = make();
          return { work, finish: (bytes: Uint8Array) => resolve(finish(bytes)) };
        };
        (first ? team.urgent : team.waiting).push({ start, reject });
        serve(team);
      }),
    stop: () => stop(team),
  };
}

function startOne(team: OpenTeam): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const worker = startThread(team.file, undefined);
  const thread: Thread = { worker, keys: new Set(), jobs: new Map() };
  let cause: Error | undefined;
  team.workers.add(worker);
  team.starting++;
  worker.on("message", (message: PoolMessage) => {
    if (message.type === "ready") {
      team.starting--;
      team.ready.add(thread);
      resolve();
    } else {
      const job = thread.jobs.get(message.id);
      thread.jobs.delete(message.id);
      if (message.type === "done") job?.finish(message.bytes);
      else job?.reject(failed(message.message));
    }
    serve(team);
  });
  worker.on("error", (error: Error) => (cause = error));
  worker.on("exit", (code) => {
    team.workers.delete(worker);
    const error = failed(cause?.message ?? `a thread ended with code ${code}`, cause);
    for (const { reject } of thread.jobs.values()) reject(error);
    // A thread that never became ready would fail again. Another one may have died of a single job, so it is
    // replaced.
    if (team.ready.delete(thread)) {
      if (!team.stopped) startOne(team).catch(() => undefined);
    } else {
      team.starting--;
      reject(error);
    }
    serve(team);
  });
  return promise;
}

/** Gives waiting jobs to the threads in order, as long as a thread has room. */
function serve(team: OpenTeam): void {
  const { urgent, waiting, ready } = team;
  while (urgent.length + waiting.length > 0) {
    let thread: Thread | undefined;
    for (const each of ready) if (each.jobs.size < (thread?.jobs.size ?? JOBS_PER_THREAD)) thread = each;
    if (thread !== undefined) post(team, thread, (urgent.shift() ?? waiting.shift())!);
    else if (ready.size > 0 || team.starting > 0) return;
    else for (const { reject } of [...urgent.splice(0), ...waiting.splice(0)]) reject(failed("no thread is left"));
  }
}

function post(team: OpenTeam, { worker, keys, jobs }: Thread, { start, reject }: QueuedTask): void {
  try {
    const { work, finish } = start();
    if (work.bytes.length === 0) return finish(work.bytes);
    const id = team.posted++;
    worker.postMessage(jobOf(id, work, keys), [work.bytes.buffer]);
    if (work.type === "sign") keys.add(work.key.name);
    jobs.set(id, { finish, reject });
  } catch (error) {
    reject(error);
  }
}

async function stop(team: OpenTeam): Promise<void> {
  team.stopped = true;
  await Promise.all([...team.workers].map((worker) => worker.terminate()));
}

/** Makes the message for a thread that has these keys. */
function jobOf(id: number, work: PoolWork, keys: ReadonlySet<number>): PoolJob {
  if (work.type === "recover") return { id, ...work };
  const { type, bytes, key } = work;
  return { id, type, bytes, key: key.name, ...(!keys.has(key.name) && { secretKey: key.secretKey }) };
}

function failed(message: string, cause?: unknown): AnchorlogError {
  return new AnchorlogError("verifier_failed", `a verifier thread failed: ${message}`, { cause });
}
