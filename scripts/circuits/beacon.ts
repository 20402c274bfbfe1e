/**
 * The secret of a public beacon: the scalar by which snarkjs multiplies delta when it applies one. Whoever knows the
 * beacon's hash computes it, and where a key has no other contribution, it is delta's logarithm.
 *
 * @module
 */
import { createCipheriv, createHash } from "node:crypto";
import { bn254 } from "@noble/curves/bn254.js";

/** Of a beacon: 32 bytes in hex, hashed 2^exponent times. */
export type Beacon = { readonly hash: string; readonly iterationsExponent: number };

/**
 * The development keys' phase 2 has no secret contribution, only this beacon, which everyone knows. Some contribution
 * there must be: in a key as `groth16 setup` leaves it, gamma equals delta, and proofs can be forged without
 * knowing anything at all.
 */
export const BEACON: Beacon = {
  // SHA-256 of "anchorlog development beacon"
  hash: "7a37ba2a804385162129b84370f190ec53ee4ddc8ed359a9cc9300828ded1629",
  iterationsExponent: 10,
};

const { Fr } = bn254.fields;
/** Numbers that are drawn have as many bits as r. */
const MASK = 2n ** 254n - 1n;

/** `delta after = scalar · delta before`. */
export function beaconScalar({ hash, iterationsExponent }: Beacon): bigint {
  let seed = Buffer.from(hash, "hex");
  for (let i = 0; i < 2 ** iterationsExponent; i++) seed = createHash("sha256").update(seed).digest();
  // ChaCha20 from block 0 with a nonce of zeros. The seed is read as big-endian words, the key as little-endian ones.
  const stream = createCipheriv("chacha20", seed.swap32(), Buffer.alloc(16));
  for (;;) {
    const drawn = stream.update(Buffer.alloc(32));
    // Four numbers of 64 bits, the lowest first, each of two words, the higher first.
    const number = [3, 2, 1, 0].reduce((sum, i) => (sum << 64n) | limb(drawn, 8 * i), 0n) & MASK;
    // What is drawn is a number's Montgomery form.
    if (number < Fr.ORDER) return Fr.div(number, Fr.create(2n ** 256n));
  }
}

const limb = (bytes: Buffer, at: number): bigint =>
  (BigInt(bytes.readUInt32LE(at)) << 32n) | BigInt(bytes.readUInt32LE(at + 4));
