/** The pairing's module with all functions exported, and its memory as numbers. */
import { bn254 } from "@noble/curves/bn254.js";
import { ELEMENT, type Element } from "../../generate/bn254/pairingMemory.ts";
import { assembleModule, INPUT } from "../../generate/bn254/pairingModule.ts";
import { limbsOfElement } from "../../generate/bn254/pairingNumbers.ts";

export const { Fp, Fp2, Fp6, Fp12, Fr } = bn254.fields;
export const P = Fp.ORDER;
export type Fp2Value = Parameters<typeof Fp2.mul>[0];
export type Fp12Value = Parameters<typeof Fp12.mul>[0];
export type G1 = { readonly x: bigint; readonly y: bigint };
export type G2 = { readonly x: Fp2Value; readonly y: Fp2Value };

const LIMBS = 5;
const toMontgomery = 2n ** 255n % P;
const fromMontgomery = Fp.inv(toMontgomery);

/** The number that limbs represent, not reduced modulo p. */
export const valueOf = (limbs: readonly number[]): bigint =>
  limbs.reduceRight((value, limb) => (value << 51n) + BigInt(limb), 0n);
export const mod = (value: bigint): bigint => ((value % P) + P) % P;
/** Converts a value from Montgomery's form. */
export const plain = (value: bigint): bigint => mod(value * fromMontgomery);

// The part of the WebAssembly API that these tests use: no installed types declare it.
type WebAssemblyApi = {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: Record<string, unknown> };
};
const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;
const module = new Module(assembleModule(true));

export function instantiate() {
  const { memory, ...functions } = new Instance(module).exports;
  const view = new DataView((memory as { buffer: ArrayBuffer }).buffer);
  const limbsAt = (at: number, lane: 0 | 1): number[] =>
    Array.from({ length: LIMBS }, (_, i) => view.getFloat64(at + 16 * i + 8 * lane, true));
  const setLimbsAt = (at: number, lane: 0 | 1, limbs: readonly number[]) => {
    for (const [i, limb] of limbs.entries()) view.setFloat64(at + 16 * i + 8 * lane, limb, true);
  };
  const get = ({ at }: Element, lane: 0 | 1): bigint => plain(valueOf(limbsAt(at, lane)));
  const put = ({ at }: Element, lane: 0 | 1, value: bigint) => setLimbsAt(at, lane, limbsOfElement(value).map(Number));
  const get2 = (element: Element): Fp2Value => ({ c0: get(element, 0), c1: get(element, 1) });
  const put2 = (element: Element, { c0, c1 }: Fp2Value) => {
    put(element, 0, c0);
    put(element, 1, c1);
  };
  const words = (at: number, value: bigint, count = 4) => {
    for (let i = 0; i < count; i++) view.setBigUint64(at + 8 * i, BigInt.asUintN(64, value >> BigInt(64 * i)), true);
  };
  return {
    functions: functions as Record<string, (...parameters: number[]) => number>,
    view,
    limbsAt,
    setLimbsAt,
    get,
    put,
    get2,
    put2,
    words,
    /** noble's tower: the coefficient of w^(2i + j) is c_j.c_i. */
    get12: (of: readonly Element[]): Fp12Value => {
      const [c0, c1, c2, c3, c4, c5] = of.map(get2) as [Fp2Value, Fp2Value, Fp2Value, Fp2Value, Fp2Value, Fp2Value];
      return { c0: { c0, c1: c2, c2: c4 }, c1: { c0: c1, c1: c3, c2: c5 } };
    },
    put12: (of: readonly Element[], { c0, c1 }: Fp12Value) => {
      for (const [i, value] of [c0.c0, c1.c0, c0.c1, c1.c1, c0.c2, c1.c2].entries()) put2(of[i]!, value);
    },
    putG1: (which: 0 | 1, { x, y }: G1) => {
      words(INPUT + 64 * which, x);
      words(INPUT + 64 * which + 32, y);
    },
    putG2: ({ x, y }: G2) => {
      for (const [i, value] of [x.c0, x.c1, y.c0, y.c1].entries()) words(INPUT + 128 + 32 * i, value);
    },
  };
}

export { ELEMENT };
