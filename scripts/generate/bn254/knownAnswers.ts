/** What the engines of BN254 must give before they are used, by noble and by the prover in bigints. */
import { bn254 } from "@noble/curves/bn254.js";
import { format, resolveConfig } from "prettier";
import { bigintProverA, bigintProverB } from "../../../src/bn254/bigintProver.ts";
import { BLINDING, type ProverPoints, proverKey, proverWitness } from "../../../src/bn254/proverAnswers.ts";
import { modulo, R } from "../../../src/bn254/numbers.ts";
import type { Generated } from "../generated.ts";

const path = "src/bn254/generated/knownAnswers.ts";
const { Fr, Fp2 } = bn254.fields;
const g1 = (k: bigint) => bn254.G1.Point.BASE.multiply(modulo(k, R)).toAffine();
const g2 = (k: bigint) => bn254.G2.Point.BASE.multiply(modulo(k, R)).toAffine();
/** Scalars without a pattern. */
const scalar = (i: number): bigint => Fr.pow(7n, BigInt(1_000 + i));

/** A key of known logarithms, and proofs under it. */
function pairing() {
  const [alpha, beta, gamma, delta] = [1, 2, 3, 4].map(scalar) as [bigint, bigint, bigint, bigint];
  const ic = [5, 6, 7, 8].map(scalar) as [bigint, bigint, bigint, bigint];
  const key = { alpha: g1(alpha), beta: g2(beta), gamma: g2(gamma), delta: g2(delta), ic: ic.map(g1) };
  const prove = (i: number, signals: readonly bigint[]) => {
    const sum = signals.reduce((all, signal, j) => Fr.add(all, Fr.mul(signal, ic[j + 1]!)), ic[0]);
    const [b, c] = [scalar(10 + i), scalar(20 + i)];
    const a = Fr.div(Fr.create(alpha * beta + sum * gamma + c * delta), b);
    return { proof: { a: g1(a), b: g2(b), c: g1(c) }, signals };
  };
  const proofs = [
    prove(1, [0n, 1n, R - 1n]),
    prove(2, [scalar(31), scalar(32), scalar(33)]),
    prove(3, [scalar(34), scalar(35), scalar(36)]),
    ...[5, 6, 7, 8].map((i) => prove(i, [37, 47, 57].map((j) => scalar(i + j)))),
    // The sum is the point at infinity.
    prove(4, [Fr.neg(Fr.div(ic[0], ic[1])), 0n, 0n]),
  ];
  // A point of the twist that is not of order r.
  const x = { c0: 1n, c1: 0n };
  const outside = { x, y: Fp2.sqrt(Fp2.add(Fp2.mul(Fp2.sqr(x), x), bn254.G2.Point.CURVE().b)) };
  if (bn254.G2.Point.fromAffine(outside).isTorsionFree()) throw new Error("the point is of order r");
  return { KEY: key, PROOFS: proofs, OUTSIDE: outside };
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

/** Numbers as TypeScript has them. */
function literal(value: unknown): string {
  if (typeof value === "bigint") return value < 1_000n ? `${value}n` : `0x${value.toString(16)}n`;
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  return `{ ${Object.entries(value as object)
    .map(([name, of]) => `${name}: ${literal(of)}`)
    .join(", ")} }`;
}

export const knownAnswers: Generated = {
  path,
  render: async () => {
    const { KEY, PROOFS, OUTSIDE } = pairing();
    const { POINTS, PART_A, PART_B, PROOF } = prover();
    const source = `// Written by scripts/generate/bn254/knownAnswers.ts: do not edit.
import type { Groth16Key, Groth16Proof } from "../pairing.ts";
import type { PartA, PartB, Proof } from "../parts.ts";
import type { Point2 } from "../numbers.ts";
import type { ProverPoints } from "../proverAnswers.ts";

/** A key that is of no circuit, proofs that hold under it, and a point of the twist that is not of order r. */
export const KEY: Groth16Key = ${literal(KEY)};
export const PROOFS: readonly { readonly proof: Groth16Proof; readonly signals: readonly bigint[] }[] = ${literal(PROOFS)};
export const OUTSIDE: Point2 = ${literal(OUTSIDE)};

/** Points of the prover's key, and what it makes under that. */
export const POINTS: ProverPoints = ${literal(POINTS)};
export const PART_A: PartA = ${literal(PART_A)};
export const PART_B: PartB = ${literal(PART_B)};
export const PROOF: Proof = ${literal(PROOF)};
`;
    return format(source, { ...(await resolveConfig(path)), filepath: path });
  },
};
