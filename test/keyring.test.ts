import { expect, it } from "vitest";
import { privateKeySigner } from "anchorlog/action";
import type { ChainWriter } from "anchorlog/anchor";
import { createKeyring } from "../src/operator/keyring.ts";
import { keys, NOW, operator } from "./operator.ts";

/** A node that takes questions and never answers. */
function silentChain() {
  const asked: unknown[] = [];
  const readContract = (call: unknown) => new Promise((): void => void asked.push(call));
  return { asked, chain: { publicClient: { readContract } } as unknown as ChainWriter };
}
const options = { operator, onError: () => {}, clock: () => NOW };

it("a silent registry holds up one receipt, and not each", async () => {
  const { asked, chain } = silentChain();
  const keyring = createKeyring({ ...options, keys, chain });
  const all = Array.from({ length: 20 }, () => keyring.receiptKey(NOW));
  for (const key of await Promise.all(all)) expect(key).toBe(keys.receiptKey);
  for (let i = 0; i < 20; i++) expect(await keyring.receiptKey(NOW)).toBe(keys.receiptKey);
  expect(asked).toHaveLength(1);
});

it("of two receipt keys none signs before the registry has said which of them is in effect", async () => {
  const { chain } = silentChain();
  const next = { receiptKey: privateKeySigner(`0x${"c2".repeat(32)}`) };
  const keyring = createKeyring({ ...options, keys: { ...keys, next }, chain });
  await expect(keyring.receiptKey(NOW)).rejects.toMatchObject({ code: "chain_unavailable" });
});
