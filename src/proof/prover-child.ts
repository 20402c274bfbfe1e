/**
 * The prover's process: takes one job from its parent, answers, and ends. The only file of the package
 * that loads snarkjs.
 *
 * @module
 */
import type { SnarkjsProof } from "snarkjs";

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
  | { readonly type: "done"; readonly proof: SnarkjsProof; readonly publicSignals: readonly string[] }
  | { readonly type: "missing" }
  | { readonly type: "failed"; readonly message: string };

// A parent that is gone needs no proof.
process.once("disconnect", () => process.exit());
process.once("message", (job: ProverJob) => {
  void prove(job)
    .catch((error: unknown) => say({ type: "failed", message: error instanceof Error ? error.message : String(error) }))
    // snarkjs' workers would keep the process alive.
    .finally(() => process.exit());
});

async function prove({ input, wasm, zkey }: ProverJob): Promise<void> {
  await say({ type: "stage", stage: "load" });
  const snarkjs = await import("snarkjs").catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw error;
  });
  if (snarkjs === undefined) return say({ type: "missing" });
  await say({ type: "stage", stage: "witness" });
  const witness = { type: "mem" as const };
  await snarkjs.wtns.calculate(input, wasm, witness);
  await say({ type: "stage", stage: "prove" });
  const { proof, publicSignals } = await snarkjs.groth16.prove(zkey, witness);
  await say({ type: "done", proof, publicSignals });
}

/** Resolves once the parent has the message. */
function say(message: ProverMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, (error: Error | null) => (error === null ? resolve() : reject(error)));
  });
}
