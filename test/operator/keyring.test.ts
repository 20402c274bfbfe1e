import { expect, it } from "vitest";
import { privateKeySigner } from "anchorlog/action";
import { ChainUnavailableError, type ChainWriter } from "anchorlog/chain";
import { createKeyring } from "../../src/operator/seal/keyring.ts";
import { keys, NOW, operator } from "../operator.ts";

/** A node that accepts questions and never answers. */
function silentChain() {
  const asked: unknown[] = [];
  const readContract = (call: unknown) => new Promise((): void => void asked.push(call));
  return { asked, chain: { publicClient: { readContract } } as unknown as ChainWriter };
}
const options = { operator, onError: () => {}, clock: () => NOW };

it("a silent registry delays one receipt, not every receipt", async () => {
  const { asked, chain } = silentChain();
  const keyring = createKeyring({ ...options, keys, chain });
  const all = Array.from({ length: 20 }, () => keyring.receiptKey(NOW));
  for (const key of await Promise.all(all)) expect(key).toBe(keys.receiptKey);
  for (let i = 0; i < 20; i++) expect(await keyring.receiptKey(NOW)).toBe(keys.receiptKey);
  expect(asked).toHaveLength(1);
});

it("of two receipt keys, neither signs before the registry has said which one is in effect", async () => {
  const { chain } = silentChain();
  const next = { receiptKey: privateKeySigner(`0x${"c2".repeat(32)}`) };
  const keyring = createKeyring({ ...options, keys: { ...keys, next }, chain });
  await expect(keyring.receiptKey(NOW)).rejects.toBeInstanceOf(ChainUnavailableError);
});

/** A registry with these receipt keys and their periods in Unix seconds. `until` is 0 if it is open. */
const registryOf = (periods: Readonly<Record<string, readonly [from: number, until: number]>>) =>
  ({
    publicClient: {
      readContract: async ({ functionName, args }: { functionName: string; args?: readonly unknown[] }) => {
        if (functionName === "timing") return { margin: 60 };
        const [from, until] = periods[String(args![2]).toLowerCase()] ?? [0, 0];
        return [BigInt(from), BigInt(until)];
      },
    },
  }) as unknown as ChainWriter;

it("of two receipt keys, none signs that was never announced or that is retired", async () => {
  const other = privateKeySigner(`0x${"c2".repeat(32)}`);
  const [first, second] = [keys.receiptKey, other].map(({ address }) => address.toLowerCase()) as [string, string];
  const both = { ...keys, next: { receiptKey: other } };
  const now = NOW / 1000;
  const keyOf = (periods: Parameters<typeof registryOf>[0]) =>
    createKeyring({ ...options, keys: both, chain: registryOf(periods) }).receiptKey(NOW);
  expect(await keyOf({ [first]: [now - 9, 0] })).toBe(keys.receiptKey);
  expect(await keyOf({ [first]: [now - 9, now + 9], [second]: [now + 9, 0] })).toBe(keys.receiptKey);
  expect(await keyOf({ [first]: [now - 9, now], [second]: [now, 0] })).toBe(other);
  expect(await keyOf({ [second]: [now - 9, 0] })).toBe(other);
  // The chain is ahead of this clock and has the next key already: a receipt counts from its key's announcement on.
  expect(await keyOf({ [second]: [now + 9, 0] })).toBe(other);
  const retired = { code: "key_retired", details: { key: "receiptKey" } };
  await expect(keyOf({ [first]: [now - 9, now - 5], [second]: [now - 5, now - 1] })).rejects.toMatchObject(retired);
});
