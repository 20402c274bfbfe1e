/** Our own keccak, recovery and signing in WebAssembly; without vectors, the latter two from npm `ox`. */
import { loadSecp256k1 } from "../secp256k1/module.ts";
import { withRecovery, type Engine } from "./engine.ts";
import { hashBytes } from "./hasher.ts";
import { wasmHasher } from "./wasmHasher.ts";

/** @throws where WebAssembly is missing or refused. */
export async function loadWasm(): Promise<Engine> {
  const hasher = wasmHasher();
  return {
    name: "wasm",
    hasher,
    keccak256: (bytes) => hashBytes(hasher, bytes),
    ...((await ours()) ?? (await byOx())),
  };
}

type Curve = Pick<Engine, "recover" | "sign">;

async function ours(): Promise<Curve | undefined> {
  const module = await loadSecp256k1();
  if (module === undefined) return undefined;
  const { recover, sign } = module;
  return {
    recover(digest, signature, recovery) {
      const point = recover(digest, signature, recovery);
      if (point === undefined) return undefined;
      // With the byte 4 of SEC 1 in front of x and y.
      const key = new Uint8Array(65);
      key[0] = 4;
      key.set(point, 1);
      return key;
    },
    sign(digest, secretKey) {
      const signature = sign(digest, secretKey);
      signature[64]! += 27;
      return signature;
    },
  };
}

async function byOx(): Promise<Curve> {
  const { engine, InvalidInputError } = await import("ox/wasm/Secp256k1");
  const ox = await engine();
  // ox takes the recovery bit in front, as noble does.
  const recoverable = new Uint8Array(65);
  return {
    recover(digest, signature, recovery) {
      recoverable[0] = recovery;
      recoverable.set(signature, 1);
      try {
        return ox.recoverPublicKey(recoverable, digest);
      } catch (error) {
        // Any other failure is one of the engine, not a verdict.
        if (error instanceof InvalidInputError) return undefined;
        throw error;
      }
    },
    sign(digest, secretKey) {
      const recovered = ox.sign(digest, secretKey, { prehash: false, extraEntropy: false });
      return withRecovery(recovered.subarray(1), recovered[0]!);
    },
  };
}
