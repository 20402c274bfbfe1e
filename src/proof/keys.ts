/** The keys of this package's circuits, and where proofs under them are evidence. Browser-safe. */
import type { Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import { CIRCUIT_KEYS, type CircuitName } from "./circuitKeys.ts";
import { LOCAL_CHAIN_ID } from "./development.ts";
import { type PreparedKey, prepareKey, verifyGroth16WithoutChain } from "./groth16.ts";

const prepared = new Map<CircuitName, PreparedKey>();

/** A circuit's key, prepared when it is first needed. */
export function circuitKey(circuit: CircuitName): PreparedKey {
  const known = prepared.get(circuit) ?? prepareKey(CIRCUIT_KEYS[circuit]);
  prepared.set(circuit, known);
  return known;
}

/**
 * Whether a proof holds for its public signals, under a circuit's key. Throws ProofError if the proof or a signal is
 * malformed.
 */
export const holdsWithoutChain = (circuit: CircuitName, proof: Uint8Array, signals: readonly bigint[]): boolean =>
  verifyGroth16WithoutChain(circuitKey(circuit), proof, signals);

/** Why proofs of a circuit say nothing about a chain; undefined if they do. */
export function keyDoubt(circuit: CircuitName, chainId: number): { key: Hex; message: string } | undefined {
  const { development, hash } = circuitKey(circuit);
  if (!development || chainId === LOCAL_CHAIN_ID) return undefined;
  const why = `the key ${hash} of ${circuit} is for development: anybody can forge proofs under it`;
  return { key: hash, message: `${why}, so that they say nothing about chain ${chainId}` };
}

/**
 * Checks that proofs of a circuit are evidence on a chain.
 *
 * @param chainId EIP-155 chain id.
 * @throws AnchorlogError `development_key`, details {circuit, chainId, key}, if the circuit's key is for development and
 *   the chain is not 31337.
 * @example
 * assertKeyServes("disclosure", 1) // throws: the published keys are for development
 * const prover = await openProver()
 */
export function assertKeyServes(circuit: CircuitName, chainId: number): void {
  const doubt = keyDoubt(circuit, chainId);
  if (doubt === undefined) return;
  throw new AnchorlogError("development_key", doubt.message, {
    fix: `use a release whose keys come from a ceremony, or a chain ${LOCAL_CHAIN_ID} of your own`,
    details: { circuit, chainId, key: doubt.key },
  });
}
