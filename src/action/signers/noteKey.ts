import { ed25519 } from "@noble/curves/ed25519.js";
import { AnchorlogError } from "../../base/errors.ts";

/** Signs notes with an Ed25519 key (RFC 8032): the operator's note key, for readers of transparency logs. */
export type NoteSigner = {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /** A signature of 64 bytes over a message of any length. */
  sign(message: Uint8Array): Promise<Uint8Array>;
};

/**
 * A signer over an Ed25519 secret key in memory. It copies the bytes, so later changes to them have no effect.
 *
 * @param secretKey 32 bytes, as `crypto.getRandomValues` makes them.
 * @throws AnchorlogError `bad_key` if it is malformed. The key is in no message.
 * @example
 * const noteKey = noteKeySigner(crypto.getRandomValues(new Uint8Array(32)))
 * const mlDsaKey = mlDsaSigner(crypto.getRandomValues(new Uint8Array(32)))
 */
export function noteKeySigner(secretKey: Uint8Array): NoteSigner {
  if (!(secretKey instanceof Uint8Array) || secretKey.length !== 32) {
    throw new AnchorlogError("bad_key", "an Ed25519 secret key is a Uint8Array of 32 bytes");
  }
  const key = Uint8Array.from(secretKey);
  return {
    publicKey: ed25519.getPublicKey(key),
    sign: async (message) => ed25519.sign(message, key),
  };
}
