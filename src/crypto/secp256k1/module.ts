import { reasonOf } from "../engine.ts";
import { type BuiltModule, compileModule, instantiateModule, readModule } from "../webassembly.ts";
import { checkCurve } from "./knownAnswers.ts";
import { recoveryOf, type RecoverPublicKey } from "./recover.ts";
import { signingOf, type SignDigest } from "./sign.ts";

/** Which module: "fused" needs relaxed SIMD, "plain" any SIMD. Both compute the same. */
export type ModuleName = "fused" | "plain";

/** An instance of a module, and the addresses in its memory. */
export type Secp256k1Module = {
  readonly exports: Exports;
  readonly places: ModuleSource;
};

/** A module's exports; engines/generate/secp256k1/module.ts explains them. */
type Exports = {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly prepare: () => void;
  readonly recover: (odd: number) => number;
  readonly prepareSigning: () => void;
  readonly sign: () => void;
};

/** The module, and addresses. */
type ModuleSource = BuiltModule & Readonly<Record<"INPUT" | "OUTPUT" | "KEY" | "DIGEST" | "SIGNATURE", number>>;
const SOURCES: Readonly<Record<ModuleName, () => Promise<ModuleSource>>> = {
  fused: () => import("@anchorlog/engines/secp256k1/fused"),
  plain: () => import("@anchorlog/engines/secp256k1/plain"),
};

/** Recovery and signing, and the name of the module. */
export type Secp256k1 = { readonly name: ModuleName; readonly recover: RecoverPublicKey; readonly sign: SignDigest };

/**
 * Loads and prepares the first module that can be had and gives the known answers: some milliseconds.
 *
 * @param names which ones to try, the best first.
 * @throws Error if WebAssembly or its vectors are missing or forbidden, or if all modules give a wrong answer.
 */
export async function loadSecp256k1(names: readonly ModuleName[] = ["fused", "plain"]): Promise<Secp256k1> {
  const reasons: string[] = [];
  for (const name of names) {
    const places = await SOURCES[name]();
    try {
      return { name, ...openSecp256k1(places) };
    } catch (error) {
      // The next one asks less of the machine.
      reasons.push(`${name}: ${reasonOf(error)}`);
    }
  }
  throw new Error(reasons.join("; "));
}

/** A module that gives the known answers, by its source. Throws if it does not. */
export function openSecp256k1(
  places: ModuleSource,
  code: Uint8Array = readModule(places),
): Pick<Secp256k1, "recover" | "sign"> {
  const module = { exports: instantiateModule(compileModule(code)) as Exports, places };
  const [recover, sign] = [recoveryOf(module), signingOf(module)];
  checkCurve(recover, sign);
  return { recover, sign };
}
