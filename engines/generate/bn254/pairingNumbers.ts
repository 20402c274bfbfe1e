/** The curve's numbers (EIP-196 and EIP-197), and its field's numbers in the form of ../montgomery.ts. */
import { limbsOf, R } from "../poseidonConstants.ts";

export const P = 0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47n;
export const ORDER = 0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001n;
/** Barreto and Naehrig's parameter: p, r and the loops of the pairing are polynomials in it. */
export const X = 4965661367192848881n;

export type Fp2 = readonly [c0: bigint, c1: bigint];
/** Fp12 is Fp2[w] / (w^6 - XI). */
const XI: Fp2 = [9n, 1n];

export const modulo = (value: bigint): bigint => ((value % P) + P) % P;
export const multiply = ([a, b]: Fp2, [c, d]: Fp2): Fp2 => [modulo(a * c - b * d), modulo(a * d + b * c)];

function power<T>(base: T, exponent: bigint, one: T, times: (a: T, b: T) => T): T {
  let result = one;
  for (let b = base, e = exponent; e > 0n; e >>= 1n, b = times(b, b)) if (e & 1n) result = times(result, b);
  return result;
}

export const inverse = (value: bigint): bigint => power(modulo(value), P - 2n, 1n, (a, b) => (a * b) % P);
const scale = ([a, b]: Fp2, k: bigint): Fp2 => [modulo(a * k), modulo(b * k)];
const inverse2 = ([a, b]: Fp2): Fp2 => scale([a, P - b], inverse(a * a + b * b));

/** 3 / XI, of the twist y² = x³ + 3 / XI. */
export const TWIST_B = scale(inverse2(XI), 3n);
/** w^(i (p^k - 1)): what the power p^k does to w^i. */
export const frobenius = (i: number, k: number): Fp2 =>
  power<Fp2>(XI, (BigInt(i) * (P ** BigInt(k) - 1n)) / 6n, [1n, 0n], multiply);

/** In Montgomery form and from -p/2 to p/2, as limbs. */
export function limbsOfElement(value: bigint): bigint[] {
  const element = modulo(value * R);
  return limbsOf(2n * element > P ? element - P : element);
}

/**
 * Returns the signed digits of a number, lowest first: its non-adjacent form of this width. Each digit is 0, or odd and
 * below 2^(width - 1). At most one of any `width` neighbours is not 0.
 */
export function nonAdjacent(value: bigint, width: number): number[] {
  const digits: number[] = [];
  for (let rest = value; rest > 0n; rest >>= 1n) {
    const digit = rest & 1n ? BigInt.asIntN(width, rest) : 0n;
    digits.push(Number(digit));
    rest -= digit;
  }
  return digits;
}
