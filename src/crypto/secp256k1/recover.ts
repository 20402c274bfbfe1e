import type { Secp256k1Module } from "./module.ts";
import { ORDER_BYTES } from "./secretKey.ts";

/**
 * Recovers a public key from an ECDSA signature over secp256k1 (SEC 1 version 2, section 4.1.6).
 *
 * @param digest 32 bytes.
 * @param signature r and s, 32 bytes each, big-endian. A high s is accepted: callers refuse it if they must.
 * @param recovery whether R's y is odd (bit 0), and whether its x is r + n (bit 1).
 * @returns x and y, 32 bytes each. Undefined if r or s is not from 1 to n - 1, if R does not exist, or if the key is
 *   the point at infinity.
 * @throws RangeError on other lengths or another `recovery`.
 */
export type RecoverPublicKey = (digest: Uint8Array, signature: Uint8Array, recovery: number) => Uint8Array | undefined;

const SCALAR_BYTES = 32;
// SEC 2 version 2, section 2.4.1, as four words of 64 bits each.
const FIELD_BYTES = toBytes([0xffffffffffffffffn, 0xffffffffffffffffn, 0xffffffffffffffffn, 0xfffffffefffffc2fn]);

/** Recovery by a module, which it prepares: a few milliseconds. Its time may depend on its data, which are public. */
export function recoveryOf({ exports, places: { INPUT, OUTPUT } }: Secp256k1Module): RecoverPublicKey {
  const { memory, prepare, recover } = exports;
  prepare();
  const input = new Uint8Array(memory.buffer, INPUT, 4 * SCALAR_BYTES);
  const output = new Uint8Array(memory.buffer, OUTPUT, 2 * SCALAR_BYTES);
  const x = input.subarray(0, SCALAR_BYTES);
  const r = input.subarray(SCALAR_BYTES, 2 * SCALAR_BYTES);
  const s = input.subarray(2 * SCALAR_BYTES, 3 * SCALAR_BYTES);
  return (digest, signature, recovery) => {
    if (digest.length !== SCALAR_BYTES) throw new RangeError(`a digest has 32 bytes, not ${digest.length}`);
    if (signature.length !== 2 * SCALAR_BYTES) throw new RangeError(`r and s have 64 bytes, not ${signature.length}`);
    if (recovery !== (recovery & 3)) throw new RangeError(`recovery is from 0 to 3, not ${recovery}`);
    input.set(signature, SCALAR_BYTES);
    input.set(digest, 3 * SCALAR_BYTES);
    if (!isScalar(r) || !isScalar(s)) return undefined;
    x.set(r);
    if (recovery >= 2 && !addOrder(x)) return undefined;
    return recover(recovery & 1) === 1 ? output.slice() : undefined;
  };
}

function toBytes(words: readonly bigint[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(SCALAR_BYTES));
  for (const [i, word] of words.entries()) view.setBigUint64(8 * i, word);
  return new Uint8Array(view.buffer);
}

const isScalar = (bytes: Uint8Array): boolean => isBelow(bytes, ORDER_BYTES) && bytes.some((byte) => byte !== 0);

/** Whether `bytes` is below `limit`. Both are big-endian and have the same length. */
function isBelow(bytes: Uint8Array, limit: Uint8Array): boolean {
  for (let i = 0; i < limit.length; i++) if (bytes[i] !== limit[i]) return bytes[i]! < limit[i]!;
  return false;
}

/** Adds the group order n in place. Returns false if the sum is not below p, and so is not a coordinate. */
function addOrder(bytes: Uint8Array): boolean {
  let carry = 0;
  for (let i = SCALAR_BYTES - 1; i >= 0; i--) {
    carry += bytes[i]! + ORDER_BYTES[i]!;
    bytes[i] = carry;
    carry >>= 8;
  }
  return carry === 0 && isBelow(bytes, FIELD_BYTES);
}
