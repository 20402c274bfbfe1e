import { join } from "node:path";
import { createTestClient, http, toFunctionSelector, type Hex } from "viem";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openAnchorlog, type Anchorlog, type AnchorlogOptions, type CheckpointEvent } from "anchorlog";
import { depositStake, finalityDelay, presets, readLatest, registerOperator } from "anchorlog/chain";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { atEnd, closing } from "../ends.ts";
import { deployLocally } from "../../scripts/deploy.ts";
import { developmentAccount, LOCAL_CHAIN, LOCAL_CHAIN_ID } from "../../scripts/development.ts";
import { startNode } from "../../scripts/node.ts";
import { startAnvil } from "../dispute/anvil.ts";
import { newFolder } from "../folder.ts";
import { keys, NOW, operator as template, settings, signActionFor, wallets } from "../operator.ts";
import { whyReverted } from "./chaos-audit.ts";
import { startFaultyNode, type FaultyNode } from "./faulty-node.ts";
import { clientOf, writerOf } from "./transactions.ts";
import { isSlowSuite } from "../slow.ts";

/** Seconds: so short that the operator reads the chain each second by default. */
const DELAY = 8;

let account: ReturnType<typeof developmentAccount>;
let operator: typeof template;
let accounts = 0;
let url: string;
let folder: string;
let now: number;
let nonce = 0;
let events: CheckpointEvent[] = [];
let errors: { code?: string; message: string }[] = [];

const testerOf = (url: string, mode: "anvil" | "hardhat") =>
  createTestClient({ chain: LOCAL_CHAIN, transport: http(url, { retryCount: 0, timeout: 120_000 }), mode });
type Tester = Pick<
  ReturnType<typeof testerOf>,
  "setBalance" | "setAutomine" | "increaseTime" | "mine" | "snapshot" | "revert"
>;

async function register(at: string, tester: Tester, maxAnchorDelay = DELAY): Promise<void> {
  url = at;
  account = developmentAccount(++accounts, LOCAL_CHAIN_ID);
  operator = { ...template, registry, operator: account.address.toLowerCase() as Hex };
  await tester.setBalance({ address: account.address, value: 100n * 10n ** 18n });
  const { name, version } = operator;
  await registerOperator(writerOf(url, account), operator, { name, version, maxAnchorDelay, ...keys });
  await depositStake(writerOf(url, account), operator);
  now = 1_000 * Number((await clientOf(url).getBlock()).timestamp);
}

const anvil = await startAnvil(NOW / 1_000);
const { registry } = await deployLocally({ provider: anvil.client as never });
beforeEach(async () => {
  folder = newFolder();
  [events, errors] = [[], []];
});
afterEach(() => anvil.test.setAutomine(true));

async function open(own: Partial<AnchorlogOptions> = {}): Promise<Anchorlog> {
  const anchorlog = await openAnchorlog({
    ...settings,
    store: own.store ?? (await openSqliteStore(join(folder, "store.sqlite"))),
    operator,
    chain: writerOf(url, account),
    clock: () => now,
    onCheckpoint: (event) => events.push(event),
    onError: (error) => errors.push(error as Error),
    ...own,
  });
  return closing(anchorlog);
}
async function submit(anchorlog: Anchorlog) {
  const deadline = Math.floor(now / 1_000) + 60;
  return anchorlog.submit(await signActionFor(operator, wallets[0]!, "a.example", nonce++, { deadline }));
}
/** One batch more. */
async function grow(anchorlog: Anchorlog): Promise<void> {
  const answer = await submit(anchorlog);
  expect(answer, JSON.stringify(answer)).toMatchObject({ status: "accepted" });
  await anchorlog.closeBatches();
}
const told = () => events.map(({ what, size }) => `${what} ${size}`);
const untilTold = (...expected: string[]) => expect.poll(told, { interval: 20 }).toEqual(expected);
const anchoredSize = async () => (await readLatest(writerOf(url, account), operator)).size;
const byItself = { anchors: { maxBatches: 1, pollInterval: 20 }, maxAnchorDelay: 3_600 };

describe("the events of a checkpoint while no process runs", () => {
  beforeEach(() => register(anvil.url, anvil.test, 3_600));

  test("arrive at the next start: the anchor is gone, and is anchored again", async () => {
    const before = await open(byItself);
    await grow(before);
    await untilTold("anchored 1");
    await before.close();
    await anvil.test.setAutomine(false);
    await anvil.reorganize(1);
    events = [];

    const between = await open(byItself);
    await untilTold("gone 1");
    // A checkpoint that was reported gone stays gone for the next listener.
    await between.close();
    events = [];
    await open(byItself);
    await untilTold("gone 1");
    await anvil.test.setAutomine(true);
    await anvil.advance(1);
    await untilTold("gone 1", "anchored 1");
    expect(await anchoredSize()).toBe(1);
    expect(errors).toEqual([]);
  });

  test.runIf(isSlowSuite)("start with the current state, once, if nothing is gone", async () => {
    const before = await open(byItself);
    await grow(before);
    await untilTold("anchored 1");
    await anvil.advance(finalityDelay(presets.local.timing));
    await untilTold("anchored 1", "final 1");
    await grow(before);
    await untilTold("anchored 1", "final 1", "anchored 2");
    await before.close();
    events = [];
    const again = await open(byItself);
    await untilTold("anchored 2", "final 1");
    await grow(again);
    await untilTold("anchored 2", "final 1", "anchored 3");
  });

  test("do not arrive from nodes that lag behind the last state", async () => {
    const before = await open(byItself);
    const at = `0x${(await anvil.client.getBlockNumber()).toString(16)}`;
    await grow(before);
    await untilTold("anchored 1");
    await before.close();
    events = [];
    const node = await startFaultyNode(anvil.url);
    node.rule = ({ method, params }, forward) =>
      forward(
        method === "eth_getBlockByNumber" && params[0] === "latest"
          ? { method, params: [at, false] }
          : { method, params },
      );
    // With two endpoints, the chain is not treated as a development chain.
    const chain = { ...writerOf(node.url, account), others: [clientOf(node.url)] };
    const again = await open({ ...byItself, chain });
    const asked = node.asked.get("eth_getBlockByNumber") ?? 0;
    await expect.poll(() => node.asked.get("eth_getBlockByNumber")).toBeGreaterThan(asked + 10);
    expect(told()).toEqual([]);
    node.rule = undefined;
    await untilTold("anchored 1");
    await again.close();
  });

  test("arrive, and are stored later, if the store fails meanwhile", async () => {
    const store = await openSqliteStore(join(folder, "store.sqlite"));
    let fails = true;
    const keepSeen: typeof store.keepSeen = async (seen) => {
      if (fails) throw new Error("the disk is full");
      await store.keepSeen(seen);
    };
    const anchorlog = await open({ ...byItself, store: { ...store, keepSeen } });
    await grow(anchorlog);
    await untilTold("anchored 1");
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    expect(errors[0]).toMatchObject({ message: "the disk is full" });
    await grow(anchorlog);
    await untilTold("anchored 1", "anchored 2");
    expect(await store.seenCheckpoints()).toEqual([]);
    fails = false;
    await expect.poll(async () => (await store.seenCheckpoints()).map(({ size }) => size)).toEqual([1, 2]);
  });
});

describe("an operator that anchors only on request", () => {
  beforeEach(() => register(anvil.url, anvil.test));

  test("receives its checkpoints' events, and counts checkpoints that are gone as open again", async () => {
    const anchorlog = await open({ maxAnchorDelay: DELAY });
    await grow(anchorlog);
    expect(await anchorlog.anchor()).toMatchObject({ status: "anchored" });
    await untilTold("anchored 1");
    await anvil.test.setAutomine(false);
    await anvil.reorganize(1);
    await untilTold("anchored 1", "gone 1");
    await expect.poll(async () => (await anchorlog.status()).oldestPromise).toBeDefined();
    now += 250 * DELAY + 1;
    expect(await submit(anchorlog)).toMatchObject({ code: "anchor_overdue" });
    // The operator anchors nothing without a request.
    expect(await clientOf(url).getTransactionCount({ address: account.address, blockTag: "pending" })).toBe(
      await clientOf(url).getTransactionCount({ address: account.address }),
    );
    await anvil.test.setAutomine(true);
    await anvil.advance(1);
    expect(await anchorlog.anchor()).toMatchObject({ status: "anchored" });
    await untilTold("anchored 1", "gone 1", "anchored 1");
    await anvil.advance(finalityDelay(presets.local.timing));
    await untilTold("anchored 1", "gone 1", "anchored 1", "final 1");
    expect([await anchoredSize(), errors]).toEqual([1, []]);
  });

  test.runIf(isSlowSuite)("reports once that its node is unreachable, and continues once it is back", async () => {
    const node = await startFaultyNode(anvil.url);
    url = node.url;
    const anchorlog = await open({ maxAnchorDelay: DELAY });
    node.rule = async () => "hang up";
    const failed = async () => (await anchorlog.status()).failures.follow;
    await expect.poll(failed).toBeGreaterThan(1);
    expect(errors).toMatchObject([{ code: "chain_unavailable" }]);
    node.rule = undefined;
    await grow(anchorlog);
    expect(await anchorlog.anchor()).toMatchObject({ status: "anchored" });
    await untilTold("anchored 1");
    await anchorlog.close();
  });

  test("follows its checkpoints for a listener alone", async () => {
    const anchorlog = await open();
    await grow(anchorlog);
    await anchorlog.anchor();
    await untilTold("anchored 1");
  });
});

test.runIf(isSlowSuite)("a node that is slower than signing waits does not prevent anchoring", async () => {
  await register(anvil.url, anvil.test, 3_600);
  const node = await startFaultyNode(anvil.url);
  const selector = toFunctionSelector("anchorKey(address)");
  const anchorlog = await open({ ...byItself, chain: writerOf(node.url, account) });
  node.rule = async (question, forward) => {
    const [call] = question.params as [{ data?: string }?];
    const isSlow = question.method === "eth_call" && call?.data?.startsWith(selector);
    if (isSlow === true) await new Promise((resolve) => setTimeout(resolve, 2_500));
    return forward(question);
  };
  await grow(anchorlog);
  await untilTold("anchored 1");
  await anchorlog.close();
});

const NODES = isSlowSuite ? (["anvil", "hardhat"] as const) : (["anvil"] as const);
describe.each(NODES)("a developer's node, %s, that evm_revert rewinds", (kind) => {
  let tester: Tester;
  beforeAll(async () => {
    let at = anvil.url;
    if (kind === "hardhat") {
      const node = closing(await startNode(NOW));
      at = node.url;
      await deployLocally({ provider: node.client as never });
    }
    tester = testerOf(at, kind);
    url = at;
  });
  beforeEach(() => register(url, tester, 3_600));

  test("is believed immediately: what is gone is reported and anchored again, even if it was final", async () => {
    const anchorlog = await open(byItself);
    await grow(anchorlog);
    await untilTold("anchored 1");
    const id = await tester.snapshot();
    await grow(anchorlog);
    await untilTold("anchored 1", "anchored 2");
    await tester.increaseTime({ seconds: finalityDelay(presets.local.timing) });
    await tester.mine({ blocks: 20 });
    await untilTold("anchored 1", "anchored 2", "final 1", "final 2");
    await tester.revert({ id });
    await expect.poll(() => told().slice(4)).toEqual(["gone 2", "anchored 1", "anchored 2"]);
    expect(await anchoredSize()).toBe(2);
    await grow(anchorlog);
    await expect.poll(() => told().at(-1)).toBe("anchored 3");
    expect(errors).toEqual([]);
  });

  test("is believed immediately, even if it answered about the next block before", async () => {
    const node = await startFaultyNode(url);
    const transactions = { pollInterval: 0.03, notInMempoolTimeout: 0.2 };
    const anchorlog = await open({ ...byItself, transactions, chain: writerOf(node.url, account) });
    await grow(anchorlog);
    await untilTold("anchored 1");
    // From here on the registry's interval is over for every transaction.
    await tester.increaseTime({ seconds: 10 });
    await tester.mine({ blocks: 1 });
    const id = await tester.snapshot();
    const height = Number(await clientOf(url).getBlockNumber());
    const at = `0x${height.toString(16)}`;
    node.rule = ({ method, params }, forward) => {
      const isLatest = method === "eth_getBlockByNumber" && params[0] === "latest";
      const isCall = method === "eth_call" && params[1] === at;
      return forward({ method, params: isLatest ? [at, false] : isCall ? [params[0], "latest"] : params });
    };
    await grow(anchorlog);
    await untilTold("anchored 1", "anchored 2");
    expect(events[1]!.block.number).toBe(height);
    node.rule = undefined;
    await tester.revert({ id });
    await expect.poll(() => told().slice(2)).toEqual(["gone 2", "anchored 2"]);
    expect([await anchoredSize(), errors]).toEqual([2, []]);
    await anchorlog.close();
  });

  test("may be rewound while a transaction is pending: it is sent again", async () => {
    const anchorlog = await open({ ...byItself, transactions: { pollInterval: 0.03, notInMempoolTimeout: 0.2 } });
    const id = await tester.snapshot();
    await grow(anchorlog);
    await untilTold("anchored 1");
    await tester.setAutomine(false);
    await grow(anchorlog);
    await expect.poll(async () => (await anchorlog.status()).transactions?.pending).toBeDefined();
    await tester.revert({ id });
    await tester.setAutomine(true);
    await tester.mine({ blocks: 1 });
    await expect.poll(() => told().at(-1)).toBe("anchored 2");
    expect(await anchoredSize()).toBe(2);
  });

  test("that was idle for long accepts a batch closed now, since its next block is dated now", async () => {
    const anchorlog = await open({ maxAnchorDelay: 3_600 });
    await tester.increaseTime({ seconds: 600 });
    now += 590_000;
    await grow(anchorlog);
    expect(await anchorlog.anchor()).toMatchObject({ status: "anchored", size: 1 });
  });
});

describe("an anchor behind another one that a reorganization moves to a later block", () => {
  let node: FaultyNode;
  let sent: Hex[];
  beforeEach(async () => {
    await register(anvil.url, anvil.test, 3_600);
    sent = [];
    node = await startFaultyNode(anvil.url, ({ method, params }) => {
      const raw = method === "eth_sendRawTransaction" ? (params[0] as Hex) : undefined;
      if (raw !== undefined && !sent.includes(raw)) sent.push(raw);
    });
    url = node.url;
  });

  /** Anchors, closes one more batch, and moves the transactions of both anchors into the block of the first. */
  const anchorTwice = async (confirmations: number, transactions: number) => {
    const settings = { confirmations, pollInterval: 0.02, resubmissionTimeout: 60, notInMempoolTimeout: 60 };
    const anchorlog = await open({ ...byItself, transactions: settings });
    await anvil.test.setAutomine(false);
    await grow(anchorlog);
    await expect.poll(() => sent.length).toBe(1);
    await anvil.test.mine({ blocks: 1 });
    await untilTold("anchored 1");
    await grow(anchorlog);
    // Enough reads of the chain for the second one to be sent, unless it is held back.
    const looks = node.asked.get("eth_call") ?? 0;
    await expect.poll(() => node.asked.get("eth_call")).toBeGreaterThan(looks + 20);
    await expect.poll(() => sent.length).toBe(transactions);
    const inOneBlock = sent.map((raw) => [raw, 0]);
    await anvil.client.request({ method: "anvil_reorg", params: [1, inOneBlock] } as never);
    const block = await anvil.client.getBlock();
    return block.transactions;
  };
  const statusOf = async (hash: Hex) => (await anvil.client.getTransactionReceipt({ hash })).status;

  test("is paid in vain if it was sent already: both share a block, which is too soon", async () => {
    const [first, second] = await anchorTwice(1, 2);
    expect([await statusOf(first!), await statusOf(second!)]).toEqual(["success", "reverted"]);
    expect(await whyReverted(anvil.client, second!)).toMatch(/^AnchoredTooSoon/);
  });

  test.runIf(isSlowSuite)("is not sent before enough confirmations, so it is not paid in vain", async () => {
    const [first, ...rest] = await anchorTwice(2, 1);
    expect([await statusOf(first!), rest]).toEqual(["success", []]);
    await anvil.test.setAutomine(true);
    await anvil.test.mine({ blocks: 1 });
    await expect.poll(() => told().at(-1)).toBe("anchored 2");
    expect(sent.length).toBe(2);
    const { transactions } = await anvil.client.getBlock();
    expect(await Promise.all(transactions.map(statusOf))).toEqual(["success"]);
  });
});

test.runIf(isSlowSuite)("an anchor waits for the registry's interval even if blocks have the same second", async () => {
  await register(anvil.url, anvil.test, 3_600);
  let sent = 0;
  const node = await startFaultyNode(anvil.url, ({ method }) => void (method === "eth_sendRawTransaction" && sent++));
  // Estimates succeed even if the registry would refuse, like a node's that estimates on an older block.
  node.rule = async (question, forward) =>
    question.method === "eth_estimateGas" ? { result: "0x30000" } : forward(question);
  url = node.url;
  atEnd(() => anvil.client.request({ method: "anvil_removeBlockTimestampInterval" } as never));
  const settings = { confirmations: 1, pollInterval: 0.02, resubmissionTimeout: 60, notInMempoolTimeout: 60 };
  const anchorlog = await open({ ...byItself, transactions: settings });
  await grow(anchorlog);
  await untilTold("anchored 1");
  await anvil.client.request({ method: "anvil_setBlockTimestampInterval", params: [0] } as never);
  await grow(anchorlog);
  for (let block = 0; block < 20; block++) {
    await anvil.test.mine({ blocks: 1 });
    const looks = node.asked.get("eth_call") ?? 0;
    await expect.poll(() => node.asked.get("eth_call"), { interval: 5 }).toBeGreaterThan(looks + 1);
  }
  expect(sent).toBe(1);
  await anvil.client.request({ method: "anvil_removeBlockTimestampInterval" } as never);
  await anvil.test.increaseTime({ seconds: 1 });
  await anvil.test.mine({ blocks: 1 });
  await untilTold("anchored 1", "anchored 2");
  expect(sent).toBe(2);
  await anchorlog.close();
});
