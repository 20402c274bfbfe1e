import { secp256k1 } from "@noble/curves/secp256k1.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromHex, toHex } from "anchorlog";
import { LAMBDA } from "../../../engines/generate/secp256k1/constants.ts";
import { BASE_WIDTH, KEY_WIDTH, MOST_JOBS, SCALAR_BITS } from "../../../engines/generate/secp256k1/places.ts";
import { mod, N } from "../../../engines/test/secp256k1/modules.ts";
import { RARE } from "../../../src/crypto/secp256k1/knownAnswers.ts";
import { checkKnownKeys, type KnownKey, type KnownKeys, MEETING } from "../../../src/crypto/secp256k1/knownKeys.ts";
import { loadSecp256k1, type ModuleName } from "../../../src/crypto/secp256k1/module.ts";
import { runs } from "../../seed.ts";
import { isSlowSuite } from "../../slow.ts";

const { Point } = secp256k1;
const bytes = (...values: bigint[]): Uint8Array =>
  fromHex(`0x${values.map((value) => value.toString(16).padStart(64, "0")).join("")}`);
const inverse = (value: bigint): bigint => Point.Fn.inv(mod(value, N));
const NAMES = ["fused", "plain"] as const satisfies ModuleName[];

/** The multiples that a factor is the sum of, one for each window. */
function multiplesOf(factor: bigint, width: number): bigint[] {
  const odd = factor % 2n === 1n ? factor : N - factor;
  const [found, size] = [[] as bigint[], 2n ** BigInt(width)];
  for (let [bit, rest] = [0, odd >> 1n]; bit < SCALAR_BITS; bit += width, rest /= size) {
    const digit = 2n * (rest % size) + 1n - (bit + width < SCALAR_BITS ? size : 0n);
    found.push((odd === factor ? digit : -digit) * 2n ** BigInt(bit));
  }
  expect(
    mod(
      found.reduce((a, b) => a + b),
      N,
    ),
  ).toBe(mod(factor, N));
  return found;
}

describe.each(NAMES)("known keys, %s", async (name) => {
  const { recover, sign, openKnownKeys } = await loadSecp256k1([name]);
  // The modules are built from the same source.
  const isTried = name === "fused" || isSlowSuite;
  const keys = openKnownKeys();
  /** A key that is unrelated to G as far as anybody knows. */
  const SECRET = 0x1234567890abcdefn;
  const tables = new Map<bigint, { readonly key: Uint8Array; readonly table: KnownKey }>();
  /** The key k G. */
  const keyOf = (k: bigint) => {
    let found = tables.get(k);
    if (found === undefined) {
      const key = Point.BASE.multiplyUnsafe(k).toBytes(false).subarray(1);
      tables.set(k, (found = { key, table: keys.add(key)! }));
    }
    return found;
  };
  type Signed = readonly [digest: Uint8Array, rs: Uint8Array];
  const checkOne = (k: bigint, [digest, rs]: Signed, recovery: number): boolean => {
    keys.put(keyOf(k).table, digest, rs, recovery as 0 | 1);
    return keys.check()[0]!;
  };
  /** Whether recovery gives the key. */
  const isRecovered = (k: bigint, [digest, rs]: Signed, recovery: number): boolean => {
    const recovered = recover(digest, rs, recovery);
    return recovered !== undefined && toHex(recovered) === toHex(keyOf(k).key);
  };
  /** Compares with recovery, of both parities. Returns the parity that is this key's. */
  const compare = (k: bigint, signed: Signed, isExact = k === SECRET): number => {
    const own = [0, 1].map((recovery) => isRecovered(k, signed, recovery));
    for (const recovery of [0, 1]) {
      const found = checkOne(k, signed, recovery);
      const what = `k = ${k}, digest ${toHex(signed[0])}, r and s ${toHex(signed[1])}`;
      if (isExact || found) expect(found, what).toBe(own[recovery]);
    }
    return own.indexOf(true);
  };
  /** A signature with R = u G + v Q: nothing is signed, r is R's x coordinate, s = r / v, and the digest is u s. */
  const combination = (k: bigint, u: bigint, v: bigint): Signed | undefined => {
    if (mod(u + v * k, N) === 0n || mod(v, N) === 0n) return undefined;
    const r = mod(Point.BASE.multiplyUnsafe(mod(u + v * k, N)).x, N);
    const s = mod(r * inverse(v), N);
    return [bytes(mod(u * s, N)), bytes(r, s)];
  };

  const SECRETS = [1n, 2n, N - 1n, N - 3n, LAMBDA, 2n ** 128n + 1n, inverse(2n), SECRET];
  const any = fc.bigInt({ min: 1n, max: N - 1n });
  const near = (...values: bigint[]) =>
    fc.tuple(fc.constantFrom(...values), fc.bigInt({ min: -3n, max: 3n })).map(([value, by]) => mod(value + by, N));
  const edge = near(0n, N / 2n, 2n ** 128n, 2n ** 255n, LAMBDA, 2n ** 8n, 2n ** 11n, 2n ** 248n);

  it.runIf(isTried)("accepts exactly the signatures from which recovery gives its key", () => {
    const scalar = fc.oneof(
      { weight: 2, arbitrary: any },
      edge.filter((value) => value !== 0n),
    );
    const digest = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
    fc.assert(
      fc.property(fc.constantFrom(...SECRETS), digest, scalar, scalar, (k, e, r, s) => {
        compare(k, [bytes(e), bytes(r, s)], true);
      }),
      { numRuns: runs(200) },
    );
  });

  it.runIf(isTried)("accepts every combination of G and the key", () => {
    const scalar = fc.oneof(any, edge);
    let own = 0;
    fc.assert(
      fc.property(fc.constantFrom(...SECRETS), scalar, scalar, (k, u, v) => {
        const signed = combination(k, u, v);
        if (signed !== undefined && compare(k, signed) >= 0) own++;
      }),
      { numRuns: runs(400) },
    );
    expect(own).toBeGreaterThan(runs(200));
  });

  it("refuses a batch in which a sum meets equal or opposite points, and goes on", () => {
    const lanes = (u: bigint, v: bigint) => {
      const [ofG, ofQ] = [multiplesOf(u, BASE_WIDTH), multiplesOf(v, KEY_WIDTH)];
      const [a, b] = [0, 1].map((lane) => [...ofG, ...ofQ].map((each, i) => (i % 2 === lane ? each : 0n)));
      const sum = (values: readonly bigint[]) => values.reduce((x, y) => x + y, 0n);
      return [a!, b!].map((all) => ({
        ofG: sum(all.slice(0, ofG.length)),
        ofQ: sum(all.slice(ofG.length)),
        first: all.slice(ofG.length).find((each) => each !== 0n)!,
      })) as [{ ofG: bigint; ofQ: bigint; first: bigint }, { ofG: bigint; ofQ: bigint; first: bigint }];
    };
    const [u, v] = [12_345n, 67_890n];
    const [even, odd] = lanes(u, v);
    const honest = sign(bytes(5n), bytes(SECRET));
    for (const k of [
      // The first multiple of Q equals the sum of G's multiples in its lane, or is opposite.
      even.ofG * inverse(even.first),
      -even.ofG * inverse(even.first),
      odd.ofG * inverse(odd.first),
      // The lanes' sums are equal.
      (odd.ofG - even.ofG) * inverse(even.ofQ - odd.ofQ),
    ].map((each) => mod(each, N))) {
      const signed = combination(k, u, v)!;
      const recovery = [0, 1].find((each) => isRecovered(k, signed, each))! as 0 | 1;
      const put = () => keys.put(keyOf(SECRET).table, bytes(5n), honest.subarray(0, 64), honest[64] as 0 | 1);
      put();
      keys.put(keyOf(k).table, ...signed, recovery);
      put();
      expect(keys.check(), `k = ${k}`).toEqual([false, false, false]);
      put();
      expect(keys.check()).toEqual([true]);
    }
    for (const { digest, signature } of RARE) {
      for (const k of SECRETS) compare(k, [fromHex(digest), fromHex(signature)], false);
    }
  });

  it("accepts one parity, one digest and one key for each signature, in batches of any size", () => {
    const digest = bytes(77n);
    const wanted: boolean[] = [];
    const put = (k: bigint, e: Uint8Array, rs: Uint8Array, recovery: number, isOwn: boolean): void => {
      keys.put(keyOf(k).table, e, rs, recovery as 0 | 1);
      wanted.push(isOwn);
    };
    for (const k of SECRETS) {
      const signed = sign(digest, bytes(k));
      const [rs, recovery] = [signed.slice(0, 64), signed[64]!];
      const highS = bytes(BigInt(toHex(rs.subarray(0, 32))), N - BigInt(toHex(rs.subarray(32))));
      put(k, digest, rs, recovery, true);
      // Callers refuse a high s. It is the same signature with the other parity.
      put(k, digest, highS, 1 - recovery, true);
      put(k, digest, rs, 1 - recovery, false);
      put(k, digest, highS, recovery, false);
      put(k, bytes(78n), rs, recovery, false);
      for (const another of SECRETS) if (another !== k) put(another, digest, rs, recovery, false);
    }
    while (wanted.length < 2 * MOST_JOBS + 1) {
      const signed = sign(digest, bytes(SECRET));
      put(SECRET, digest, signed.subarray(0, 64), signed[64]!, true);
    }
    expect(keys.check()).toEqual(wanted);
    expect(keys.check()).toEqual([]);
  });

  it.runIf(isTried)("has room for 64 keys, which are not confused", () => {
    const full = openKnownKeys();
    const first = full.add(keyOf(1n).key)!;
    let count = 1;
    while (full.add(keyOf(2n).key) !== undefined) count++;
    expect(count).toBe(64);
    const signed = sign(bytes(5n), bytes(1n));
    full.put(first, bytes(5n), signed.subarray(0, 64), signed[64] as 0 | 1);
    expect(full.check()).toEqual([true]);
    expect(() => full.add(new Uint8Array(65))).toThrow("a key has 64 bytes, not 65");
  });

  it.runIf(isTried)("is refused if it gives a wrong answer", () => {
    const { digest, signature, recovery, publicKey } = MEETING;
    expect(toHex(recover(fromHex(digest), fromHex(signature), recovery)!)).toBe(publicKey);
    const wrongly = (answer: (right: boolean, i: number, all: readonly boolean[]) => boolean): KnownKeys => {
      const { add, put, check } = openKnownKeys();
      return { add, put, check: () => check().map(answer) };
    };
    for (const [answer, what] of [
      [() => true, "a signature with the other parity"],
      [() => false, "by known keys, a signature"],
      [(right: boolean, i: number) => right || i % 4 === 2, "another's signature"],
      [(right: boolean, i: number) => right !== (i === 380), "by known keys, a signature"],
      [(right: boolean, i: number, all: readonly boolean[]) => right || (all.length === 3 && i === 1), "equal points"],
      [(right: boolean, _: number, all: readonly boolean[]) => right && all.length > 1, "after one that met"],
    ] as const) {
      expect(() => checkKnownKeys(wrongly(answer), sign)).toThrow(what);
    }
  });
});
