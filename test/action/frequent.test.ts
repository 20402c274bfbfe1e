import { afterAll, expect, it } from "vitest";
import { fromHex, toHex, type Hex } from "anchorlog";
import { privateKeySigner, useEngine } from "anchorlog/action";
import { currentEngine, loadEngine } from "../../src/action/engine.ts";
import { frequentSigners } from "../../src/action/frequent.ts";
import { readStrictSignature, recoverAddress } from "../../src/action/signature.ts";
import { randomBytes, randomKey } from "../seed.ts";

await useEngine("wasm");
afterAll(() => useEngine("javascript"));

const flip = (signature: Hex): Hex => `0x${signature.slice(2, 130)}${signature.endsWith("1b") ? "1c" : "1b"}`;

const strictOf = (signature: Hex) => {
  const strict = readStrictSignature(signature);
  if ("fault" in strict) throw new Error(strict.message);
  return strict;
};
const asHex = (address: Uint8Array | undefined): Hex | undefined => address && toHex(address);

it("refuses exactly the signatures that are not the expected signer's", async () => {
  const [signer, stranger] = [privateKeySigner(randomKey()), privateKeySigner(randomKey())];
  const engine = currentEngine();
  let recovered = 0;
  const signers = frequentSigners({ ...engine, recover: (...of) => (recovered++, engine.recover(...of)) });
  const digest = new Uint8Array(randomBytes(32));
  const [first] = await signer.signMany!([digest]);
  for (let i = 0; i < 1_100; i++) {
    expect(asHex(signers.recover(i, digest, strictOf(first!), signer.address))).toBe(signer.address);
  }
  expect(recovered).toBe(1_024);
  expect(signers.refuted()).toEqual(new Set());
  const wanted = new Set<number>();
  for (let i = 0; i < 200; i++) {
    const another = new Uint8Array(randomBytes(32));
    const [[own], [foreign]] = await Promise.all([signer.signMany!([another]), stranger.signMany!([another])]);
    const signature = [own!, foreign!, flip(own!), first!][i % 7] ?? own!;
    const right = asHex(recoverAddress(another, strictOf(signature)));
    expect(asHex(signers.recover(i, another, strictOf(signature), signer.address))).toBe(signer.address);
    if (right !== signer.address) wanted.add(i);
  }
  expect(wanted.size).toBeGreaterThan(60);
  expect(signers.refuted()).toEqual(wanted);
  expect(signers.refuted()).toEqual(new Set());
  // Another signer is recovered.
  const [foreign] = await stranger.signMany!([digest]);
  expect(asHex(signers.recover(0, digest, strictOf(foreign!), stranger.address))).toBe(stranger.address);
  expect(recovered).toBe(1_025);
});

it("recovers every signature with an engine that has no tables, or tables with wrong answers", async () => {
  const signer = privateKeySigner(randomKey());
  const digest = fromHex(`0x${"18".repeat(32)}`);
  const [signature] = await signer.signMany!([digest]);
  const openKnownKeys = () => {
    throw new Error("it gives a wrong answer: a test");
  };
  for (const engine of [
    { ...currentEngine(), openKnownKeys },
    { ...currentEngine(), openKnownKeys: undefined },
  ]) {
    const signers = frequentSigners(engine);
    for (let i = 0; i < 1_100; i++) signers.recover(i, digest, strictOf(signature!), signer.address);
    const other = strictOf(flip(signature!));
    expect(signers.recover(0, digest, other, signer.address)).toEqual(recoverAddress(digest, other));
    expect(signers.refuted()).toEqual(new Set());
  }
  expect((await loadEngine("javascript")).openKnownKeys).toBeUndefined();
});
