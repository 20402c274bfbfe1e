/** A prover of Web Workers. */
import { AnchorlogError } from "../base/errors.ts";
import {
  failed,
  type CircuitBytes,
  type Prover,
  type ProverJob,
  type ProverMessage,
  type ProverResult,
  type WatchOptions,
} from "../proof/proving.ts";
import type { ThreadStart } from "./proverThread.ts";

/**
 * Starts the threads of a prover: two, or one if there is one processor. They load what needs no key.
 *
 * @param start starts the script of ./proverThread.ts.
 * @returns a function that opens the prover of one circuit, by its files. Call it once.
 */
export function startWebProver(start: () => Worker): (files: CircuitBytes) => Prover {
  const first = start();
  const second = navigator.hardwareConcurrency < 2 ? undefined : start();
  const { port1, port2 } = new MessageChannel();
  const begin = (worker: Worker, begun: ThreadStart, ports: MessagePort[]) => worker.postMessage(begun, ports);
  if (second === undefined) begin(first, {}, []);
  else {
    begin(first, { second: port1 }, [port1]);
    begin(second, { first: port2 }, [port2]);
  }
  return (files) => {
    for (const worker of [first, second]) worker?.postMessage(files);
    return proverOf(first, second);
  };
}

function proverOf(first: Worker, second: Worker | undefined): Prover {
  let turn: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  const close = async () => {
    isClosed = true;
    first.terminate();
    second?.terminate();
  };
  const run = async (job: ProverJob, options: WatchOptions): Promise<ProverResult> => {
    if (isClosed) throw new AnchorlogError("prover_closed", "the prover has been closed");
    options.signal?.throwIfAborted();
    for (const worker of [first, second]) worker?.postMessage(job);
    return answerOf(first, second, options).catch(async (error: unknown) => {
      // The threads may still work on the statement.
      await close();
      throw error;
    });
  };
  return {
    runWithoutChain: (circuit, input, options = {}) => {
      const next = turn.then(() => run({ circuit, input }, options));
      turn = next.catch(() => {});
      return next;
    },
    close,
  };
}

function answerOf(
  first: Worker,
  second: Worker | undefined,
  { signal, onProgress }: WatchOptions,
): Promise<ProverResult> {
  const ended = new AbortController();
  const until = { signal: ended.signal };
  return new Promise<ProverResult>((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason as Error), until);
    for (const worker of [first, second]) {
      worker?.addEventListener("error", ({ message }) => reject(failed(message)), until);
    }
    const hear = ({ data }: { readonly data: ProverMessage }) => {
      if (data.type === "stage") onProgress?.(data.stage);
      else if (data.type === "done") resolve(data);
      else reject(failed(data.message));
    };
    first.addEventListener("message", hear, until);
  }).finally(() => ended.abort());
}
