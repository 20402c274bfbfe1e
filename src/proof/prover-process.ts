/** A prover's process, seen from its parent. */
import { type ChildProcess, fork } from "node:child_process";
import type { Socket } from "node:net";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { AnchorlogError } from "../errors.ts";
import type { ProverJob, ProverMessage, ProverStage } from "./prover-child.ts";
import type { CircuitInput } from "./witness.ts";

// The child has this file's extension: .ts beside the sources, .js in dist/.
const CHILD = new URL(`./prover-child${extname(fileURLToPath(import.meta.url))}`, import.meta.url);
// src/ and dist/ are both one level below the package's root.
const artifact = (name: string) => fileURLToPath(new URL(`../../circuits/artifacts/${name}`, import.meta.url));

/** The circuits that there are proving keys for. */
export type CircuitName = "disclosure" | "order" | "absence";

/** What may be watched and stopped. */
export type WatchOptions = {
  /** Stops the prover at once; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Told of each stage as it begins. */
  readonly onProgress?: ((stage: ProverStage) => void) | undefined;
};

/** What snarkjs gave. */
export type ProverResult = Extract<ProverMessage, { type: "done" }>;

/**
 * A process that proves one statement after the other, and keeps what it has loaded: about a second is saved with
 * each but the first. It does not keep its parent alive, and ends with it.
 */
export type Prover = {
  /**
   * Waits for its turn, then proves.
   *
   * @throws AnchorlogError `prover_missing` where snarkjs is not installed, `prover_failed` where it fails,
   *   `prover_closed` after `close`.
   */
  run(circuit: CircuitName, input: CircuitInput, options?: WatchOptions): Promise<ProverResult>;
  /** Ends the process, and with it what it works on. Resolves once it is gone. */
  close(): Promise<void>;
};

/**
 * Opens a prover, whose process starts with the first statement: some 300 to 600 MB, one statement at a time. Close
 * it when done.
 */
export function openProver(): Prover {
  let child: ChildProcess | undefined;
  let gone: Promise<void> = Promise.resolve();
  let turn: Promise<unknown> = Promise.resolve();
  let closed = false;

  const start = (): ChildProcess => {
    const started = fork(CHILD, {
      // Not the parent's own flags: what loads or inspects it must not do so to the child.
      execArgv: CHILD.pathname.endsWith(".ts") ? ["--experimental-strip-types"] : [],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    child = started;
    gone = new Promise((resolve) => {
      started.once("close", () => resolve());
      // It never started, and so never closes.
      started.once("error", () => resolve());
    });
    void gone.then(() => {
      if (child === started) child = undefined;
    });
    return started;
  };

  const stop = async () => {
    if (child !== undefined) {
      // Until it is gone, the parent stays.
      hold(child, true);
      child.kill("SIGKILL");
    }
    await gone;
  };

  const prove = async (circuit: CircuitName, input: CircuitInput, options: WatchOptions): Promise<ProverResult> => {
    if (closed) throw new AnchorlogError("prover_closed", "the prover has been closed");
    options.signal?.throwIfAborted();
    const job = {
      input: toDecimals(input),
      wasm: artifact(`${circuit}.wasm`),
      zkey: artifact(`${circuit}.zkey`),
    };
    const worker = child ?? start();
    hold(worker, true);
    try {
      return await runJob(worker, job, options, stop);
    } catch (error) {
      // Whatever state it is in: the next statement gets a fresh one.
      await stop();
      throw error;
    } finally {
      hold(worker, false);
    }
  };

  return {
    run: (circuit, input, options = {}) => {
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

/** A process that works keeps its parent alive; one that waits does not. */
function hold(child: ChildProcess, working: boolean): void {
  // A pipe is a socket, which its type does not say.
  const pipe = child.stderr as Socket | null;
  if (working) {
    child.ref();
    child.channel?.ref();
    pipe?.ref();
  } else {
    child.unref();
    child.channel?.unref();
    pipe?.unref();
  }
}

/** Resolves with the answer; rejects if there is none, once the child is gone. */
function runJob(child: ChildProcess, job: ProverJob, options: WatchOptions, stop: () => Promise<void>) {
  const { signal, onProgress } = options;
  return new Promise<ProverResult>((resolve, reject) => {
    let complaints = "";
    const settle = (finish: () => void) => {
      signal?.removeEventListener("abort", abort);
      child.off("message", hear).off("error", fail).off("close", end);
      child.stderr?.off("data", complain);
      finish();
    };
    const abort = () => void stop();
    const complain = (chunk: Buffer) => (complaints = (complaints + chunk.toString()).slice(-2000));
    const fail = (error: Error) => settle(() => reject(failed(error.message)));
    const end = (code: number | null, killedBy: string | null) =>
      settle(() => {
        const reason = signal?.aborted === true ? (signal.reason as Error) : undefined;
        reject(reason ?? failed(`it ended with ${killedBy ?? `code ${code}`}\n${complaints}`.trim()));
      });
    const hear = (message: ProverMessage) => {
      if (signal?.aborted === true) return;
      if (message.type === "stage") onProgress?.(message.stage);
      else if (message.type === "done") settle(() => resolve(message));
      else settle(() => reject(message.type === "missing" ? missing() : failed(message.message)));
    };
    signal?.addEventListener("abort", abort, { once: true });
    child.on("message", hear).once("error", fail).once("close", end);
    child.stderr?.on("data", complain);
    child.send(job, (error) => {
      if (error !== null) fail(error);
    });
  });
}

/** Integers as decimal strings, as messages can carry them. */
function toDecimals(input: CircuitInput): ProverJob["input"] {
  return JSON.parse(
    JSON.stringify(input, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value)),
  ) as ProverJob["input"];
}

export const failed = (message: string) => new AnchorlogError("prover_failed", `the prover failed: ${message}`);

const missing = () =>
  new AnchorlogError("prover_missing", "proofs are made by snarkjs, which is not installed", {
    fix: "npm install snarkjs@0.7.6 (GPL-3.0)",
  });
