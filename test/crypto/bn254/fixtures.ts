/** Keys of our circuits with witnesses, and a key of no circuit. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { bn254 } from "@noble/curves/bn254.js";
import { modulo, P, type Point1, type Point2, R, wordsOf, writeWords } from "../../../src/crypto/bn254/numbers.ts";
import type { Zkey } from "../../../src/crypto/bn254/zkey.ts";
import { absenceWitness } from "../../../src/proof/absenceWitness.ts";
import { loadCalculator } from "../../../src/proof/calculator.ts";
import { orderWitness } from "../../../src/proof/orderWitness.ts";
import { type CircuitInput, disclosureWitness } from "../../../src/proof/witness.ts";
import { absences, orders, valid } from "../../proof/fixtures.ts";

export type CircuitName = "disclosure" | "order" | "absence";

export const artifact = (name: string) =>
  readFile(fileURLToPath(new URL(`../../../circuits/artifacts/${name}`, import.meta.url)));

const statements: Record<CircuitName, { readonly input: CircuitInput; readonly signals: readonly bigint[] }> = {
  disclosure: disclosureWitness(valid[1]!.statement),
  order: orderWitness(orders.valid[0]!.statement),
  absence: absenceWitness(absences.valid[0]!.statement),
};

/** A circuit's witness as bytes, and its public signals. */
export async function witnessOf(circuit: CircuitName) {
  const { input, signals } = statements[circuit];
  const { calculate } = await loadCalculator(await artifact(`${circuit}.wasm`));
  return { witness: new Uint8Array(calculate(input).buffer), signals };
}

/** Numbers that look random, the same ones each time. */
export function numbers(): (below: bigint) => bigint {
  let state = 1n;
  return (below) => {
    let value = 0n;
    for (let i = 0; i < 6; i++) {
      state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
      value = (value << 48n) | (state >> 16n);
    }
    return value % below;
  };
}

export const wordsOfScalars = (values: readonly bigint[]): Uint32Array => {
  const words = new Uint32Array(8 * values.length);
  values.forEach((value, i) => writeWords(words, 8 * i, value));
  return words;
};

const toKey = (value: bigint) => modulo(value << 256n, P);
const point1 = (point: Point1 | undefined) => (point === undefined ? [0n, 0n] : [point.x, point.y].map(toKey));
const point2 = (point: Point2 | undefined) =>
  point === undefined ? [0n, 0n, 0n, 0n] : [point.x.c0, point.x.c1, point.y.c0, point.y.c1].map(toKey);

/**
 * A key with random points and coefficients that belong to no circuit. Proofs under it are well defined but mean
 * nothing.
 */
export function keyOfNothing({ wires, publics, domain }: Pick<Zkey, "wires" | "publics" | "domain">): Zkey {
  const next = numbers();
  const g1 = () => bn254.G1.Point.BASE.multiply(1n + next(1000n)).toAffine();
  const g2 = () => bn254.G2.Point.BASE.multiply(1n + next(1000n)).toAffine();
  const maybe = <T>(make: () => T) => (next(4n) === 0n ? undefined : make());
  const list = <T>(count: number, write: (point: T | undefined) => bigint[], make: () => T | undefined) =>
    wordsOfScalars(Array.from({ length: count }, () => write(make())).flat());
  const coefficients = Array.from({ length: 3 * domain }, () => {
    const place = [next(2n), next(BigInt(domain)), next(BigInt(wires))].map(Number);
    return [...place, ...wordsOfScalars([modulo(next(R) << 512n, R)])];
  });
  const same = g1();
  return {
    wires,
    publics,
    domain,
    verification: { alpha: g1(), beta: g2(), gamma: g2(), delta: g2(), ic: [] },
    beta1: g1(),
    delta1: g1(),
    coefficients: Uint32Array.from(coefficients.flat()),
    // Many equal points.
    a: list(wires, point1, () => maybe(() => (next(2n) === 0n ? same : g1()))),
    b1: list(wires, point1, () => maybe(g1)),
    b2: list(wires, point2, () => maybe(g2)),
    c: list(wires - publics - 1, point1, g1),
    h: list(domain, point1, g1),
  };
}

/** A witness of random wires like those of circuits. Wire 0 is 1. */
export function anyWitness(wires: number): Uint8Array {
  const next = numbers();
  const values = Array.from({ length: wires }, (_, i) => {
    if (i === 0) return 1n;
    const kind = next(5n);
    return kind === 0n ? 0n : kind === 1n ? 1n : kind === 2n ? R - 1n : next(R);
  });
  return new Uint8Array(wordsOfScalars(values).buffer);
}

export const scalarsOf = (words: Uint32Array): bigint[] =>
  Array.from({ length: words.length / 8 }, (_, i) =>
    words.subarray(8 * i, 8 * i + 8).reduceRight((value, word) => (value << 32n) | BigInt(word), 0n),
  );
export { wordsOf };
