/**
 * The work of a prover's two threads, over ports that Node's threads and Web Workers both have. The first computes
 * witnesses, and of each proof the points A and C; the second, if it runs, computes B. A circuit's files are read once,
 * and kept. Browser-safe.
 *
 * @module
 */
import { AnchorlogError, messageOf } from "../base/errors.ts";
import { openProverA, openProverB, randomBlinding } from "../crypto/bn254/groth16.ts";
import type { Blinding, Groth16Points, PartB, ProverA, ProverB } from "../crypto/bn254/parts.ts";
import { isTwin, KeyError, parseZkey, type Zkey } from "../crypto/bn254/zkey.ts";
import { loadCalculator, type WitnessCalculator } from "./calculator.ts";
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
  /** Only Node has `on` and `once`. To make events, each thread of Node loads a large module first. */
  on?(type: "message", listener: (message: object) => void): void;
  once?(type: "message", listener: (message: object) => void): void;
  addEventListener(type: "message", listener: (event: object) => void, options?: object): void;
  /** A `MessagePort` delivers nothing before. */
  start?(): void;
};

/** Calls a listener with each message, or with the next one. */
function listen(port: Port, listener: (message: never) => void, options: { readonly once?: boolean } = {}): void {
  const receive = port[options.once === true ? "once" : "on"];
  if (receive !== undefined) return receive.call(port, "message", listener as (message: object) => void);
  port.addEventListener("message", (event) => listener((event as { readonly data: never }).data), options);
  port.start?.();
}

type RequestB = { readonly circuit: CircuitName; readonly witness: Uint8Array; readonly blinding: Blinding };
type ResponseB = PartB | { readonly message: string };

type Loaded = {
  readonly calculator: WitnessCalculator;
  readonly publics: number;
  readonly partA: ProverA;
  /** Used without a second thread. */
  readonly partB: ProverB | undefined;
};

/** Proves the jobs that arrive at a port. @param second the port to the second thread, if it runs. */
export function serveProver(port: Port, second: Port | undefined, readCircuit: ReadCircuit): void {
  const say = (message: ProverMessage) => port.postMessage(message);
  const load = keeping(async (circuit): Promise<Loaded> => {
    const [calculator, key] = await Promise.all([
      readCircuit(circuit, "wasm").then(loadCalculator),
      readKey(circuit, readCircuit),
    ]);
    const partB = second === undefined ? openProverB(key) : undefined;
    return { calculator, publics: key.publics, partA: openProverA(key), partB };
  });
  const prove = async ({ circuit, input }: ProverJob): Promise<void> => {
    say({ type: "stage", stage: "load" });
    const { calculator, publics, partA, partB } = await load(circuit);
    say({ type: "stage", stage: "witness" });
    const wires = calculator.calculate(input);
    const witness = new Uint8Array(wires.buffer, wires.byteOffset, wires.byteLength);
    say({ type: "stage", stage: "prove" });
    const blinding = randomBlinding();
    const b = partB === undefined ? askForB(second!, { circuit, witness, blinding }) : partB(witness, blinding);
    const proof = partA.finish(partA.prove(witness, blinding), await b, blinding);
    const publicSignals = Array.from({ length: publics }, (_, i) => signal(wires, i + 1));
    say({ type: "done", proof, publicSignals });
  };
  listen(port, (job: ProverJob) => {
    void prove(job).catch((error: unknown) => say({ type: "failed", message: messageOf(error) }));
  });
}

async function askForB(second: Port, request: RequestB): Promise<PartB> {
  const response = await new Promise<ResponseB>((resolve) => {
    listen(second, resolve, { once: true });
    second.postMessage(request);
  });
  if ("message" in response) throw new Error(response.message);
  return response;
}

/** Computes B for the first thread. @param port receives the circuit that is proved next, so that its key is loaded. */
export function serveSecondProver(port: Port, first: Port, readCircuit: ReadCircuit): void {
  const load = keeping(async (circuit) => openProverB(await readKey(circuit, readCircuit)));
  // The key's points are loaded while the witness is computed. A failure is reported when B is asked for.
  listen(port, (circuit: CircuitName) => void load(circuit).catch(() => {}));
  listen(first, ({ circuit, witness, blinding }: RequestB) => {
    void load(circuit)
      .then((prove) => prove(witness, blinding))
      .catch((error: unknown) => ({ message: messageOf(error) }))
      .then((response: ResponseB) => first.postMessage(response));
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
