import { reasonOf } from "../../base/errors.ts";
import { type BuiltModule, compileModule, instantiateModule, readModule } from "../webassembly.ts";
import { checkCurve } from "./knownAnswers.ts";
import { openKnownKeys, type KnownKeys } from "./knownKeys.ts";
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
  readonly memory: { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number };
  readonly prepare: () => void;
  readonly recover: (odd: number) => number;
  readonly prepareSigning: () => void;
  readonly sign: () => void;
  readonly addKey: (table: number, generator: number) => void;
  readonly checkMany: (count: number) => void;
};

/** The module, and addresses. */
type Address = "INPUT" | "OUTPUT" | "KEY" | "DIGEST" | "SIGNATURE";
type KnownKeysAddress = "JOBS" | "MOST_JOBS" | "BASE_TABLE" | "KEY_TABLES" | "KEY_TABLE_BYTES" | "MOST_PAGES";
type JobOffset = "TABLE" | "ODD" | "RESULT" | "R" | "DIGEST" | "BYTES";
type ModuleSource = BuiltModule &
  Readonly<Record<Address | KnownKeysAddress, number>> & { readonly JOB: Readonly<Record<JobOffset, number>> };
const SOURCES: Readonly<Record<ModuleName, () => Promise<ModuleSource>>> = {
  fused: () => import("@anchorlog/engines/secp256k1/fused"),
  plain: () => import("@anchorlog/engines/secp256k1/plain"),
};

/** Recovery and signing, and the name of the module. */
export type Secp256k1 = {
  readonly name: ModuleName;
  readonly recover: RecoverPublicKey;
  readonly sign: SignDigest;
  /** Opens tables of known keys, in memory of their own. @throws Error if they give a wrong answer. */
  readonly openKnownKeys: () => KnownKeys;
};

/**
 * Loads and prepares the first module that can be had and gives the known answers: some milliseconds.
 *
 * @param names which ones to try, the best first.
 * @throws Error if WebAssembly or its vectors are missing or forbidden, or if all modules give a wrong answer.
 */
export async function loadSecp256k1(names: readonly ModuleName[] = ["fused", "plain"]): Promise<Secp256k1> {
  const reasons: string[] = [];
  for (const name of names) {
    try {
      return { name, ...openSecp256k1(await SOURCES[name]()) };
    } catch (error) {
      // The next module needs fewer features of the machine.
      reasons.push(`${name}: ${reasonOf(error)}`);
    }
  }
  throw new Error(reasons.join("; "));
}

/** A module that gives the known answers, by its source. Throws if it does not. */
export function openSecp256k1(places: ModuleSource, code: Uint8Array = readModule(places)): Omit<Secp256k1, "name"> {
  const compiled = compileModule(code);
  const instantiate = (): Secp256k1Module => ({ exports: instantiateModule(compiled) as Exports, places });
  const module = instantiate();
  const [recover, sign] = [recoveryOf(module), signingOf(module)];
  checkCurve(recover, sign);
  return { recover, sign, openKnownKeys: () => openKnownKeys(instantiate(), sign) };
}
