import { poseidonEngine } from "../poseidon/hash.ts";
import { sha256Engine } from "../merkle/hash.ts";
import { engineChoice, type EngineUse, type Primitive } from "../engine.ts";
import { currentUses } from "./engine.ts";

/**
 * What computes each primitive in this thread, and why that does: loads what was not used so far, as its first use
 * would. `prover` makes Groth16 proofs, `pairing` verifies them.
 *
 * @throws AnchorlogError `unknown_engine` where the environment's choice is none.
 * @example
 * const { sha256 } = await engines() // { engine: "wasm", why: "its module gives the known answers" }
 */
export async function engines(): Promise<Readonly<Record<Primitive, EngineUse>>> {
  engineChoice();
  // Loaded on demand: whoever neither proves nor verifies proofs does not need them.
  const [{ pairingEngine }, { proverEngine }] = await Promise.all([
    import("../bn254/pairing.ts"),
    import("../bn254/groth16.ts"),
  ]);
  return {
    ...currentUses(),
    sha256: sha256Engine.use(),
    poseidon: poseidonEngine.use(),
    pairing: pairingEngine.use(),
    prover: proverEngine.use(),
  };
}
