/** The cases that every circuit's vectors contain: invalid proofs and malformed ones. */
import { bn254 } from "@noble/curves/bn254.js";
import { toHex } from "../../src/base/hex.ts";
import { FIELD_ORDER } from "../../src/crypto/poseidon/index.ts";
import { decodeProof, encodeProof, type G1Point, type Groth16Proof } from "../../src/proof/groth16.ts";
import type { Circuit } from "./files.ts";
import { SIGNALS } from "./signals.ts";
import { word } from "./zk-vectors.ts";

const P = bn254.fields.Fp.ORDER;
const R = FIELD_ORDER;

export type Case = { readonly proof: Uint8Array; readonly signals: readonly bigint[] };

export const caseJson = ({ proof, signals }: Case) => ({ proof: toHex(proof), signals: signals.map(word) });

/** Returns well-formed but invalid cases, as from an attacker or a bug. `foreign` is a proof of another circuit. */
export function wrong(circuit: Circuit, { proof, signals }: Case, other: Case, foreign?: Case): Record<string, Case> {
  const { a, b, c } = decodeProof(proof);
  const theirs = decodeProof(other.proof);
  const points = (changed: Partial<Groth16Proof>): Case => ({ proof: encodeProof({ a, b, c, ...changed }), signals });
  const unequal = signals.findIndex((signal) => signal !== signals[0]);
  const [first, second] = [signals[0] as bigint, signals[unequal] as bigint];
  return {
    ...Object.fromEntries(
      SIGNALS[circuit].map((name, i) => [
        `another ${name}`,
        { proof, signals: signals.with(i, ((signals[i] as bigint) + 1n) % R) },
      ]),
    ),
    "all signals zero": { proof, signals: signals.map(() => 0n) },
    "the signals of another proof": { proof, signals: other.signals },
    ...(foreign && { "the proof of another circuit": { proof: foreign.proof, signals } }),
    "two signals exchanged": { proof, signals: signals.with(0, second).with(unequal, first) },
    "A and C exchanged": points({ a: c, c: a }),
    "A of another proof": points({ a: theirs.a }),
    "B of another proof": points({ b: theirs.b }),
    "C of another proof": points({ c: theirs.c }),
    "A negated": points({ a: negated(a) }),
    "C negated": points({ c: negated(c) }),
    generators: points({
      a: bn254.G1.Point.BASE.toAffine(),
      b: bn254.G2.Point.BASE.toAffine(),
      c: bn254.G1.Point.BASE.toAffine(),
    }),
  };
}

const negated = ({ x, y }: G1Point) => ({ x, y: P - y });

/** Returns the same proof with other points: `(k · A, 1/k · B, C)` is valid if and only if (A, B, C) is. */
export function rerandomized({ proof, signals }: Case): Case {
  const { a, b, c } = decodeProof(proof);
  const k = 7n;
  const { Fp2 } = bn254.fields;
  const twist = bn254.G2.Point.fromAffine({
    x: Fp2.fromBigTuple([b.x.c0, b.x.c1]),
    y: Fp2.fromBigTuple([b.y.c0, b.y.c1]),
  });
  return {
    proof: encodeProof({
      a: bn254.G1.Point.fromAffine(a).multiply(k).toAffine(),
      b: twist.multiply(bn254.fields.Fr.inv(k)).toAffine(),
      c,
    }),
    signals,
  };
}

/** Returns cases whose proof or list of signals is malformed. */
export function malformed(circuit: Circuit, { proof, signals }: Case): [string, string, Case][] {
  const withWord = (i: number, value: bigint) => {
    const bytes = Uint8Array.from(proof);
    bytes.set(Buffer.from(word(value).slice(2), "hex"), 32 * i);
    return { proof: bytes, signals };
  };
  const wordAt = (i: number) => BigInt(toHex(proof.subarray(32 * i, 32 * i + 32)));
  const zeros = (from: number, length: number) => ({
    proof: Uint8Array.from(proof).fill(0, from, from + length),
    signals,
  });
  const swapped = Uint8Array.from(proof);
  swapped.copyWithin(64, 96, 128);
  swapped.set(proof.subarray(64, 96), 96);
  return [
    ["a byte short", "proof_malformed", { proof: proof.subarray(0, 255), signals }],
    ["a byte long", "proof_malformed", { proof: Uint8Array.of(...proof, 0), signals }],
    ["empty", "proof_malformed", { proof: new Uint8Array(), signals }],
    ...["A.x", "A.y", "B.x1", "B.x0", "B.y1", "B.y0", "C.x", "C.y"].map((name, i): [string, string, Case] => [
      `${name} plus p`,
      "coordinate_range",
      withWord(i, wordAt(i) + P),
    ]),
    ["A.x of 2^256 - 1", "coordinate_range", withWord(0, 2n ** 256n - 1n)],
    ["A off the curve", "not_on_curve", withWord(1, wordAt(1) ^ 1n)],
    ["B off the curve", "not_on_curve", withWord(5, wordAt(5) ^ 1n)],
    ["C off the curve", "not_on_curve", withWord(7, wordAt(7) ^ 1n)],
    ["A at infinity", "not_on_curve", zeros(0, 64)],
    ["B at infinity", "not_on_curve", zeros(64, 128)],
    ["C at infinity", "not_on_curve", zeros(192, 64)],
    ["all at infinity", "not_on_curve", zeros(0, 256)],
    ["B with the parts of x exchanged", "not_on_curve", { proof: swapped, signals }],
    [
      "B outside of the group",
      "not_in_subgroup",
      { proof: encodeProof({ ...decodeProof(proof), b: outsider() }), signals },
    ],
    ["no signals", "signal_count", { proof, signals: [] }],
    ["the last signal left out", "signal_count", { proof, signals: signals.slice(0, -1) }],
    ["a zero more", "signal_count", { proof, signals: [...signals, 0n] }],
    ...SIGNALS[circuit].map((name, i): [string, string, Case] => [
      `${name} plus r`,
      "signal_range",
      { proof, signals: signals.with(i, (signals[i] as bigint) + R) },
    ]),
  ];
}

/** Returns a point on the twist that is not in the group of order r. Nearly all points are outside that group. */
function outsider() {
  const { Fp2 } = bn254.fields;
  const { b } = bn254.G2.Point.CURVE();
  for (let i = 1n; ; i++) {
    const x = Fp2.fromBigTuple([i, 0n]);
    const square = Fp2.add(Fp2.mul(Fp2.sqr(x), x), b);
    try {
      const point = { x, y: Fp2.sqrt(square) };
      if (!bn254.G2.Point.fromAffine(point).isTorsionFree()) return point;
    } catch {
      // Not a square: no point has this x.
    }
  }
}
