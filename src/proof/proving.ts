/**
 * The work of a prover's two threads, over ports that Node's threads and Web Workers both have. The first computes the
 * points A and C of each proof. The second computes the witness and B; if it does not run, the first does. A circuit's
 * files are read once, and kept. Browser-safe.
 *
 * @module
 */
import { AnchorlogError, messageOf } from "../base/errors.ts";
import { openProverA, openProverB, randomBlinding } from "../crypto/bn254/groth16.ts";
import { wordsOf } from "../crypto/bn254/numbers.ts";
import type { Blinding, Groth16Points, PartB } from "../crypto/bn254/parts.ts";
import { isTwin, KeyError, parseZkey, type Zkey } from "../crypto/bn254/zkey.ts";
import { loadCalculator } from "./calculator.ts";
import { CIRCUIT_KEYS, type CircuitName } from "./circuitKeys.ts";
import type { CircuitInput } from "./witness.ts";

/** The statement to prove. */
export type ProverJob = { readonly circuit: CircuitName; readonly input: CircuitInput };

/** A prover's stages, in order; `verify` happens in the thread that asked. */
export type ProverStage = "load" | "witness" | "prove" | "verify";

/** Messages of the first thread. */
export type ProverMessage =
  | { readonly type: "stage"; readonly stage: ProverStage }
  | { readonly type: "done"; readonly proof: Groth16Points; readonly publicSignals: readonly bigint[] }
  | { readonly type: "failed"; readonly message: string };

/** A proof, and the public signals that its witness has. */
export type ProverResult = Extract<ProverMessage, { type: "done" }>;

/** Options to watch and stop a proof. */
export type WatchOptions = {
  /** Stops the prover at once; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called as each stage begins. */
  readonly onProgress?: ((stage: ProverStage) => void) | undefined;
};

/**
 * Threads that prove one statement after the other. They keep the loaded files, which saves some tenths of a second for
 * each statement after the first.
 */
export type Prover = {
  /**
   * Waits for its turn, then proves. It does not check the chain: `proveDisclosure` and the other functions refuse
   * chains for which the key is not safe.
   *
   * @throws AnchorlogError `prover_failed` if it fails, `prover_closed` after `close`.
   */
  runWithoutChain(circuit: CircuitName, input: CircuitInput, options?: WatchOptions): Promise<ProverResult>;
  /** Ends the threads, and aborts their work. Resolves once they have ended. */
  close(): Promise<void>;
};

export const failed = (message: string) => new AnchorlogError("prover_failed", `the prover failed: ${message}`);

/** A circuit's witness generator and proving key. */
export type CircuitBytes = { readonly wasm: Uint8Array; readonly zkey: Uint8Array };
/** Reads one of a circuit's files. */
export type ReadCircuit = (circuit: CircuitName, file: keyof CircuitBytes) => Promise<Uint8Array>;

/** A port of Node's threads, or of Web Workers. */
export type Port = {
  postMessage(message: unknown): void;
  /** Only Node has `on`. To make events, each thread of Node loads a large module first. */
  on?(type: "message", listener: (message: object) => void): void;
  addEventListener(type: "message", listener: (event: object) => void, options?: object): void;
  /** A `MessagePort` delivers nothing before. */
  start?(): void;
};

/** Calls a listener with each message. */
function listen(port: Port, listener: (message: never) => void): void {
  if (port.on !== undefined) return port.on("message", listener as (message: object) => void);
  port.addEventListener("message", (event) => listener((event as { readonly data: never }).data));
  port.start?.();
}

/** A witness and the blinding of its proof. `b` computes B. */
type Witnessed = { readonly witness: Uint8Array; readonly blinding: Blinding; readonly b: () => Promise<PartB> };
type Witness = (job: ProverJob) => Promise<Witnessed>;
/** Messages of the second thread, two for each job, or a failure. */
type ResponseB = Omit<Witnessed, "b"> | PartB | { readonly message: string };

function witnessHere(readCircuit: ReadCircuit): Witness {
  const loadWitnesses = keeping(async (circuit) => loadCalculator(await readCircuit(circuit, "wasm")));
  const loadB = keeping(async (circuit) => openProverB(await readKey(circuit, readCircuit)));
  return async ({ circuit, input }) => {
    const wires = (await loadWitnesses(circuit)).calculate(input);
    const witness = new Uint8Array(wires.buffer, wires.byteOffset, wires.byteLength);
    const blinding = randomBlinding();
    return { witness, blinding, b: async () => (await loadB(circuit))(witness, blinding) };
  };
}

/** Takes the results of the second thread, which gets the same jobs, one at a time, and may be ahead. */
function witnessThere(second: Port): Witness {
  const early: ResponseB[] = [];
  let waiting: ((response: ResponseB) => void) | undefined;
  listen(second, (response: ResponseB) => {
    if (waiting === undefined) early.push(response);
    else waiting(response);
    waiting = undefined;
  });
  const next = async <T extends ResponseB>(): Promise<T> => {
    const response = early.shift() ?? (await new Promise<ResponseB>((resolve) => (waiting = resolve)));
    if ("message" in response) throw new Error(response.message);
    return response as T;
  };
  return async () => ({ ...(await next<Omit<Witnessed, "b">>()), b: () => next<PartB>() });
}

/**
 * Proves the jobs that arrive at a port.
 *
 * @param second the port to the second thread, if it runs. It needs each of these jobs as well.
 */
export function serveProver(port: Port, second: Port | undefined, readCircuit: ReadCircuit): void {
  const say = (message: ProverMessage) => port.postMessage(message);
  const witnessOf = second === undefined ? witnessHere(readCircuit) : witnessThere(second);
  const loadA = keeping(async (circuit) => {
    const key = await readKey(circuit, readCircuit);
    return { publics: key.publics, partA: openProverA(key) };
  });
  const prove = async (job: ProverJob): Promise<void> => {
    say({ type: "stage", stage: "load" });
    const loading = loadA(job.circuit).then((loaded) => {
      say({ type: "stage", stage: "witness" });
      return loaded;
    });
    const [{ publics, partA }, { witness, blinding, b }] = await Promise.all([loading, witnessOf(job)]);
    say({ type: "stage", stage: "prove" });
    const proof = partA.finish(partA.prove(witness, blinding), await b(), blinding);
    const wires = wordsOf(witness);
    const publicSignals = Array.from({ length: publics }, (_, i) => signal(wires, i + 1));
    say({ type: "done", proof, publicSignals });
  };
  listen(port, (job: ProverJob) => {
    void prove(job).catch((error: unknown) => say({ type: "failed", message: messageOf(error) }));
  });
}

/** Computes witnesses and B for the first thread. @param port receives the jobs. */
export function serveSecondProver(port: Port, first: Port, readCircuit: ReadCircuit): void {
  const say = (response: ResponseB) => first.postMessage(response);
  const witnessOf = witnessHere(readCircuit);
  const compute = async (job: ProverJob): Promise<void> => {
    const { b, ...found } = await witnessOf(job);
    say(found);
    say(await b());
  };
  listen(port, (job: ProverJob) => {
    void compute(job).catch((error: unknown) => say({ message: messageOf(error) }));
  });
}

/** @throws KeyError if the key is malformed, or proofs under it are not for the verification key of this package. */
async function readKey(circuit: CircuitName, readCircuit: ReadCircuit): Promise<Zkey> {
  const ours = CIRCUIT_KEYS[circuit];
  const key = parseZkey(await readCircuit(circuit, "zkey"), ours);
  if (!isTwin(key, ours)) throw new KeyError(`it is not this package's proving key for ${circuit}`);
  return key;
}

/** Remembers what `load` returns for each circuit. A load that failed is repeated at the next call. */
export function keeping<T>(load: (circuit: CircuitName) => Promise<T>): (circuit: CircuitName) => Promise<T> {
  const loaded = new Map<CircuitName, Promise<T>>();
  return (circuit) => {
    const known = loaded.get(circuit);
    if (known !== undefined) return known;
    const loading = load(circuit);
    loaded.set(circuit, loading);
    loading.catch(() => loaded.delete(circuit));
    return loading;
  };
}

function signal(wires: Uint32Array, wire: number): bigint {
  return wires.subarray(8 * wire, 8 * wire + 8).reduceRight((value, word) => (value << 32n) | BigInt(word), 0n);
}
