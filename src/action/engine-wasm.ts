/** libsecp256k1 and keccak in WebAssembly, from npm `ox`. */
import * as Hash from "ox/wasm/Hash";
import * as Secp256k1 from "ox/wasm/Secp256k1";
import { withRecovery, type Engine } from "./engine.ts";

/** @throws where WebAssembly is missing or refused. */
export async function loadWasm(): Promise<Engine> {
  const [{ keccak256 }, { recoverPublicKey, sign }] = await Promise.all([Hash.engine(), Secp256k1.engine()]);
  return {
    name: "wasm",
    keccak256,
    recover(digest, signature, recovery) {
      // ox takes the recovery bit in front, as noble does.
      const recoverable = new Uint8Array(65);
      recoverable[0] = recovery;
      recoverable.set(signature, 1);
      try {
        return recoverPublicKey(recoverable, digest);
      } catch (error) {
        // Any other failure is one of the engine, not a verdict.
        if (error instanceof Secp256k1.InvalidInputError) return undefined;
        throw error;
      }
    },
    sign(digest, secretKey) {
      const recovered = sign(digest, secretKey, { prehash: false, extraEntropy: false });
      return withRecovery(recovered.subarray(1), recovered[0]!);
    },
  };
}
