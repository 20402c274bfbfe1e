/**
 * Groth16 proofs (Groth, "On the Size of Pairing-based Non-interactive Arguments", 2016), from keys in snarkjs's format
 * and witnesses of 32 little-endian bytes a wire. It uses nothing of Node or browsers except WebAssembly and the random
 * generator.
 *
 * A proof is A = α + Σ w_i A_i + r δ, B = β + Σ w_i B_i + s δ and C = Σ w_i C_i + Σ h_i H_i + s A + r B - r s δ. The
 * B in the formula of C is in G1. A proof is made in two independent parts, for two threads.
 *
 * The time that they take depends on the witness: do not prove anything if others can measure that time.
 *
 * @module
 */
import { bigintProverA, bigintProverB } from "./bigintProver.ts";
import { type Chooser, createChooser, type EngineUse, warnOfFallback } from "../engine.ts";
import { reasonOf } from "../../base/errors.ts";
import { compileGroups, type Engine, openGroups } from "./engine.ts";
import { checkProverA, checkProverB } from "./knownAnswers.ts";
import { randomScalar } from "./numbers.ts";
import type { Blinding, Groth16Points, ProverA, ProverB } from "./parts.ts";
import { wasmProverA, wasmProverB } from "./wasmProver.ts";
import type { Zkey } from "./zkey.ts";

/** Fresh random scalars, from the system's generator. */
export const randomBlinding = (): Blinding => ({ r: randomScalar(), s: randomScalar() });

/** The part of a proof that a thread computes: A and C, or B. */
type Part = "A" | "B";

/**
 * Compiles our WebAssembly, has it compute a part of a known proof, and returns a function that makes instances.
 *
 * @throws Error if WebAssembly or its relaxed vectors are missing or forbidden, or if it gives a wrong answer, as on
 *   a machine without fused multiply-adds.
 */
export function loadWasmProver(part: Part, code?: Uint8Array): () => Engine {
  const module = compileGroups(code);
  const engine = openGroups(module);
  if (part === "A") checkProverA((key) => wasmProverA(engine, key));
  else checkProverB((key) => wasmProverB(engine, key));
  return () => openGroups(module);
}

type PartEngine = Chooser<(() => Engine) | undefined>;

/** WebAssembly if its vectors have fused multiply-adds here, else bigints. A thread checks only the part it computes. */
const engineOf = (part: Part): PartEngine =>
  createChooser(
    "prover",
    () => loadWasmProver(part),
    () => undefined,
  );
const [engineA, engineB] = [engineOf("A"), engineOf("B")];

/** Loads the engine of a part, which the first proof would otherwise do. */
export const loadEngineOf = (part: Part): void => void (part === "A" ? engineA : engineB).get();

/** Returns the engine of both parts, and the reason for it: bigints if either part has them. */
export function proverUse(): EngineUse {
  const use = engineA.use();
  return use.engine === "javascript" ? use : engineB.use();
}

function openBy<T>(
  engineOfPart: PartEngine,
  wasm: (engine: Engine, key: Zkey) => T,
  bigint: (key: Zkey) => T,
  key: Zkey,
): T {
  const open = engineOfPart.get();
  if (open === undefined) return bigint(key);
  let engine: Engine;
  try {
    engine = open();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    warnOfFallback("prover", reasonOf(error));
    return bigint(key);
  }
  return wasm(engine, key);
}

/**
 * Reads the parts of a key that A and C need, for many proofs: in WebAssembly, or in bigints, which take many seconds
 * for a proof.
 *
 * @throws KeyError if a point is not on its curve.
 */
export const openProverA = (key: Zkey): ProverA => openBy(engineA, wasmProverA, bigintProverA, key);

/** As {@link openProverA}, for B. */
export const openProverB = (key: Zkey): ProverB => openBy(engineB, wasmProverB, bigintProverB, key);

/**
 * Opens a prover that works in this thread.
 *
 * @param key From `parseZkey`.
 * @returns `prove(witness)`: a proof that holds for the witness's public signals if it satisfies the circuit, and
 *   does not hold otherwise. Throws RangeError if the witness is malformed: 32 little-endian bytes a wire, below r.
 * @throws KeyError if a point of the key is not on its curve.
 * @example
 * ```ts
 * const prove = openGroth16(parseZkey(await readFile("circuit.zkey")));
 * const { a, b, c } = prove(witness);
 * ```
 */
export function openGroth16(key: Zkey): (witness: Uint8Array) => Groth16Points {
  const [partA, partB] = [openProverA(key), openProverB(key)];
  return (witness) => {
    const blinding = randomBlinding();
    return partA.finish(partA.prove(witness, blinding), partB(witness, blinding), blinding);
  };
}
