import { privateKeyToAccount } from "viem/accounts";
import { keccak256, parseGwei, type Hex } from "viem";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { encodeCall, estimateGas } from "../../src/chain/transactions/calls.ts";
import { memoryPendingStore } from "../../src/chain/transactions/store.ts";
import type { Pending, PendingStore } from "../../src/chain/transactions/types.ts";
import { startAnvil } from "../dispute/anvil.ts";
import { NOW } from "../operator.ts";
import { randomKey } from "../seed.ts";
import { startFaultyNode, type FaultyNode, type Rule } from "./faulty-node.ts";
import { clientOf, openSender, payment, writerOf, type TestSender } from "./transactions.ts";

let account: ReturnType<typeof privateKeyToAccount>;
let shop: Hex;
let senders: TestSender[] = [];

const anvil = await startAnvil(NOW / 1000);
const node = await startFaultyNode(anvil.url);
afterAll(async () => {
  await node.close();
  await anvil.close();
});
beforeEach(async () => {
  node.rule = undefined;
  await anvil.test.setAutomine(false);
  await anvil.test.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei("1") });
  await anvil.test.mine({ blocks: 1 });
  account = privateKeyToAccount(randomKey());
  shop = privateKeyToAccount(randomKey()).address;
  await anvil.test.setBalance({ address: account.address, value: 10n ** 20n });
});
afterEach(async () => {
  await Promise.all(senders.map((sender) => sender.close()));
  senders = [];
});

const open = (store?: PendingStore, settings = {}, url = node.url, atOnce = 1): TestSender => {
  const sender = openSender(writerOf(url, account), store, settings, atOnce);
  senders.push(sender);
  return sender;
};
const pay = (sender: TestSender, order: number, options = {}) =>
  sender.send(payment(shop, order), { key: `order:${order}`, ...options });
const mine = (blocks = 1) => anvil.test.mine({ blocks });
/** How often it was paid. */
const paid = () => anvil.client.getBalance({ address: shop });
const nonce = (blockTag: "latest" | "pending" = "latest") =>
  anvil.client.getTransactionCount({ address: account.address, blockTag });
const waiting = async () => (await nonce("pending")) - (await nonce());
/** Ignores a rejection: a call that a test abandons is rejected at closing. */
const quietly = <T>(promise: Promise<T>): Promise<T> => {
  promise.catch(() => {});
  return promise;
};

describe("a transaction that is", () => {
  it("mined is returned with its receipt, and is not pending any more", async () => {
    const store = memoryPendingStore();
    const sender = open(store);
    const sent = pay(sender, 1);
    await sender.happened("sent");
    const { pending } = sender.status();
    expect(pending).toMatchObject({ nonce: 0, key: "order:1", bumps: 0 });
    expect(await store.read()).toMatchObject({ nonce: 0, attempts: [{ hash: pending!.hash, key: "order:1" }] });
    await mine();
    expect(await sent).toMatchObject({ status: "success", transactionHash: pending!.hash });
    expect(await store.read()).toBeUndefined();
    expect(sender.status()).toMatchObject({ pending: undefined, waiting: 0, feeBumps: 0 });
    expect(await paid()).toBe(1n);
  });

  it("stuck is replaced with its nonce, with both fees an eighth higher; one of all is mined", async () => {
    const sender = open();
    const sent = pay(sender, 1);
    await sender.happened("replaced", 3);
    expect(await waiting()).toBe(1);
    const { hash, bumps } = sender.status().pending!;
    const seen = await anvil.client.getTransaction({ hash: hash! });
    const first = await anvil.client.getTransaction({ hash: sender.events[0]!.hash! }).catch(() => undefined);
    expect(first).toBeUndefined();
    expect(seen).toMatchObject({ nonce: 0, value: 1n });
    expect(seen.maxPriorityFeePerGas!).toBeGreaterThanOrEqual((parseGwei("0.01") * 1424n) / 1000n);
    await mine();
    await sent;
    expect(sender.status().feeBumps).toBeGreaterThanOrEqual(bumps);
    expect([await paid(), await nonce()]).toEqual([1n, 1]);
  });

  it("dropped from the mempool is sent again unchanged", async () => {
    const sender = open(undefined, { resubmissionTimeout: 60 });
    const sent = pay(sender, 1);
    await sender.happened("sent");
    await expect.poll(waiting).toBe(1);
    const { hash } = sender.status().pending!;
    await anvil.test.dropTransaction({ hash: hash! });
    expect(await waiting()).toBe(0);
    await expect.poll(waiting).toBe(1);
    await mine();
    expect(await sent).toMatchObject({ transactionHash: hash });
    expect(sender.events.map(({ type }) => type)).toContain("sent_again");
    expect(await paid()).toBe(1n);
  });

  it("stored but not sent when the process ended is sent by the next process", async () => {
    const store = memoryPendingStore();
    node.rule = async (question, forward) =>
      question.method === "eth_sendRawTransaction" ? "hang up" : forward(question);
    const killed = open(store);
    void quietly(pay(killed, 1));
    await killed.happened("failed");
    await killed.close();
    expect(await waiting()).toBe(0);
    node.rule = undefined;
    const next = open(store);
    await next.resume();
    expect(next.status().pending).toMatchObject({ key: "order:1", nonce: 0 });
    await expect.poll(waiting).toBe(1);
    await mine();
    await next.happened("confirmed");
    expect([await paid(), await store.read()]).toEqual([1n, undefined]);
  });

  it("sent but not answered when the process ended is awaited by the next process", async () => {
    const store = memoryPendingStore();
    node.rule = async (question, forward) => {
      const answer = await forward(question);
      return question.method === "eth_sendRawTransaction" ? "hang up" : answer;
    };
    const killed = open(store);
    void quietly(pay(killed, 1));
    await killed.happened("failed");
    await killed.close();
    node.rule = undefined;
    await mine();
    const next = open(store);
    // The call joins the pending transaction that has its key.
    expect(await pay(next, 1)).toMatchObject({ status: "success" });
    expect([await paid(), await nonce()]).toEqual([1n, 1]);
  });

  it("confirmed only at the configured depth, and pending again if a reorganization removes it", async () => {
    const sender = open(undefined, { confirmations: 3 });
    const sent = pay(sender, 1);
    await sender.happened("sent");
    await mine();
    await sender.happened("mined");
    await anvil.reorganize(1);
    await sender.happened("reorganized");
    expect(await paid()).toBe(0n);
    expect(sender.status().pending).toBeDefined();
    await expect.poll(waiting).toBe(1);
    await mine();
    await sender.happened("mined", 2);
    await mine(2);
    await sent;
    expect([await paid(), await nonce()]).toEqual([1n, 1]);
  });

  it("refused by the contract fails with the reason, and is not stored", async () => {
    await anvil.test.setCode({ address: shop, bytecode: "0x60006000fd" });
    const store = memoryPendingStore();
    const sender = open(store);
    await expect(pay(sender, 1)).rejects.toMatchObject({
      code: "transaction_failed",
      message: "pay: the contract refuses it: without a reason",
    });
    expect([await store.read(), await nonce("pending")]).toEqual([undefined, 0]);
  });

  it("mined and reverted fails with its hash, and is not sent again", async () => {
    const sender = open();
    const sent = quietly(pay(sender, 1));
    await sender.happened("sent");
    await anvil.test.setCode({ address: shop, bytecode: "0x60006000fd" });
    await mine();
    const hash = sender.events[0]!.hash;
    await expect(sent).rejects.toMatchObject({ code: "transaction_failed", details: { transactionHash: hash } });
    expect(await nonce("pending")).toBe(1);
  });

  it("refused with an unknown message is sent once, and fails with the node's message", async () => {
    node.rule = async (question, forward) =>
      question.method === "eth_sendRawTransaction"
        ? { error: { code: -32_000, message: "sender not an eoa" } }
        : forward(question);
    const store = memoryPendingStore();
    const before = node.asked.get("eth_sendRawTransaction") ?? 0;
    await expect(pay(open(store), 1)).rejects.toMatchObject({
      code: "transaction_failed",
      message: "pay: sender not an eoa",
    });
    expect(node.asked.get("eth_sendRawTransaction")).toBe(before + 1);
    expect([await store.read(), await nonce("pending")]).toEqual([undefined, 0]);
  });

  it("refused by a node that has it is awaited: the look-up decides, not the message", async () => {
    node.rule = async (question, forward) => {
      const answer = await forward(question);
      return question.method === "eth_sendRawTransaction"
        ? { error: { code: -32_000, message: "seen this one before" } }
        : answer;
    };
    const sender = open();
    const sent = pay(sender, 1);
    await sender.happened("sent");
    await mine();
    expect(await sent).toMatchObject({ status: "success" });
    expect([await paid(), await nonce()]).toEqual([1n, 1]);
  });

  it("more expensive than the account's balance is refused, and its nonce is released", async () => {
    await anvil.test.setBalance({ address: account.address, value: 1000n });
    const store = memoryPendingStore();
    const sender = open(store);
    await expect(pay(sender, 1)).rejects.toMatchObject({
      code: "transaction_failed",
      message: expect.stringMatching(
        /^pay: the account 0x[0-9a-f]{40} has 0\.000000000000001 ether, and this may cost up to 0\.000\d+ ether\n.*send it at least 0\.000\d+ ether$/,
      ) as string,
      details: { balance: 1000n },
    });
    expect(await store.read()).toBeUndefined();
  });
});

describe("fees", () => {
  it("above the ceiling hold a transaction, which status shows, until they fall", async () => {
    await anvil.test.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei("50") });
    await mine();
    const sender = open(undefined, { maxFeePerGas: parseGwei("20") });
    const sent = pay(sender, 1);
    await sender.happened("waits");
    expect(sender.status()).toMatchObject({ pending: undefined, waiting: 1 });
    expect(sender.status().held).toMatch(/more than maxFeePerGas 20 gwei/);
    expect(await nonce("pending")).toBe(0);
    await anvil.test.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei("2") });
    await mine();
    await sender.happened("sent");
    await anvil.test.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei("2") });
    await mine();
    await sent;
    expect(sender.status().held).toBeUndefined();
  });

  it("that rise after sending are followed up to the ceiling, and the transaction is not dropped", async () => {
    const sender = open(undefined, { maxFeePerGas: parseGwei("4"), feeLimitThreshold: 0n });
    const sent = pay(sender, 1);
    await sender.happened("sent");
    await anvil.test.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei("30") });
    await mine();
    await expect.poll(() => sender.status().held, { interval: 20 }).toMatch(/more than maxFeePerGas/);
    expect(sender.status().pending!.maxFeePerGas).toBeLessThanOrEqual(parseGwei("4"));
    // The node has dropped the transaction, and the sender sends it again, before or after the next block.
    const mineAndRead = async (): Promise<bigint> => {
      await anvil.test.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei("1") });
      await mine();
      return paid();
    };
    await expect.poll(mineAndRead).toBe(1n);
    await sent;
  });

  it.each([
    [{ confirmations: 0 }, /confirmations.*0 is not a whole number/],
    [{ resubmissionTimeout: 1, pollInterval: 2 }, /resubmissionTimeout.*pollInterval 2 s/],
    [{ maxFeePerGas: 5n }, /maxFeePerGas.*minBaseFeePerGas/],
    [{ maxFeePerGas: parseGwei("1"), feeLimitThreshold: parseGwei("2") }, /feeLimitThreshold.*above maxFeePerGas/],
    [{ gasMargn: 3 }, /gasMargn.*no such setting/],
    [{ minPriorityFeePerGas: 1 }, /minPriorityFeePerGas.*1 is not a fee/],
  ])("with contradictory settings are refused at opening: %o", (settings, why) => {
    const bad = () => openSender(writerOf(node.url, account), memoryPendingStore(), settings as never);
    expect(bad).toThrow(expect.objectContaining({ code: "bad_option", message: expect.stringMatching(why) as string }));
  });
});

describe("a nonce", () => {
  /** Sends from the same account, past the sender. */
  const interfere = async (at: number, fees = parseGwei("500")): Promise<Hex> => {
    const raw = await account.signTransaction({
      type: "eip1559",
      chainId: 31_337,
      nonce: at,
      to: account.address,
      gas: 21_000n,
      maxFeePerGas: fees,
      maxPriorityFeePerGas: fees,
    });
    return anvil.client.sendRawTransaction({ serializedTransaction: raw });
  };

  it("that another sender used is replaced by the next one if isDone returns false", async () => {
    const sender = open(undefined, { resubmissionTimeout: 60 });
    let asked = 0;
    const sent = pay(sender, 1, { isDone: async () => (asked++, false) });
    await sender.happened("sent");
    const foreign = await interfere(0);
    await mine();
    await sender.happened("nonce_used");
    expect(sender.events.find(({ type }) => type === "nonce_used")).toMatchObject({ nonce: 0, hash: foreign });
    await sender.happened("sent", 2);
    expect(asked).toBeGreaterThan(1);
    await expect.poll(waiting).toBe(1);
    await mine();
    await sent;
    expect([await paid(), await nonce()]).toEqual([1n, 2]);
  });

  it("that another sender used is not replaced if isDone returns true", async () => {
    let done = false;
    const sender = open(undefined, { resubmissionTimeout: 60 });
    const sent = pay(sender, 1, { isDone: async () => done });
    await sender.happened("sent");
    done = true;
    await interfere(0);
    await mine();
    expect(await sent).toBeUndefined();
    expect([await paid(), await nonce("pending")]).toEqual([0n, 1]);
  });

  it("of an unknown pending transaction is awaited, then taken over", async () => {
    const foreign = await interfere(0, parseGwei("3"));
    const sender = open();
    const sent = pay(sender, 1);
    await sender.happened("waits");
    expect(sender.status().held).toMatch(/not known here waits with nonce 0/);
    await sender.happened("sent");
    await expect
      .poll(async () => (await anvil.client.getTransaction({ hash: foreign }).catch(() => undefined))?.hash)
      .toBe(undefined);
    await mine();
    await sent;
    expect([await paid(), await nonce()]).toEqual([1n, 1]);
  });

  it("of a stuck transaction whose purpose is done is used by a cancellation", async () => {
    let done = false;
    const sender = open();
    const sent = pay(sender, 1, { isDone: async () => done });
    await sender.happened("sent");
    done = true;
    expect(await sent).toBeUndefined();
    await expect.poll(() => sender.status().pending?.key).toBe("cancel");
    await mine();
    await sender.happened("confirmed");
    expect([await paid(), await nonce()]).toEqual([0n, 1]);
  });

  it("of a dropped transaction whose purpose is done is released", async () => {
    let done = false;
    const store = memoryPendingStore();
    const sender = open(store, { resubmissionTimeout: 60 });
    const sent = pay(sender, 1, { isDone: async () => done });
    await sender.happened("sent");
    done = true;
    await anvil.test.dropTransaction({ hash: sender.status().pending!.hash! });
    expect(await sent).toBeUndefined();
    expect([await store.read(), await nonce("pending")]).toEqual([undefined, 0]);
  });

  it("goes to a call that supersedes the pending one, while another call waits", async () => {
    const sender = open(undefined, { resubmissionTimeout: 60 });
    const first = quietly(pay(sender, 1));
    await sender.happened("sent");
    const other = pay(sender, 9);
    const second = pay(sender, 2, { supersedes: (key: string) => key === "order:1" });
    await sender.happened("replaced");
    expect(sender.status()).toMatchObject({ pending: { nonce: 0, key: "order:2" }, waiting: 1 });
    await mine();
    await second;
    await expect(first).rejects.toMatchObject({ code: "superseded" });
    await sender.happened("sent", 2);
    await expect.poll(waiting).toBe(1);
    await mine();
    await other;
    expect([await paid(), await nonce()]).toEqual([2n, 2]);
  });

  it("that a reorganization freed is used again by its transaction", async () => {
    const sender = open(undefined, { resubmissionTimeout: 60 });
    const first = pay(sender, 1);
    await sender.happened("sent");
    await mine();
    await first;
    const second = pay(sender, 2);
    await sender.happened("sent", 2);
    await anvil.reorganize(1);
    await sender.happened("gap_filled");
    await expect.poll(waiting).toBe(2);
    await mine();
    await second;
    expect([await paid(), await nonce()]).toEqual([2n, 2]);
  });

  it("is not used twice by two processes with one store: one stores it, both look it up", async () => {
    const store = memoryPendingStore();
    const [one, two] = [open(store), open(store)];
    const sent = [pay(one, 1), pay(two, 1)];
    await expect.poll(() => [one, two].every(({ status }) => status().pending !== undefined)).toBe(true);
    await expect.poll(waiting).toBe(1);
    await mine();
    expect(await Promise.all(sent)).toMatchObject([{ status: "success" }, { status: "success" }]);
    expect([await paid(), await nonce("pending")]).toEqual([1n, 1]);
  });

  it("that another process stored meanwhile is followed without waiting, not held as unknown", async () => {
    const store = memoryPendingStore();
    const heir = open(store, { resubmissionTimeout: 3_600 });
    await heir.resume();
    const killed = open(store, { resubmissionTimeout: 3_600 });
    void quietly(pay(killed, 1));
    await killed.happened("sent");
    await killed.close();
    const sent = pay(heir, 1);
    await expect.poll(() => heir.status().pending).toMatchObject({ key: "order:1", nonce: 0 });
    await mine();
    await sent;
    expect([await paid(), await nonce("pending"), await store.read()]).toEqual([1n, 1, undefined]);
  });
});

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
    const raw = await account.signTransaction({
      type: "eip1559",
      chainId: 31_337,
      nonce: 1,
      to: account.address,
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

describe("a node", () => {
  it("that already knows a transaction, or its nonce, counts as an answer", async () => {
    const sender = open();
    node.rule = async (question, forward) => {
      if (question.method === "eth_sendRawTransaction") await forward(question);
      return forward(question);
    };
    const sent = pay(sender, 1);
    await sender.happened("sent");
    await mine();
    await sent;
    expect(sender.events.map(({ type }) => type)).not.toContain("failed");
  });

  it("is not believed with a receipt of another transaction, or of a block outside the chain", async () => {
    const other = await anvil.client.getBlock();
    let lies = 0;
    const fake = (hash: unknown, blockHash: unknown, from: string) => ({
      transactionHash: hash,
      blockHash,
      blockNumber: `0x${other.number.toString(16)}`,
      status: "0x1",
      from,
      to: shop,
      gasUsed: "0x1",
      logs: [],
    });
    node.rule = async (question, forward) => {
      if (question.method !== "eth_getTransactionReceipt") return forward(question);
      const [hash] = question.params;
      lies++;
      if (lies % 3 === 0) return { result: fake(keccak256("0x00"), other.hash, account.address) };
      if (lies % 3 === 1) return { result: fake(hash, keccak256("0x01"), account.address) };
      return { result: fake(hash, other.hash, account.address) };
    };
    const sender = open(undefined, { resubmissionTimeout: 60 });
    const sent = pay(sender, 1);
    await expect.poll(() => lies).toBeGreaterThan(5);
    expect(sender.status().pending).toBeDefined();
    node.rule = undefined;
    await mine();
    expect(await sent).toMatchObject({ status: "success" });
  });

  it("that loses a receipt within the same block is not believed to have reorganized", async () => {
    const sender = open(undefined, { confirmations: 2, resubmissionTimeout: 60 });
    const sent = pay(sender, 1);
    await sender.happened("sent");
    await mine();
    await sender.happened("mined");
    node.rule = async (question, forward) =>
      question.method === "eth_getTransactionReceipt" ? { result: null } : forward(question);
    await sender.happened("failed");
    expect(sender.status().held).toMatch(/the same block/);
    expect(sender.events.map(({ type }) => type)).not.toContain("reorganized");
    node.rule = undefined;
    await mine();
    await sent;
  });

  it("that hangs is given up after the time limit, and asked again", async () => {
    const sender = open(undefined, { requestTimeout: 3, resubmissionTimeout: 60 });
    const sent = pay(sender, 1);
    await sender.happened("sent");
    node.rule = async () => "silence";
    await mine();
    await sender.happened("failed");
    expect(sender.status().held).toMatch(/no answer in 3 s/);
    node.rule = undefined;
    await sent;
  });

  it("that hangs does not prevent closing, for any pending request", async () => {
    for (const method of ["eth_getBlockByNumber", "eth_estimateGas", "eth_sendRawTransaction"]) {
      const asked = new Promise<void>((resolve) => {
        node.rule = async (question, forward) => {
          if (question.method !== method) return forward(question);
          resolve();
          return "silence";
        };
      });
      const store = memoryPendingStore();
      const sender = open(store, { requestTimeout: 3_600 });
      const sent = quietly(pay(sender, 1));
      await asked;
      await sender.close();
      await expect(sent).rejects.toMatchObject({ code: "transactions_closed" });
      // A transaction that a node may have taken is stored.
      expect((await store.read()) !== undefined).toBe(method === "eth_sendRawTransaction");
      expect(sender.events.map(({ type }) => type)).not.toContain("failed");
    }
  });

  it("that signs is asked for the transaction's hash if its answer was lost", async () => {
    const [unlocked] = (await anvil.client.request({ method: "eth_accounts" } as never)) as unknown as Hex[];
    const store = memoryPendingStore();
    const chain = writerOf(node.url, unlocked!);
    const lost = openSender(chain, store, { resubmissionTimeout: 60 });
    senders.push(lost);
    node.rule = async (question, forward) => {
      const answer = await forward(question);
      return question.method === "eth_sendTransaction" ? "hang up" : answer;
    };
    void quietly(pay(lost, 1));
    await lost.happened("failed");
    await lost.close();
    expect((await store.read())!.attempts).toMatchObject([{ hash: undefined }]);
    node.rule = undefined;
    await mine();
    const next = openSender(chain, store);
    senders.push(next);
    expect(await pay(next, 1)).toMatchObject({ status: "success" });
    expect(await paid()).toBe(1n);
  });

  it("that estimates too little gas, as geth does, gets a margin on top", async () => {
    node.rule = async ({ method, params }, forward) =>
      forward({ method, params: method === "eth_estimateGas" ? [params[0], "latest"] : params });
    const sender = open();
    void quietly(pay(sender, 1));
    await sender.happened("sent");
    const { gas } = await anvil.client.getTransaction({ hash: sender.status().pending!.hash! });
    expect(gas).toBeGreaterThan(26_000n);
  });
});

it("if the store fails, no transaction is sent", async () => {
  let fails = true;
  const inner = memoryPendingStore();
  const store: PendingStore = {
    read: inner.read,
    write: async (next: Pending | undefined, before: Pending | undefined) => {
      if (fails) throw new Error("the disk is full");
      return inner.write(next, before);
    },
  };
  const sender = open(store);
  await expect(pay(sender, 1)).rejects.toMatchObject({
    message: expect.stringContaining("the disk is full") as string,
  });
  expect([node.asked.get("eth_sendRawTransaction") ?? 0, await nonce("pending")]).toEqual([expect.any(Number), 0]);
  fails = false;
  const sent = pay(sender, 1);
  await sender.happened("sent");
  await mine();
  await sent;
  expect(await paid()).toBe(1n);
});

describe("two endpoints", () => {
  let second: FaultyNode;
  beforeEach(async () => {
    second = await startFaultyNode(anvil.url);
  });
  afterEach(() => second.close());
  const openTwo = (settings = {}): TestSender => {
    const chain = writerOf(node.url, account, [clientOf(second.url)]);
    const sender = openSender(chain, undefined, { resubmissionTimeout: 60, ...settings });
    senders.push(sender);
    return sender;
  };

  it("both get each transaction, and agree", async () => {
    const sender = openTwo();
    const sent = pay(sender, 1);
    await sender.happened("sent");
    await expect.poll(() => second.asked.get("eth_sendRawTransaction")).toBe(1);
    await mine();
    await sent;
    expect(sender.status().endpoints).toMatchObject([
      { index: 0, state: "good" },
      { index: 1, state: "good" },
    ]);
  });

  it("of which one lies about a nonce: the first is believed, and the other is put aside", async () => {
    second.rule = async (question, forward) =>
      question.method === "eth_getTransactionCount" ? { result: "0x63" } : forward(question);
    const sender = openTwo();
    const sent = pay(sender, 1);
    await sender.happened("sent");
    await mine();
    await sent;
    expect(sender.status().endpoints[1]).toMatchObject({ state: "lying" });
    expect(sender.status().endpoints[1]!.why).toMatch(/says otherwise than endpoint 0/);
  });

  const TROUBLES: readonly (readonly [string, Rule, string])[] = [
    ["hangs", async () => "silence", "silent"],
    ["hangs up", async () => "hang up", "silent"],
    ["answers nonsense", async () => "nonsense", "silent"],
    ["is of another chain", async () => ({ result: "0x1" }), "wrong_chain"],
  ];
  it.each(TROUBLES)("of which one %s: it is put aside, and no part of its URL is shown", async (_, rule, state) => {
    second.rule = rule;
    const sender = openTwo({ requestTimeout: 3 });
    const sent = pay(sender, 1);
    await sender.happened("sent");
    await mine();
    await sent;
    expect(sender.status().endpoints).toMatchObject([{ state: "good" }, { state }]);
    expect(sender.status().endpoints[1]!.why).not.toMatch(/127\.0\.0\.1|http/);
  });

  it("of which the first lags: a receipt that it lacks does not count as missing", async () => {
    const old = await anvil.client.getBlock();
    await mine(10);
    const stale = await anvil.client.request({
      method: "eth_getBlockByNumber",
      params: [`0x${old.number.toString(16)}`, false],
    });
    node.rule = async (question, forward) => {
      const { method, params } = question;
      if (method === "eth_getBlockByNumber" && params[0] === "latest") return { result: stale };
      return method === "eth_getTransactionReceipt" ? { result: null } : forward(question);
    };
    const sender = openTwo();
    const sent = pay(sender, 1);
    await sender.happened("sent");
    await mine();
    await sent;
    expect(sender.status().endpoints).toMatchObject([
      { state: "lagging", block: Number(old.number) },
      { state: "good" },
    ]);
  });
});

it("adds gas for a repayment by the base fee, since nodes estimate with a base fee of 0", async () => {
  const [account, address]: Hex[] = [`0x${"aa".repeat(20)}`, `0x${"bb".repeat(20)}`];
  const abi = [{ type: "function", name: "answer", inputs: [], outputs: [], stateMutability: "nonpayable" }] as const;
  const call = encodeCall({ address: address!, abi, functionName: "answer", args: [] });
  const limitOf = (estimate: Hex) => estimateGas(() => Promise.resolve(estimate), account!, call, 30_000_000n, 25);
  expect(await limitOf("0x186a0")).toBe(160_000n);
  expect(await limitOf("0xf4240")).toBe(1_250_000n);
});
