import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { sha256 } from "@noble/hashes/sha2.js";
import fc from "fast-check";
import type * as OxModule from "ox/wasm/Secp256k1";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { recoverSigner, useEngine, type EngineName } from "anchorlog/action";
import { currentEngine, loadEngine, type Engine } from "../../src/action/engine.ts";
import { fromHex, toHex, type Hex } from "anchorlog";
import type { BuiltModule } from "../../src/crypto/webassembly.ts";
import { builtFrom, flipConstants } from "../engines/mutants.ts";
import wycheproof from "../vectors/foreign/wycheproof/ecdsa_secp256k1_sha256_p1363.json" with { type: "json" };
import { runs } from "../seed.ts";
import { isSlowSuite } from "../slow.ts";

const WASM = "ox/wasm/Secp256k1";
/** The file of each module. */
const SOURCES = {
  keccak256: "@anchorlog/engines/keccak",
  sha256: "@anchorlog/engines/sha256",
  poseidon: "@anchorlog/engines/poseidon",
  pairing: "@anchorlog/engines/bn254/pairing",
  prover: "@anchorlog/engines/bn254/groups",
  fused: "@anchorlog/engines/secp256k1/fused",
  plain: "@anchorlog/engines/secp256k1/plain",
} as const;
const NAMES = ["wasm", "javascript"] as const satisfies EngineName[];
const engines = new Map<EngineName, Engine>();
for (const name of NAMES) engines.set(name, await loadEngine(name));

const N = secp256k1.Point.CURVE().n;
const word = (value: bigint): string => value.toString(16).padStart(64, "0");
const fromDigits = (digits: string): Uint8Array => fromHex(`0x${digits}`);
const addressOf = (publicKey: Uint8Array): Hex => toHex(keccak_256(publicKey.subarray(1)).subarray(12));

/** The valid vectors whose R has an x coordinate of n or more. */
const BEYOND_THE_ORDER = [115, 247];

const vectors = wycheproof.flatMap(({ publicKey, tests }) =>
  tests.map(({ sig, msg, ...rest }) => ({
    ...rest,
    signature: sig,
    digest: sha256(fromDigits(msg)),
    signer: addressOf(fromDigits(publicKey)),
    // r and s can be read only if the signature has 64 bytes.
    r: sig.length === 128 ? BigInt(`0x${sig.slice(0, 64)}`) : 0n,
    s: sig.length === 128 ? BigInt(`0x${sig.slice(64)}`) : 0n,
  })),
);

describe.each(NAMES)("the %s engine", (name) => {
  beforeAll(async () => {
    expect(await useEngine(name)).toBe(name);
  });
  afterAll(() => useEngine("javascript"));

  it("is the one in use", () => {
    expect(currentEngine()).toBe(engines.get(name));
  });

  const signers = (digest: Uint8Array, rs: string) =>
    ["1b", "1c"].map((v) => {
      const recovered = recoverSigner(digest, `0x${rs}${v}`);
      return "address" in recovered ? recovered.address : recovered.fault;
    });

  it("recovers the key of every valid Wycheproof vector, in the form with the lower s", () => {
    const valid = vectors.filter(({ result }) => result === "valid");
    expect(valid).toHaveLength(167);
    const without: number[] = [];
    // JavaScript takes 4 ms for each key.
    const isTried = (tcId: number) =>
      name === "wasm" || isSlowSuite || tcId % 8 === 0 || BEYOND_THE_ORDER.includes(tcId);
    for (const { tcId, digest, signer, r, s } of valid.filter(({ tcId }) => isTried(tcId))) {
      const low = s > N / 2n ? N - s : s;
      const found = signers(digest, word(r) + word(low)).filter((each) => each === signer);
      if (found.length === 0) without.push(tcId);
      else expect(found, `vector ${tcId}`).toHaveLength(1);
    }
    // R's x coordinate is r + n there. No v of 27 or 28 can express that, and no wallet makes such a signature.
    expect(without).toEqual(BEYOND_THE_ORDER);
  });

  it("refuses a high s", () => {
    const high = vectors.filter(({ s }) => s > N / 2n && s < N);
    expect(high.length).toBeGreaterThanOrEqual(72);
    for (const { digest, signature } of high) {
      for (const found of signers(digest, signature)) expect(found).toBe("signature_non_canonical");
    }
  });

  it("recovers the key of no invalid Wycheproof vector", () => {
    const invalid = vectors.filter(({ result }) => result === "invalid");
    expect(invalid).toHaveLength(85);
    const reasons: string[] = [];
    for (const { tcId, digest, signer, signature, r, s } of invalid) {
      const inRange = [r, s].every((value) => value > 0n && value < N);
      // A high s is refused for every digest. With its lower form, the vector is refused for its own reason.
      const judged = inRange ? word(r) + word(s > N / 2n ? N - s : s) : signature;
      const form = signature.length !== 128 ? "signature_malformed" : inRange ? undefined : "signature_non_canonical";
      for (const found of signers(digest, judged)) {
        if (form === undefined) expect(found, `vector ${tcId}`).not.toBe(signer);
        else expect(found, `vector ${tcId}`).toBe(form);
      }
      reasons.push(form ?? "another signer");
    }
    const count = (reason: string) => reasons.filter((one) => one === reason).length;
    expect(["signature_malformed", "signature_non_canonical", "another signer"].map(count)).toEqual([18, 50, 17]);
  });

  it("recovers the signer, and another address from another digest", () => {
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(bytes, bytes, fc.nat(255), (seed, digest, bit) => {
        const { secretKey, publicKey } = secp256k1.keygen(new Uint8Array(48).map((_, i) => seed[i % 32]!));
        const signed = secp256k1.sign(digest, secretKey, { prehash: false, format: "recovered" });
        const hex = `${toHex(signed.subarray(1))}${signed[0] === 0 ? "1b" : "1c"}`;
        const address = addressOf(secp256k1.Point.fromBytes(publicKey).toBytes(false));
        expect(recoverSigner(digest, hex)).toEqual({ address });
        const other = digest.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
        expect(recoverSigner(other, hex)).not.toEqual({ address });
      }),
      { numRuns: 50 },
    );
  });

  it("takes digests of 32 bytes only", () => {
    expect(() => recoverSigner(new Uint8Array(31), `0x${"01".repeat(64)}1b`)).toThrow(RangeError);
  });
});

describe("all engines", () => {
  const all = [...engines.values()];
  const agree = <T>(of: (engine: Engine) => T): T => {
    const [first, ...rest] = all.map(of);
    for (const other of rest) expect(other).toEqual(first);
    return first!;
  };

  it("recover the same key, or no key, from any values in range", () => {
    const scalar = fc.oneof(
      fc.bigInt({ min: 1n, max: N - 1n }),
      fc.bigInt({ min: 1n, max: 1_000n }),
      fc.bigInt({ min: N - 1_000n, max: N - 1n }),
      fc.constantFrom(...vectors.flatMap(({ r, s }) => [r, s]).filter((value) => value > 0n && value < N)),
    );
    const digest = fc.oneof(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.constantFrom("00", "01", "ff").map((byte) => fromDigits(byte.repeat(32))),
      fc.constantFrom(...vectors.map(({ digest }) => digest)),
    );
    let keys = 0;
    fc.assert(
      fc.property(scalar, scalar, digest, fc.constantFrom(0, 1), (r, s, digest, recovery) => {
        const rs = fromDigits(word(r) + word(s));
        if (agree((engine) => engine.recover(digest, rs, recovery)?.join()) !== undefined) keys++;
      }),
      { numRuns: runs(300) },
    );
    expect(keys).toBeGreaterThan(runs(50));
    expect(keys).toBeLessThan(300);
  });

  it("find no key where the point at infinity would be one", () => {
    // Q = (s·R - e·G) / r is infinity for R = G, s = e.
    const { x, y } = secp256k1.Point.BASE.toAffine();
    const digest = fromDigits(word(12_345n));
    const recovery = y % 2n === 0n ? 0 : 1;
    expect(agree((engine) => engine.recover(digest, fromDigits(word(x) + word(12_345n)), recovery))).toBeUndefined();
  });

  it("sign the same, to the byte", () => {
    const scalar = fc.oneof(
      fc.bigInt({ min: 1n, max: N - 1n }),
      fc.bigInt({ min: 1n, max: 9n }),
      fc.bigInt({ min: N - 9n, max: N - 1n }),
    );
    const digest = fc.oneof(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.constantFrom(...[0n, 1n, N - 1n, N, N + 1n, 2n ** 256n - 1n].map((value) => fromDigits(word(value)))),
    );
    fc.assert(
      fc.property(scalar, digest, (key, digest) => {
        const signature = agree((engine) => engine.sign(digest, fromDigits(word(key))));
        expect([27, 28]).toContain(signature[64]);
      }),
      { numRuns: 100 },
    );
  });

  it("hash the same, and keep no reference to their input", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1_000 }), (bytes) => {
        const before = bytes.slice();
        expect(agree((engine) => toHex(engine.keccak256(bytes)))).toBe(toHex(keccak_256(bytes)));
        expect(bytes).toEqual(before);
      }),
      { numRuns: runs(300) },
    );
    for (const engine of all) {
      const first = engine.keccak256(new Uint8Array([1]));
      const copy = first.slice();
      engine.keccak256(new Uint8Array([2]));
      expect(first).toEqual(copy);
    }
  });
});

describe("useEngine", () => {
  it("takes the fastest engine, and keeps one that was chosen by name", async () => {
    expect(await useEngine("auto")).toBe("wasm");
    await useEngine("javascript");
    expect(await useEngine()).toBe("javascript");
    expect(currentEngine().name).toBe("javascript");
    // The last choice wins.
    const told = await Promise.all([useEngine("wasm"), useEngine("javascript")]);
    expect(told).toEqual(["javascript", "javascript"]);
    expect(currentEngine().name).toBe("javascript");
  });

  afterEach(() => {
    for (const name of [...Object.values(SOURCES), WASM]) vi.doUnmock(name);
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    vi.resetModules();
    vi.restoreAllMocks();
  });

  /** Loads the engine again with modules that are cut short, have other constants, or have a flipped bit. */
  const loadWith = async (
    change: (code: Buffer, original: BuiltModule) => BuiltModule,
    ...names: (keyof typeof SOURCES)[]
  ) => {
    vi.resetModules();
    for (const name of names) {
      const original = await vi.importActual<BuiltModule>(SOURCES[name]);
      const changed = change(Buffer.from(original.MODULE, "base64"), original);
      vi.doMock(SOURCES[name], () => ({ ...original, ...changed }));
    }
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    const { currentEngine } = await import("../../src/action/engine.ts");
    return { warn, fresh: { ...(await import("../../src/action/index.ts")), currentEngine } };
  };
  const cut = (code: Buffer) => builtFrom(code.subarray(0, -100));
  const wrong = (code: Buffer) => builtFrom(flipConstants(code));
  /** A bit in the middle of the file, within the constants. */
  const flipped = (code: Buffer, { MODULE_SHA256 }: BuiltModule) => {
    code[code.length - 100]! ^= 1;
    return { ...builtFrom(code), MODULE_SHA256 };
  };

  it("takes the module without fused vectors if the fused one does not load, without a warning", async () => {
    const { fresh, warn } = await loadWith(cut, "fused");
    expect(await fresh.useEngine()).toBe("wasm");
    expect((await fresh.engines()).secp256k1.why).toContain("plain");
    expect(warn).not.toHaveBeenCalled();
  });

  it("recovers and signs by ox if there are no vectors, without a warning", async () => {
    const { fresh, warn } = await loadWith(cut, "fused", "plain");
    expect(await fresh.useEngine()).toBe("wasm");
    expect((await fresh.engines()).secp256k1.why).toContain("ox");
    expect(warn).not.toHaveBeenCalled();
    const [{ digest, signature }] = vectors.filter(({ result }) => result === "valid") as [(typeof vectors)[number]];
    const rs = fromDigits(signature);
    for (const recovery of [0, 1] as const) {
      expect(fresh.currentEngine().recover(digest, rs, recovery)).toEqual(
        engines.get("javascript")!.recover(digest, rs, recovery),
      );
    }
    const key = new Uint8Array(32).fill(5);
    expect(fresh.currentEngine().sign(digest, key)).toEqual(engines.get("wasm")!.sign(digest, key));
    for (const wrong of [0n, N, N + 5n]) {
      expect(() => fresh.currentEngine().sign(digest, fromDigits(word(wrong)))).toThrow("from 1 to n - 1");
    }
  });

  it("does not report a failure of ox as an invalid signature", async () => {
    const failing = { engine: async () => ({ ...(await ox()), recoverPublicKey: fail }) };
    let isBroken = false;
    const { engine: ox, ...others } = await vi.importActual<typeof OxModule>(WASM);
    const { recoverPublicKey } = await ox();
    const fail = (...args: Parameters<typeof recoverPublicKey>) => {
      if (isBroken) throw new Error("out of memory");
      return recoverPublicKey(...args);
    };
    vi.doMock(WASM, () => ({ ...others, ...failing }));
    const { fresh } = await loadWith(cut, "fused", "plain");
    await fresh.useEngine("wasm");
    isBroken = true;
    const one = fromDigits(word(1n) + word(1n));
    expect(() => fresh.currentEngine().recover(new Uint8Array(32), one, 0)).toThrow("out of memory");
  });

  it("refuses an unknown engine in the environment", async () => {
    vi.stubEnv("ANCHORLOG_ENGINE", "fastest");
    const { fresh } = await loadWith(cut);
    await expect(fresh.engines()).rejects.toMatchObject({ code: "unknown_engine" });
  });

  it("falls back to plain JavaScript if its package is missing, and warns once", async () => {
    vi.doMock(WASM, () => {
      throw new Error("not here");
    });
    const { fresh, warn } = await loadWith(cut, "fused", "plain");
    expect(await fresh.useEngine("auto")).toBe("javascript");
    const { keccak256, secp256k1 } = await fresh.engines();
    expect([keccak256.engine, secp256k1.engine]).toEqual(["wasm", "javascript"]);
    await fresh.useEngine("auto");
    expect(warn).toHaveBeenCalledOnce();
    expect(warn.mock.calls[0]![0]).toContain("anchorlog computes secp256k1 in plain JavaScript: ");
    await expect(fresh.useEngine("wasm")).rejects.toMatchObject({
      code: "engine_unavailable",
      details: { primitive: "secp256k1" },
    });
  });

  it("falls back to plain JavaScript without WebAssembly, and warns once for all primitives", async () => {
    vi.stubGlobal("WebAssembly", undefined);
    vi.doMock(WASM, () => {
      throw new Error("nor here");
    });
    const { fresh, warn } = await loadWith(cut);
    expect(await fresh.useEngine("auto")).toBe("javascript");
    const used = await fresh.engines();
    expect(Object.values(used).map(({ engine }) => engine)).toEqual(Array(6).fill("javascript"));
    for (const { why } of Object.values(used)) expect(why).toContain("there is no WebAssembly here");
    expect(warn).toHaveBeenCalledOnce();
  });

  /** It may also trap. */
  const WRONG = /gives a wrong answer|out of bounds|unrepresentable/;

  it.each(["keccak256", "sha256", "poseidon", "pairing", "prover"] as const)(
    "refuses a module that computes %s wrongly, and says so once",
    async (name) => {
      const { fresh, warn } = await loadWith(wrong, name);
      await fresh.useEngine("auto");
      const use = (await fresh.engines())[name];
      expect(use).toEqual({ engine: "javascript", why: expect.stringMatching(WRONG) as string });
      await fresh.engines();
      expect(warn).toHaveBeenCalledOnce();
      expect(warn.mock.calls[0]![0]).toBe(`anchorlog computes ${name} in plain JavaScript: ${use.why}`);
      await expect(fresh.useEngine("wasm")).rejects.toMatchObject({
        code: "engine_unavailable",
        details: { primitive: name },
      });
    },
  );

  it("refuses every module whose bytes differ from the built ones, without running it", async () => {
    const { fresh } = await loadWith(flipped, ...(Object.keys(SOURCES) as (keyof typeof SOURCES)[]));
    await fresh.useEngine("auto");
    const { secp256k1: curve, ...others } = await fresh.engines();
    const why = "its module is not what was built";
    expect(curve.why).toBe(
      `ox's module is used, which gives the known answers; our module: fused: ${why}; plain: ${why}`,
    );
    expect(Object.values(others)).toEqual(Object.keys(others).map(() => ({ engine: "javascript", why })));
  });

  it("refuses modules that recover and sign wrongly", async () => {
    const { fresh } = await loadWith(wrong, "fused", "plain");
    expect(await fresh.useEngine()).toBe("wasm");
    const { why } = (await fresh.engines()).secp256k1;
    expect(why).toMatch(/^ox's module is used, which gives the known answers; our module: fused: .*; plain: /);
    expect(why).toMatch(WRONG);
  });
});
