/** A small key and its witness, which a prover must make known points of before it is used. */
import { modulo, P, type Point1, type Point2, R, writeWords } from "./numbers.ts";
import type { Blinding } from "./parts.ts";
import { COEFFICIENT_WORDS, type Zkey } from "./zkey.ts";

/** The points of the key. */
export type ProverPoints = { readonly g1: readonly Point1[]; readonly g2: readonly Point2[] };

const WIRES = 17;
const PUBLICS = 2;
const DOMAIN = 32;
export const BLINDING: Blinding = { r: R / 3n, s: R - R / 5n };

/** Numbers below r without a pattern, as often large as small. */
const number = (i: number): bigint => BigInt(i + 2) ** 300n % R;

/** A key without a circuit. Each list repeats the points above, so that some are equal, and has a point at infinity. */
export function proverKey({ g1, g2 }: ProverPoints): Zkey {
  let turn = 0;
  const list = <T>(count: number, points: readonly T[], numbersOf: (point: T) => readonly bigint[]) => {
    const size = numbersOf(points[0]!).length;
    const words = new Uint32Array(8 * size * count);
    for (let i = 0; i < count; i++) {
      if (i === 3) continue;
      const numbers = numbersOf(points[turn++ % points.length]!);
      numbers.forEach((value, j) => writeWords(words, 8 * (i * size + j), modulo(value << 256n, P)));
    }
    return words;
  };
  const list1 = (count: number) => list(count, g1, ({ x, y }) => [x, y]);
  const coefficients = new Uint32Array(COEFFICIENT_WORDS * 3 * DOMAIN);
  for (let i = 0; i < 3 * DOMAIN; i++) {
    const at = COEFFICIENT_WORDS * i;
    coefficients.set([i % 2, ((i >> 1) * 5) % DOMAIN, (i * 3) % WIRES], at);
    writeWords(coefficients, at + 3, number(i));
  }
  const [alpha, beta1, delta1] = [g1[0]!, g1[1]!, g1[2]!];
  return {
    wires: WIRES,
    publics: PUBLICS,
    domain: DOMAIN,
    verification: { alpha, beta: g2[0]!, gamma: g2[1]!, delta: g2[2]!, ic: [] },
    beta1,
    delta1,
    coefficients,
    a: list1(WIRES),
    b1: list1(WIRES),
    b2: list(WIRES, g2, ({ x, y }) => [x.c0, x.c1, y.c0, y.c1]),
    c: list1(WIRES - PUBLICS - 1),
    h: list1(DOMAIN),
  };
}

/** Wires: 1, small and large ones. */
export function proverWitness(): Uint8Array {
  const wires = [1n, 0n, R - 1n, 2n, ...Array.from({ length: WIRES - 4 }, (_, i) => number(100 + i))];
  const words = new Uint32Array(8 * WIRES);
  wires.forEach((value, i) => writeWords(words, 8 * i, value));
  return new Uint8Array(words.buffer);
}
