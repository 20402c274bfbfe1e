/** The curve, and what the module's memory starts with. */
import type { Data } from "../assembler.ts";
import { bytesOf, range } from "./integers.ts";
import { modulusBytes } from "./inverse.ts";
import { constantData, E, LIMBS, width } from "./limbs.ts";
import { sha256Constants } from "./nonce.ts";
import { MONTGOMERY_BITS } from "./order.ts";
import * as at from "./places.ts";

// SEC 2 version 2, section 2.4.1.
const P = 2n ** 256n - 2n ** 32n - 977n;
export const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const GX = 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n;
const GY = 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n;

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (let b = base, e = exponent; e > 0n; e >>= 1n, b = (b * b) % modulus) if (e & 1n) result = (result * b) % modulus;
  return result;
}

/** A cube root of 1 modulo n and one modulo p that belong together: λ (x, y) = (βx, y). */
export const BETA = 0x7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501een;
export const LAMBDA = 0x5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72n;

/**
 * A short basis (a1, b1), (a2, b2) of the lattice of the pairs with a + bλ = 0 modulo n: two successive remainders
 * of Euclid's algorithm around the square root of n.
 */
function lattice(): { a1: bigint; b1: bigint; a2: bigint; b2: bigint } {
  let [r0, t0, r1, t1] = [N, 0n, LAMBDA, 1n];
  while (r1 * r1 > N) [r0, t0, r1, t1] = [r1, t1, r0 % r1, t0 - (r0 / r1) * t1];
  const [a1, b1] = [r1, -t1];
  const [r2, t2] = [r0 % r1, t0 - (r0 / r1) * t1];
  const shorter = r0 * r0 + t0 * t0 < r2 * r2 + t2 * t2;
  return shorter ? { a1, b1, a2: r0, b2: -t0 } : { a1, b1, a2: r2, b2: -t2 };
}

/** A row of two numbers, with limbs as in reduced numbers. */
function rowBytes(...numbers: readonly [bigint, bigint]): Uint8Array {
  const doubles = new Float64Array(2 * LIMBS);
  for (const [lane, number] of numbers.entries()) {
    let rest = number > P / 2n ? number - P : number;
    for (let i = 0; i < LIMBS; i++) {
      const limb = BigInt.asIntN(width(i), rest);
      rest = (rest - limb) >> BigInt(width(i));
      doubles[2 * i + lane] = Number(limb) * 2 ** E(i);
    }
    if (rest !== 0n) throw new Error("the number does not fit");
  }
  return new Uint8Array(doubles.buffer);
}

function limbBits(): Uint8Array {
  const words = range(LIMBS).map((i) => (2 ** width(i) - 1) * 2 ** (E(i) & 7));
  return new Uint8Array(Uint32Array.from(words.flatMap((word) => [word, word, 0, 0])).buffer);
}

/** Call this after all code is written: writing code adds constants. */
export function data(): Data[] {
  const { a1, b1, a2, b2 } = lattice();
  const rounded = (value: bigint) => ((value << 385n) / N + 1n) >> 1n;
  const [first, second] = [rounded(b2), rounded(-b1)];
  if (first < 0n || second < 0n || first >> 256n !== 0n || second >> 256n !== 0n) throw new Error("another basis");
  if ((a1 + b1 * LAMBDA) % N !== 0n || (a2 + b2 * LAMBDA) % N !== 0n) throw new Error("not of the lattice");
  if (power(BETA, 3n, P) !== 1n || power(LAMBDA, 3n, N) !== 1n) throw new Error("no cube roots");
  const minus = (value: bigint) => bytesOf(BigInt.asUintN(160, -value), 5);
  return [
    constantData(),
    { at: at.ORDER, bytes: bytesOf(N, 8) },
    { at: at.COMPLEMENT, bytes: bytesOf(2n ** 256n - N, 5) },
    { at: at.MODULUS_N, bytes: modulusBytes(N) },
    { at: at.MODULUS_P, bytes: modulusBytes(P) },
    { at: at.SPLIT_1, bytes: bytesOf(first, 8) },
    { at: at.SPLIT_2, bytes: bytesOf(second, 8) },
    { at: at.MINUS_A1, bytes: minus(a1) },
    { at: at.MINUS_A2, bytes: minus(a2) },
    { at: at.MINUS_B1, bytes: minus(b1) },
    { at: at.MINUS_B2, bytes: minus(b2) },
    { at: at.BETA, bytes: rowBytes(BETA, BETA) },
    { at: at.HALF, bytes: rowBytes((P + 1n) / 2n, 0n) },
    { at: at.ONE_TWO, bytes: rowBytes(1n, 2n) },
    { at: at.ONE_MINUS_TWO, bytes: rowBytes(1n, P - 2n) },
    { at: at.THREE_TWENTY_ONE, bytes: rowBytes(3n, 21n) },
    { at: at.LIMB_BITS, bytes: limbBits() },
    { at: at.TO_MONTGOMERY, bytes: bytesOf(2n ** BigInt(2 * MONTGOMERY_BITS) % N, 8) },
    { at: at.ONE, bytes: bytesOf(1n, 8) },
    { at: at.HALF_ORDER, bytes: bytesOf(N / 2n, 8) },
    // The round constants are followed by the initial state.
    { at: at.ROUND_CONSTANTS, bytes: sha256Constants() },
    { at: at.SIGNS, bytes: new Uint8Array(Float64Array.of(1, 1, -1, 1).buffer) },
    // Minus G: the digest's scalar is subtracted.
    { at: at.GENERATOR, bytes: rowBytes(GX, (2n * (P - GY)) % P) },
  ];
}
