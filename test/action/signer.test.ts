import { inspect } from "node:util";
import fc from "fast-check";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { privateKeySigner, useEngine } from "anchorlog/action";
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
  ["31 bytes", `0x${"01".repeat(31)}`],
  ["capitals", `0x${"AB".repeat(32)}`],
])("refuses %s as a key, and does not repeat it", (_, key) => {
  expect(() => privateKeySigner(key as `0x${string}`)).toThrow(
    expect.objectContaining({ code: "bad_key", message: expect.not.stringContaining(key.slice(2)) as string }) as Error,
  );
});

it("signs digests of 32 bytes only, and shows its key nowhere", async () => {
  const signer = privateKeySigner(`0x${"42".repeat(32)}`);
  await expect(signer.signMany!([new Uint8Array(31)])).rejects.toThrow("a digest has 32 bytes");
  await expect(signer.sign({ hash: `0x${"00".repeat(33)}` })).rejects.toThrow(RangeError);
  expect(inspect(signer, { depth: 9, showHidden: true })).not.toMatch(/42, ?42|66, ?66|4242/);
});
