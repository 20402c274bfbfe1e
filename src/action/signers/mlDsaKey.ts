import { AnchorlogError } from "../../base/errors.ts";
import { mlDsaKeyPair, signMlDsa } from "../../tlog/mlDsa.ts";

/** Signs checkpoints with an ML-DSA-44 key (FIPS 204): the operator's post-quantum key, for readers of transparency logs. */
export type MlDsaSigner = {
  /** 1,312 bytes. */
  readonly publicKey: Uint8Array;
  /** Returns a signature of 2,420 bytes, with an empty context, over a message of any length. */
  sign(message: Uint8Array): Promise<Uint8Array>;
};

/**
 * Returns a signer over an ML-DSA-44 key in memory.
 *
 * @param seed 32 random bytes, from which FIPS 204 makes the key.
 * @throws AnchorlogError `bad_key` if it is malformed. The seed is in no message.
 */
export function mlDsaSigner(seed: Uint8Array): MlDsaSigner {
  if (!(seed instanceof Uint8Array) || seed.length !== 32) {
    throw new AnchorlogError("bad_key", "the seed of an ML-DSA-44 key is a Uint8Array of 32 bytes");
  }
  const { publicKey, secretKey } = mlDsaKeyPair(seed);
  return { publicKey, sign: async (message) => signMlDsa(message, secretKey) };
}
