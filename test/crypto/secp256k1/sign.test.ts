import { secp256k1 } from "@noble/curves/secp256k1.js";
import { createHmacDrbg } from "@noble/curves/utils.js";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import fc from "fast-check";
import { Secp256k1 } from "ox/wasm";
import { describe, expect, it } from "vitest";
import { fromHex, toHex } from "anchorlog";
import * as at from "../../../engines/generate/secp256k1/places.ts";
import { loadSecp256k1, type ModuleName } from "../../../src/crypto/secp256k1/module.ts";
import { instantiate, mod, N } from "../../../engines/test/secp256k1/modules.ts";
import { runs } from "../../seed.ts";

const { Point } = secp256k1;
const ox = await Secp256k1.engine();

const word = (value: bigint): string => value.toString(16).padStart(64, "0");
const bytes = (value: bigint): Uint8Array => fromHex(`0x${word(value)}`);
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/**
 * Key, message, nonce, and r ‖ s with the lower s, for SHA-256, since RFC 6979 has no vectors for this curve. They come
 * from https://bitcointalk.org/index.php?topic=285142.40; btcd (btcec/ecdsa/signature_test.go) and Trezor's
 * trezor-crypto (tests.c) have them, too.
 */
const VECTORS = [
  [
    "0000000000000000000000000000000000000000000000000000000000000001",
    "Satoshi Nakamoto",
    "8f8a276c19f4149656b280621e358cce24f5f52542772691ee69063b74f15d15",
    "934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d82442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5",
  ],
  [
    "0000000000000000000000000000000000000000000000000000000000000001",
    "All those moments will be lost in time, like tears in rain. Time to die...",
    "38aa22d72376b4dbc472e06c3ba403ee0a394da63fc58d88686c611aba98d6b3",
    "8600dbd41e348fe5c9465ab92d23e3db8b98b873beecd930736488696438cb6b547fe64427496db33bf66019dacbf0039c04199abb0122918601db38a72cfc21",
  ],
  [
    "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140",
    "Satoshi Nakamoto",
    "33a19b60e25fb6f4435af53a3d42d493644827367e6453928554f43e49aa6f90",
    "fd567d121db66e382991534ada77a6bd3106f0a1098c231e47993447cd6af2d06b39cd0eb1bc8603e159ef5c20a5c8ad685a45b06ce9bebed3f153d10d93bed5",
  ],
  [
    "f8b8af8ce3c7cca5e300d33939540c10d45ce001b8f252bfbc57ba0342904181",
    "Alan Turing",
    "525a82b70e67874398067543fd84c83d30c175fdc45fdeee082fe13b1d7cfdf1",
    "7063ae83e7f62bbb171798131b4a0564b956930092b33b07b395615d9ec7e15c58dfcc1e00a35e1572f366ffe34ba0fc47db1e7189759b9fb233c5b05ab388ea",
  ],
  [
    "cca9fbcc1b41e5a95d369eaa6ddcff73b61a4efaa279cfc6567e8daa39cbaf50",
    "sample",
    "2df40ca70e639d89528a6b670d9d48d9165fdc0febc0974056bdce192b8e16a3",
    "af340daf02cc15c8d5d08d7735dfe6b98a474ed373bdb5fbecf7571be52b38425009fb27f37034a9b24b707b7c6b79ca23ddef9e25f7282e8a797efe53a8f124",
  ],
] as const;

const EDGE_KEYS = [1n, 2n, N / 2n, N / 2n + 1n, N - 2n, N - 1n];
const EDGE_DIGESTS = [0n, 1n, N - 1n, N, N + 1n, 2n ** 255n, 2n ** 256n - 1n];

const any = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const secret = fc.bigInt({ min: 1n, max: N - 1n });
const odd = secret.filter((value) => value % 2n === 1n);

const NAMES = ["fused", "plain"] as const satisfies ModuleName[];

describe.each(NAMES)("signing, %s", async (name) => {
  const { recover, sign } = await loadSecp256k1([name]);
  const module = await instantiate(name === "fused");
  const { functions, scalar, setScalar } = module;
  const memory = new Uint8Array(module.view.buffer);
  functions.prepare!();
  functions.prepareSigning!();

  /** With the recovery in front, as noble and ox give it. */
  const recovered = (digest: bigint, key: bigint): string => {
    const signature = sign(bytes(digest), bytes(key));
    return toHex(Uint8Array.from([signature[64]!, ...signature.subarray(0, 64)]));
  };
  const byNoble = (digest: bigint, key: bigint): string =>
    toHex(secp256k1.sign(bytes(digest), bytes(key), { prehash: false, format: "recovered" }));
  const byOx = (digest: bigint, key: bigint): string =>
    toHex(ox.sign(bytes(digest), bytes(key), { prehash: false, extraEntropy: false }));

  it.each(VECTORS)("signs as others do with the key %s: %s", (key, message, nonce, signature) => {
    const [digest, secretKey] = [sha256(utf8(message)), fromHex(`0x${key}`)];
    expect(toHex(sign(digest, secretKey).subarray(0, 64))).toBe(`0x${signature}`);
    memory.set(secretKey, at.KEY);
    setScalar(at.DIGEST_WORDS, BigInt(toHex(digest)));
    functions.startNonces!();
    functions.nextNonce!(0);
    expect(word(scalar(at.NONCE))).toBe(nonce);
  });

  it("signs as noble and ox do at the edges", () => {
    for (const key of EDGE_KEYS) {
      for (const digest of EDGE_DIGESTS) {
        const signature = recovered(digest, key);
        expect(signature, `key ${key}, digest ${digest}`).toBe(byNoble(digest, key));
        expect(signature, `key ${key}, digest ${digest}`).toBe(byOx(digest, key));
      }
    }
  });

  it("signs as ox does, recoverably, with s in the lower half", () => {
    fc.assert(
      fc.property(any, secret, (digest, key) => {
        const signature = sign(bytes(digest), bytes(key));
        expect(toHex(Uint8Array.from([signature[64]!, ...signature.subarray(0, 64)]))).toBe(byOx(digest, key));
        expect(BigInt(toHex(signature.subarray(32, 64)))).toBeLessThanOrEqual(N / 2n);
        const publicKey = recover(bytes(digest), signature.subarray(0, 64), signature[64]!);
        expect(toHex(publicKey!)).toBe(
          toHex(
            Point.fromBytes(ox.getPublicKey(bytes(key)))
              .toBytes(false)
              .subarray(1),
          ),
        );
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("signs as noble does, which recovers the key", () => {
    fc.assert(
      fc.property(any, secret, (digest, key) => {
        const signature = recovered(digest, key);
        expect(signature).toBe(byNoble(digest, key));
        const publicKey = secp256k1.recoverPublicKey(fromHex(signature), bytes(digest), { prehash: false });
        expect(toHex(publicKey)).toBe(toHex(secp256k1.getPublicKey(bytes(key))));
      }),
      { numRuns: 100 },
    );
  });

  it("tries the same nonces as noble, in the same order", () => {
    const drbg = createHmacDrbg<Uint8Array>(32, 32, (key: Uint8Array, message: Uint8Array) =>
      hmac(sha256, key, message),
    );
    fc.assert(
      fc.property(any, secret, (digest, key) => {
        const candidates: string[] = [];
        drbg(Uint8Array.from([...bytes(key), ...bytes(mod(digest, N))]), (candidate) =>
          candidates.push(toHex(candidate)) < 4 ? undefined : candidate,
        );
        memory.set(bytes(key), at.KEY);
        setScalar(at.DIGEST_WORDS, mod(digest, N));
        functions.startNonces!();
        const found = candidates.map((_, i) => {
          functions.nextNonce!(i === 0 ? 0 : 1);
          return `0x${word(scalar(at.NONCE))}`;
        });
        expect(found).toEqual(candidates);
      }),
      { numRuns: 50 },
    );
  });

  const checkMultiple = (k: bigint) => {
    setScalar(at.FACTOR, k);
    functions.multiplyGenerator!();
    const { x, y } = Point.BASE.multiply(k).toAffine();
    expect([scalar(at.X_OF_R), scalar(at.Y_OF_R)], `k = ${k}`).toEqual([x, y]);
  };

  it("multiplies G by any odd scalar", () => {
    fc.assert(fc.property(odd, checkMultiple), { numRuns: runs(200) });
    for (let i = 0n; i < 40n; i++) {
      checkMultiple(2n * i + 1n);
      checkMultiple(N - 2n - 2n * i);
    }
    for (let bit = 1n; bit < 256n; bit += 5n) {
      for (const k of [2n ** bit - 1n, 2n ** bit + 1n, mod(2n ** 255n - 2n ** bit + 1n, N)]) checkMultiple(k);
    }
  });

  it("multiplies G if both sums are equal or nearly so", () => {
    // The digits of n, with the even windows' digits negated: their sum is the sum of the other windows' digits, less
    // n.
    const digit = (window: number) => 2n * ((N >> BigInt(5 * window + 1)) & 31n) - 31n;
    const sums = [0n, 2n ** 255n];
    for (let i = 0; i < at.WINDOWS; i++) sums[i % 2]! += digit(i) * 32n ** BigInt(i);
    const [even, others] = sums as [bigint, bigint];
    expect(even + others).toBe(N);
    expect(others - even).toBeLessThan(N);
    for (let offset = -32n; offset <= 32n; offset += 2n) checkMultiple(others - even + offset);
  });

  it("clears the secrets from its memory", () => {
    const isClear = () => memory.subarray(at.SECRETS, at.SECRETS_END).every((byte) => byte === 0);
    const contains = (part: Uint8Array) => Buffer.from(memory.buffer).includes(Buffer.from(part));
    const key = bytes(0x1234_5678_9abc_def0_1122_3344_5566_7788_99aa_bbcc_ddee_ff00_0123_4567_89ab_cdefn);
    memory.set(key, at.KEY);
    memory.set(sha256(key), at.DIGEST);
    expect(isClear()).toBe(false);
    functions.sign!();
    expect(isClear()).toBe(true);
    expect(memory.subarray(at.INVERSE, at.INVERSE + 160).every((byte) => byte === 0)).toBe(true);
    for (const part of [key, key.toReversed()]) {
      expect(contains(part.subarray(0, 8))).toBe(false);
      expect(contains(part.subarray(24))).toBe(false);
    }
    expect(contains(sign(sha256(key), key).subarray(0, 32))).toBe(true);
  });

  it("recovers and signs in turns without state, and does not change its parameters", () => {
    const [digest, key] = [bytes(7n), bytes(9n)];
    const signature = sign(digest, key);
    const copy = signature.slice();
    for (let i = 0; i < 3; i++) {
      expect(toHex(recover(digest, copy.subarray(0, 64), copy[64]!)!)).toBe(
        toHex(secp256k1.getPublicKey(key, false).subarray(1)),
      );
      expect(sign(bytes(8n), key)).not.toEqual(copy);
      expect(sign(digest, key)).toEqual(copy);
    }
    expect(signature).toEqual(copy);
    expect([digest, key]).toEqual([bytes(7n), bytes(9n)]);
  });

  it("takes digests and keys of 32 bytes only", () => {
    for (const length of [0, 31, 33, 64]) {
      expect(() => sign(new Uint8Array(length), bytes(1n))).toThrow("a digest has 32 bytes");
      expect(() => sign(bytes(1n), new Uint8Array(length))).toThrow("a secret key has 32 bytes");
    }
    for (const key of [0n, N, N + 1n, N + 5n, 2n ** 256n - 1n]) {
      expect(() => sign(bytes(1n), bytes(key))).toThrow("a secret key is a number from 1 to n - 1");
    }
  });
});
