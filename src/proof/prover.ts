/**
 * Makes disclosure proofs. Node only. snarkjs, which is GPL-3.0 and an optional peer dependency, is
 * loaded in a child process: it breaks in worker threads, never stops its own workers, and so leaves
 * neither threads nor memory behind.
 *
 * @module
 */
import { fork } from "node:child_process";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { AnchorlogError } from "../errors.ts";
import { type DisclosureClaim, verifyDisclosureProof } from "./disclosure.ts";
import { encodeProof, ProofError, proofFromSnarkjs } from "./groth16.ts";
import type { ProverJob, ProverMessage, ProverStage } from "./prover-child.ts";
import { type CircuitInput, type DisclosureStatement, disclosureWitness } from "./witness.ts";

export { type DisclosureStatement, StatementError } from "./witness.ts";
export type { ProverStage } from "./prover-child.ts";

// The child has this file's extension: .ts beside the sources, .js in dist/.
const CHILD = new URL(`./prover-child${extname(fileURLToPath(import.meta.url))}`, import.meta.url);
// src/ and dist/ are both one level below the package's root.
const artifact = (name: string) => fileURLToPath(new URL(`../../circuits/artifacts/${name}`, import.meta.url));

/** What may be watched and stopped. */
export type ProveOptions = {
  /** Stops the prover at once; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Told of each stage as it begins. */
  readonly onProgress?: (stage: ProverStage) => void;
};

/** A disclosure's proof: 256 bytes, the public signals it holds for, and what they say. */
export type DisclosureProof = {
  readonly proof: Uint8Array;
  readonly signals: readonly bigint[];
  readonly claim: DisclosureClaim;
};

/**
 * Proves a disclosure, in about a second and 300 MB, in a process of its own. The proof has passed this
 * package's own verifier when it is returned.
 *
 * Two proofs of one statement differ: they are randomized.
 *
 * @throws StatementError at once where the statement is false or cannot be made.
 * @throws AnchorlogError `prover_missing` where snarkjs is not installed, `prover_failed` where it fails.
 * @example
 * ```ts
 * const { proof, claim } = await proveDisclosure({
 *   commitmentInput, position, path, count, zkRoot,
 *   reveal: [0], subject: "actor", scope: 1n, beneficiary: commitmentInput.actor,
 * });
 * ```
 */
export async function proveDisclosure(
  statement: DisclosureStatement,
  options: ProveOptions = {},
): Promise<DisclosureProof> {
  options.signal?.throwIfAborted();
  const { claim, signals, input } = disclosureWitness(statement);
  const result = await runChild(
    { input: toDecimals(input), wasm: artifact("disclosure.wasm"), zkey: artifact("disclosure.zkey") },
    options,
  );
  if (result.publicSignals.join() !== signals.join()) throw failed("it computed other public signals");
  options.onProgress?.("verify");
  const proof = readProof(result.proof);
  if (!verifyDisclosureProof(proof, signals)) throw failed("its proof does not hold");
  return { proof, signals, claim };
}

type Result = Extract<ProverMessage, { type: "done" }>;

function runChild(job: ProverJob, { signal, onProgress }: ProveOptions): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const child = fork(CHILD, {
      // Not the parent's own flags: what loads or inspects it must not do so to the child.
      execArgv: CHILD.pathname.endsWith(".ts") ? ["--experimental-strip-types"] : [],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let complaints = "";
    child.stderr?.on("data", (chunk: Buffer) => (complaints = (complaints + chunk.toString()).slice(-2000)));
    const abort = () => child.kill("SIGKILL");
    signal?.addEventListener("abort", abort, { once: true });

    let outcome: Result | AnchorlogError | undefined;
    child.on("message", (message: ProverMessage) => {
      if (message.type === "stage") onProgress?.(message.stage);
      else if (message.type === "done") outcome = message;
      else if (message.type === "missing") outcome = missing();
      else outcome = failed(message.message);
    });
    child.once("error", (error) => (outcome ??= failed(error.message)));
    // Only once the child is gone: a proof must leave no process behind.
    child.once("close", (code, killedBy) => {
      signal?.removeEventListener("abort", abort);
      if (signal?.aborted === true) reject(signal.reason as Error);
      else if (outcome === undefined)
        reject(failed(`it ended with ${killedBy ?? `code ${code}`}\n${complaints}`.trim()));
      else if (outcome instanceof AnchorlogError) reject(outcome);
      else resolve(outcome);
    });
    child.send(job, (error) => {
      if (error !== null) outcome ??= failed(error.message);
    });
  });
}

function readProof(proof: Result["proof"]): Uint8Array {
  try {
    return encodeProof(proofFromSnarkjs(proof));
  } catch (error) {
    if (error instanceof ProofError) throw failed(error.message);
    throw error;
  }
}

/** Integers as decimal strings, as snarkjs takes them and messages can carry them. */
function toDecimals(input: CircuitInput): ProverJob["input"] {
  return JSON.parse(
    JSON.stringify(input, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value)),
  ) as ProverJob["input"];
}

const failed = (message: string) => new AnchorlogError("prover_failed", `the prover failed: ${message}`);

const missing = () =>
  new AnchorlogError("prover_missing", "proofs are made by snarkjs, which is not installed", {
    fix: "npm install snarkjs@0.7.6 (GPL-3.0)",
  });
