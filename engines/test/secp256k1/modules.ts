import fc from "fast-check";
import { assembleModule } from "../../generate/secp256k1/module.ts";
import { E, LIMBS } from "../../generate/secp256k1/limbs.ts";

export const P = 2n ** 256n - 2n ** 32n - 977n;
export const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
export const mod = (value: bigint, modulus: bigint): bigint => ((value % modulus) + modulus) % modulus;

/** Places that no function under test uses: three rows, and four scalars of 48 bytes. */
const PAGE = 65_536;
export const ROWS = [PAGE, PAGE + 1024, PAGE + 2048] as const;
export const SCALARS = [PAGE + 4096, PAGE + 4160, PAGE + 4224, PAGE + 4288] as const;

// The part of the WebAssembly API that these tests use: no installed types declare it.
type WebAssemblyApi = {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => object;
  readonly instantiate: (code: Uint8Array) => Promise<{ instance: { exports: Record<string, unknown> } }>;
};
export const { WebAssembly } = globalThis as unknown as { WebAssembly: WebAssemblyApi };

/** A module with all functions exported, and its memory as numbers. */
export async function instantiate(fused: boolean) {
  const { instance } = await WebAssembly.instantiate(assembleModule(fused, true));
  const { memory, ...functions } = instance.exports;
  const view = new DataView((memory as { buffer: ArrayBuffer }).buffer);
  return {
    functions: functions as Record<string, (...parameters: number[]) => number>,
    view,
    /** The limbs of one lane without their exponents, and the number that they represent. */
    setLimbs: (row: number, lane: 0 | 1, limbs: readonly number[]) => {
      for (const [i, limb] of limbs.entries()) view.setFloat64(row + 16 * i + 8 * lane, limb * 2 ** E(i), true);
    },
    limbs: (row: number, lane: 0 | 1): number[] =>
      Array.from({ length: LIMBS }, (_, i) => view.getFloat64(row + 16 * i + 8 * lane, true) / 2 ** E(i)),
    setScalar: (at: number, value: bigint) => {
      for (let i = 0; i < 6; i++) view.setBigUint64(at + 8 * i, BigInt.asUintN(64, value >> BigInt(64 * i)), true);
    },
    scalar: (at: number, words = 4): bigint => {
      let value = 0n;
      for (let i = words - 1; i >= 0; i--) value = (value << 64n) | view.getBigUint64(at + 8 * i, true);
      return value;
    },
  };
}

export const valueOf = (limbs: readonly number[]): bigint =>
  limbs.reduce((sum, limb, i) => sum + BigInt(limb) * 2n ** BigInt(E(i)), 0n);

/** 256-bit integers, most often near the edges of ranges. */
export const around = (...values: bigint[]) =>
  fc
    .tuple(fc.constantFrom(...values), fc.bigInt({ min: -3n, max: 3n }))
    .map(([value, offset]) => mod(value + offset, 2n ** 256n));
export const integer = fc.oneof(
  around(0n, P, 2n * P, N, N / 2n, 2n ** 32n, 2n ** 128n, 2n ** 255n, 2n ** 256n - 2n ** 32n),
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  // Runs of zeros and of ones.
  fc
    .array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 90 })), { minLength: 3, maxLength: 12 })
    .map((runs) =>
      runs.reduce(
        (bits, [ones, length]) =>
          BigInt.asUintN(256, (bits << BigInt(length)) | (ones ? 2n ** BigInt(length) - 1n : 0n)),
        0n,
      ),
    ),
);
