/**
 * A prover's first thread: computes witnesses, and of each proof the points A and C; The second thread, ./prover-
 * second-worker.ts, computes B, if it runs. A circuit's files are read once, and kept.
 *
 * @module
 */
import { messageOf } from "../base/errors.ts";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { openProverA, openProverB, randomBlinding } from "../crypto/bn254/groth16.ts";
import type { PartB, Groth16Points, ProverA, ProverB } from "../crypto/bn254/parts.ts";
import { loadCalculator, type WitnessCalculator } from "./calculator.ts";
import type { CircuitName } from "./keys.ts";
import { type CircuitFiles, keeping, readKey } from "./prover-files.ts";
import type { RequestB, ResponseB } from "./prover-second-worker.ts";
import type { CircuitInput } from "./witness.ts";

/** The statement to prove. */
export type ProverJob = { readonly circuit: CircuitName; readonly input: CircuitInput };

/** A prover's stages, in order; `verify` happens in the thread that asked. */
export type ProverStage = "load" | "witness" | "prove" | "verify";

/** Messages of the thread. */
export type ProverMessage =
  | { readonly type: "stage"; readonly stage: ProverStage }
  | { readonly type: "done"; readonly proof: Groth16Points; readonly publicSignals: readonly bigint[] }
  | { readonly type: "failed"; readonly message: string };

type Loaded = {
  readonly calculator: WitnessCalculator;
  readonly publics: number;
  readonly partA: ProverA;
  /** Used without a second thread. */
  readonly partB: ProverB | undefined;
};

const { second, circuits } = workerData as {
  readonly second: MessagePort | undefined;
  readonly circuits: CircuitFiles;
};
const say = (message: ProverMessage) => parentPort!.postMessage(message);

const load = keeping(async (circuit): Promise<Loaded> => {
  const { wasm, zkey } = circuits[circuit];
  const [calculator, key] = await Promise.all([readFile(wasm).then(loadCalculator), readKey(circuit, zkey)]);
  const partB = second === undefined ? openProverB(key) : undefined;
  return { calculator, publics: key.publics, partA: openProverA(key), partB };
});

parentPort!.on("message", (job: ProverJob) => {
  void prove(job).catch((error: unknown) => say({ type: "failed", message: messageOf(error) }));
});

async function prove({ circuit, input }: ProverJob): Promise<void> {
  say({ type: "stage", stage: "load" });
  const { calculator, publics, partA, partB } = await load(circuit);
  say({ type: "stage", stage: "witness" });
  const wires = calculator.calculate(input);
  const witness = new Uint8Array(wires.buffer, wires.byteOffset, wires.byteLength);
  say({ type: "stage", stage: "prove" });
  const blinding = randomBlinding();
  const b = partB === undefined ? askForB({ circuit, witness, blinding }) : partB(witness, blinding);
  const proof = partA.finish(partA.prove(witness, blinding), await b, blinding);
  const publicSignals = Array.from({ length: publics }, (_, i) => signal(wires, i + 1));
  say({ type: "done", proof, publicSignals });
}

async function askForB(request: RequestB): Promise<PartB> {
  const answer = once(second!, "message");
  second!.postMessage(request);
  const [response] = (await answer) as [ResponseB];
  if ("message" in response) throw new Error(response.message);
  return response;
}

function signal(wires: Uint32Array, wire: number): bigint {
  return wires.subarray(8 * wire, 8 * wire + 8).reduceRight((value, word) => (value << 32n) | BigInt(word), 0n);
}
