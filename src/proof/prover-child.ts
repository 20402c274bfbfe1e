/**
 * The prover's process: takes jobs from its parent, one at a time, and answers each; ends with its parent. The only
 * file of the package that loads snarkjs. What a circuit needs is read and compiled once.
 *
 * @module
 */
import { readFile } from "node:fs/promises";
import type * as Snarkjs from "snarkjs";
import { loadCalculator, type WitnessCalculator } from "./calculator.ts";
import type { CircuitInput } from "./witness.ts";

/** What is to be proven: a circuit's input in decimals, and the paths of its artifacts. */
export type ProverJob = {
  readonly input: Readonly<Record<string, unknown>>;
  readonly wasm: string;
  readonly zkey: string;
};

/** What a prover does, in this order; `verify` happens in the parent. */
export type ProverStage = "load" | "witness" | "prove" | "verify";

/** What the child says. */
export type ProverMessage =
  | { readonly type: "stage"; readonly stage: ProverStage }
  | { readonly type: "done"; readonly proof: Snarkjs.SnarkjsProof; readonly publicSignals: readonly string[] }
  | { readonly type: "missing" }
  | { readonly type: "failed"; readonly message: string };

type Loaded = { readonly calculator: WitnessCalculator; readonly zkey: Uint8Array };

const circuits = new Map<string, Promise<Loaded>>();
let snarkjs: typeof Snarkjs | undefined;

// A parent that is gone needs no proof.
process.once("disconnect", () => process.exit());
process.on("message", (job: ProverJob) => {
  void prove(job).catch((error: unknown) =>
    say({ type: "failed", message: error instanceof Error ? error.message : String(error) }),
  );
});

async function prove({ input, wasm, zkey }: ProverJob): Promise<void> {
  await say({ type: "stage", stage: "load" });
  snarkjs ??= await import("snarkjs").catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw error;
  });
  if (snarkjs === undefined) return say({ type: "missing" });
  const circuit = await load(wasm, zkey);
  await say({ type: "stage", stage: "witness" });
  const witness = circuit.calculator.calculateFile(fromDecimals(input) as CircuitInput);
  await say({ type: "stage", stage: "prove" });
  const { proof, publicSignals } = await snarkjs.groth16.prove(inMemory(circuit.zkey), inMemory(witness));
  await say({ type: "done", proof, publicSignals });
}

function load(wasm: string, zkey: string): Promise<Loaded> {
  const known = circuits.get(zkey);
  if (known !== undefined) return known;
  const loading = Promise.all([readFile(wasm).then(loadCalculator), readFile(zkey)]).then(([calculator, key]) => ({
    calculator,
    zkey: key,
  }));
  circuits.set(zkey, loading);
  return loading;
}

const inMemory = (data: Uint8Array) => ({ type: "mem" as const, data });

function fromDecimals(value: unknown): unknown {
  if (typeof value === "string") return BigInt(value);
  if (Array.isArray(value)) return value.map(fromDecimals);
  return Object.fromEntries(Object.entries(value as object).map(([name, inner]) => [name, fromDecimals(inner)]));
}

/** Resolves once the parent has the message. */
function say(message: ProverMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, (error: Error | null) => (error === null ? resolve() : reject(error)));
  });
}
