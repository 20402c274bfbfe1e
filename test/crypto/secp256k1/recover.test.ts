import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import fc from "fast-check";
import { Secp256k1 } from "ox/wasm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fromHex, toHex, type Hex } from "anchorlog";
import { LAMBDA } from "../../../engines/generate/secp256k1/constants.ts";
import { decodeBase64 } from "../../../src/base/base64.ts";
import { MODULE as fused } from "@anchorlog/engines/secp256k1/fused";
import { MODULE as plain } from "@anchorlog/engines/secp256k1/plain";
import { ANSWERS, CHAIN, chainOf, RARE } from "../../../src/crypto/secp256k1/knownAnswers.ts";
import { loadSecp256k1, type ModuleName } from "../../../src/crypto/secp256k1/module.ts";
import type { RecoverPublicKey } from "../../../src/crypto/secp256k1/recover.ts";
import wycheproof from "../../vectors/foreign/wycheproof/ecdsa_secp256k1_sha256_p1363.json" with { type: "json" };
import { mod, N, P, WebAssembly } from "../../../engines/test/secp256k1/modules.ts";
import { runs } from "../../seed.ts";
import { isSlowSuite } from "../../slow.ts";

const { Point } = secp256k1;
const ox = await Secp256k1.engine();

const word = (value: bigint): string => value.toString(16).padStart(64, "0");
const bytes = (...values: bigint[]): Uint8Array => fromHex(`0x${values.map(word).join("")}`);
const fromDigits = (digits: string): Uint8Array => fromHex(`0x${digits}`);
const inverse = (value: bigint): bigint => Point.Fn.inv(mod(value, N));

/** The results of noble, and of ox, which does not support a recovery of 2 or 3. */
function expected(digest: Uint8Array, signature: Uint8Array, recovery: number): string | undefined {
  const recoverable = Uint8Array.from([recovery, ...signature]);
  const attempt = (recover: () => Uint8Array): string | undefined => {
    try {
      return toHex(recover().subarray(1));
    } catch {
      return undefined;
    }
  };
  const byNoble = attempt(() =>
    Point.fromBytes(secp256k1.recoverPublicKey(recoverable, digest, { prehash: false })).toBytes(false),
  );
  if (recovery < 2) expect(attempt(() => ox.recoverPublicKey(recoverable, digest))).toBe(byNoble);
  return byNoble;
}

const NAMES = ["fused", "plain"] as const satisfies ModuleName[];

describe.each(NAMES)("recovery, %s", async (name) => {
  const { recover } = await loadSecp256k1([name]);
  const found = (...parameters: Parameters<RecoverPublicKey>): string | undefined => {
    const key = recover(...parameters);
    return key === undefined ? undefined : toHex(key);
  };

  it("finds the key of every valid Wycheproof vector, and of no invalid one", () => {
    let [valid, invalid] = [0, 0];
    for (const { publicKey, tests } of wycheproof) {
      const key = `0x${publicKey.slice(2)}`;
      for (const { tcId, msg, sig, result } of tests) {
        const digest = sha256(fromDigits(msg));
        if (sig.length !== 128) {
          expect(() => recover(digest, fromDigits(sig), 0)).toThrow(RangeError);
          continue;
        }
        const keys = [0, 1, 2, 3].map((recovery) => found(digest, fromDigits(sig), recovery));
        expect(
          keys.filter((each) => each === key),
          `vector ${tcId}`,
        ).toHaveLength(result === "valid" ? 1 : 0);
        if (result === "valid") valid++;
        else invalid++;
      }
    }
    expect(valid).toBe(167);
    expect(invalid).toBeGreaterThan(50);
  });

  const near = (...values: bigint[]) =>
    fc
      .tuple(fc.constantFrom(...values), fc.bigInt({ min: -4n, max: 4n }))
      .map(([value, by]) => mod(value + by, 2n ** 256n));
  const edge = near(0n, N, N / 2n, P, LAMBDA, 2n ** 128n, 2n ** 255n);
  const any = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });

  // The plain module is built from the same source: by default, random cases try only the one that is taken first.
  const isTried = name === "fused" || isSlowSuite;
  it.runIf(isTried)("finds the same as noble and ox from random input", () => {
    let keys = 0;
    const scalar = fc.oneof({ weight: 3, arbitrary: any }, edge, fc.bigInt({ min: 0n, max: 1_000n }));
    fc.assert(
      fc.property(scalar, scalar, scalar, fc.nat(3), (r, s, digest, recovery) => {
        const parameters = [bytes(digest), bytes(r, s), recovery] as const;
        const key = expected(...parameters);
        expect(found(...parameters)).toBe(key);
        if (key !== undefined) keys++;
      }),
      { numRuns: runs(1_000) },
    );
    expect(keys).toBeGreaterThan(runs(100));
  });

  it.runIf(isTried)("finds the signer's key", () => {
    const seed = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(seed, fc.oneof(any, edge), (seed, digest) => {
        const { secretKey, publicKey } = secp256k1.keygen(new Uint8Array(48).map((_, i) => seed[i % 32]!));
        const signed = secp256k1.sign(bytes(digest), secretKey, { prehash: false, format: "recovered" });
        const key = toHex(Point.fromBytes(publicKey).toBytes(false).subarray(1));
        expect(found(bytes(digest), signed.subarray(1), signed[0]!)).toBe(key);
      }),
      { numRuns: runs(300) },
    );
  });

  /** Q = u R - v G for R = k G, by signing nothing: r is R's x, s = u r, and the digest v r. */
  const recoverCombination = (k: bigint, u: bigint, v: bigint) => {
    const { x, y } = Point.BASE.multiplyUnsafe(k).toAffine();
    const r = mod(x, N);
    const recovery = Number(y & 1n) + (x >= N ? 2 : 0);
    return found(bytes(mod(v * r, N)), bytes(r, mod(u * r, N)), recovery);
  };
  const multiple = (k: bigint): string | undefined =>
    mod(k, N) === 0n ? undefined : toHex(Point.BASE.multiplyUnsafe(mod(k, N)).toBytes(false).subarray(1));
  const checkCombination = (k: bigint, u: bigint, v: bigint) => {
    expect(recoverCombination(k, u, v), `k = ${k}, u = ${u}, v = ${v}`).toBe(multiple(k * u - v));
  };

  const SMALL = [1n, 2n, 3n, 4n, 5n, 7n, 8n, 15n, 16n, 17n, 31n];
  const ROTATIONS = [1n, LAMBDA, mod(LAMBDA * LAMBDA, N)];
  const points = [...SMALL, ...[2n, 3n, 5n].map(inverse)].flatMap((k) =>
    ROTATIONS.flatMap((lambda) => [mod(k * lambda, N), mod(-k * lambda, N)]),
  );

  it.runIf(isTried)("finds sums of equal points and of opposite ones", () => {
    for (const k of isSlowSuite ? points : points.filter((_, i) => i % 5 === 0)) {
      for (const u of [1n, 2n, 3n, N - 1n, LAMBDA, N - LAMBDA]) {
        for (const v of [0n, k * u, -k * u, 2n * k * u, k * u + 1n, k * u * LAMBDA]) checkCombination(k, u, mod(v, N));
      }
    }
  });

  it.runIf(isTried)("continues from a sum that is infinity on the way, and from a doubling", () => {
    const power = fc.integer({ min: 0, max: 127 }).map((bits) => 2n ** BigInt(bits));
    const small = fc.bigInt({ min: -40n, max: 40n });
    const rotation = fc.constantFrom(...ROTATIONS);
    fc.assert(
      fc.property(
        fc.constantFrom(...points),
        power,
        small,
        small,
        fc.constantFrom(1n, -1n),
        rotation,
        rotation,
        (k, high, low, other, sign, first, second) => {
          // The upper digits of both stand for equal or opposite points, of R and of G, with λ or without.
          const u = mod((high * 64n + low) * first, N);
          fc.pre(u !== 0n);
          checkCombination(k, u, mod((sign * k * high * 64n + other) * second, N));
          checkCombination(k, u, mod(sign * k * u, N));
        },
      ),
      { numRuns: runs(800) },
    );
  });

  it("finds no key if it would be infinity", () => {
    for (const k of points) {
      expect(recoverCombination(k, 1n, k)).toBeUndefined();
      expect(recoverCombination(k, 12_345n, mod(12_345n * k, N))).toBeUndefined();
    }
  });

  it("refuses numbers out of range", () => {
    const digest = bytes(1n);
    const { x } = Point.BASE;
    for (const [r, s] of [
      [0n, 1n],
      [1n, 0n],
      [N, 1n],
      [x, N],
      [2n ** 256n - 1n, 1n],
      // No point has this x coordinate.
      [5n, 1n],
    ] as const) {
      for (const recovery of [0, 1]) expect(recover(digest, bytes(r, s), recovery)).toBeUndefined();
    }
    // From p - n on, r + n is not a coordinate.
    for (const r of [P - N, P - N + 1n, x]) expect(recover(digest, bytes(r, 1n), 2)).toBeUndefined();
    for (const length of [0, 31, 33]) {
      expect(() => recover(new Uint8Array(length), bytes(x, 1n), 0)).toThrow("a digest has 32 bytes");
    }
    for (const length of [0, 63, 65]) {
      expect(() => recover(digest, new Uint8Array(length), 0)).toThrow("r and s have 64 bytes");
    }
    for (const recovery of [-1, 4, 27, 0.5, NaN]) {
      expect(() => recover(digest, bytes(x, 1n), recovery)).toThrow("recovery is from 0 to 3");
    }
  });

  it("keeps no state between calls, and does not change its parameters", () => {
    const [digest, signature] = [bytes(7n), bytes(Point.BASE.x, 9n)];
    const key = recover(digest, signature, 0)!;
    const copy = key.slice();
    recover(bytes(8n), bytes(Point.BASE.x, 10n), 1);
    recover(bytes(8n), bytes(0n, 10n), 1);
    expect(key).toEqual(copy);
    expect(recover(digest, signature, 0)).toEqual(copy);
    expect([digest, signature]).toEqual([bytes(7n), bytes(Point.BASE.x, 9n)]);
  });
});

describe("loadSecp256k1", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("takes the plain module if the fused one is refused, and fails if both are", async () => {
    const { Module, Instance } = WebAssembly;
    const refusing = (names: readonly unknown[]) =>
      vi.stubGlobal("WebAssembly", {
        Module: function compile(code: Uint8Array) {
          if (names.some((name) => code.length === size(name as "fused" | "plain"))) throw new Error("refused");
          return new Module(code);
        },
        Instance,
      });
    const size = (name: "fused" | "plain") => decodeBase64({ fused, plain }[name])!.length;
    expect((await loadSecp256k1()).name).toBe("fused");
    refusing(["fused"]);
    const { name, recover } = await loadSecp256k1();
    expect(name).toBe("plain");
    expect(recover(bytes(1n), bytes(Point.BASE.x, 1n), 1)).toHaveLength(64);
    refusing(["fused", "plain"]);
    await expect(loadSecp256k1()).rejects.toThrow("fused: its module does not compile here; plain: its module");
    vi.stubGlobal("WebAssembly", undefined);
    await expect(loadSecp256k1()).rejects.toThrow("there is no WebAssembly here");
  });

  it("has known answers that noble gives too", () => {
    for (const { digest, secretKey, signature, recovery, publicKey, other } of ANSWERS) {
      const signed = secp256k1.sign(fromHex(digest), fromHex(secretKey), { prehash: false, format: "recovered" });
      expect([toHex(signed.subarray(1)), signed[0]]).toEqual([signature, recovery]);
      const parsed = secp256k1.Signature.fromBytes(fromHex(signature), "compact");
      const keys = [recovery, 1 - recovery].map((bit) =>
        toHex(parsed.addRecoveryBit(bit).recoverPublicKey(fromHex(digest)).toBytes(false).subarray(1)),
      );
      expect(keys).toEqual([publicKey, other]);
      expect(toHex(secp256k1.getPublicKey(fromHex(secretKey), false).subarray(1))).toBe(publicKey);
    }
    const chain = chainOf(
      (digest, signature, recovery) => fromHex(expected(digest, signature, recovery) as Hex),
      (digest, secretKey) => {
        const signed = secp256k1.sign(digest, secretKey, { prehash: false, format: "recovered" });
        return Uint8Array.of(...signed.subarray(1), signed[0]!);
      },
    );
    expect(toHex(chain!)).toBe(CHAIN);
    for (const { digest, signature, publicKey } of RARE) {
      expect(expected(fromHex(digest), fromHex(signature), 0)).toBe(publicKey);
    }
  });
});
