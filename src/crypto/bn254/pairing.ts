/** The two engines of a Groth16 verifier over BN254, and the choice between them. Browser-safe. */
import { createChooser, warnOfFallback, type Chooser } from "../engine.ts";
import { reasonOf } from "../../base/errors.ts";
import { load, type Loaded } from "../load.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { checkPairing } from "./knownAnswers.ts";
import type { Extension, Point1, Point2 } from "./numbers.ts";
import { nobleVerifier } from "./pairingNoble.ts";
import { loadWasmVerifiers, type WasmVerifiers } from "./pairingWasm.ts";

/** A point of G1: affine coordinates below p. Infinity has none, and is refused everywhere. */
export type G1Point = Point1;
/** An element `c0 + c1·i` of the field that G2 is over. */
export type Fp2Element = Extension;
/** A point of G2: affine coordinates. */
export type G2Point = Point2;

/** A proof. */
export type Groth16Proof = { readonly a: G1Point; readonly b: G2Point; readonly c: G1Point };

/** A verification key: for n public signals, n + 1 points in `ic`. */
export type Groth16Key = {
  readonly alpha: G1Point;
  readonly beta: G2Point;
  readonly gamma: G2Point;
  readonly delta: G2Point;
  readonly ic: readonly G1Point[];
};

/** An invalid point of a proof or a key. */
export type PointFault = {
  readonly code: "not_on_curve" | "not_in_subgroup";
  /** The point's name in the proof or the key. */
  readonly point: string;
};

/**
 * Whether `e(A, B) = e(alpha, beta) · e(ic[0] + Σ signal_i · ic[i + 1], gamma) · e(C, delta)`. All coordinates are
 * below p, and there are as many signals as the key has, all below r: the caller has checked it.
 */
export type KeyVerifier = (proof: Groth16Proof, signals: readonly bigint[]) => boolean | PointFault;

/** Checks a key's points, and computes the part that all its proofs share. Coordinates are below p. */
export type PrepareVerifier = (key: Groth16Key) => KeyVerifier | PointFault;

/** Our own WebAssembly; undefined if that cannot be had, or by choice. */
export const pairingEngine: Chooser<WasmVerifiers | undefined> = createChooser(
  "pairing",
  () => loadWasmVerifiers(),
  () => undefined,
);

let noble: Loaded<PrepareVerifier> | undefined;

/**
 * Prepares by WebAssembly if it loads, gets a memory and has room for the key; else by noble's bigints. A later choice
 * also holds for keys that are prepared already.
 *
 * @throws AnchorlogError `engine_unavailable` if neither gives the known answers. It is not a verdict.
 */
export const prepareVerifier: PrepareVerifier = (key) => {
  let engine = pairingEngine.get();
  let verify = prepareBy(engine, key);
  if (typeof verify !== "function") return verify;
  return (...args) => {
    if (engine !== pairingEngine.get() || typeof verify !== "function") {
      engine = pairingEngine.get();
      verify = prepareBy(engine, key);
      if (typeof verify !== "function")
        throw unavailable(`the ${verify.point} of a key that was valid before is not valid now`);
    }
    return verify(...args);
  };
};

function prepareBy(wasm: WasmVerifiers | undefined, key: Groth16Key): KeyVerifier | PointFault {
  if (wasm === undefined || key.ic.length > wasm.mostPoints) return byNoble(key);
  try {
    return wasm.prepare(key);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    warnOfFallback("pairing", reasonOf(error));
    return byNoble(key);
  }
}

const byNoble: PrepareVerifier = (key) => {
  noble ??= load(() => {
    checkPairing(nobleVerifier);
    return nobleVerifier;
  });
  if ("value" in noble) return noble.value(key);
  throw unavailable(`in bigints, ${noble.reason}`);
};

const unavailable = (why: string): AnchorlogError =>
  new AnchorlogError("engine_unavailable", `no proof can be verified here: ${why}`, {
    fix: "verify it on another machine, or with another version of Node",
    details: { primitive: "pairing" },
  });
