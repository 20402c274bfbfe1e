import fc from "fast-check";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { privateKeySigner, useEngine } from "anchorlog/action";
import { toHex } from "anchorlog";

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
