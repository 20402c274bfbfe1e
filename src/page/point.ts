/** Computes points of BN254 from their short form. */
import { P } from "../crypto/bn254/numbers.ts";
import type { G1Point } from "../crypto/bn254/pairing.ts";

/** Returns the point of y² = x³ + 3 with this x, whose y has this parity. */
export function pointAt(x: bigint, parity: bigint): G1Point {
  let y = 1n;
  // P is 3 modulo 4, so that the power (P + 1) / 4 of a square is its root.
  for (const bit of ((P + 1n) / 4n).toString(2)) y = (y * y * (bit === "1" ? x ** 3n + 3n : 1n)) % P;
  return { x, y: (y & 1n) === parity ? y : P - y };
}
