/**
 * The work of a prover's two threads, over ports that Node's threads and Web Workers both have. The first computes of
 * each proof the points A and C; the second, if it runs, the witness and B. A circuit's files are read once, and kept.
 * Browser-safe.
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

type RequestB = ProverJob & { readonly blinding: Blinding };
type ResponseB = { readonly witness: Uint8Array } | PartB | { readonly message: string };
/** Computes B. Passes the witness to `found` before. */
type ComputeB = (request: RequestB, found: (witness: Uint8Array) => void) => Promise<PartB>;

function computeHere(readCircuit: ReadCircuit): ComputeB {
  const loadWitnesses = keeping(async (circuit) => loadCalculator(await readCircuit(circuit, "wasm")));
  const loadB = keeping(async (circuit) => openProverB(await readKey(circuit, readCircuit)));
  return async ({ circuit, input, blinding }, found) => {
    const wires = (await loadWitnesses(circuit)).calculate(input);
    const witness = new Uint8Array(wires.buffer, wires.byteOffset, wires.byteLength);
    found(witness);
    return (await loadB(circuit))(witness, blinding);
  };
}

/** Computes in the second thread, one request at a time. */
function computeThere(second: Port): ComputeB {
  let receive: (response: ResponseB) => void;
  listen(second, (response: ResponseB) => receive(response));
  return (request, found) =>
    new Promise((resolve, reject) => {
      receive = (response) => {
        if ("witness" in response) found(response.witness);
        else if ("message" in response) reject(new Error(response.message));
        else resolve(response);
      };
      second.postMessage(request);
    });
}

/** Proves the jobs that arrive at a port. @param second the port to the second thread, if it runs. */
export function serveProver(port: Port, second: Port | undefined, readCircuit: ReadCircuit): void {
  const say = (message: ProverMessage) => port.postMessage(message);
  const computeB = second === undefined ? computeHere(readCircuit) : computeThere(second);
  const loadA = keeping(async (circuit) => {
    const key = await readKey(circuit, readCircuit);
    return { publics: key.publics, partA: openProverA(key) };
  });
  const prove = async ({ circuit, input }: ProverJob): Promise<void> => {
    say({ type: "stage", stage: "load" });
    const blinding = randomBlinding();
    const found = Promise.withResolvers<Uint8Array>();
    const b = computeB({ circuit, input, blinding }, found.resolve);
    b.catch(found.reject);
    const loading = loadA(circuit).then((loaded) => {
      say({ type: "stage", stage: "witness" });
      return loaded;
    });
    const [{ publics, partA }, witness] = await Promise.all([loading, found.promise]);
    say({ type: "stage", stage: "prove" });
    const proof = partA.finish(partA.prove(witness, blinding), await b, blinding);
    const wires = wordsOf(witness);
    const publicSignals = Array.from({ length: publics }, (_, i) => signal(wires, i + 1));
    say({ type: "done", proof, publicSignals });
  };
  listen(port, (job: ProverJob) => {
    void prove(job).catch((error: unknown) => say({ type: "failed", message: messageOf(error) }));
  });
}

/** Computes witnesses and B for the first thread. */
export function serveSecondProver(first: Port, readCircuit: ReadCircuit): void {
  const say = (response: ResponseB) => first.postMessage(response);
  const compute = computeHere(readCircuit);
  listen(first, (request: RequestB) => {
    void compute(request, (witness) => say({ witness }))
      .then(say)
      .catch((error: unknown) => say({ message: messageOf(error) }));
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
