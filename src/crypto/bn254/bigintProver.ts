/** The parts of Groth16 proofs in bigints, which run everywhere. */
import { pippenger } from "@noble/curves/abstract/curve.js";
import { bn254 } from "@noble/curves/bn254.js";
import { finite, type ProverA, type ProverB, readWitness } from "./parts.ts";
import { modulo, type Point1, type Point2, readWords } from "./numbers.ts";
import { COEFFICIENT_WORDS, KeyError, type Zkey } from "./zkey.ts";

const { Fp, Fr } = bn254.fields;
const G1 = bn254.G1.Point;
const G2 = bn254.G2.Point;
type Of<C extends typeof G1 | typeof G2> = InstanceType<C>;

const FROM_KEY = Fp.inv(modulo(1n << 256n, Fp.ORDER));
const coordinate = (words: Uint32Array, at: number): bigint => Fp.mul(readWords(words, at), FROM_KEY);
const isInfinity = (words: Uint32Array): boolean => words.every((word) => word === 0);

function pointsOf<T extends Of<typeof G1> | Of<typeof G2>>(
  words: Uint32Array,
  size: number,
  name: string,
  read: (words: Uint32Array) => T,
  infinity: T,
): T[] {
  return Array.from({ length: words.length / size }, (_, i) => {
    const own = words.subarray(i * size, (i + 1) * size);
    if (isInfinity(own)) return infinity;
    try {
      return read(own);
    } catch {
      throw new KeyError(`point ${i} of ${name} is not on its curve`);
    }
  });
}

const points1 = (words: Uint32Array, name: string) =>
  pointsOf(words, 16, name, (own) => onCurve1({ x: coordinate(own, 0), y: coordinate(own, 8) }), G1.ZERO);
const points2 = (words: Uint32Array, name: string) =>
  pointsOf(
    words,
    32,
    name,
    (own) => {
      const pair = (at: number) => ({ c0: coordinate(own, at), c1: coordinate(own, at + 8) });
      return onCurve2({ x: pair(0), y: pair(16) });
    },
    G2.ZERO,
  );

function onCurve1(point: Point1): Of<typeof G1> {
  const { x, y } = point;
  if (!Fp.eql(Fp.sqr(y), Fp.add(Fp.mul(Fp.sqr(x), x), 3n))) throw new Error("not on the curve");
  return G1.fromAffine(point);
}

function onCurve2(point: Point2): Of<typeof G2> {
  const { Fp2 } = bn254.fields;
  const { x, y } = point;
  if (!Fp2.eql(Fp2.sqr(y), Fp2.add(Fp2.mul(Fp2.sqr(x), x), G2.CURVE().b))) throw new Error("not on the curve");
  return G2.fromAffine(point);
}

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

/** Computes the same as `quotients` in quotient.ts, which explains the method. */
function quotientOf({ domain, coefficients }: Zkey, wires: readonly bigint[]): bigint[] {
  const scale = Fr.inv(modulo(1n << 512n, Fr.ORDER));
  const [a, b] = [0, 1].map(() => Array<bigint>(domain).fill(0n)) as [bigint[], bigint[]];
  for (let at = 0; at < coefficients.length; at += COEFFICIENT_WORDS) {
    const row = coefficients[at] === 0 ? a : b;
    const [constraint, wire] = [coefficients[at + 1]!, coefficients[at + 2]!];
    row[constraint] = Fr.add(row[constraint]!, Fr.mul(readWords(coefficients, at + 3), wires[wire]!));
  }
  // Coefficients are times 2^512 here, until now.
  const [as, bs] = [a, b].map((row) => row.map((value) => Fr.mul(value, scale))) as [bigint[], bigint[]];
  const cs = as.map((value, i) => Fr.mul(value, bs[i]!));
  const odd = Fr.pow(5n, (Fr.ORDER - 1n) / BigInt(2 * domain));
  const [oddA, oddB, oddC] = [as, bs, cs].map((values) => {
    const back = transform(values, Fr.inv(Fr.sqr(odd)));
    let factor = Fr.inv(BigInt(domain));
    const shifted = back.map((value) => {
      const result = Fr.mul(value, factor);
      factor = Fr.mul(factor, odd);
      return result;
    });
    return transform(shifted, Fr.sqr(odd));
  }) as [bigint[], bigint[], bigint[]];
  return oddA.map((value, i) => Fr.sub(Fr.mul(value, oddB[i]!), oddC[i]!));
}

/**
 * Evaluates a polynomial at the powers of a root of unity. The number of coefficients is a power of two, and the root's
 * order.
 */
function transform(coefficients: readonly bigint[], root: bigint): bigint[] {
  if (coefficients.length === 1) return [...coefficients];
  const square = Fr.sqr(root);
  const even = transform(
    coefficients.filter((_, i) => i % 2 === 0),
    square,
  );
  const odd = transform(
    coefficients.filter((_, i) => i % 2 === 1),
    square,
  );
  let power = 1n;
  const turned = odd.map((value) => {
    const result = Fr.mul(value, power);
    power = Fr.mul(power, root);
    return result;
  });
  return [...even.map((value, i) => Fr.add(value, turned[i]!)), ...even.map((value, i) => Fr.sub(value, turned[i]!))];
}
