import { poseidonEngine } from "../crypto/poseidon/hash.ts";
import { sha256Engine } from "../crypto/merkle/hash.ts";
import { engineChoice, type EngineUse, type Primitive } from "../crypto/engine.ts";
import { currentUses } from "./engine.ts";

/**
 * Returns the engine of each primitive in this thread, and the reason for it. It loads the primitives that were not
 * used so far. `prover` makes Groth16 proofs, `pairing` verifies them.
 *
 * @throws AnchorlogError `unknown_engine` if the environment's choice is unknown.
 * @example
 * const { sha256 } = await engines() // { engine: "wasm", why: "its module gives the known answers" }
 */
export async function engines(): Promise<Readonly<Record<Primitive, EngineUse>>> {
  engineChoice();
  // Loaded on demand, since only proving and verifying proofs need them.
  const [{ pairingEngine }, { proverUse }] = await Promise.all([
    import("../crypto/bn254/pairing.ts"),
    import("../crypto/bn254/groth16.ts"),
  ]);
  return {
    ...currentUses(),
    sha256: sha256Engine.use(),
    poseidon: poseidonEngine.use(),
    pairing: pairingEngine.use(),
    prover: proverUse(),
  };
}
