/** A valid signature of a random digest, made from a public key alone. */
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { fromHex, toHex, type Hex } from "anchorlog";
import { concat, uintToBytes } from "../../src/base/bytes.ts";

const { Point } = secp256k1;
const { Fn } = Point;

/**
 * Makes a digest, and a strict signature of it that recovers to the signer of another digest. The secret key is not
 * needed. The digest is random, so it is not the hash of an action.
 *
 * @param signed a digest and its signer's true signature, from which the public key follows.
 */
export function forgeSignature(signed: { digest: Uint8Array; signature: Hex }): { digest: Uint8Array; signature: Hex } {
  const bytes = fromHex(signed.signature);
  const recovery = bytes[64]! - 27;
  const publicKey = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), "compact")
    .addRecoveryBit(recovery)
    .recoverPublicKey(signed.digest);
  const [a, b] = [5n, 7n];
  const point = Point.BASE.multiply(a).add(publicKey.multiply(b)).toAffine();
  const r = Fn.create(point.x);
  const s = Fn.mul(r, Fn.inv(b));
  const digest = Fn.mul(a, s);
  const isHigh = s > Fn.ORDER / 2n;
  const parity = Number(point.y & 1n) ^ Number(isHigh);
  const rs = concat(uintToBytes(r, 32), uintToBytes(isHigh ? Fn.neg(s) : s, 32));
  return { digest: uintToBytes(digest, 32), signature: toHex(concat(rs, new Uint8Array([27 + parity]))) };
}
