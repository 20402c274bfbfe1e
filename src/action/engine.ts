/** Which code hashes, recovers and signs, and the choice for all that computes: the same verdicts whatever it is. */
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import {
  checkChoice,
  type EngineChoice,
  engineChoice,
  type EngineName,
  type EngineUse,
  engineFailures,
  load,
  type Loaded,
  type Primitive,
  reasonOf,
  setEngineChoice,
  warnOfFallback,
  whyChosen,
  WHY_WASM,
} from "../engine.ts";
import { AnchorlogError } from "../errors.ts";
import { assertSecretKey } from "../secp256k1/secretKey.ts";
import { hashBytes, type Hasher } from "./hasher.ts";
import { createNobleHasher } from "./nobleHasher.ts";
import { wasmHasher } from "./wasmHasher.ts";

export type { EngineChoice, EngineName, EngineUse, Primitive } from "../engine.ts";

/** Recovery and signing with secp256k1. */
export type Curve = {
  /**
   * The public key behind an ECDSA signature, uncompressed (65 bytes).
   *
   * @param digest 32 bytes.
   * @param signature `r ‖ s`, 64 bytes, both from 1 to n - 1: the caller has made sure of that.
   * @param recovery the parity of R's y coordinate.
   * @returns undefined where no key is behind it.
   */
  recover(digest: Uint8Array, signature: Uint8Array, recovery: 0 | 1): Uint8Array | undefined;
  /**
   * A deterministic ECDSA signature (RFC 6979) with s in the lower half: the same on every engine.
   *
   * @param digest 32 bytes.
   * @param secretKey 32 bytes, from 1 to n - 1.
   * @returns `r ‖ s ‖ v`, 65 bytes, v 27 or 28.
   * @throws RangeError where the key is no such number.
   */
  sign(digest: Uint8Array, secretKey: Uint8Array): Uint8Array;
};

/** What verifying actions spends its time in. */
export type Engine = Curve & {
  /** What recovers and signs. */
  readonly name: EngineName;
  /** The memory that actions are written to and hashed in. */
  readonly hasher: Hasher;
  /** Keccak-256. Never keeps `bytes`, and gives a buffer of its own. */
  keccak256(bytes: Uint8Array): Uint8Array;
};

/** `r ‖ s ‖ v` from `r ‖ s` and the parity that v stands for. */
export function withRecovery(signature: Uint8Array, recovery: number): Uint8Array {
  const out = new Uint8Array(65);
  out.set(signature);
  out[64] = 27 + recovery;
  return out;
}

const nobleCurve: Curve = {
  recover(digest, signature, recovery) {
    try {
      const parsed = secp256k1.Signature.fromBytes(signature, "compact").addRecoveryBit(recovery);
      return parsed.recoverPublicKey(digest).toBytes(false);
    } catch {
      return undefined;
    }
  },
  sign(digest, secretKey) {
    assertSecretKey(secretKey);
    const recovered = secp256k1.sign(digest, secretKey, { prehash: false, format: "recovered" });
    return withRecovery(recovered.subarray(1), recovered[0]!);
  },
};

const javascript: Engine = {
  name: "javascript",
  hasher: createNobleHasher(),
  keccak256: keccak_256,
  ...nobleCurve,
};

/** An engine, and why each of its parts is what it is. */
type Choice = { readonly engine: Engine; readonly uses: Readonly<Record<"keccak256" | "secp256k1", EngineUse>> };

const inJavascript = (why: string): Choice => {
  const use = { engine: "javascript", why } as const;
  return { engine: javascript, uses: { keccak256: use, secp256k1: use } };
};

type WasmCurve = { readonly curve: Curve; readonly why: string };
let loading: Promise<{ readonly hashing: Loaded<Hasher>; readonly curve: Loaded<WasmCurve> }> | undefined;
let wasm: Choice | undefined;

/** WebAssembly, and JavaScript for the part that it cannot be had for. */
async function loadWasm(): Promise<Choice> {
  // The curve is loaded on demand: whoever only hashes a message in a browser does not need it.
  loading ??= import("./engine-wasm.ts")
    .then(({ loadWasmCurve }) => loadWasmCurve())
    .then(
      (value): Loaded<WasmCurve> => ({ value }),
      (error: unknown) => ({ reason: reasonOf(error) }),
    )
    .then((curve) => ({ hashing: load(wasmHasher), curve }));
  const { hashing, curve } = await loading;
  const fallback = (reason: string): EngineUse => ({ engine: "javascript", why: reason });
  return (wasm ??= {
    engine: {
      name: "value" in curve ? "wasm" : "javascript",
      ...("value" in hashing ? hashingBy(hashing.value) : hashingBy(javascript.hasher)),
      ...("value" in curve ? curve.value.curve : nobleCurve),
    },
    uses: {
      keccak256: "value" in hashing ? { engine: "wasm", why: WHY_WASM } : fallback(hashing.reason),
      secp256k1: "value" in curve ? { engine: "wasm", why: curve.value.why } : fallback(curve.reason),
    },
  });
}

const hashingBy = (hasher: Hasher): Pick<Engine, "hasher" | "keccak256"> => ({
  hasher,
  keccak256: (bytes) => hashBytes(hasher, bytes),
});

/** The primitives of a choice that are computed in JavaScript. */
const notInWasm = ({ uses }: Choice): { readonly name: Primitive; readonly why: string }[] =>
  (["keccak256", "secp256k1"] as const)
    .map((name) => ({ name, ...uses[name] }))
    .filter(({ engine }) => engine === "javascript");

/**
 * Loads an engine that gives the known answers, without using it: for tests and measurements.
 *
 * @throws AnchorlogError `engine_unavailable` where it cannot be had here, or computes wrongly.
 */
export async function loadEngine(name: EngineName): Promise<Engine> {
  if (name === "javascript") return javascript;
  const choice = await loadWasm();
  assertAll(notInWasm(choice));
  return choice.engine;
}

function assertAll([failed]: readonly { readonly name: Primitive; readonly why: string }[]): void {
  if (failed === undefined) return;
  const { name, why } = failed;
  throw new AnchorlogError("engine_unavailable", `${name} cannot be computed in WebAssembly: ${why}`, {
    fix: 'choose "auto", which takes JavaScript in its place',
    details: { primitive: name },
  });
}

const NOT_CHOSEN = inJavascript("useEngine was not called: until then, recovery works in JavaScript");
let current: Choice = NOT_CHOSEN;
let asked = false;
let choices = 0;

/**
 * Chooses what computes in this whole process (or page, or worker), and in the threads that it starts from then on:
 * hashes, signatures, Poseidon, proofs and their verification. `auto` is our own WebAssembly, and JavaScript for what
 * cannot be had so, which a warning says; a name insists. Without an argument an earlier choice stays, else it is
 * that of the environment, `ANCHORLOG_ENGINE`, else `auto`: `openAnchorlog` does that. Until then, and while this
 * loads, signatures and actions are read in plain JavaScript.
 *
 * @throws AnchorlogError `unknown_engine`; `engine_unavailable` where `wasm` is insisted on and something that was
 *   loaded so far cannot be computed so: the choice is what it was before.
 * @returns what now recovers and signs; `engines()` tells of all.
 */
export async function useEngine(choice?: EngineChoice): Promise<EngineName> {
  if (choice === undefined && asked) return current.engine.name;
  const name = choice === undefined ? engineChoice() : checkChoice(choice, "the engine");
  // Whoever chooses last wins, however long loading takes.
  const mine = ++choices;
  const chosen = name === "javascript" ? undefined : await loadWasm();
  if (name === "wasm") assertAll([...notInWasm(chosen!), ...engineFailures()]);
  if (mine !== choices) return current.engine.name;
  asked = true;
  if (choice !== undefined) setEngineChoice(choice);
  current = chosen ?? inJavascript(whyChosen());
  if (chosen !== undefined) for (const { name, why } of notInWasm(chosen)) warnOfFallback(name, why);
  return current.engine.name;
}

/** Takes the choice back, as before the first call: for tests that share a process. */
export function forgetEngine(): void {
  choices++;
  asked = false;
  setEngineChoice(undefined);
  current = NOT_CHOSEN;
}

/** The engine in use. */
export function currentEngine(): Engine {
  return current.engine;
}

/** What hashes with keccak-256 and what recovers and signs, and why. */
export const currentUses = (): Choice["uses"] => current.uses;

/** Keccak-256 by the engine in use. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return current.engine.keccak256(bytes);
}
