/** Chooses the code that hashes, recovers and signs, for the whole process. All engines give the same verdicts. */
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import {
  checkChoice,
  type EngineChoice,
  engineChoice,
  type EngineName,
  type EngineUse,
  engineFailures,
  type Primitive,
  setEngineChoice,
  warnOfFallback,
  whyChosen,
  WHY_WASM,
} from "../crypto/engine.ts";
import { load, type Loaded } from "../crypto/load.ts";
import { AnchorlogError, reasonOf } from "../base/errors.ts";
import type { KnownKeys } from "../crypto/secp256k1/knownKeys.ts";
import { assertSecretKey } from "../crypto/secp256k1/secretKey.ts";
import { BYTES, hashBytes, type Hasher } from "./hasher.ts";
import { createNobleHasher } from "./nobleHasher.ts";
import { wasmHasher } from "./wasmHasher.ts";

export type { EngineChoice, EngineName, EngineUse, Primitive } from "../crypto/engine.ts";

/** Recovery and signing with secp256k1. */
export type Curve = {
  /**
   * Recovers the public key of an ECDSA signature, uncompressed (65 bytes).
   *
   * @param digest 32 bytes.
   * @param signature `r ‖ s`, 64 bytes. The caller must have checked that both are from 1 to n - 1.
   * @param recovery the parity of R's y coordinate.
   * @returns undefined if no key can be recovered.
   */
  recover(digest: Uint8Array, signature: Uint8Array, recovery: 0 | 1): Uint8Array | undefined;
  /**
   * Makes a deterministic ECDSA signature (RFC 6979) with s in the lower half. All engines make the same signature.
   *
   * @param digest 32 bytes.
   * @param secretKey 32 bytes, from 1 to n - 1.
   * @returns `r ‖ s ‖ v`, 65 bytes, v 27 or 28.
   * @throws RangeError if the key is out of range.
   */
  sign(digest: Uint8Array, secretKey: Uint8Array): Uint8Array;
};

/** The costly primitives of verifying actions. */
export type Engine = Curve & {
  /** The engine of recovery and signing. */
  readonly name: EngineName;
  /** Opens tables of known keys. Undefined if the engine has none: then every signature is recovered. */
  readonly openKnownKeys?: (() => KnownKeys) | undefined;
  /** The memory that actions are written to and hashed in. */
  readonly hasher: Hasher;
  /** Keccak-256. It does not keep `bytes`, and returns a new buffer. */
  keccak256(bytes: Uint8Array): Uint8Array;
};

/** Returns `r ‖ s ‖ v` for `r ‖ s` and the parity of R. */
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

/** An engine, and the reason for each of its parts. */
type Choice = { readonly engine: Engine; readonly uses: Readonly<Record<"keccak256" | "secp256k1", EngineUse>> };

const inJavascript = (why: string): Choice => {
  const use = { engine: "javascript", why } as const;
  return { engine: javascript, uses: { keccak256: use, secp256k1: use } };
};

type WasmCurve = { readonly curve: Curve & Pick<Engine, "openKnownKeys">; readonly why: string };
let loading: Promise<{ readonly hashing: Loaded<Hasher>; readonly curve: Loaded<WasmCurve> }> | undefined;
let wasm: Choice | undefined;

/** Loads WebAssembly, with JavaScript for the parts that WebAssembly cannot provide here. */
async function loadWasm(): Promise<Choice> {
  // The curve is loaded on demand: a browser page that only hashes a message does not need it.
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

/** Returns the primitives of a choice that run in JavaScript. */
const notInWasm = ({ uses }: Choice): { readonly name: Primitive; readonly why: string }[] =>
  (["keccak256", "secp256k1"] as const)
    .map((name) => ({ name, ...uses[name] }))
    .filter(({ engine }) => engine === "javascript");

/**
 * Loads an engine and runs its known-answer tests, without selecting it. For tests and measurements.
 *
 * @throws AnchorlogError `engine_unavailable` if it cannot be loaded here, or gives wrong answers.
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
    fix: 'choose "auto", which uses JavaScript instead',
    details: { primitive: name },
  });
}

const NOT_CHOSEN = inJavascript("useEngine was not called: until then, recovery works in JavaScript");
let current: Choice = NOT_CHOSEN;
let asked = false;
let choices = 0;

/**
 * Selects the engine of this process (or page, or worker), and of the threads that it starts afterwards: for hashes,
 * signatures, Poseidon, proofs and their verification.
 *
 * `auto` is our own WebAssembly. If a primitive is not available in it, JavaScript is used, with a warning. The names
 * `wasm` and `javascript` allow only that engine. Without an argument an earlier choice stays; otherwise
 * `ANCHORLOG_ENGINE` counts, and then `auto`. `openAnchorlog` calls it so. Before the first call, and while the engine
 * loads, signatures and actions are processed in JavaScript.
 *
 * @throws AnchorlogError `unknown_engine`; `engine_unavailable` if `wasm` is required and a primitive loaded so far is
 * not available in it. The earlier choice then stays.
 * @returns the engine that now recovers and signs; `engines()` lists all.
 * @example
 * await useEngine("wasm") // `engine_unavailable`, if a primitive is not available in it here
 */
export async function useEngine(choice?: EngineChoice): Promise<EngineName> {
  if (choice === undefined && asked) return current.engine.name;
  const name = choice === undefined ? engineChoice() : checkChoice(choice, "the engine");
  // The last call wins, even if an earlier one loads longer.
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

/** Resets the choice to the state before the first call, for tests that share a process. */
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

/** The engines of keccak-256 and of recovery and signing, with the reasons. */
export const currentUses = (): Choice["uses"] => current.uses;

/**
 * Decodes a value by the engine in use, if it is canonical hex of exactly this many bytes, at most 16,384. Otherwise it
 * returns undefined.
 */
export function readHex(value: unknown, bytes: number): Uint8Array | undefined {
  const { memory, writeHex } = current.engine.hasher;
  if (typeof value !== "string" || value.length !== 2 + 2 * bytes || !writeHex(value, BYTES)) return undefined;
  return memory.slice(BYTES, BYTES + bytes);
}

/** Keccak-256 by the engine in use. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return current.engine.keccak256(bytes);
}
