/** Makes one proof of one circuit from its witness. */
import type { AbsenceClaim } from "./absence.ts";
import { type AbsenceStatement, absenceWitness } from "./absenceWitness.ts";
import type { DisclosureClaim } from "./disclosure.ts";
import { encodeProof } from "./groth16.ts";
import type { OrderClaim } from "./order.ts";
import { type OrderStatement, orderWitness } from "./orderWitness.ts";
import type { CircuitName } from "./circuitKeys.ts";
import { holdsWithoutChain } from "./keys.ts";
import { failed, type Prover, type ProverStage } from "./proving.ts";
import { type CircuitInput, type DisclosureStatement, disclosureWitness } from "./witness.ts";

/** Options to watch and stop a proof, and the prover. */
export type ProveOptions = {
  /** Stops the prover at once; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called as each stage begins. */
  readonly onProgress?: ((stage: ProverStage) => void) | undefined;
  /** A prover that has its keys loaded; without one, threads are started for this proof, and end with it. */
  readonly prover?: Prover | undefined;
};

/** A proof of 256 bytes, its public signals, and the claim that they express. */
export type ProvenClaim<C> = {
  readonly proof: Uint8Array;
  readonly signals: readonly bigint[];
  readonly claim: C;
};

/**
 * Proves a disclosure, off the main thread. The proof has passed this package's own verifier when it is returned. Two
 * proofs of one statement differ: they are randomized. A statement does not name a chain, so this does not check it:
 * under a development key, a proof is evidence on chain 31337 only.
 *
 * @throws StatementError at once if the statement is false or cannot be made.
 * @throws AnchorlogError `prover_failed` if the prover fails; without a `prover`, also as `openProver`.
 */
export const proveDisclosureStatementWithoutChain = async (
  statement: DisclosureStatement,
  options: ProveOptions = {},
): Promise<ProvenClaim<DisclosureClaim>> => prove("disclosure", () => disclosureWitness(statement), options);

/** Proves an order; otherwise as {@link proveDisclosureStatementWithoutChain}. */
export const proveOrderStatementWithoutChain = async (
  statement: OrderStatement,
  options: ProveOptions = {},
): Promise<ProvenClaim<OrderClaim>> => prove("order", () => orderWitness(statement), options);

/** Proves an absence from one segment; otherwise as {@link proveDisclosureStatementWithoutChain}. */
export const proveAbsenceStatementWithoutChain = async (
  statement: AbsenceStatement,
  options: ProveOptions = {},
): Promise<ProvenClaim<AbsenceClaim>> => prove("absence", () => absenceWitness(statement), options);

type CircuitAssignment<C> = { readonly claim: C; readonly signals: readonly bigint[]; readonly input: CircuitInput };

async function prove<C>(
  circuit: CircuitName,
  make: () => CircuitAssignment<C>,
  options: ProveOptions,
): Promise<ProvenClaim<C>> {
  const { signal, onProgress } = options;
  signal?.throwIfAborted();
  const { claim, signals, input } = make();
  // Loaded late: browsers have other threads.
  const prover = options.prover ?? (await (await import("./prover-threads.ts")).openProver());
  try {
    const result = await prover.runWithoutChain(circuit, input, { signal, onProgress });
    if (result.publicSignals.join() !== signals.join()) throw failed("it computed other public signals");
    onProgress?.("verify");
    const proof = encodeProof(result.proof);
    if (!holdsWithoutChain(circuit, proof, signals)) throw failed("its proof does not hold");
    return { proof, signals, claim };
  } finally {
    if (options.prover === undefined) await prover.close();
  }
}
