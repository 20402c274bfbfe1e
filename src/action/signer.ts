import { secp256k1 } from "@noble/curves/secp256k1.js";
import { fromHex, isHex, toHex, type Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";
import { isSecretKey } from "../secp256k1/secretKey.ts";
import { currentEngine, keccak256 } from "./engine.ts";
import { WORD } from "./hasher.ts";
import { recoverSigner, type DigestSigner } from "./signature.ts";

/**
 * A signer over a private key in memory, by the engine in use: many times faster than a viem account, with the same
 * signatures. `sign` gives out nothing that this key is not recovered from: of two signatures over one digest, of
 * which one is wrong, anybody computes the key. `signMany`, for receipts, of which every action gets one, leaves that
 * to its caller.
 *
 * @param secretKey 32 bytes, lower-case hex.
 * @throws AnchorlogError `bad_key` where it is no secp256k1 private key. The key is in no message.
 */
export function privateKeySigner(secretKey: Hex): DigestSigner {
  if (!isHex(secretKey, 32) || !isSecretKey(fromHex(secretKey))) {
    throw new AnchorlogError("bad_key", "a private key is 0x and lower-case hex of 32 bytes, from 1 to n - 1");
  }
  const key = fromHex(secretKey);
  const publicKey = secp256k1.getPublicKey(key, false);
  const sign = (digest: Uint8Array): Hex => {
    if (digest.length !== WORD) throw new RangeError(`a digest has ${WORD} bytes, not ${digest.length}`);
    return toHex(currentEngine().sign(digest, key));
  };
  const address = toHex(keccak256(publicKey.subarray(1)).subarray(12));
  const signVerified = (digest: Uint8Array): Hex => {
    const signature = sign(digest);
    const signed = recoverSigner(digest, signature);
    if ("address" in signed && signed.address === address) return signature;
    throw new AnchorlogError("signing_failed", `what was signed with the key of ${address} is not its signature`, {
      fix: "do not trust this machine with the key; ANCHORLOG_ENGINE=javascript signs without WebAssembly",
    });
  };
  const signer: DigestSigner = {
    address,
    sign: async ({ hash }) => signVerified(fromHex(hash, 32)),
    signMany: async (digests) => digests.map(sign),
  };
  secretKeys.set(signer, key);
  return signer;
}

// Not a member of the signer: who logs or serializes one must not find it.
const secretKeys = new WeakMap<DigestSigner, Uint8Array>();

/** The secret key of a {@link privateKeySigner}, for threads to sign with; undefined for any other signer. */
export function secretKeyOf(signer: DigestSigner): Uint8Array | undefined {
  return secretKeys.get(signer);
}
