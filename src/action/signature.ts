import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToUint } from "../encoding/bytes.ts";
import { fromHex, isHex, toHex, type Hex } from "../encoding/hex.ts";

const SIGNATURE_BYTES = 65;
const N = secp256k1.Point.CURVE().n;

/** Why a signature is refused before anything is recovered from it. */
export type SignatureFault = "signature_malformed" | "signature_non_canonical";

/**
 * Recovers the signer of a digest from a strict ECDSA signature: 65 bytes `r ‖ s ‖ v`, r and s in
 * range, s in the lower half (EIP-2), v 27 or 28.
 *
 * @returns the signer's address, or why the signature is not one.
 */
export function recoverSigner(
  digest: Uint8Array,
  signature: unknown,
): { address: Hex } | { fault: SignatureFault; message: string } {
  if (!isHex(signature, SIGNATURE_BYTES)) {
    return { fault: "signature_malformed", message: "a signature is 0x and lower-case hex of 65 bytes" };
  }
  const bytes = fromHex(signature);
  const r = bytesToUint(bytes.subarray(0, 32));
  const s = bytesToUint(bytes.subarray(32, 64));
  const v = bytes[64]!;
  const nonCanonical = (message: string) => ({ fault: "signature_non_canonical" as const, message });
  if (r === 0n || r >= N) return nonCanonical("r is not from 1 to n - 1");
  if (s === 0n || s >= N) return nonCanonical("s is not from 1 to n - 1");
  if (s > N / 2n) return nonCanonical("s is in the upper half (high-s)");
  if (v !== 27 && v !== 28) return nonCanonical(`v is ${v}, not 27 or 28`);
  try {
    const publicKey = new secp256k1.Signature(r, s, v - 27).recoverPublicKey(digest).toBytes(false);
    return { address: toHex(keccak_256(publicKey.subarray(1)).subarray(12)) };
  } catch {
    return nonCanonical("r is not the x coordinate of a point");
  }
}

/** `keccak(r ‖ s ‖ v)` of a 65-byte signature: what an entry carries of it. */
export function hashSignature(signature: Hex): Uint8Array {
  return keccak_256(fromHex(signature, SIGNATURE_BYTES));
}

/** Signs 32-byte digests with a secp256k1 key: a viem local account is one. */
export type DigestSigner = {
  /** The key's address, 20 bytes, any case. */
  readonly address: Hex;
  /** A 65-byte signature `r ‖ s ‖ v` over `hash`. */
  sign(parameters: { hash: Hex }): Promise<Hex>;
};
