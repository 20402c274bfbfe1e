/**
 * A verifier of Groth16 proofs over BN254. It is stricter than others: it requires exactly as many public signals as
 * the key has, all canonical, and points that are on their curves and in their groups (protocol/4-proofs §5).
 * Browser-safe.
 *
 * @module
 */
import { P } from "../crypto/bn254/numbers.ts";
import {
  type G1Point,
  type G2Point,
  type Groth16Key,
  type Groth16Proof,
  type KeyVerifier,
  type PointFault,
  type PrepareVerifier,
  prepareVerifier,
} from "../crypto/bn254/pairing.ts";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToUint, concat, uintToBytes } from "../base/bytes.ts";
import { type Hex, toHex } from "../base/hex.ts";
import { isFieldElement } from "../crypto/poseidon/index.ts";
import { isForgeable, type MarkedKey, sameUpToSign } from "./development.ts";

export type { Fp2Element, G1Point, G2Point, Groth16Key, Groth16Proof } from "../crypto/bn254/pairing.ts";

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

/** Thrown for a malformed proof, key or signal. A proof that is only wrong gives `false`. */
export class ProofError extends Error {
  readonly code: ProofErrorCode;

  constructor(code: ProofErrorCode, message: string) {
    super(message);
    this.name = "ProofError";
    this.code = code;
  }
}

/** A proof's 256 bytes. Throws ProofError `coordinate_range` if a coordinate is not below p. */
export function encodeProof({ a, b, c }: Groth16Proof): Uint8Array {
  // The imaginary part comes first, as in EIP-197.
  const coordinates = [a.x, a.y, b.x.c1, b.x.c0, b.y.c1, b.y.c0, c.x, c.y];
  return concat(...coordinates.map((value, i) => uintToBytes(coordinate(value, COORDINATES[i]), 32)));
}

/**
 * Reads a proof's 256 bytes. Whether its points are on their curves is left to {@link verifyGroth16WithoutChain}.
 *
 * @throws ProofError `proof_malformed` or `coordinate_range`.
 */
export function decodeProof(bytes: Uint8Array): Groth16Proof {
  if (!(bytes instanceof Uint8Array) || bytes.length !== PROOF_BYTES) {
    throw new ProofError("proof_malformed", `expected the ${PROOF_BYTES} bytes of a proof`);
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
  if (typeof value === "bigint" && value >= 0n && value < P) return value;
  throw new ProofError("coordinate_range", `${name} is not below p`);
}

/**
 * Returns a proof in snarkjs's form: coordinates as decimals, imaginary parts last.
 *
 * @example
 * const document = parseProof(text)
 * const [signals] = publicSignals(document)
 * const { zkey } = CIRCUITS[document.circuit] // of the package of circuits
 * const key = await snarkjs.zKey.exportVerificationKey(fileURLToPath(zkey))
 * await snarkjs.groth16.verify(key, signals, proofToSnarkjs(decodeProof(fromHex(document.proofs[0]!))))
 */
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

/** A checked verification key, with the computations that all its proofs share. */
export type PreparedKey = {
  /** The key's hash, as verdicts show it: see {@link hashKey}. */
  readonly hash: Hex;
  /** Whether anybody can forge proofs under it, by its mark or by its delta. */
  readonly development: boolean;
  /** How many public signals a proof under this key has. */
  readonly signals: number;
  /** Judges proofs whose coordinates and signals are in range. */
  readonly verify: KeyVerifier;
};

/**
 * Prepares a key, in about 3 ms, and in 15 ms the first time; in 20 to 40 ms without WebAssembly and relaxed vectors.
 *
 * @param key With its mark, or without one; the development beacon's delta is recognised under any mark.
 * @throws ProofError if a point is not in its group, or delta is gamma or its negative: under such a key, which
 * nobody contributed to, proofs can be forged.
 * @example
 * try {
 *   const key = prepareKey(ceremonyKey)
 *   console.log(hashKey(ceremonyKey)) // as `verifyProof` names it in `key`
 * } catch (error) {
 *   if (error instanceof ProofError) console.error(error.code) // "unsafe_key": nobody contributed to it
 * }
 */
export function prepareKey(key: Groth16Key | MarkedKey): PreparedKey {
  return prepareKeyWith(prepareVerifier, key);
}

/** As {@link prepareKey}, with a given engine, for tests and measurements. */
export function prepareKeyWith(prepare: PrepareVerifier, key: Groth16Key | MarkedKey): PreparedKey {
  const { alpha, beta, gamma, delta, ic } = key;
  if (ic.length === 0) throw new ProofError("unsafe_key", "the key has no IC");
  inRange({ alpha }, { beta, gamma, delta });
  inRange(Object.fromEntries(ic.map((point, i) => [`IC_${i}`, point])), {});
  // The coordinates are in range here, so two points with the same x are equal, or one is the other's negative.
  if (sameUpToSign(gamma, delta)) {
    throw new ProofError("unsafe_key", "delta is gamma or its negative: the key has no contribution");
  }
  return {
    signals: ic.length - 1,
    hash: hashKey(key),
    development: ("development" in key && key.development) || isForgeable(key),
    verify: withoutFault(prepare(key)),
  };
}

/**
 * A verification key's name: the SHA-256 of its points alpha, beta, gamma, delta and IC, each coordinate as 32 bytes,
 * imaginary parts first.
 *
 * @throws ProofError `coordinate_range`
 */
export function hashKey({ alpha, beta, gamma, delta, ic }: Groth16Key): Hex {
  const g1 = ({ x, y }: G1Point) => [x, y];
  const g2 = ({ x, y }: G2Point) => [x.c1, x.c0, y.c1, y.c0];
  const words = [...g1(alpha), ...[beta, gamma, delta].flatMap(g2), ...ic.flatMap(g1)];
  return toHex(sha256(concat(...words.map((word) => uintToBytes(coordinate(word), 32)))));
}

/**
 * Whether a proof holds for its public signals: `e(A, B) = e(alpha, beta) · e(Σ, gamma) · e(C, delta)` (Groth16,
 * eprint.iacr.org/2016/260).
 * Takes about 1 ms; about 20 ms without WebAssembly and relaxed vectors.
 *
 * @param key From {@link prepareKey}.
 * @param proof Its bytes, or as {@link decodeProof} gives it.
 * @param signals The public signals in the circuit's order.
 * @returns `false` for a well-formed proof that does not hold.
 * @throws ProofError if the proof or a signal is malformed, or their number is wrong.
 * @example
 * ```ts
 * const key = prepareKey(CIRCUIT_KEYS.disclosure);
 * if (!verifyGroth16WithoutChain(key, proof, signals)) throw new Error("the proof does not hold");
 * ```
 */
export function verifyGroth16WithoutChain(
  key: PreparedKey,
  proof: Uint8Array | Groth16Proof,
  signals: readonly bigint[],
): boolean {
  if (signals.length !== key.signals) {
    throw new ProofError("signal_count", `expected ${key.signals} public signals, got ${signals.length}`);
  }
  for (const [i, signal] of signals.entries()) {
    if (!isFieldElement(signal)) throw new ProofError("signal_range", `public signal ${i} is not below r`);
  }
  const points = proof instanceof Uint8Array ? decodeProof(proof) : proof;
  inRange({ A: points.a, C: points.c }, { B: points.b });
  return withoutFault(key.verify(points, signals));
}

/** Whether all coordinates are canonical. */
function inRange(g1: Readonly<Record<string, G1Point>>, g2: Readonly<Record<string, G2Point>>): void {
  for (const [name, { x, y }] of Object.entries(g1)) {
    coordinate(x, `${name}.x`);
    coordinate(y, `${name}.y`);
  }
  for (const [name, { x, y }] of Object.entries(g2)) {
    for (const [i, value] of [x.c0, x.c1, y.c0, y.c1].entries()) {
      coordinate(value, `${name}.${["x0", "x1", "y0", "y1"][i]}`);
    }
  }
}

const FAULTS = { not_on_curve: "is not on the curve", not_in_subgroup: "is not in the group of order r" } as const;

function withoutFault<T extends boolean | KeyVerifier>(result: T | PointFault): T {
  if (typeof result !== "object") return result;
  const { code, point } = result;
  throw new ProofError(code, `${point} ${FAULTS[code]}`);
}
