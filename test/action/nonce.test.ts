import { expect, it } from "vitest";
import { randomNonce } from "../../src/action/nonce.ts";

it("a nonce has 256 random bits, and no two are equal", () => {
  const nonces = Array.from({ length: 64 }, () => BigInt(randomNonce()));
  expect(new Set(nonces).size).toBe(64);
  for (const nonce of nonces) expect(nonce).toBeLessThan(2n ** 256n);
  // The odds that any one bit is the same in all nonces are 1 to 2^63.
  const ones = nonces.reduce((all, nonce) => all | nonce);
  const zeros = nonces.reduce((all, nonce) => all & nonce);
  expect(ones ^ zeros).toBe(2n ** 256n - 1n);
});
