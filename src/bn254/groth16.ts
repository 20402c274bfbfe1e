/**
 * Groth16 proofs (Groth, "On the Size of Pairing-based Non-interactive Arguments", 2016), from keys in snarkjs's
 * format and witnesses of 32 little-endian bytes a wire. Touches nothing of Node or browsers but WebAssembly and
 * their random generator.
 *
 * A proof is A = α + Σ w_i A_i + r δ, B = β + Σ w_i B_i + s δ and C = Σ w_i C_i + Σ h_i H_i + s A + r B - r s δ, where
 * the last B is that in G1. It is made in two parts that know nothing of each other, for two threads.
 *
 * They take time that depends on the witness: prove nothing where others can measure it.
 *
 * @module
 */
import { bigintProverA, bigintProverB } from "./bigintProver.ts";
import { instantiate } from "./engine.ts";
import { randomScalar } from "./numbers.ts";
import type { Blinding, Proof, ProverA, ProverB } from "./parts.ts";
import { wasmProverA, wasmProverB } from "./wasmProver.ts";
import type { Zkey } from "./zkey.ts";

/** Fresh random scalars, from the system's generator. */
export const randomBlinding = (): Blinding => ({ r: randomScalar(), s: randomScalar() });

/**
 * Reads what A and C need of a key, for many proofs: in WebAssembly where it runs, with fused multiply-adds in its
 * vectors; else in bigints, which take seconds for a proof.
 *
 * @throws KeyError where a point is not on its curve.
 */
export function openProverA(key: Zkey): ProverA {
  const engine = instantiate();
  return engine === undefined ? bigintProverA(key) : wasmProverA(engine, key);
}

/** As {@link openProverA}, for B. */
export function openProverB(key: Zkey): ProverB {
  const engine = instantiate();
  return engine === undefined ? bigintProverB(key) : wasmProverB(engine, key);
}

/**
 * Opens a prover that works in this thread.
 *
 * @param key From `parseZkey`.
 * @returns `prove(witness)`: a proof that holds for the witness's public signals if it satisfies the circuit, and
 *   does not hold otherwise. Throws RangeError for what is no witness: 32 little-endian bytes a wire, below r.
 * @throws KeyError where a point of the key is not on its curve.
 * @example
 * ```ts
 * const prove = openGroth16(parseZkey(await readFile("circuit.zkey")));
 * const { a, b, c } = prove(witness);
 * ```
 */
export function openGroth16(key: Zkey): (witness: Uint8Array) => Proof {
  const [partA, partB] = [openProverA(key), openProverB(key)];
  return (witness) => {
    const blinding = randomBlinding();
    return partA.finish(partA.prove(witness, blinding), partB(witness, blinding), blinding);
  };
}
