/** libsecp256k1 as a Node addon, from npm `secp256k1`; keccak stays in WebAssembly, where it is faster. */
import { withRecovery, type Engine } from "./engine.ts";
import { loadWasm } from "./engine-wasm.ts";

// The package's main module falls back to a slow one without a word; this one throws instead. Not a
// literal, so that no bundler follows it into an addon.
const BINDINGS = "secp256k1/bindings.js";

type Bindings = {
  ecdsaRecover(signature: Uint8Array, recovery: number, digest: Uint8Array, compressed: boolean): Uint8Array;
  ecdsaSign(digest: Uint8Array, secretKey: Uint8Array): { signature: Uint8Array; recid: number };
};

/** @throws where there is no Node, the optional package is missing, or it has no binary for this platform. */
export async function loadNative(): Promise<Engine> {
  if (typeof process === "undefined" || process.versions?.node === undefined) throw new Error("there is no Node here");
  const [bindings, wasm] = await Promise.all([
    (import(/* @vite-ignore */ /* webpackIgnore: true */ BINDINGS) as Promise<{ default: Bindings }>).then(
      (module) => module.default,
    ),
    loadWasm(),
  ]);
  return {
    name: "native",
    keccak256: (bytes) => wasm.keccak256(bytes),
    recover(digest, signature, recovery) {
      try {
        return bindings.ecdsaRecover(signature, recovery, digest, false);
      } catch (error) {
        // Any other failure is one of the engine, not a verdict.
        if ((error as Error).message === "Public key could not be recover") return undefined;
        throw error;
      }
    },
    sign(digest, secretKey) {
      const { signature, recid } = bindings.ecdsaSign(digest, secretKey);
      return withRecovery(signature, recid);
    },
  };
}
