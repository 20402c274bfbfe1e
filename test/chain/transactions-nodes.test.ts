import { keccak256, type Hex } from "viem";
import { beforeEach, describe, expect, it } from "vitest";
import { memoryPendingStore } from "../../src/chain/transactions/store.ts";
import { startFaultyNode, type FaultyNode, type Rule } from "./faulty-node.ts";
import { quietly, startPaying } from "./paying.ts";
import { clientOf, openSender, writerOf, type TestSender } from "./transactions.ts";

const { account, shop, anvil, node, open, pay, mine, paid } = await startPaying();

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
      to: shop(),
      gasUsed: "0x1",
      logs: [],
    });
    node.rule = async (question, forward) => {
      if (question.method !== "eth_getTransactionReceipt") return forward(question);
      const [hash] = question.params;
      lies++;
      if (lies % 3 === 0) return { result: fake(keccak256("0x00"), other.hash, account().address) };
      if (lies % 3 === 1) return { result: fake(hash, keccak256("0x01"), account().address) };
      return { result: fake(hash, other.hash, account().address) };
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

describe("two endpoints", () => {
  let second: FaultyNode;
  beforeEach(async () => {
    second = await startFaultyNode(anvil.url);
  });
  const openTwo = (settings = {}): TestSender => {
    const chain = writerOf(node.url, account(), [clientOf(second.url)]);
    const sender = openSender(chain, undefined, { resubmissionTimeout: 60, ...settings });
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
    expect(sender.status().endpoints[1]!.why).toMatch(/contradicts endpoint 0/);
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
