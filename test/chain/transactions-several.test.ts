import { parseGwei } from "viem";
import { describe, expect, it } from "vitest";
import { memoryPendingStore } from "../../src/chain/transactions/store.ts";
import type { PendingStore } from "../../src/chain/transactions/types.ts";
import { quietly, startPaying } from "./paying.ts";
import type { TestSender } from "./transactions.ts";

const { account, anvil, node, open, pay, mine, paid, nonce, waiting } = await startPaying();

describe("several pending transactions", () => {
  /** With this setting, no transaction is replaced because of its age. */
  const PATIENT = { resubmissionTimeout: 3_600 };
  const openMany = (store?: PendingStore, settings = PATIENT) => open(store, settings, node.url, 4);
  const payAll = (sender: TestSender, orders: number[]) => orders.map((order) => quietly(pay(sender, order)));
  /** Mines until so many nonces are used. */
  const mineUntil = (used: number) =>
    expect
      .poll(async () => {
        await mine();
        return nonce();
      })
      .toBe(used);
  const hashOf = (sender: TestSender, order: number) =>
    sender.events.find(({ type, key }) => type === "sent" && key === `order:${order}`)!.hash;

  it("have consecutive nonces, and are mined in one block, while further ones wait", async () => {
    const sender = openMany();
    const sent = payAll(sender, [1, 2, 3, 4, 5, 6]);
    await sender.happened("sent", 4);
    expect(await waiting()).toBe(4);
    const behind = ["order:2", "order:3", "order:4"];
    expect(sender.status()).toMatchObject({ pending: { nonce: 0, key: "order:1", behind }, waiting: 2 });
    await mine();
    const mined = await Promise.all(sent.slice(0, 4));
    expect(new Set(mined.map((one) => one!.blockNumber)).size).toBe(1);
    await sender.happened("sent", 6);
    await expect.poll(waiting).toBe(2);
    await mine();
    await Promise.all(sent);
    expect([await paid(), await nonce(), sender.status().feeBumps]).toEqual([6n, 6, 0]);
  });

  it("are replaced if the fees rise, each with its nonce", async () => {
    const sender = openMany(undefined, { resubmissionTimeout: 0.3 });
    const sent = payAll(sender, [1, 2, 3]);
    await sender.happened("sent", 3);
    // No fee is high enough yet. After each replacement a block is mined, until the fees of all nonces are high enough.
    for (let replacements = 1; ; replacements++) {
      await anvil.test.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei("20") });
      await mine();
      if ((await nonce()) === 3) break;
      await sender.happened("replaced", replacements);
    }
    await Promise.all(sent);
    const replaced = new Set(sender.events.filter(({ type }) => type === "replaced").map(({ nonce }) => nonce));
    expect([...replaced]).toEqual([0, 1, 2]);
    expect([await paid(), await nonce("pending")]).toEqual([3n, 3]);
  });

  it("that the mempool lost are sent again unchanged", async () => {
    const sender = openMany();
    const sent = payAll(sender, [1, 2, 3]);
    await sender.happened("sent", 3);
    for (const order of [3, 2, 1]) await anvil.test.dropTransaction({ hash: hashOf(sender, order)! });
    await mineUntil(3);
    const hashes = (await Promise.all(sent)).map((mined) => mined!.transactionHash);
    expect(hashes).toEqual([1, 2, 3].map((order) => hashOf(sender, order)));
    expect(await paid()).toBe(3n);
  });

  it("leave no gap if the first one is not needed any more", async () => {
    let done = false;
    const sender = openMany();
    const first = pay(sender, 1, { isDone: async () => done });
    const sent = payAll(sender, [2, 3]);
    await sender.happened("sent", 3);
    done = true;
    await anvil.test.dropTransaction({ hash: hashOf(sender, 1)! });
    expect(await first).toBeUndefined();
    await sender.happened("replaced");
    await mineUntil(3);
    await Promise.all(sent);
    expect(await paid()).toBe(2n);
  });

  it("are followed by the next process, which sends further ones behind them", async () => {
    const store = memoryPendingStore();
    const killed = openMany(store);
    void payAll(killed, [1, 2, 3]);
    await killed.happened("sent", 3);
    await killed.close();
    const next = openMany(store);
    const sent = payAll(next, [3, 2, 1, 4]);
    await expect.poll(waiting).toBe(4);
    expect(next.status()).toMatchObject({ pending: { key: "order:1", behind: ["order:2", "order:3", "order:4"] } });
    await mine();
    expect(await Promise.all(sent)).toMatchObject(sent.map(() => ({ status: "success" })));
    expect([await paid(), await nonce("pending"), await store.read()]).toEqual([4n, 4, undefined]);
  });

  it("happen once each if the process ends while some are mined and one is stored but not sent", async () => {
    const store = memoryPendingStore();
    const killed = openMany(store);
    void payAll(killed, [1, 2]);
    await killed.happened("sent", 2);
    node.rule = async (question, forward) =>
      question.method === "eth_sendRawTransaction" ? "hang up" : forward(question);
    void payAll(killed, [3]);
    await expect.poll(async () => (await store.read())!.behind).toHaveLength(2);
    await killed.close();
    await mine();
    expect(await nonce("pending")).toBe(2);
    node.rule = undefined;
    const next = openMany(store);
    await next.resume();
    await mineUntil(3);
    await next.happened("confirmed", 3);
    expect([await paid(), await nonce("pending"), await store.read()]).toEqual([3n, 3, undefined]);
  });

  it("that one reorganization removes are all sent again", async () => {
    const sender = openMany();
    const sent = payAll(sender, [1, 2, 3]);
    await sender.happened("sent", 3);
    await mine();
    await Promise.all(sent);
    const last = pay(sender, 4);
    await sender.happened("sent", 4);
    await anvil.reorganize(1);
    await sender.happened("gap_filled", 3);
    await mineUntil(4);
    await last;
    expect(await paid()).toBe(4n);
  });

  it("that lose a nonce to another sender's transaction: the call gets another nonce", async () => {
    const sender = openMany();
    const sent = payAll(sender, [1, 2, 3]);
    await sender.happened("sent", 3);
    const fees = parseGwei("500");
    const raw = await account().signTransaction({
      type: "eip1559",
      chainId: 31_337,
      nonce: 1,
      to: account().address,
      gas: 21_000n,
      maxFeePerGas: fees,
      maxPriorityFeePerGas: fees,
    });
    await anvil.client.sendRawTransaction({ serializedTransaction: raw });
    await mine();
    await sender.happened("nonce_used");
    await mineUntil(4);
    await Promise.all(sent.filter((_, i) => i !== 1));
    expect(await paid()).toBe(3n);
  });

  it("wait if the node accepts no further one, and the call does not fail", async () => {
    let taken = 0;
    node.rule = async (question, forward) =>
      question.method === "eth_sendRawTransaction" && taken++ === 1
        ? { error: { code: -32_000, message: "insufficient funds for gas * price + value: queued cost" } }
        : forward(question);
    const sender = openMany();
    const sent = payAll(sender, [1, 2]);
    await expect.poll(() => taken).toBe(2);
    await expect.poll(() => sender.status()).toMatchObject({ pending: { key: "order:1", behind: [] }, waiting: 1 });
    expect(await nonce("pending")).toBe(1);
    await mineUntil(2);
    await Promise.all(sent);
    expect(await paid()).toBe(2n);
  });
});
