import { parseGwei, type Hex } from "viem";
import { describe, expect, it } from "vitest";
import { encodeCall, estimateGas } from "../../src/chain/transactions/calls.ts";
import { memoryPendingStore } from "../../src/chain/transactions/store.ts";
import type { Pending, PendingStore } from "../../src/chain/transactions/types.ts";
import { quietly, startPaying } from "./paying.ts";
import { openSender, writerOf } from "./transactions.ts";

const { account, shop, anvil, node, open, pay, mine, paid, nonce, waiting } = await startPaying();

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
    await anvil.test.setCode({ address: shop(), bytecode: "0x60006000fd" });
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
    await anvil.test.setCode({ address: shop(), bytecode: "0x60006000fd" });
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
    await anvil.test.setBalance({ address: account().address, value: 1000n });
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
    const bad = () => openSender(writerOf(node.url, account()), memoryPendingStore(), settings as never);
    expect(bad).toThrow(expect.objectContaining({ code: "bad_option", message: expect.stringMatching(why) as string }));
  });
});

describe("a nonce", () => {
  /** Sends from the same account, past the sender. */
  const interfere = async (at: number, fees = parseGwei("500")): Promise<Hex> => {
    const raw = await account().signTransaction({
      type: "eip1559",
      chainId: 31_337,
      nonce: at,
      to: account().address,
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
  const before = node.asked.get("eth_sendRawTransaction");
  await expect(pay(sender, 1)).rejects.toMatchObject({
    message: expect.stringContaining("the disk is full") as string,
  });
  expect([node.asked.get("eth_sendRawTransaction"), await nonce("pending")]).toEqual([before, 0]);
  fails = false;
  const sent = pay(sender, 1);
  await sender.happened("sent");
  await mine();
  await sent;
  expect(await paid()).toBe(1n);
});

it("adds gas for a repayment by the base fee, since nodes estimate with a base fee of 0", async () => {
  const [account, address]: Hex[] = [`0x${"aa".repeat(20)}`, `0x${"bb".repeat(20)}`];
  const abi = [{ type: "function", name: "answer", inputs: [], outputs: [], stateMutability: "nonpayable" }] as const;
  const call = encodeCall({ address: address!, abi, functionName: "answer", args: [] });
  const limitOf = (estimate: Hex) => estimateGas(() => Promise.resolve(estimate), account!, call, 30_000_000n, 25);
  expect(await limitOf("0x186a0")).toBe(160_000n);
  expect(await limitOf("0xf4240")).toBe(1_250_000n);
});
