/**
 * A verifier of Groth16 proofs over BN254 that is strict where others are not: it wants exactly as many
 * public signals as the key has, all canonical, and points that are on their curves and in their groups
 * (PROTOCOL, section 7). Browser-safe.
 *
 * @module
 */
import { interleavedMSMUnsafe } from "@noble/curves/abstract/curve.js";
import { bn254 } from "@noble/curves/bn254.js";
import { bytesToUint, concat, uintToBytes } from "../encoding/bytes.ts";
import { isFieldElement } from "../poseidon/index.ts";

/** A point of G1: affine coordinates below p. Infinity has none, and is refused everywhere. */
export type G1Point = { readonly x: bigint; readonly y: bigint };
/** An element `c0 + c1·i` of the field that G2 is over. */
export type Fp2Element = { readonly c0: bigint; readonly c1: bigint };
/** A point of G2: affine coordinates. */
export type G2Point = { readonly x: Fp2Element; readonly y: Fp2Element };

/** A proof. */
export type Groth16Proof = { readonly a: G1Point; readonly b: G2Point; readonly c: G1Point };

/** A verification key: for n public signals, n + 1 points in `ic`. */
export type Groth16Key = {
  readonly alpha: G1Point;
  readonly beta: G2Point;
  readonly gamma: G2Point;
  readonly delta: G2Point;
  readonly ic: readonly G1Point[];
};

/** Bytes of an encoded proof. */
export const PROOF_BYTES = 256;

/** Why a proof, its signals or a key cannot even be judged. A closed set. */
export type ProofErrorCode =
  | "proof_malformed"
  | "coordinate_range"
  | "not_on_curve"
  | "not_in_subgroup"
  | "signal_count"
  | "signal_range"
  | "unsafe_key"
  | "claim_range"
  | "claim_type";

/** Thrown for what is malformed; what is only wrong gives `false`. */
export class ProofError extends Error {
  readonly code: ProofErrorCode;

  constructor(code: ProofErrorCode, message: string) {
    super(message);
    this.name = "ProofError";
    this.code = code;
  }
}

/** A proof's 256 bytes. Throws ProofError `coordinate_range` where a coordinate is not below p. */
export function encodeProof({ a, b, c }: Groth16Proof): Uint8Array {
  // The imaginary part comes first, as in EIP-197.
  const coordinates = [a.x, a.y, b.x.c1, b.x.c0, b.y.c1, b.y.c0, c.x, c.y];
  return concat(...coordinates.map((value, i) => uintToBytes(coordinate(value, COORDINATES[i]), 32)));
}

/**
 * Reads a proof's 256 bytes. Whether its points are on their curves is left to {@link verifyGroth16}.
 *
 * @throws ProofError `proof_malformed` or `coordinate_range`.
 */
export function decodeProof(bytes: Uint8Array): Groth16Proof {
  if (!(bytes instanceof Uint8Array) || bytes.length !== PROOF_BYTES) {
    throw new ProofError("proof_malformed", `a proof has ${PROOF_BYTES} bytes`);
  }
  const read = (i: number) => coordinate(bytesToUint(bytes.subarray(32 * i, 32 * i + 32)), COORDINATES[i]);
  return {
    a: { x: read(0), y: read(1) },
    b: { x: { c1: read(2), c0: read(3) }, y: { c1: read(4), c0: read(5) } },
    c: { x: read(6), y: read(7) },
  };
}

const COORDINATES = ["A.x", "A.y", "B.x1", "B.x0", "B.y1", "B.y0", "C.x", "C.y"];

function coordinate(value: bigint, name = "a coordinate"): bigint {
  if (typeof value === "bigint" && value >= 0n && value < bn254.fields.Fp.ORDER) return value;
  throw new ProofError("coordinate_range", `${name} is not below p`);
}

/** A proof as snarkjs writes it in JSON. */
export type SnarkjsProof = {
  readonly pi_a: readonly string[];
  readonly pi_b: readonly (readonly string[])[];
  readonly pi_c: readonly string[];
};

/** A proof in snarkjs's form. */
export function proofToSnarkjs({ a, b, c }: Groth16Proof) {
  return {
    pi_a: [`${a.x}`, `${a.y}`, "1"],
    pi_b: [
      [`${b.x.c0}`, `${b.x.c1}`],
      [`${b.y.c0}`, `${b.y.c1}`],
      ["1", "0"],
    ],
    pi_c: [`${c.x}`, `${c.y}`, "1"],
    protocol: "groth16",
    curve: "bn128",
  };
}

/**
 * Reads a proof in snarkjs's form.
 *
 * @throws ProofError `proof_malformed` where it is not three affine points in canonical decimals.
 */
export function proofFromSnarkjs({ pi_a, pi_b, pi_c }: SnarkjsProof): Groth16Proof {
  const g1 = ([x, y, z, ...more]: readonly string[]) => {
    if (z !== "1" || more.length > 0) throw notAffine();
    return { x: decimal(x), y: decimal(y) };
  };
  const fp2 = ([c0, c1, ...more]: readonly string[] = []) => {
    if (more.length > 0) throw notAffine();
    return { c0: decimal(c0), c1: decimal(c1) };
  };
  const [x, y, z, ...more] = pi_b;
  if (z?.join() !== "1,0" || more.length > 0) throw notAffine();
  return { a: g1(pi_a), b: { x: fp2(x), y: fp2(y) }, c: g1(pi_c) };
}

const notAffine = () => new ProofError("proof_malformed", "the proof is not made of three affine points");

function decimal(text: string | undefined): bigint {
  if (text === undefined || !/^(?:0|[1-9][0-9]{0,76})$/.test(text)) {
    throw new ProofError("proof_malformed", "a coordinate is not a canonical decimal");
  }
  return coordinate(BigInt(text));
}

/** A verification key whose points are checked, and whose part of the work is done once. */
export type PreparedKey = {
  /** How many public signals a proof under this key has. */
  readonly signals: number;
  /** `ic[0] + Σ signal_i · ic[i + 1]`, negated. */
  readonly combine: (signals: readonly bigint[]) => InstanceType<typeof bn254.G1.Point>;
  /** Lines of the Miller loops, and the finished one of (-alpha, beta). */
  readonly gamma: Lines;
  readonly delta: Lines;
  readonly alphaBeta: ReturnType<typeof bn254.millerLoopBatch>;
};

type Lines = ReturnType<typeof bn254.utils.calcPairingPrecomputes>;

/**
 * Prepares a key, in about 40 ms.
 *
 * @throws ProofError where a point is not in its group, or gamma equals delta: under such a key, which
 * nobody contributed to, proofs can be forged.
 */
export function prepareKey(key: Groth16Key): PreparedKey {
  const [gamma, delta] = [g2(key.gamma, "gamma"), g2(key.delta, "delta")];
  if (gamma.equals(delta)) throw new ProofError("unsafe_key", "gamma equals delta: the key has no contribution");
  const [constant, ...points] = key.ic.map((point, i) => g1(point, `IC_${i}`).negate());
  if (constant === undefined) throw new ProofError("unsafe_key", "the key has no IC");
  const multiply = interleavedMSMUnsafe(bn254.G1.Point, points, 5);
  const lines = bn254.utils.calcPairingPrecomputes;
  const alpha = g1(key.alpha, "alpha").negate().toAffine();
  return {
    signals: points.length,
    combine: (signals) => multiply([...signals]).add(constant),
    gamma: lines(gamma),
    delta: lines(delta),
    alphaBeta: bn254.millerLoopBatch([[lines(g2(key.beta, "beta")), alpha.x, alpha.y]]),
  };
}

/**
 * Whether a proof holds for its public signals: `e(A, B) = e(alpha, beta) · e(Σ, gamma) · e(C, delta)`.
 * Takes about 10 ms.
 *
 * @param key From {@link prepareKey}.
 * @param proof Its bytes, or as {@link decodeProof} gives it.
 * @param signals The public signals in the circuit's order.
 * @returns `false` for a well-formed proof that does not hold.
 * @throws ProofError where the proof or a signal is malformed, or their number is wrong.
 * @example
 * ```ts
 * const key = prepareKey(DISCLOSURE_KEY);
 * if (!verifyGroth16(key, proof, signals)) throw new Error("the proof does not hold");
 * ```
 */
export function verifyGroth16(key: PreparedKey, proof: Uint8Array | Groth16Proof, signals: readonly bigint[]): boolean {
  if (signals.length !== key.signals) {
    throw new ProofError("signal_count", `expected ${key.signals} public signals, got ${signals.length}`);
  }
  for (const [i, signal] of signals.entries()) {
    if (!isFieldElement(signal)) throw new ProofError("signal_range", `public signal ${i} is not below r`);
  }
  const points = proof instanceof Uint8Array ? decodeProof(proof) : proof;
  const a = g1(points.a, "A").toAffine();
  const b = bn254.utils.calcPairingPrecomputes(g2(points.b, "B"));
  const c = g1(points.c, "C").negate().toAffine();
  const pairs: [Lines, bigint, bigint][] = [
    [b, a.x, a.y],
    [key.delta, c.x, c.y],
  ];
  const sum = key.combine(signals);
  if (!sum.is0()) {
    const { x, y } = sum.toAffine();
    pairs.push([key.gamma, x, y]);
  }
  const { Fp12 } = bn254.fields;
  const product = Fp12.mul(bn254.millerLoopBatch(pairs), key.alphaBeta);
  return Fp12.eql(Fp12.finalExponentiate(product), Fp12.ONE);
}

/** A point that is on the curve; G1 is all of it. */
function g1({ x, y }: G1Point, name: string) {
  const { Fp } = bn254.fields;
  coordinate(x, `${name}.x`);
  coordinate(y, `${name}.y`);
  // y^2 = x^3 + 3. This also refuses (0, 0), which stands for infinity in EIP-196.
  if (!Fp.eql(Fp.sqr(y), Fp.add(Fp.mul(Fp.sqr(x), x), 3n))) {
    throw new ProofError("not_on_curve", `${name} is not on the curve`);
  }
  return bn254.G1.Point.fromAffine({ x, y });
}

/** A point that is on the twist and in the subgroup of order r. */
function g2({ x, y }: G2Point, name: string) {
  const { Fp2 } = bn254.fields;
  for (const [i, value] of [x.c0, x.c1, y.c0, y.c1].entries()) {
    coordinate(value, `${name}.${["x0", "x1", "y0", "y1"][i]}`);
  }
  if (!Fp2.eql(Fp2.sqr(y), Fp2.add(Fp2.mul(Fp2.sqr(x), x), bn254.G2.Point.CURVE().b))) {
    throw new ProofError("not_on_curve", `${name} is not on the curve`);
  }
  const point = bn254.G2.Point.fromAffine({ x, y });
  if (!point.isTorsionFree()) throw new ProofError("not_in_subgroup", `${name} is not in the group of order r`);
  return point;
}
