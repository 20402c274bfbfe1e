/** ML-DSA-44 (FIPS 204) over a checkpoint, as C2SP's cosigners sign it. */
import { ml_dsa44 } from "@noble/post-quantum/ml-dsa.js";
import { concat, uintToBytes, utf8 } from "../base/bytes.ts";
import type { CheckpointBody } from "./checkpoint.ts";

export const ML_DSA_PUBLIC_KEY_BYTES = 1312;
export const ML_DSA_SIGNATURE_BYTES = 2420;
const LABEL = utf8("subtree/v1\n\0");
const MAX_NAME_BYTES = 255;

/**
 * Returns the structure `cosigned_message` for a checkpoint (c2sp.org/tlog-cosignature), or `undefined` if the
 * cosigner's name or the origin has more than 255 bytes.
 *
 * @param time Unix seconds. Above 0, the cosigner says that it knew no larger checkpoint at that time.
 */
export function mlDsaMessage(
  name: string,
  time: number,
  { origin, size, root }: CheckpointBody,
): Uint8Array | undefined {
  const [cosigner, log] = [utf8(name), utf8(origin)];
  if (cosigner.length > MAX_NAME_BYTES || log.length > MAX_NAME_BYTES) return undefined;
  return concat(
    LABEL,
    new Uint8Array([cosigner.length]),
    cosigner,
    uintToBytes(time, 8),
    new Uint8Array([log.length]),
    log,
    uintToBytes(0, 8),
    uintToBytes(size, 8),
    root,
  );
}

/** Whether an ML-DSA-44 signature is valid, with an empty context. */
export function verifyMlDsa(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return ml_dsa44.verify(signature, message, publicKey);
  } catch {
    return false;
  }
}

/**
 * Makes the key pair of a seed.
 *
 * @param seed 32 bytes, ξ of FIPS 204.
 */
export const mlDsaKeyPair = (seed: Uint8Array): { readonly publicKey: Uint8Array; readonly secretKey: Uint8Array } =>
  ml_dsa44.keygen(seed);

/** Signs a message with an expanded secret key and fresh randomness. */
export const signMlDsa = (message: Uint8Array, secretKey: Uint8Array): Uint8Array => ml_dsa44.sign(message, secretKey);
