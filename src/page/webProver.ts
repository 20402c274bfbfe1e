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
 * Starts a prover of one circuit: two threads, or one if there is one processor.
 *
 * @param start starts the script of ./proverThread.ts.
 * @param files of the circuit that it proves.
 */
export function openWebProver(start: () => Worker, files: CircuitBytes): Prover {
  const first = start();
  const second = navigator.hardwareConcurrency < 2 ? undefined : start();
  const { port1, port2 } = new MessageChannel();
  const begin = (worker: Worker, begun: ThreadStart, ports: MessagePort[]) => worker.postMessage(begun, ports);
  if (second === undefined) begin(first, { files }, []);
  else {
    begin(first, { files, second: port1 }, [port1]);
    begin(second, { files, first: port2 }, [port2]);
  }
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
    second?.postMessage(job.circuit);
    first.postMessage(job);
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
