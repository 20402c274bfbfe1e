/**
 * Signature recovery and signing in our own WebAssembly. Without vector instructions, the module of npm `ox` is used.
 */
import { reasonOf } from "../base/errors.ts";
import { checkCurve } from "../crypto/secp256k1/knownAnswers.ts";
import { loadSecp256k1 } from "../crypto/secp256k1/module.ts";
import { assertSecretKey } from "../crypto/secp256k1/secretKey.ts";
import { withRecovery, type Curve, type Engine } from "./engine.ts";

/**
 * Loads the first module that passes the known-answer tests, and explains the choice.
 *
 * @throws Error if neither works: WebAssembly is missing or refused.
 */
export async function loadWasmCurve(): Promise<{
  readonly curve: Curve & Pick<Engine, "openKnownKeys">;
  readonly why: string;
}> {
  let reason: string;
  try {
    const { name, recover, sign, openKnownKeys } = await loadSecp256k1();
    return {
      curve: { ...uncompressed(recover, sign), openKnownKeys },
      why: `its ${name} module gives the known answers`,
    };
  } catch (error) {
    reason = reasonOf(error);
  }
  try {
    return { curve: await byOx(), why: `ox's module is used, which gives the known answers; our module: ${reason}` };
  } catch (error) {
    throw new Error(`${reason}; ox: ${reasonOf(error)}`, { cause: error });
  }
}

function uncompressed(
  recover: (digest: Uint8Array, signature: Uint8Array, recovery: number) => Uint8Array | undefined,
  sign: Curve["sign"],
): Curve {
  return {
    recover(digest, signature, recovery) {
      const point = recover(digest, signature, recovery);
      if (point === undefined) return undefined;
      // SEC 1 puts the byte 4 in front of an uncompressed x and y.
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
  // ox expects the recovery bit in front, as noble does.
  const recoverable = new Uint8Array(65);
  const curve: Curve = {
    recover(digest, signature, recovery) {
      recoverable[0] = recovery;
      recoverable.set(signature, 1);
      try {
        return ox.recoverPublicKey(recoverable, digest);
      } catch (error) {
        // Any other failure is the engine's own, not an invalid signature.
        if (error instanceof InvalidInputError) return undefined;
        throw error;
      }
    },
    sign(digest, secretKey) {
      assertSecretKey(secretKey);
      const recovered = ox.sign(digest, secretKey, { prehash: false, extraEntropy: false });
      return withRecovery(recovered.subarray(1), recovered[0]!);
    },
  };
  checkCurve(
    (digest, signature, recovery) => curve.recover(digest, signature, recovery as 0 | 1)?.subarray(1),
    (digest, secretKey) => {
      const signature = curve.sign(digest, secretKey);
      signature[64]! -= 27;
      return signature;
    },
  );
  return curve;
}
