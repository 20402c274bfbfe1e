import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BETA, LAMBDA } from "../../generate/secp256k1/constants.ts";
import { modulusBytes } from "../../generate/secp256k1/inverse.ts";
import * as at from "../../generate/secp256k1/places.ts";
import { around, instantiate, integer, mod, N, P, SCALARS } from "./modules.ts";
import { runs } from "../../../test/seed.ts";

const [K, FIRST, SECOND, THIRD] = SCALARS;
const RUNS = { numRuns: runs(1_000) };

describe("scalars", async () => {
  const { functions, scalar, setScalar, view } = await instantiate(true);
  const { below, digits, multiplyAdd, multiplyScalars, negate, split } = functions as Record<
    string,
    (...p: number[]) => number
  >;

  it.each([
    ["n", "invert", N, at.MODULUS_N],
    ["p", "invert", P, at.MODULUS_P],
    ["n", "invertSecret", N, at.MODULUS_N],
    ["p", "invertSecret", P, at.MODULUS_P],
  ])("inverts modulo %s: %s", (_, name, modulus, place) => {
    const invert = functions[name];
    fc.assert(
      fc.property(integer, (value) => {
        const x = mod(value, modulus);
        fc.pre(x !== 0n);
        setScalar(K, x);
        invert!(K, place);
        expect(scalar(K)).toBeLessThan(modulus);
        expect((scalar(K) * x) % modulus).toBe(1n);
      }),
      { ...RUNS, examples: [[1n], [2n], [modulus - 1n], [modulus / 2n], [(modulus + 1n) / 2n]] },
    );
  });

  // Numbers from libsecp256k1's src/tests.c that need 590 division steps, or 571 with the largest δ on the way, and
  // numbers that need many steps modulo n and p.
  it.each([
    [
      0xfb7e453a3cc0fd05fe977637538ab6d45b3a9323d9072a2330ab53d7b6409118n,
      0xfdf82da53895d3050fb6d3be0ac64b609cc03dbc521db2d948ad4ad14f756983n,
    ],
    [
      0xea9d9766353d789ec8e8c79a23d88c82890ebdf36e1d4b628ca035e842d0b5f2n,
      0xf3e72ab284114b15e27869b752db30cf6f5aebbfc84595d05de14b7aacba6fa1n,
    ],
    [
      0xbe56ba9ca03262b0e268761df9bcf8008681f64bf3ef1a5b1fff77f5926a3effn,
      0xff6f6ac71d19f54d544936743b2931fd1868a19b5abbfd9ddffc47b700e7b8f9n,
    ],
    [0xebbf7e9639f8c8e72a7e18f2c1f66e7070ce6ddc535a51dd6f1ea8475ceb8432n, N],
    [0x5ca2e11c3ad8bf320916fc7909945708c5ae9d0494c487da7fa3ee41b877feb9n, N],
    [0x7f6f36b4a070cede95908e6287b1e4d85f8e744a78d1b454db5c00718d1063aen, P],
    [0x5c93d4f8e38f631decd79c2e0cf89277f0d830b6567d1eae25e38bcdbdc31b37n, P],
  ])("inverts numbers that need many division steps: %i modulo %i", (x, modulus) => {
    const bytes = modulusBytes(modulus);
    for (const [i, byte] of bytes.entries()) view.setUint8(SECOND + i, byte);
    for (const name of ["invert", "invertSecret"]) {
      setScalar(K, x);
      functions[name]!(K, SECOND);
      expect((scalar(K) * x) % modulus, name).toBe(1n);
    }
  });

  it("maps a secret zero to 0", () => {
    setScalar(K, 0n);
    functions["invertSecret"]!(K, at.MODULUS_P);
    expect(scalar(K)).toBe(0n);
  });

  it("multiplies and adds modulo n in Montgomery form", () => {
    const most = 2n ** 256n - 1n;
    fc.assert(
      fc.property(integer, integer, integer, (a, b, c) => {
        setScalar(FIRST, a);
        setScalar(SECOND, b);
        setScalar(THIRD, c);
        multiplyAdd!(K, FIRST, SECOND, THIRD);
        expect(scalar(K)).toBeLessThan(N);
        expect(mod(scalar(K) * 2n ** 280n, N)).toBe(mod(a * b + c * 2n ** 280n, N));
        multiplyAdd!(FIRST, FIRST, FIRST, FIRST);
        expect(mod(scalar(FIRST) * 2n ** 280n, N)).toBe(mod(a * a + a * 2n ** 280n, N));
      }),
      {
        ...RUNS,
        examples: [
          [most, most, most],
          [N, N, N],
          [N - 1n, N - 1n, N - 1n],
          [0n, 0n, most],
          [0n, 0n, N],
        ],
      },
    );
  });

  it("compares and negates modulo n", () => {
    fc.assert(
      fc.property(integer, integer, fc.constantFrom(0, 1), (a, b, whether) => {
        setScalar(FIRST, a);
        setScalar(SECOND, b);
        expect(below!(FIRST, SECOND)).toBe(a < b ? 1 : 0);
        expect(below!(FIRST, FIRST)).toBe(0);
        const k = mod(a, N);
        setScalar(K, k);
        negate!(K, whether);
        expect(scalar(K)).toBe(whether === 1 ? N - k : k);
      }),
      {
        ...RUNS,
        examples: [
          [N, N - 1n, 1],
          [N - 1n, N, 0],
          [1n, 0n, 1],
        ],
      },
    );
  });

  it("multiplies any numbers modulo n", () => {
    const most = 2n ** 256n - 1n;
    fc.assert(
      fc.property(integer, integer, (a, b) => {
        setScalar(FIRST, a);
        setScalar(SECOND, b);
        multiplyScalars!(K, FIRST, SECOND);
        expect(scalar(K)).toBe((a * b) % N);
      }),
      {
        ...RUNS,
        examples: [
          [most, most],
          [N, N],
          [N - 1n, N - 1n],
          [most, 1n],
          [N, 1n],
          [0n, most],
        ],
      },
    );
  });

  const signed = (place: number) => {
    const size = scalar(place, 3);
    return view.getInt32(place + 40, true) === 0 ? size : -size;
  };

  it("splits scalars in two of 128 bits, k = k1 + k2 λ", () => {
    // `split` clears 96 bytes for each part.
    const [first, second] = [at.FIRST, at.SECOND];
    fc.assert(
      fc.property(integer, (value) => {
        const k = value % N;
        setScalar(K, k);
        split!(first, second, K);
        const [k1, k2] = [signed(first), signed(second)];
        expect(mod(k1 + k2 * LAMBDA, N)).toBe(k);
        for (const part of [k1, k2]) expect(part < 0n ? -part : part).toBeLessThan(2n ** 128n);
      }),
      { ...RUNS, examples: [[0n], [1n], [LAMBDA], [N - LAMBDA], [N - 1n], [N / 2n]] },
    );
    expect(BETA ** 3n % P).toBe(1n);
  });

  it("writes scalars as odd digits with zeros between them", () => {
    const scalars = fc.oneof(
      integer.map((value) => BigInt.asUintN(128, value)),
      around(2n ** 128n, 2n ** 127n, 0n).map((value) => BigInt.asUintN(129, value)),
    );
    fc.assert(
      fc.property(scalars, fc.integer({ min: 2, max: 15 }), fc.boolean(), (value, width, negative) => {
        for (let i = 0; i <= at.POSITIONS; i++) view.setBigInt64(at.DIGITS + 8 * i, 0n);
        setScalar(K, value);
        digits!(at.DIGITS, K, width, negative ? 1 : 0);
        let sum = 0n;
        let free = 0;
        for (let i = 0; i <= at.POSITIONS; i++) {
          const digit = view.getInt16(at.DIGITS + 8 * i, true);
          if (digit === 0) continue;
          expect(i).toBeGreaterThanOrEqual(free);
          expect(Math.abs(digit % 2)).toBe(1);
          expect(Math.abs(digit)).toBeLessThan(2 ** (width - 1));
          free = i + width;
          sum += BigInt(digit) * 2n ** BigInt(i);
        }
        expect(sum).toBe(negative ? -value : value);
      }),
      RUNS,
    );
  });
});
