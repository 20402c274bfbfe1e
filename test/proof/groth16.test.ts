import { readFileSync } from "node:fs";
import { bn254 } from "@noble/curves/bn254.js";
import fc from "fast-check";
import * as snarkjs from "snarkjs";
import { afterAll, describe, expect, test } from "vitest";
import manifest from "../../circuits/artifacts/manifest.json" with { type: "json" };
import type { KeyVerifier } from "../../src/crypto/bn254/pairing.ts";
import { nobleVerifier } from "../../src/crypto/bn254/pairingNoble.ts";
import { ABSENCE_KEY } from "../../src/proof/generated/absenceKey.ts";
import { DISCLOSURE_KEY } from "../../src/proof/generated/disclosureKey.ts";
import { ORDER_KEY } from "../../src/proof/generated/orderKey.ts";
import {
  decodeProof,
  encodeProof,
  type Groth16Key,
  hashKey,
  prepareKey,
  ProofError,
  type ProofErrorCode,
  proofToSnarkjs,
  verifyGroth16WithoutChain,
} from "../../src/proof/groth16.ts";
import { forge } from "./forge.ts";
import { absences, malformed, orders, valid, wrong } from "./fixtures.ts";

const circuits = [
  { circuit: "disclosure", key: prepareKey(DISCLOSURE_KEY), vectors: { valid, wrong, malformed } },
  { circuit: "order", key: prepareKey(ORDER_KEY), vectors: orders },
  { circuit: "absence", key: prepareKey(ABSENCE_KEY), vectors: absences },
] as const;
const { key } = circuits[0];
const first = valid[0]!;
const keyOf = (circuit: string) =>
  JSON.parse(readFileSync(new URL(`../../circuits/artifacts/${circuit}.vkey.json`, import.meta.url), "utf8")) as object;
const verificationKey = keyOf("disclosure");

type Case = { readonly proof: Uint8Array; readonly signals: readonly bigint[] };

/** The verdict of snarkjs. */
const snarkjsSays = ({ proof, signals }: Case, under = verificationKey) =>
  snarkjs.groth16.verify(under, signals.map(String), proofToSnarkjs(decodeProof(proof)));

afterAll(() => (globalThis as { curve_bn128?: { terminate(): Promise<void> } }).curve_bn128?.terminate());

describe.each(circuits)("proofs of $circuit", ({ circuit, key: ownKey, vectors }) => {
  const under = keyOf(circuit);

  test("that are valid hold, also for snarkjs and in each of their forms", async () => {
    for (const one of vectors.valid) {
      for (const proof of [one.proof, one.rerandomized]) {
        expect(verifyGroth16WithoutChain(ownKey, proof, one.signals), one.name).toBe(true);
        expect(await snarkjsSays({ proof, signals: one.signals }, under), one.name).toBe(true);
      }
      expect(one.rerandomized).not.toEqual(one.proof);
    }
  });

  test.each<Case & { name: string }>(vectors.wrong)("$name: does not hold, for snarkjs neither", async (one) => {
    expect(verifyGroth16WithoutChain(ownKey, one.proof, one.signals)).toBe(false);
    expect(await snarkjsSays(one, under)).toBe(false);
  });

  test.each<Case & { name: string; code: string }>(vectors.malformed)("$name: $code", ({ proof, signals, code }) => {
    expectProofError(code, () => verifyGroth16WithoutChain(ownKey, proof, signals));
  });

  test("of another circuit have other signals or do not hold", () => {
    for (const other of circuits) {
      if (other.circuit === circuit) continue;
      const { proof, signals } = other.vectors.valid[0]!;
      expectProofError("signal_count", () => verifyGroth16WithoutChain(ownKey, proof, signals));
      expect(verifyGroth16WithoutChain(ownKey, proof, vectors.valid[0]!.signals)).toBe(false);
    }
  });
});

describe("a proof", () => {
  test("is refused in forms that only snarkjs accepts", async () => {
    const proof = decodeProof(first.proof);
    const { pi_a, ...rest } = proofToSnarkjs(proof);
    const signals = first.signals.map(String);
    const shifted = { ...rest, pi_a: pi_a.with(0, `${BigInt(pi_a[0]!) + bn254.fields.Fp.ORDER}`) };
    expect(await snarkjs.groth16.verify(verificationKey, signals, shifted)).toBe(true);
    const ours = { ...proof, a: { ...proof.a, x: BigInt(shifted.pi_a[0]!) } };
    expectProofError("coordinate_range", () => encodeProof(ours));
  });

  test("has each coordinate in one form, below p", () => {
    const { a, b, c } = decodeProof(first.proof);
    const more = (value: bigint) => value + bn254.fields.Fp.ORDER;
    const wrong = {
      "A.x": { a: { ...a, x: more(a.x) }, b, c },
      "A.y": { a: { ...a, y: more(a.y) }, b, c },
      "B.x0": { a, b: { ...b, x: { ...b.x, c0: more(b.x.c0) } }, c },
      "B.y1": { a, b: { ...b, y: { ...b.y, c1: more(b.y.c1) } }, c },
      "C.x": { a, b, c: { ...c, x: more(c.x) } },
      "C.y": { a, b, c: { ...c, y: more(c.y) } },
    };
    for (const [name, proof] of Object.entries(wrong)) {
      expect(() => verifyGroth16WithoutChain(key, proof, first.signals)).toThrow(name);
    }
  });

  test("is refused with any one bit flipped", () => {
    fc.assert(
      fc.property(fc.nat(255), fc.nat(7), (byte, bit) => {
        const proof = first.proof.with(byte, first.proof[byte]! ^ (1 << bit));
        try {
          expect(verifyGroth16WithoutChain(key, proof, first.signals)).toBe(false);
        } catch (error) {
          expect(error).toBeInstanceOf(ProofError);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("is refused with signals that are not bigints", () => {
    const signals = first.signals.with(0, Number(first.signals[0]) as unknown as bigint);
    expectProofError("signal_range", () => verifyGroth16WithoutChain(key, first.proof, signals));
  });
});

describe("the encoding", () => {
  test("reads back unchanged", () => {
    const proof = decodeProof(first.proof);
    expect(encodeProof(proof)).toEqual(first.proof);
  });

  test("has imaginary parts first", () => {
    const { b } = decodeProof(first.proof);
    expect(BigInt(`0x${Buffer.from(first.proof.subarray(64, 96)).toString("hex")}`)).toBe(b.x.c1);
    expect(proofToSnarkjs(decodeProof(first.proof)).pi_b[0]).toEqual([`${b.x.c0}`, `${b.x.c1}`]);
  });

  test("refuses a coordinate below zero", () => {
    expectProofError("coordinate_range", () => encodeProof({ ...decodeProof(first.proof), a: { x: -1n, y: 0n } }));
  });
});

describe("keys", () => {
  test("without a contribution are refused: anyone could forge proofs", () => {
    expectProofError("unsafe_key", () => prepareKey({ ...DISCLOSURE_KEY, delta: DISCLOSURE_KEY.gamma }));
  });

  test("whose delta is gamma's negative are refused: C = the signals' sum would prove anything", () => {
    const { x, y } = DISCLOSURE_KEY.gamma;
    const p = bn254.fields.Fp.ORDER;
    const key = { ...DISCLOSURE_KEY, delta: { x, y: { c0: (p - y.c0) % p, c1: (p - y.c1) % p } } };
    const proof = forge(key, first.signals, bn254.fields.Fr.ORDER - 1n);
    expect(nobleVerifier(key)).toBeInstanceOf(Function);
    expect((nobleVerifier(key) as KeyVerifier)(decodeProof(proof), first.signals)).toBe(true);
    expectProofError("unsafe_key", () => prepareKey(key));
  });

  test("have a hash over every point, and development keys are recognized under any mark", () => {
    const { alpha, beta, ic } = DISCLOSURE_KEY;
    const { hash, development } = prepareKey(DISCLOSURE_KEY);
    expect(development).toBe(true);
    expect(manifest.circuits.disclosure.key).toEqual({ hash, development });
    const others = [{ alpha: ic[0]! }, { beta: DISCLOSURE_KEY.delta }, { ic: ic.with(3, alpha) }, { ic: ic.slice(1) }];
    const hashes = [...others.map((change) => ({ ...DISCLOSURE_KEY, ...change })), ORDER_KEY, ABSENCE_KEY].map(hashKey);
    expect(new Set([hash, ...hashes]).size).toBe(7);
    expect(beta).not.toEqual(DISCLOSURE_KEY.delta);
    // A key whose development label was removed, and another circuit's key under the same beacon.
    expect(prepareKey({ ...DISCLOSURE_KEY, development: false }).development).toBe(true);
    const { development: _, ...unmarked } = ORDER_KEY;
    expect(prepareKey({ ...unmarked, ic: ic.slice(1) }).development).toBe(true);
    // With another delta, only the label counts.
    const other = { ...unmarked, delta: unmarked.beta };
    expect(prepareKey(other).development).toBe(false);
    expect(prepareKey({ ...other, development: true }).development).toBe(true);
  });

  test("with points off their curves are refused", () => {
    const { alpha, beta, ic } = DISCLOSURE_KEY;
    const bad: Partial<Groth16Key>[] = [
      { alpha: { ...alpha, y: alpha.y + 1n } },
      { beta: { ...beta, x: beta.y } },
      { ic: ic.with(3, { x: 0n, y: 0n }) },
    ];
    for (const change of bad) expectProofError("not_on_curve", () => prepareKey({ ...DISCLOSURE_KEY, ...change }));
    expectProofError("unsafe_key", () => prepareKey({ ...DISCLOSURE_KEY, ic: [] }));
  });

  test("with which the signals sum up to infinity work", () => {
    // ic[0] + 1 · ic[1] = 0, and C chosen so that e(A, B) = e(alpha, beta) · e(C, delta).
    const { BASE: G1 } = bn254.G1.Point;
    const { BASE: G2 } = bn254.G2.Point;
    const point = (k: bigint) => G1.multiply(k).toAffine();
    const twist = (k: bigint) => G2.multiply(k).toAffine();
    const prepared = prepareKey({
      alpha: point(2n),
      beta: twist(3n),
      gamma: twist(5n),
      delta: twist(7n),
      ic: [point(4n), G1.multiply(4n).negate().toAffine()],
    });
    const proof = { a: point(20n), b: twist(1n), c: point(2n) };
    expect(verifyGroth16WithoutChain(prepared, proof, [1n])).toBe(true);
    expect(verifyGroth16WithoutChain(prepared, proof, [2n])).toBe(false);
  });
});

function expectProofError(code: string, run: () => unknown): void {
  let thrown: unknown;
  try {
    run();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(ProofError);
  expect((thrown as ProofError).code).toBe(code as ProofErrorCode);
}
