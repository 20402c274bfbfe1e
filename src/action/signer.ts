import { secp256k1 } from "@noble/curves/secp256k1.js";
import { fromHex, isHex, toHex, type Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";
import { currentEngine, keccak256 } from "./engine.ts";
import type { DigestSigner } from "./signature.ts";

/**
 * A signer over a private key in memory, by the engine in use: many times faster than a viem account,
 * with the same signatures. For receipts above all, of which every action gets one.
 *
 * @param secretKey 32 bytes, lower-case hex.
 * @throws AnchorlogError `bad_key` where it is no secp256k1 private key. The key is in no message.
 */
export function privateKeySigner(secretKey: Hex): DigestSigner {
  if (!isHex(secretKey, 32) || !secp256k1.utils.isValidSecretKey(fromHex(secretKey))) {
    throw new AnchorlogError("bad_key", "a private key is 0x and lower-case hex of 32 bytes, from 1 to n - 1");
  }
  const key = fromHex(secretKey);
  const publicKey = secp256k1.getPublicKey(key, false);
  return {
    address: toHex(keccak256(publicKey.subarray(1)).subarray(12)),
    sign: async ({ hash }) => toHex(currentEngine().sign(fromHex(hash, 32), key)),
  };
}
