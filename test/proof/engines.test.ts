import { bn254 } from "@noble/curves/bn254.js";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Groth16Key, Groth16Proof } from "../../src/crypto/bn254/pairing.ts";
import { nobleVerifier } from "../../src/crypto/bn254/pairingNoble.ts";
import { loadWasmVerifiers } from "../../src/crypto/bn254/pairingWasm.ts";
import { ABSENCE_KEY } from "../../src/proof/generated/absenceKey.ts";
import { DISCLOSURE_KEY } from "../../src/proof/generated/disclosureKey.ts";
import { ORDER_KEY } from "../../src/proof/generated/orderKey.ts";
import {
  decodeProof,
  type PreparedKey,
  prepareKey,
  prepareKeyWith,
  ProofError,
  verifyGroth16WithoutChain,
} from "../../src/proof/groth16.ts";
import { absences, malformed, orders, valid, wrong } from "./fixtures.ts";
import { isSlowSuite } from "../slow.ts";

const wasm = loadWasmVerifiers();
const { Fp, Fr } = bn254.fields;
const { BASE: G1 } = bn254.G1.Point;
const { BASE: G2 } = bn254.G2.Point;

type Case = { readonly proof: Uint8Array | Groth16Proof; readonly signals: readonly bigint[] };

/** The verdict, or the error's code and message. */
function verdict(key: PreparedKey, { proof, signals }: Case): unknown {
  try {
    return verifyGroth16WithoutChain(key, proof, signals);
  } catch (error) {
    if (error instanceof ProofError) return [error.code, error.message];
    throw error;
  }
}
const both = (key: Groth16Key) => [prepareKeyWith(wasm.prepare, key), prepareKeyWith(nobleVerifier, key)] as const;

describe.each([
  { circuit: "disclosure", key: DISCLOSURE_KEY, vectors: { valid, wrong, malformed } },
  { circuit: "order", key: ORDER_KEY, vectors: orders },
  { circuit: "absence", key: ABSENCE_KEY, vectors: absences },
])("our WebAssembly and noble judge alike proofs of $circuit", ({ circuit, key, vectors }) => {
  const [ours, theirs] = both(key);
  // Noble takes 20 ms for each proof that is not malformed.
  const some = isSlowSuite ? undefined : 2;

  test("that hold, do not hold, or are malformed", () => {
    const { valid, wrong, malformed } = vectors;
    for (const one of valid) expect(verdict(ours, one)).toBe(true);
    for (const one of wrong) expect(verdict(ours, one)).toBe(false);
    for (const one of [...valid.slice(0, some), ...wrong.slice(0, some), ...malformed]) {
      expect(verdict(theirs, one)).toEqual(verdict(ours, one));
    }
    for (const one of malformed) expect(verdict(ours, one)).toEqual([one.code, expect.any(String)]);
  });

  test("with an exchanged or wrong point", () => {
    const { proof, signals } = vectors.valid[0]!;
    const { a, b, c } = decodeProof(proof);
    const negative = <T extends { x: unknown; y: bigint }>(point: T) => ({ ...point, y: Fp.neg(point.y) });
    const minusB = { x: b.x, y: { c0: Fp.neg(b.y.c0), c1: Fp.neg(b.y.c1) } };
    const conjugate = { x: { ...b.x, c1: Fp.neg(b.x.c1) }, y: { ...b.y, c1: Fp.neg(b.y.c1) } };
    const cases: readonly (readonly [proof: Groth16Proof, expected: unknown])[] = [
      [{ a, b, c }, true],
      [{ a: negative(a), b: minusB, c }, true],
      [{ a: negative(a), b, c }, false],
      [{ a, b: minusB, c }, false],
      [{ a, b, c: negative(c) }, false],
      [{ a: c, b, c: a }, false],
      [{ a, b: key.gamma, c }, false],
      [{ a, b: key.delta, c: negative(a) }, false],
      [{ a: { x: 0n, y: 0n }, b, c }, ["not_on_curve", "A is not on the curve"]],
      [{ a, b, c: { x: a.x, y: c.y } }, ["not_on_curve", "C is not on the curve"]],
      [{ a, b: { x: b.y, y: b.x }, c }, ["not_on_curve", "B is not on the curve"]],
      [{ a, b: conjugate, c }, ["not_on_curve", "B is not on the curve"]],
      [{ a, b: { x: { c0: 0n, c1: 0n }, y: { c0: 0n, c1: 0n } }, c }, ["not_on_curve", "B is not on the curve"]],
      [{ a, b: { ...b, x: { ...b.x, c0: b.x.c0 + Fp.ORDER } }, c }, ["coordinate_range", "B.x0 is not below p"]],
    ];
    for (const [one, expected] of cases) {
      expect(verdict(ours, { proof: one, signals })).toEqual(expected);
      if (isSlowSuite || circuit === "disclosure") {
        expect(verdict(theirs, { proof: one, signals })).toEqual(expected);
      }
    }
  });
});

/** A key with known discrete logarithms, and forged proofs under it. */
function keyOf(ic: readonly bigint[]) {
  const [alpha, beta, gamma, delta] = [2n, 3n, 5n, 7n];
  const g1 = (k: bigint) => G1.multiply(k).toAffine();
  const g2 = (k: bigint) => G2.multiply(k).toAffine();
  const key: Groth16Key = { alpha: g1(alpha), beta: g2(beta), gamma: g2(gamma), delta: g2(delta), ic: ic.map(g1) };
  const prove = (signals: readonly bigint[], b = 11n, c = 13n): Groth16Proof => {
    const sum = signals.reduce((all, signal, i) => Fr.add(all, Fr.mul(signal, ic[i + 1]!)), ic[0]!);
    const a = Fr.div(Fr.create(alpha * beta + sum * gamma + c * delta), b);
    return { a: g1(a), b: g2(b), c: g1(c) };
  };
  return { key, prove };
}

describe("keys", () => {
  test("without signals, and with as many as our WebAssembly takes", () => {
    for (const points of [1, 2, wasm.mostPoints]) {
      const { key, prove } = keyOf(Array.from({ length: points }, (_, i) => BigInt(i * i + 1)));
      const signals = Array.from({ length: points - 1 }, (_, i) => [0n, 1n, Fr.ORDER - 1n, Fr.ORDER - 2n][i % 4]!);
      const prepared = prepareKeyWith(wasm.prepare, key);
      const proof = prove(signals);
      expect(verifyGroth16WithoutChain(prepared, proof, signals)).toBe(true);
      const last = signals.length - 1;
      if (last >= 0) expect(verifyGroth16WithoutChain(prepared, proof, signals.with(last, 5n))).toBe(false);
      expect(verifyGroth16WithoutChain(prepared, { ...proof, c: proof.a }, signals)).toBe(false);
    }
  });

  test.runIf(isSlowSuite)("with more signals are verified by noble", () => {
    const { key, prove } = keyOf(Array<bigint>(wasm.mostPoints + 1).fill(4n));
    const signals = Array<bigint>(wasm.mostPoints).fill(3n);
    const prepared = prepareKey(key);
    expect(verifyGroth16WithoutChain(prepared, prove(signals), signals)).toBe(true);
    expect(verifyGroth16WithoutChain(prepared, prove(signals), signals.with(0, 4n))).toBe(false);
  });

  test.runIf(isSlowSuite)("do not share prepared values", () => {
    const [first, second] = [keyOf([1n, 2n]), keyOf([1n, 3n])];
    const [one, other] = [first, second].map(({ key }) => prepareKeyWith(wasm.prepare, key)) as [
      PreparedKey,
      PreparedKey,
    ];
    for (let i = 0; i < 2; i++) {
      expect(verifyGroth16WithoutChain(one, first.prove([9n]), [9n])).toBe(true);
      expect(verifyGroth16WithoutChain(other, second.prove([9n]), [9n])).toBe(true);
      expect(verifyGroth16WithoutChain(other, first.prove([9n]), [9n])).toBe(false);
    }
  });

  test("with a point outside of G2 are refused by both", () => {
    const { key } = keyOf([1n, 2n]);
    const { b } = bn254.G2.Point.CURVE();
    const { Fp2 } = bn254.fields;
    // A point of the twist that is not of order r.
    const x = { c0: 1n, c1: 0n };
    const y = Fp2.sqrt(Fp2.add(Fp2.mul(Fp2.sqr(x), x), b));
    expect(bn254.G2.Point.fromAffine({ x, y }).isTorsionFree()).toBe(false);
    for (const name of ["beta", "gamma", "delta"] as const) {
      for (const prepare of [wasm.prepare, nobleVerifier]) {
        const run = () => prepareKeyWith(prepare, { ...key, [name]: { x, y } });
        expect(run).toThrow(
          expect.objectContaining({ code: "not_in_subgroup", message: expect.stringContaining(name) }),
        );
      }
    }
    const proof = { ...keyOf([1n, 2n]).prove([1n]), b: { x, y } };
    for (const prepared of both(key)) {
      expect(verdict(prepared, { proof, signals: [1n] })).toEqual([
        "not_in_subgroup",
        "B is not in the group of order r",
      ]);
    }
  });
});

describe("the choice of the pairing", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  test("is noble if the engine's memory is full", async () => {
    type Api = { readonly Module: object; readonly Instance: new (module: object) => object };
    const { Module, Instance } = (globalThis as unknown as { WebAssembly: Api }).WebAssembly;
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    // The checks of the known answers, and then one key.
    let left = 4;
    vi.stubGlobal("WebAssembly", {
      Module,
      Instance: function instantiate(module: object) {
        if (left-- <= 0) throw new RangeError("Out of memory: Cannot allocate Wasm memory for new instance");
        return new Instance(module);
      },
    });
    vi.resetModules();
    const fresh = await import("../../src/proof/groth16.ts");
    const { key, prove } = keyOf([1n, 2n]);
    for (let i = 0; i < 2; i++) {
      const prepared = fresh.prepareKey(key);
      expect(fresh.verifyGroth16WithoutChain(prepared, prove([9n]), [9n])).toBe(true);
      expect(fresh.verifyGroth16WithoutChain(prepared, prove([9n]), [8n])).toBe(false);
    }
    expect(left).toBeLessThan(0);
    expect(warn).toHaveBeenCalledOnce();
  });

  test("is noble without WebAssembly, or without fused multiply-adds", () => {
    vi.stubGlobal("WebAssembly", undefined);
    expect(() => loadWasmVerifiers()).toThrow("there is no WebAssembly here");
    vi.unstubAllGlobals();
    vi.stubGlobal("WebAssembly", {
      Module: class {
        exports = {};
      },
      Instance: class {
        exports = { memory: { buffer: new ArrayBuffer(2 ** 21) }, readG1: () => 0, readG2: () => 0 };
      },
    });
    expect(() => loadWasmVerifiers()).toThrow("it gives a wrong answer");
  });
});
