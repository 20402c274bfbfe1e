/** The answers that the engines of BN254 must give before they are used, made by noble and the prover in bigints. */
import { bn254 } from "@noble/curves/bn254.js";
import { bigintProverA, bigintProverB } from "../../../src/crypto/bn254/bigintProver.ts";
import { BLINDING, type ProverPoints, proverKey, proverWitness } from "../../../src/crypto/bn254/proverAnswers.ts";
import { modulo, R } from "../../../src/crypto/bn254/numbers.ts";
import { moduleFiles } from "../files.ts";

const { Fr, Fp2 } = bn254.fields;
const g1 = (k: bigint) => bn254.G1.Point.BASE.multiply(modulo(k, R)).toAffine();
const g2 = (k: bigint) => bn254.G2.Point.BASE.multiply(modulo(k, R)).toAffine();
/** Scalars without a pattern. */
const scalar = (i: number): bigint => Fr.pow(7n, BigInt(1_000 + i));

/** A key of known logarithms, and proofs under it; its scalars are from `first` on. */
function provable(first: number) {
  const scalars = (...all: readonly number[]) => all.map((i) => scalar(first + i)) as [bigint, bigint, bigint, bigint];
  const [alpha, beta, gamma, delta] = scalars(0, 1, 2, 3);
  const ic = scalars(4, 5, 6, 7);
  const key = { alpha: g1(alpha), beta: g2(beta), gamma: g2(gamma), delta: g2(delta), ic: ic.map(g1) };
  const prove = (i: number, signals: readonly bigint[]) => {
    const sum = signals.reduce((all, signal, j) => Fr.add(all, Fr.mul(signal, ic[j + 1]!)), ic[0]);
    const [b, c] = scalars(9 + i, 19 + i);
    const a = Fr.div(Fr.create(alpha * beta + sum * gamma + c * delta), b);
    return { proof: { a: g1(a), b: g2(b), c: g1(c) }, signals };
  };
  const proofs = [
    prove(1, [0n, 1n, R - 1n]),
    ...[30, 33, 36].map((i, of) => prove(2 + of, scalars(i, i + 1, i + 2))),
    // The sum is the point at infinity.
    prove(5, [Fr.neg(Fr.div(ic[0], ic[1])), 0n, 0n]),
  ];
  return { key, proofs };
}

function pairing() {
  // A point of the twist that is not of order r.
  const x = { c0: 1n, c1: 0n };
  const outside = { x, y: Fp2.sqrt(Fp2.add(Fp2.mul(Fp2.sqr(x), x), bn254.G2.Point.CURVE().b)) };
  if (bn254.G2.Point.fromAffine(outside).isTorsionFree()) throw new Error("the point is of order r");
  return { PROVABLE: [provable(1), provable(101)], OUTSIDE: outside };
}

function prover() {
  const points: ProverPoints = {
    g1: [41, 42, 43, 44, 45].map((i) => g1(scalar(i))),
    g2: [46, 47, 48].map((i) => g2(scalar(i))),
  };
  const key = proverKey(points);
  const [proverA, proverB] = [bigintProverA(key), bigintProverB(key)];
  const [a, b] = [proverA.prove(proverWitness(), BLINDING), proverB(proverWitness(), BLINDING)];
  return { POINTS: points, PART_A: a, PART_B: b, PROOF: proverA.finish(a, b, BLINDING) };
}

export const knownAnswers = moduleFiles("bn254/answers", "bn254/knownAnswers.ts", () => {
  const { PROVABLE, OUTSIDE } = pairing();
  const { POINTS, PART_A, PART_B, PROOF } = prover();
  return [
    { comment: "Keys that are of no circuit, and proofs that hold under each.", values: { PROVABLE } },
    { comment: "A point of the twist that is not of order r.", values: { OUTSIDE } },
    {
      comment: "Points of the prover's key, and what it makes under that.",
      values: { POINTS, PART_A, PART_B, PROOF },
    },
  ];
});
