/** A prover's threads, seen from who has them. */
import { availableParallelism } from "node:os";
import { MessageChannel, type Worker } from "node:worker_threads";
import { AnchorlogError } from "../base/errors.ts";
import { startThread, threadFile } from "../crypto/threads.ts";
import type { CircuitName } from "./circuitKeys.ts";
import { type CircuitFiles, findCircuits } from "./prover-files.ts";
import {
  failed,
  type Prover,
  type ProverJob,
  type ProverMessage,
  type ProverResult,
  type WatchOptions,
} from "./proving.ts";
import type { CircuitInput } from "./witness.ts";

/** The thread that is asked, and the one that helps it. */
type Threads = { readonly first: Worker; readonly second: Worker | undefined; readonly gone: Promise<unknown> };

const both = ({ first, second }: Threads): Worker[] => (second === undefined ? [first] : [first, second]);

function firstFile(): URL {
  return new URL("./prover-worker.js", import.meta.url);
}

function secondFile(): URL {
  return new URL("./prover-second-worker.js", import.meta.url);
}

/** The threads' program files, and the circuits' files that they read. */
type Files = { readonly first: URL; readonly second: URL; readonly circuits: CircuitFiles };

async function findFiles(): Promise<Files> {
  const threads = { first: threadFile(firstFile), second: threadFile(secondFile) };
  return { ...threads, circuits: await findCircuits() };
}

function start({ first: firstUrl, second: secondUrl, circuits }: Files): Threads {
  const startOne = (file: URL, workerData: object, ports: MessageChannel["port1"][]) => {
    const worker = startThread(file, workerData, ports);
    // Callers that wait for an answer get the error.
    worker.on("error", () => {});
    return worker;
  };
  const exits = (workers: readonly Worker[]) =>
    Promise.all(workers.map((worker) => new Promise((resolve) => worker.once("exit", resolve))));
  if (availableParallelism() < 2) {
    const first = startOne(firstUrl, { second: undefined, circuits }, []);
    return { first, second: undefined, gone: exits([first]) };
  }
  const { port1, port2 } = new MessageChannel();
  const first = startOne(firstUrl, { second: port1, circuits }, [port1]);
  const second = startOne(secondUrl, { first: port2, circuits }, [port2]);
  return { first, second, gone: exits([first, second]) };
}

/**
 * Opens a prover. Its threads start with the first statement: one on a single processor, otherwise two. It proves one
 * statement at a time, and keeps some 35 MB for each circuit beside what threads take. The threads do not keep the
 * process alive. Close it when done.
 *
 * @throws AnchorlogError `circuits_missing` if `@anchorlog/circuits` is not installed, `thread_missing` if a bundler
 *   left the threads' files out.
 */
export async function openProver(): Promise<Prover> {
  const files = await findFiles();
  let threads: Threads | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let closed = false;

  const stop = async () => {
    const stopped = threads;
    if (stopped === undefined) return;
    threads = undefined;
    await Promise.all(both(stopped).map((worker) => worker.terminate()));
    await stopped.gone;
  };

  const begin = (): Threads => {
    const started = start(files);
    // A thread is of no use without the other one.
    const end = () => void (threads === started && stop());
    for (const worker of both(started)) worker.once("exit", end);
    return started;
  };

  const prove = async (circuit: CircuitName, input: CircuitInput, options: WatchOptions): Promise<ProverResult> => {
    if (closed) throw new AnchorlogError("prover_closed", "the prover has been closed");
    options.signal?.throwIfAborted();
    const working = (threads ??= begin());
    // Threads that work keep the process alive; those that wait do not.
    for (const worker of both(working)) worker.ref();
    try {
      return await runJob(working, { circuit, input }, options);
    } catch (error) {
      // The next statement gets fresh threads.
      await stop();
      throw error;
    } finally {
      for (const worker of both(working)) worker.unref();
    }
  };

  return {
    runWithoutChain: (circuit, input, options = {}) => {
      const next = turn.then(() => prove(circuit, input, options));
      turn = next.catch(() => {});
      return next;
    },
    close: async () => {
      closed = true;
      await stop();
      await turn;
    },
  };
}

/** Resolves with the answer; rejects if the thread fails. */
function runJob(threads: Threads, job: ProverJob, { signal, onProgress }: WatchOptions): Promise<ProverResult> {
  const { first } = threads;
  return new Promise<ProverResult>((resolve, reject) => {
    const settle = (finish: () => void) => {
      signal?.removeEventListener("abort", abort);
      first.off("message", hear);
      for (const worker of both(threads)) worker.off("error", fail).off("exit", end);
      finish();
    };
    const abort = () => settle(() => reject(signal!.reason as Error));
    const fail = (error: Error) => settle(() => reject(failed(error.message)));
    const end = () => settle(() => reject(failed("its thread has ended")));
    const hear = (message: ProverMessage) => {
      if (message.type === "stage") onProgress?.(message.stage);
      else if (message.type === "done") settle(() => resolve(message));
      else settle(() => reject(failed(message.message)));
    };
    signal?.addEventListener("abort", abort, { once: true });
    first.on("message", hear);
    for (const worker of both(threads)) worker.once("error", fail).once("exit", end);
    for (const worker of both(threads)) worker.postMessage(job);
  });
}
