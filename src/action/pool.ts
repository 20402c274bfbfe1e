/**
 * Verifies batches of actions over worker threads. Node only.
 *
 * What is cheap, reading and hashing an action, stays in the caller's thread; the threads recover
 * signers, which is nine tenths of the work, and see 97 bytes an action.
 *
 * @module
 */
import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import type { Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";
import { startThread } from "../threads.ts";
import { useEngine } from "./engine.ts";
import { JOB_BYTES, SIGNER_BYTES, type PoolJob, type PoolMessage, type PoolWorkerData } from "./pool-job.ts";
import { NO_POINT, readStrictSignature } from "./signature.ts";
import { type ActionRules, type ActionVerdict, invalidSignature, judgeSigner, readAction } from "./verify.ts";

// Fewer cost as much to send as to verify; more keep the other threads waiting at a batch's end.
const JOB_ACTIONS = 32;
// One that it works on, and one that waits for it there.
const JOBS_PER_THREAD = 2;

/** What a pool judges by, and how large it is. */
export type VerifierPoolOptions = {
  readonly rules: ActionRules;
  /** How many threads; one for each core by default. */
  readonly threads?: number;
};

/** Worker threads that verify actions. */
export type VerifierPool = {
  /**
   * Verdicts in the order of the actions, each the one that `verifyAction` gives. Batches take turns: no
   * more are read and hashed than the threads have room for.
   *
   * @throws AnchorlogError `verifier_failed` where a thread died over them; `verifier_closed` after `close`.
   */
  verify(actions: readonly unknown[]): Promise<ActionVerdict[]>;
  /** The same for any number of actions: takes them from their source no faster than the threads verify. */
  verifyEach(actions: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<ActionVerdict, void, undefined>;
  /** Ends the threads, once all that was accepted has its verdict. */
  close(): Promise<void>;
};

/** Some actions, read when a thread has room for them. */
type Job = {
  readonly actions: readonly unknown[];
  readonly resolve: (verdicts: ActionVerdict[]) => void;
  readonly reject: (error: unknown) => void;
};
type Thread = {
  readonly worker: Worker;
  /** By their ids, what to do with the signers, and if there will be none. */
  readonly jobs: Map<number, { readonly finish: (signers: Uint8Array) => void; readonly reject: Job["reject"] }>;
};

/**
 * Starts a pool. Its threads use the engine that this one uses.
 *
 * @throws AnchorlogError `verifier_failed` where a thread does not start.
 * @example
 * const pool = await createVerifierPool({ rules })
 * const verdicts = await pool.verify(actions)
 * await pool.close()
 */
export async function createVerifierPool({ rules, threads }: VerifierPoolOptions): Promise<VerifierPool> {
  const size = threads ?? availableParallelism();
  if (!Number.isSafeInteger(size) || size < 1) throw new RangeError(`a pool has 1 thread or more, not ${size}`);
  const team = createTeam({ engine: await useEngine() });
  await team.grow(size);

  const running = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;

  const verify = async (actions: readonly unknown[]): Promise<ActionVerdict[]> => {
    if (closing !== undefined) throw new AnchorlogError("verifier_closed", "this verifier pool was closed");
    const jobs: Promise<ActionVerdict[]>[] = [];
    for (let at = 0; at < actions.length; at += JOB_ACTIONS) {
      jobs.push(team.judge(actions.slice(at, at + JOB_ACTIONS), rules));
    }
    const all = Promise.all(jobs);
    running.add(all);
    try {
      return (await all).flat();
    } finally {
      running.delete(all);
    }
  };

  const close = async (): Promise<void> => {
    while (running.size > 0) await Promise.allSettled(running);
    await team.stop();
  };

  return {
    verify,
    async *verifyEach(actions) {
      const ahead: Promise<ActionVerdict[]>[] = [];
      for await (const some of inGroups(actions, JOB_ACTIONS)) {
        const verdicts = verify(some);
        // Whoever stops early, or fails on an earlier one, does not wait for it any more.
        verdicts.catch(() => undefined);
        ahead.push(verdicts);
        if (ahead.length > size * JOBS_PER_THREAD) yield* await ahead.shift()!;
      }
      for (const verdicts of ahead) yield* await verdicts;
    },
    close: () => (closing ??= close()),
  };
}

/** The threads, and the jobs that wait for them. */
function createTeam(workerData: PoolWorkerData) {
  const workers = new Set<Worker>();
  const ready = new Set<Thread>();
  const waiting: (Job & { readonly rules: ActionRules })[] = [];
  let starting = 0;
  let posted = 0;
  let stopped = false;

  const start = () =>
    new Promise<void>((resolve, reject) => {
      // Not the parent's own flags: what loads or inspects it must not do so to the thread.
      const worker = startThread("pool-worker", import.meta.url, workerData);
      const thread: Thread = { worker, jobs: new Map() };
      let cause: Error | undefined;
      workers.add(worker);
      starting++;
      worker.on("message", (message: PoolMessage) => {
        if (message.type === "ready") {
          starting--;
          ready.add(thread);
          resolve();
        } else {
          const job = thread.jobs.get(message.id);
          thread.jobs.delete(message.id);
          if (message.type === "done") job?.finish(message.signers);
          else job?.reject(failed(message.message));
        }
        serve();
      });
      worker.on("error", (error: Error) => (cause = error));
      worker.on("exit", (code) => {
        workers.delete(worker);
        const error = failed(cause?.message ?? `a thread ended with code ${code}`, cause);
        for (const { reject } of thread.jobs.values()) reject(error);
        // One that never was ready would fail again; another one may have died of a single job.
        if (ready.delete(thread)) {
          if (!stopped) start().catch(() => undefined);
        } else {
          starting--;
          reject(error);
        }
        serve();
      });
    });

  /** Gives the threads what waits, first come, first served, as long as one has room. */
  const serve = () => {
    while (waiting.length > 0) {
      let thread: Thread | undefined;
      for (const each of ready) if (each.jobs.size < (thread?.jobs.size ?? JOBS_PER_THREAD)) thread = each;
      if (thread !== undefined) post(thread, waiting.shift()!);
      else if (ready.size > 0 || starting > 0) return;
      else for (const { reject } of waiting.splice(0)) reject(failed("no thread is left"));
    }
  };

  const post = ({ worker, jobs }: Thread, { actions, rules, resolve, reject }: (typeof waiting)[number]) => {
    try {
      const { signatures, judge } = readAll(actions, rules);
      if (signatures.length === 0) return resolve(judge(signatures));
      const job: PoolJob = { id: posted++, signatures };
      worker.postMessage(job, [signatures.buffer]);
      jobs.set(job.id, { finish: (signers) => resolve(judge(signers)), reject });
    } catch (error) {
      reject(error);
    }
  };

  const stop = async () => {
    stopped = true;
    await Promise.all([...workers].map((worker) => worker.terminate()));
  };

  return {
    /** Starts as many threads; none is left where one of them fails. */
    async grow(size: number): Promise<void> {
      try {
        await Promise.all(Array.from({ length: size }, start));
      } catch (error) {
        await stop();
        throw error;
      }
    },
    judge: (actions: readonly unknown[], rules: ActionRules) =>
      new Promise<ActionVerdict[]>((resolve, reject) => {
        waiting.push({ actions, rules, resolve, reject });
        serve();
      }),
    stop,
  };
}

/** Reads actions: the strict signatures to recover from, and how to judge all of them by who signed. */
function readAll(actions: readonly unknown[], rules: ActionRules) {
  const packed = new Uint8Array(actions.length * JOB_BYTES);
  let count = 0;
  const verdicts = actions.map((action): ActionVerdict | ((signers: Uint8Array) => ActionVerdict) => {
    const read = readAction(action, rules);
    if ("verdict" in read) return read;
    const { encoded, signature } = read;
    const strict = readStrictSignature(signature);
    if ("fault" in strict) return invalidSignature(strict);
    const at = count++;
    packed.set(encoded.digest, at * JOB_BYTES);
    packed.set(strict.rs, at * JOB_BYTES + 32);
    packed[at * JOB_BYTES + 96] = 27 + strict.recovery;
    return (signers) => {
      const [start, end] = [at * SIGNER_BYTES, (at + 1) * SIGNER_BYTES];
      if (signers[start] === 0) return invalidSignature(NO_POINT);
      const address = signers.subarray(start + 1, start + 21);
      return judgeSigner(encoded, signature as Hex, address, signers.slice(start + 21, end));
    };
  });
  return {
    signatures: packed.slice(0, count * JOB_BYTES),
    judge: (signers: Uint8Array) => verdicts.map((each) => (typeof each === "function" ? each(signers) : each)),
  };
}

async function* inGroups<T>(items: Iterable<T> | AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let group: T[] = [];
  for await (const item of items) {
    if (group.push(item) < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

function failed(message: string, cause?: unknown): AnchorlogError {
  return new AnchorlogError("verifier_failed", `a verifier thread failed: ${message}`, { cause });
}
