/** Compares the values of A B - C outside of the domain with polynomials that are evaluated term by term. */
import { describe, expect, test } from "vitest";
import { compileGroups, openGroups } from "../../../src/crypto/bn254/engine.ts";
import { modulo, R } from "../../../src/crypto/bn254/numbers.ts";
import { quotients } from "../../../src/crypto/bn254/quotient.ts";
import { anyWitness, keyOfNothing, scalarsOf, wordsOf } from "./fixtures.ts";

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let i = exponent.toString(2).length - 1; i >= 0; i--) {
    result = (result * result) % R;
    if ((exponent >> BigInt(i)) & 1n) result = (result * base) % R;
  }
  return result;
}
const inverse = (value: bigint) => power(value, R - 2n);

/** The value at x of the polynomial of lowest degree that has these values at the powers of the root (Lagrange). */
function interpolated(values: readonly bigint[], root: bigint, x: bigint): bigint {
  const count = BigInt(values.length);
  const scale = (modulo(power(x, count) - 1n, R) * inverse(count)) % R;
  return values.reduce((sum, value, i) => {
    const at = power(root, BigInt(i));
    return (sum + value * scale * at * inverse(modulo(x - at, R))) % R;
  }, 0n);
}

describe("the quotient's scalars", () => {
  test.each([
    { wires: 5, publics: 1, domain: 4 },
    { wires: 8, publics: 2, domain: 8 },
    { wires: 21, publics: 3, domain: 32 },
  ])("for $wires wires and a domain of $domain", (sizes) => {
    const key = keyOfNothing(sizes);
    const witness = anyWitness(key.wires);
    const found = scalarsOf(quotients(openGroups(compileGroups()), key)(witness).slice());

    const wires = scalarsOf(wordsOf(witness));
    const sums = [0, 1].map(() => Array<bigint>(key.domain).fill(0n)) as [bigint[], bigint[]];
    const unscale = inverse(modulo(1n << 512n, R));
    for (let at = 0; at < key.coefficients.length; at += 11) {
      const [matrix, constraint, wire] = key.coefficients.subarray(at, at + 3) as unknown as [0 | 1, number, number];
      const coefficient = scalarsOf(key.coefficients.slice(at + 3, at + 11))[0]! * unscale;
      sums[matrix][constraint] = (sums[matrix][constraint]! + coefficient * wires[wire]!) % R;
    }
    const [a, b] = sums;
    const c = a.map((value, i) => (value * b[i]!) % R);
    // 5 is not a square, so its power generates the group whose order is a power of two.
    const odd = power(5n, (R - 1n) / BigInt(2 * key.domain));
    const root = (odd * odd) % R;
    const expected = a.map((_, i) => {
      const x = power(odd, BigInt(2 * i + 1));
      const [atA, atB, atC] = [a, b, c].map((values) => interpolated(values, root, x)) as [bigint, bigint, bigint];
      return modulo(atA * atB - atC, R);
    });
    expect(found).toEqual(expected);
  });

  test("of a witness that holds only 1, in two calls", () => {
    const key = keyOfNothing({ wires: 9, publics: 1, domain: 8 });
    const quotient = quotients(openGroups(compileGroups()), key);
    const first = quotient(anyWitness(9)).slice();
    const zeros = new Uint8Array(9 * 32);
    zeros[0] = 1;
    expect(quotient(zeros).slice()).not.toEqual(first);
    expect(quotient(anyWitness(9)).slice()).toEqual(first);
  });
});
