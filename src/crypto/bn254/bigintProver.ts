/** The parts of Groth16 proofs in bigints, which run everywhere. */
import { pippenger } from "@noble/curves/abstract/curve.js";
import { FFT, rootsOfUnity } from "@noble/curves/abstract/fft.js";
import type { IField } from "@noble/curves/abstract/modular.js";
import { bn254 } from "@noble/curves/bn254.js";
import { finite, type ProverA, type ProverB, readWitness } from "./parts.ts";
import { modulo, readWords } from "./numbers.ts";
import { COEFFICIENT_WORDS, KeyError, type Zkey } from "./zkey.ts";

const { Fp, Fp2, Fr } = bn254.fields;
const G1 = bn254.G1.Point;
const G2 = bn254.G2.Point;
type Of<C extends typeof G1 | typeof G2> = InstanceType<C>;

const FROM_KEY = Fp.inv(modulo(1n << 256n, Fp.ORDER));
const coordinate = (words: Uint32Array, at: number): bigint => Fp.mul(readWords(words, at), FROM_KEY);

/** Reads a section's points. It checks the curves' equations, but not the subgroup of G2, like the other prover. */
function pointsOf<P>(
  words: Uint32Array,
  size: number,
  name: string,
  infinity: P,
  read: (own: Uint32Array) => P | undefined,
) {
  return Array.from({ length: words.length / size }, (_, i) => {
    const own = words.subarray(i * size, (i + 1) * size);
    const point = own.every((word) => word === 0) ? infinity : read(own);
    if (point === undefined) throw new KeyError(`point ${i} of ${name} is not on its curve`);
    return point;
  });
}

const isOnCurve = <T>(field: IField<T>, { x, y }: { readonly x: T; readonly y: T }, b: T): boolean =>
  field.eql(field.sqr(y), field.add(field.mul(field.sqr(x), x), b));

const points1 = (words: Uint32Array, name: string) =>
  pointsOf(words, 16, name, G1.ZERO, (own) => {
    const point = { x: coordinate(own, 0), y: coordinate(own, 8) };
    return isOnCurve(Fp, point, 3n) ? G1.fromAffine(point) : undefined;
  });
const points2 = (words: Uint32Array, name: string) =>
  pointsOf(words, 32, name, G2.ZERO, (own) => {
    const pair = (at: number) => Fp2.create({ c0: coordinate(own, at), c1: coordinate(own, at + 8) });
    const point = { x: pair(0), y: pair(16) };
    return isOnCurve(Fp2, point, G2.CURVE().b) ? G2.fromAffine(point) : undefined;
  });

type Curve<P> = { readonly ZERO: P };

/** The sum of scalars times points. */
function multiply<P extends Of<typeof G1> | Of<typeof G2>>(
  curve: Curve<P>,
  points: readonly P[],
  scalars: readonly bigint[],
): P {
  const used = [...points.keys()].filter((i) => scalars[i] !== 0n && !points[i]!.is0());
  if (used.length === 0) return curve.ZERO;
  const sum: (c: unknown, points: P[], scalars: bigint[]) => P = pippenger as never;
  return sum(
    curve,
    used.map((i) => points[i]!),
    used.map((i) => scalars[i]!),
  );
}

const readScalars = (witness: Uint8Array, wires: number): bigint[] => {
  const words = readWitness(witness, wires);
  return Array.from({ length: wires }, (_, i) => readWords(words, 8 * i));
};
const affine = <T>(point: { is0(): boolean; toAffine(): T }): T | undefined =>
  point.is0() ? undefined : point.toAffine();

/** As `wasmProverB`. */
export function bigintProverB(key: Zkey): ProverB {
  const b1 = [...points1(key.b1, "section 6"), G1.fromAffine(key.beta1), G1.fromAffine(key.delta1)];
  const { beta, delta } = key.verification;
  const b2 = [...points2(key.b2, "section 7"), G2.fromAffine(beta), G2.fromAffine(delta)];
  return (witness, { s }) => {
    const scalars = [...readScalars(witness, key.wires), 1n, s];
    return { b1: affine(multiply(G1, b1, scalars)), b2: affine(multiply(G2, b2, scalars)) };
  };
}

/** As `wasmProverA`. */
export function bigintProverA(key: Zkey): ProverA {
  const delta = G1.fromAffine(key.delta1);
  const a = [...points1(key.a, "section 5"), G1.fromAffine(key.verification.alpha), delta];
  const c = [...points1(key.c, "section 8"), ...points1(key.h, "section 9"), delta];
  return {
    prove: (witness, { r, s }) => {
      const wires = readScalars(witness, key.wires);
      const own = wires.slice(key.publics + 1);
      return {
        a: affine(multiply(G1, a, [...wires, 1n, r])),
        c: affine(multiply(G1, c, [...own, ...quotientOf(key, wires), Fr.neg(Fr.mul(r, s))])),
      };
    },
    finish: (partA, partB, { r, s }) => {
      const points = [partA.a, partB.b1, partA.c].map((point) =>
        point === undefined ? G1.ZERO : G1.fromAffine(point),
      );
      return finite(partA.a, partB.b2, affine(multiply(G1, points, [s, r, 1n])));
    },
  };
}

/** The roots of unity that snarkjs uses are powers of 5. */
const ROOTS = rootsOfUnity(Fr, 5n);
const TRANSFORM = FFT(ROOTS, Fr);

/** Computes the same as `quotients` in quotient.ts, which explains the method. */
function quotientOf({ domain, coefficients }: Zkey, wires: readonly bigint[]): bigint[] {
  const scale = Fr.inv(modulo(1n << 512n, Fr.ORDER));
  const [a, b] = [0, 1].map(() => Array<bigint>(domain).fill(0n)) as [bigint[], bigint[]];
  for (let at = 0; at < coefficients.length; at += COEFFICIENT_WORDS) {
    const row = coefficients[at] === 0 ? a : b;
    const [constraint, wire] = [coefficients[at + 1]!, coefficients[at + 2]!];
    row[constraint] = Fr.add(row[constraint]!, Fr.mul(readWords(coefficients, at + 3), wires[wire]!));
  }
  // The key's coefficients are multiplied by 2^512. This removes the factor.
  const [as, bs] = [a, b].map((row) => row.map((value) => Fr.mul(value, scale))) as [bigint[], bigint[]];
  const cs = as.map((value, i) => Fr.mul(value, bs[i]!));
  // The values at the odd powers of a root of twice the domain's order, from those at its even powers.
  const powers = ROOTS.roots(Math.log2(2 * domain));
  const [oddA, oddB, oddC] = [as, bs, cs].map((values) =>
    TRANSFORM.direct(TRANSFORM.inverse(values).map((value, i) => Fr.mul(value, powers[i]!))),
  ) as [bigint[], bigint[], bigint[]];
  return oddA.map((value, i) => Fr.sub(Fr.mul(value, oddB[i]!), oddC[i]!));
}
