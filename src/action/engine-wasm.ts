/** Our own keccak and recovery in WebAssembly; signing, and recovery without vectors, from npm `ox`. */
import * as Secp256k1 from "ox/wasm/Secp256k1";
import { loadRecovery } from "../secp256k1/recover.ts";
import { withRecovery, type Engine } from "./engine.ts";
import { hashBytes } from "./hasher.ts";
import { wasmHasher } from "./wasmHasher.ts";

/** @throws where WebAssembly is missing or refused. */
export async function loadWasm(): Promise<Engine> {
  const ox = await Secp256k1.engine();
  const hasher = wasmHasher();
  return {
    name: "wasm",
    hasher,
    keccak256: (bytes) => hashBytes(hasher, bytes),
    recover: uncompressed(await loadRecovery()) ?? oxRecovery(ox.recoverPublicKey),
    sign(digest, secretKey) {
      const recovered = ox.sign(digest, secretKey, { prehash: false, extraEntropy: false });
      return withRecovery(recovered.subarray(1), recovered[0]!);
    },
  };
}

/** With the byte 4 of SEC 1 in front of x and y. */
function uncompressed(recover: Awaited<ReturnType<typeof loadRecovery>>): Engine["recover"] | undefined {
  if (recover === undefined) return undefined;
  return (digest, signature, recovery) => {
    const point = recover(digest, signature, recovery);
    if (point === undefined) return undefined;
    const key = new Uint8Array(65);
    key[0] = 4;
    key.set(point, 1);
    return key;
  };
}

function oxRecovery(recoverPublicKey: (signature: Uint8Array, digest: Uint8Array) => Uint8Array): Engine["recover"] {
  // ox takes the recovery bit in front, as noble does.
  const recoverable = new Uint8Array(65);
  return (digest, signature, recovery) => {
    recoverable[0] = recovery;
    recoverable.set(signature, 1);
    try {
      return recoverPublicKey(recoverable, digest);
    } catch (error) {
      // Any other failure is one of the engine, not a verdict.
      if (error instanceof Secp256k1.InvalidInputError) return undefined;
      throw error;
    }
  };
}
