/**
 * Computes the secret of a public beacon: snarkjs multiplies delta by this scalar when it applies the beacon.
 * Anyone who knows the beacon's hash can compute it. If a key has no other contribution, it is the logarithm of delta.
 *
 * @module
 */
import { createCipheriv, createHash } from "node:crypto";
import { bn254 } from "@noble/curves/bn254.js";

/** A beacon. `hash` is 32 bytes in hex, which are hashed 2^`iterationsExponent` times. */
export type Beacon = { readonly hash: string; readonly iterationsExponent: number };

/**
 * Phase 2 of the development keys has no secret contribution, only this public beacon. A key needs at least one
 * contribution: in a key straight from `groth16 setup`, gamma equals delta, and anyone can forge proofs without
 * knowing a secret.
 */
export const BEACON: Beacon = {
  // SHA-256 of "anchorlog development beacon"
  hash: "7a37ba2a804385162129b84370f190ec53ee4ddc8ed359a9cc9300828ded1629",
  iterationsExponent: 10,
};

const { Fr } = bn254.fields;
/** Bit mask that reduces a drawn number to the bit length of r. */
const MASK = 2n ** 254n - 1n;

/** `delta after = scalar · delta before`. */
export function beaconScalar({ hash, iterationsExponent }: Beacon): bigint {
  let seed = Buffer.from(hash, "hex");
  for (let i = 0; i < 2 ** iterationsExponent; i++) seed = createHash("sha256").update(seed).digest();
  // ChaCha20 from block 0 with a zero nonce. The seed has big-endian words, and the key little-endian ones.
  const stream = createCipheriv("chacha20", seed.swap32(), Buffer.alloc(16));
  for (;;) {
    const drawn = stream.update(Buffer.alloc(32));
    // Four numbers of 64 bits, lowest first. Each number consists of two words, higher word first.
    const number = [3, 2, 1, 0].reduce((sum, i) => (sum << 64n) | limb(drawn, 8 * i), 0n) & MASK;
    // The drawn number is in Montgomery form.
    if (number < Fr.ORDER) return Fr.div(number, Fr.create(2n ** 256n));
  }
}

const limb = (bytes: Buffer, at: number): bigint =>
  (BigInt(bytes.readUInt32LE(at)) << 32n) | BigInt(bytes.readUInt32LE(at + 4));
