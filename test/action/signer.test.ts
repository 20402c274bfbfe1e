import { inspect } from "node:util";
import fc from "fast-check";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { privateKeySigner, useEngine } from "anchorlog/action";
import { currentEngine, loadEngine } from "../../src/action/engine.ts";
import { fromHex, toHex } from "anchorlog";

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toHex);

describe.each(["wasm", "javascript"] as const)("a private key's signer on the %s engine", (name) => {
  beforeAll(() => useEngine(name));
  afterAll(() => useEngine("javascript"));

  it("signs as viem does, to the byte", async () => {
    await fc.assert(
      fc.asyncProperty(bytes32, bytes32, async (key, hash) => {
        fc.pre(!key.startsWith("0x00000000") && !key.startsWith("0xffffffff"));
        const [ours, theirs] = [privateKeySigner(key), privateKeyToAccount(key)];
        expect(ours.address).toBe(theirs.address.toLowerCase());
        expect(await ours.sign({ hash })).toBe(await theirs.sign({ hash }));
        expect(await ours.signMany!([fromHex(hash), fromHex(key)])).toEqual([
          await theirs.sign({ hash }),
          await theirs.sign({ hash: key }),
        ]);
      }),
      { numRuns: 30 },
    );
  });
});

it.each([
  ["zero", `0x${"00".repeat(32)}`],
  ["the group's order", "0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"],
  ["more than the group's order", "0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364146"],
  ["more than any number below the order", `0x${"ff".repeat(32)}`],
  ["31 bytes", `0x${"01".repeat(31)}`],
  ["33 bytes", `0x${"01".repeat(33)}`],
  ["capitals", `0x${"AB".repeat(32)}`],
])("refuses %s as a key, and does not repeat it", (_, key) => {
  expect(() => privateKeySigner(key as `0x${string}`)).toThrow(
    expect.objectContaining({ code: "bad_key", message: expect.not.stringContaining(key.slice(2)) as string }) as Error,
  );
});

it.each(["wasm", "javascript"] as const)("the %s engine refuses to sign with an invalid key", async (name) => {
  const { sign } = await loadEngine(name);
  const keys = [
    "00".repeat(32),
    "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
    "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364146",
    "01".repeat(31),
  ];
  for (const key of keys) expect(() => sign(new Uint8Array(32), fromHex(`0x${key}`))).toThrow(RangeError);
});

it("refuses to return a faulty signature, from which and a right one anybody could compute the key", async () => {
  await useEngine("javascript");
  const signer = privateKeySigner(`0x${"42".repeat(32)}`);
  const hash = toHex(new Uint8Array(32).fill(7));
  const right = await signer.sign({ hash });
  const { sign } = currentEngine();
  const faulty = vi.spyOn(currentEngine(), "sign");
  // Flips one bit of s, r or v, as a faulty machine would, and uses another key's signature.
  for (const byte of [63, 40, 12, 64]) {
    faulty.mockImplementationOnce((...args) => sign(...args).map((value, i) => (i === byte ? value ^ 4 : value)));
    await expect(signer.sign({ hash })).rejects.toMatchObject({ code: "signing_failed" });
  }
  faulty.mockImplementationOnce((digest) => sign(digest, new Uint8Array(32).fill(9)));
  await expect(signer.sign({ hash })).rejects.toMatchObject({ code: "signing_failed" });
  faulty.mockRestore();
  expect(await signer.sign({ hash })).toBe(right);
});

it("signs digests of 32 bytes only, and does not show its key", async () => {
  const signer = privateKeySigner(`0x${"42".repeat(32)}`);
  await expect(signer.signMany!([new Uint8Array(31)])).rejects.toThrow("a digest has 32 bytes");
  await expect(signer.sign({ hash: `0x${"00".repeat(33)}` })).rejects.toThrow(RangeError);
  expect(inspect(signer, { depth: 9, showHidden: true })).not.toMatch(/42, ?42|66, ?66|4242/);
});
