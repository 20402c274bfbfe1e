import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  AnchorlogError,
  openAnchorlog,
  type Anchorlog,
  type AnchorlogOptions,
  type AnchorPolicy,
  type CheckpointEvent,
  type Hex,
} from "anchorlog";
import { depositStake, finalityDelay, presets, readLatest, registerOperator } from "anchorlog/chain";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { atEnd, closing } from "../ends.ts";
import { deployLocally } from "../../scripts/deploy.ts";
import { developmentAccount, LOCAL_CHAIN_ID } from "../../scripts/development.ts";
import { notSent } from "../../src/chain/anchorer.ts";
import { backoff } from "../../src/operator/anchor/backoff.ts";
import { createAnchoringLoop } from "../../src/operator/anchor/loop.ts";
import { startAnvil } from "../dispute/anvil.ts";
import { newFolder } from "../folder.ts";
import { keys, NOW, operator as template, settings, signActionFor, wallets } from "../operator.ts";

/** Seconds. */
const DELAY = 3_600;
const INTERVAL = 60;
const timing = { ...presets.local.timing, minAnchorInterval: INTERVAL };
const GWEI = 10n ** 9n;
/** Milliseconds of age at which anchors are due by default, and at which no ceiling counts any more. */
const DUE = (DELAY * 1_000) / 8;
const YIELDS = (DELAY * 1_000) / 5;
const stranger = developmentAccount(19, LOCAL_CHAIN_ID);

/** A look at a chain on which nothing is anchored. Wei. */
const nothingAnchored = (baseFee: bigint) => ({
  block: { number: 1, hash: "0x01" as const },
  time: Math.floor(Date.now() / 1_000),
  since: performance.now(),
  baseFee,
  latest: { size: 0, root: "0x00" as const, time: 0 },
  finalSize: 0,
});

let account: ReturnType<typeof developmentAccount>;
let operator: typeof template;
let accounts = 0;
let folder: string;
let now: number;
let nonce = 0;
/** How often a process asked for a block. */
let looks = 0;
let events: CheckpointEvent[] = [];
let errors: { code?: string; message: string }[] = [];

const anvil = await startAnvil(NOW / 1_000, LOCAL_CHAIN_ID, { isStill: true });
const { registry } = await deployLocally({ provider: anvil.client as never }, { ...presets.local, timing });

beforeEach(async () => {
  folder = newFolder();
  now = 1_000 * (await anvil.now());
  [looks, events, errors] = [0, [], []];
  account = developmentAccount(++accounts, LOCAL_CHAIN_ID);
  operator = { ...template, registry, operator: account.address.toLowerCase() as Hex };
  const { name, version } = operator;
  await mineAt(1n);
  for (const address of [account.address, stranger.address]) {
    await anvil.test.setBalance({ address, value: 100n * 10n ** 18n });
  }
  await registerOperator(anvil.writer(account), operator, { name, version, maxAnchorDelay: DELAY, ...keys });
  await depositStake(anvil.writer(account), operator);
});
afterEach(() => anvil.test.setAutomine(true));

async function open(anchors?: AnchorPolicy, own: Partial<AnchorlogOptions> = {}): Promise<Anchorlog> {
  const { publicClient, walletClient } = anvil.writer(account);
  const request = ((question: { method: string }) => {
    if (question.method === "eth_getBlockByNumber") looks++;
    return publicClient.request(question as never);
  }) as typeof publicClient.request;
  const store = own.store ?? (await openSqliteStore(join(folder, "store.sqlite")));
  const anchorlog = await openAnchorlog({
    ...settings,
    store,
    operator,
    logs: ["a.example", "b.example"],
    chain: { publicClient: { ...publicClient, request }, walletClient },
    maxAnchorDelay: DELAY,
    clock: () => now,
    onCheckpoint: (event) => events.push(event),
    onError: (error) => errors.push(error as Error),
    ...(anchors === undefined ? {} : { anchors: { pollInterval: 20, ...anchors } }),
    ...own,
  }).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  return closing(anchorlog);
}
async function submit(anchorlog: Anchorlog, log = "a.example"): Promise<void> {
  const deadline = Math.floor(now / 1_000) + 60;
  const action = await signActionFor(operator, wallets[0]!, log, nonce++, { deadline });
  expect(await anchorlog.submit(action)).toMatchObject({ status: "accepted" });
}
/** Lets time pass, for the process and on the chain. */
async function pass(milliseconds: number): Promise<void> {
  now += milliseconds;
  await anvil.advance(Math.ceil(milliseconds / 1_000));
}
const anchoredSize = async () => (await readLatest(anvil.writer(account), operator)).size;
const until = (condition: () => unknown) => expect.poll(condition, { interval: 20 }).toBeTruthy();
/** Waits until the chain was read several more times. */
async function someLooks(): Promise<void> {
  const before = looks;
  await until(() => looks > before + 6);
}
/** Mines a block with a base fee, in gwei. In each later block the fee falls by an eighth. */
async function mineAt(gwei: bigint): Promise<void> {
  await anvil.test.setNextBlockBaseFeePerGas({ baseFeePerGas: gwei * GWEI });
  await anvil.test.mine({ blocks: 1 });
}
const told = () => events.map(({ what, size }) => `${what} ${size}`);
const sentSoFar = () => anvil.client.getTransactionCount({ address: account.address });

describe("a schedule", () => {
  test("anchors by the age of the oldest promise, after closing all logs' batches", async () => {
    const anchorlog = await open({});
    await submit(anchorlog);
    await pass(DUE - 1_000);
    await submit(anchorlog, "b.example");
    await someLooks();
    expect(await anchoredSize()).toBe(0);
    await pass(1_000);
    await until(() => told().includes("anchored 2"));
    expect(await anchoredSize()).toBe(2);
    expect(errors).toEqual([]);
    // Nothing is anchored that is anchored already.
    const sent = await sentSoFar();
    await pass(2 * DUE);
    await someLooks();
    expect(await sentSoFar()).toBe(sent);
  });

  test("anchors by the chain's time if this machine's clock was set back", async () => {
    const { publicClient, walletClient } = anvil.writer(account);
    // With one endpoint alone it would be a development chain, whose time is not checked.
    const chain = { publicClient, walletClient, others: [anvil.writer(account).publicClient] };
    const anchorlog = await open({}, { chain });
    await submit(anchorlog);
    now -= DELAY * 1_000;
    await pass((DELAY * 1_000) / 4);
    await until(() => told().includes("anchored 1"));
    expect(await anchoredSize()).toBe(1);
  });

  test("anchors by the number of batches, and closes no batch for that", async () => {
    const anchorlog = await open({ maxBatches: 2 });
    await submit(anchorlog);
    await anchorlog.closeBatches();
    await someLooks();
    expect(await anchoredSize()).toBe(0);
    await submit(anchorlog);
    await anchorlog.closeBatches();
    await submit(anchorlog);
    await until(() => told().includes("anchored 2"));
    expect(await anchoredSize()).toBe(2);
  });

  test("waits for a lower base fee while there is time, and no longer", async () => {
    const anchorlog = await open({ baseFeeCeiling: 5n * GWEI });
    await mineAt(100n);
    await someLooks();
    await submit(anchorlog);
    await pass(DUE);
    await mineAt(100n);
    await someLooks();
    expect(await anchoredSize()).toBe(0);
    await mineAt(2n);
    await until(() => told().includes("anchored 1"));

    await pass(INTERVAL * 1_000);
    await mineAt(100n);
    await someLooks();
    await submit(anchorlog);
    await pass(YIELDS - 1_000);
    await mineAt(100n);
    await someLooks();
    expect(await anchoredSize()).toBe(1);
    await pass(1_000);
    await mineAt(100n);
    await until(() => told().includes("anchored 2"));
    expect(errors).toEqual([]);
  });

  test("anchors nothing above maxFeePerGas, automatically or on request, and reports it", async () => {
    const transactions = { maxFeePerGas: 5n * GWEI, feeLimitThreshold: 5n * GWEI };
    const anchorlog = await open({}, { transactions });
    await mineAt(100n);
    await someLooks();
    await submit(anchorlog);
    await pass(YIELDS);
    await until(() => errors.length > 0);
    expect(errors[0]).toMatchObject({ code: "fees_too_high" });
    expect((await anchorlog.status()).failures.anchor).toBeGreaterThan(0);
    await anchorlog.closeBatches();
    await expect(anchorlog.anchor()).rejects.toMatchObject({ code: "fees_too_high" });
    expect(await anchoredSize()).toBe(0);
    await mineAt(1n);
    await until(() => told().includes("anchored 1"));
  });

  test("waits for the registry's interval; an earlier call of anchor returns too_soon and pays nothing", async () => {
    const anchorlog = await open({ maxBatches: 1 });
    await submit(anchorlog);
    await anchorlog.closeBatches();
    await until(() => told().includes("anchored 1"));
    await submit(anchorlog);
    await anchorlog.closeBatches();
    const sent = await sentSoFar();
    const { time } = events[0]!;
    expect(await anchorlog.anchor()).toMatchObject({ status: "too_soon", size: 1, from: time + INTERVAL });
    await someLooks();
    expect([await sentSoFar(), errors]).toEqual([sent, []]);
    await pass(INTERVAL * 1_000);
    await until(() => told().includes("anchored 2"));
  });

  test("is refused if it contradicts itself, the operator's terms or the registry's", async () => {
    const quarter = (DELAY * 1_000) / 4;
    for (const [anchors, option, own] of [
      [{ maxAge: quarter + 1 }, "anchors.maxAge"],
      [{ maxAge: 0.5 }, "anchors.maxAge"],
      [{ maxAge: INTERVAL * 1_000 - 1 }, "anchors.maxAge"],
      [{ maxAge: quarter, baseFeeCeiling: GWEI }, "anchors.maxAge"],
      [{ maxBatches: 0 }, "anchors.maxBatches"],
      [{ baseFeeCeiling: 30 as never }, "anchors.baseFeeCeiling"],
      [{ baseFeeCeiling: 2n * GWEI }, "anchors.baseFeeCeiling", { transactions: { maxFeePerGas: GWEI } }],
      [{ pollInterval: quarter + 1 }, "anchors.pollInterval"],
      [{}, "maxAnchorDelay", { maxAnchorDelay: undefined }],
      [{}, "chain", { chain: undefined, maxAnchorDelay: undefined }],
    ] as [AnchorPolicy, string, object?][]) {
      await expect(open(anchors, own), option).rejects.toMatchObject({ code: "bad_option", details: { option } });
    }
    await open({ maxAge: INTERVAL * 1_000, baseFeeCeiling: 1n });
  });
});

test("pauses after failures grow to a limit, and are random", () => {
  const pauses = (random: number) => [1, 2, 3, 4, 40].map((failures) => backoff(failures, 5_000, () => random));
  expect(pauses(0)).toEqual([500, 1_000, 2_000, 2_500, 2_500]);
  expect(pauses(0.5)).toEqual([750, 1_500, 3_000, 3_750, 3_750]);
});

test("anchoring reports failures in a row once for each code, and again after a success, also of somebody else", async () => {
  vi.useFakeTimers();
  const end = new AbortController();
  atEnd(() => end.abort());
  const codes = [
    "fees_too_high",
    "fees_too_high",
    "signer_failed",
    "fees_too_high",
    undefined,
    "fees_too_high",
    "elsewhere",
    "fees_too_high",
    new Error("one without a code"),
    new Error("another"),
    new Error("another"),
    "deposed",
    new Error("another"),
  ] as const;
  let attempts = 0;
  const failed: [code: string, isFirst: boolean][] = [];
  const loop = createAnchoringLoop({
    policy: { maxBatches: 1 },
    maxAnchorDelay: DELAY,
    minAnchorInterval: INTERVAL,
    readInterval: async () => INTERVAL,
    isDated: false,
    look: async () => nothingAnchored(GWEI),
    lostSince: () => undefined,
    oldest: () => Date.now(),
    closed: () => {
      // Somebody else has anchored before this look.
      const isElsewhere = codes[attempts] === "elsewhere";
      if (isElsewhere) attempts++;
      return attempts < codes.length && !isElsewhere ? 1 : 0;
    },
    closeBatches: async () => {},
    anchor: async () => {
      const code = codes[attempts++];
      if (code instanceof Error) throw code;
      if (code === "fees_too_high" || code === "signer_failed") throw new AnchorlogError(code, "it failed");
      return notSent("there", 1);
    },
    resume: async () => {},
    // Another process leads during one look.
    isLeader: () => codes[attempts] !== "deposed" || attempts++ < 0,
    fail: (error, isFirst) => failed.push([error instanceof AnchorlogError ? error.code : String(error), isFirst]),
    clock: () => Date.now(),
    random: () => 0,
    signal: end.signal,
  });
  loop.start();
  await vi.advanceTimersByTimeAsync(DELAY * 1_000);
  expect(failed).toEqual([
    ["fees_too_high", true],
    ["fees_too_high", false],
    ["signer_failed", true],
    ["fees_too_high", true],
    ["fees_too_high", true],
    ["fees_too_high", true],
    ["Error: one without a code", true],
    ["Error: another", true],
    ["Error: another", false],
    ["Error: another", true],
  ]);
});

test("anchoring waits for a low base fee no longer than it should, even if the chain is polled rarely", async () => {
  vi.useFakeTimers();
  const end = new AbortController();
  atEnd(() => end.abort());
  const quarter = (DELAY * 1_000) / 4;
  const begun = Date.now();
  let anchoredAt: number | undefined;
  const loop = createAnchoringLoop({
    policy: { baseFeeCeiling: 5n * GWEI, pollInterval: quarter },
    maxAnchorDelay: DELAY,
    minAnchorInterval: INTERVAL,
    readInterval: async () => INTERVAL,
    isDated: false,
    look: async () => nothingAnchored(100n * GWEI),
    lostSince: () => undefined,
    oldest: () => (anchoredAt === undefined ? begun : undefined),
    closed: () => 1,
    closeBatches: async () => {},
    anchor: async () => {
      anchoredAt = Date.now() - begun;
      return notSent("there", 1);
    },
    resume: async () => {},
    isLeader: () => true,
    fail: (error) => errors.push(error as Error),
    clock: () => Date.now(),
    random: () => 0,
    signal: end.signal,
  });
  loop.start();
  await vi.advanceTimersByTimeAsync(2 * quarter);
  expect(anchoredAt).toBe(YIELDS);
  expect(errors).toEqual([]);
});

describe("a transaction that nobody mines", () => {
  test("blocks nothing else: batches close, checkpoints are signed, bundles are made", async () => {
    const anchorlog = await open({});
    await submit(anchorlog);
    await anchorlog.closeBatches();
    await anvil.test.setAutomine(false);
    const first = anchorlog.anchor();
    await until(async () => (await anvil.test.getTxpoolStatus()).pending === 1);
    await submit(anchorlog, "b.example");
    expect(await anchorlog.closeBatches()).toMatchObject([{ position: 1 }]);
    expect(await anchorlog.checkpoint()).toMatchObject({ size: 2 });
    expect(await anchorlog.bundle({ log: "b.example", index: 0 })).toMatchObject({
      inclusion: { checkpoint: { size: "2" } },
    });
    // The newest one follows it.
    const second = anchorlog.anchor();
    await anvil.test.setAutomine(true);
    await anvil.advance(1);
    expect(await first).toMatchObject({ status: "anchored", size: 1 });
    expect(await second).toMatchObject({ status: "too_soon", size: 1 });
    await anvil.advance(INTERVAL);
    expect(await anchorlog.anchor()).toMatchObject({ status: "anchored", size: 2, proofHashes: 1 });
  });

  test("does not block closing, and is not paid twice: the next start finds it mined", async () => {
    const anchorlog = await open({ maxBatches: 1 });
    await submit(anchorlog);
    await anvil.test.setAutomine(false);
    await anchorlog.closeBatches();
    await until(async () => (await anvil.test.getTxpoolStatus()).pending === 1);
    const waiting = anchorlog.anchor();
    waiting.catch(() => {});
    await anchorlog.close();
    await expect(waiting).rejects.toMatchObject({ code: "closed" });
    await anvil.test.setAutomine(true);
    await anvil.advance(1);
    const sent = await sentSoFar();

    const again = await open({ maxBatches: 1 });
    await until(() => told().includes("anchored 1"));
    expect(await again.anchor()).toMatchObject({ status: "there", size: 1, transactionHash: undefined });
    expect([await sentSoFar(), errors]).toEqual([sent, []]);
  });

  test("is sent again by the next start if it vanished, and nothing is paid twice", async () => {
    const sent = await sentSoFar();
    const anchorlog = await open({ maxBatches: 1 });
    await submit(anchorlog);
    await anvil.test.setAutomine(false);
    await anchorlog.closeBatches();
    await until(async () => (await anvil.test.getTxpoolStatus()).pending === 1);
    await submit(anchorlog);
    await anchorlog.closeBatches();
    await anchorlog.close();
    await anvil.client.request({ method: "anvil_dropAllTransactions" } as never);
    expect((await anvil.test.getTxpoolStatus()).pending).toBe(0);

    await open({ maxBatches: 1 });
    await until(async () => (await anvil.test.getTxpoolStatus()).pending === 1);
    await anvil.test.setAutomine(true);
    await anvil.advance(1);
    await until(() => told().length > 0);
    // The first anchor may arrive before the second one, which makes it needless. Then the second one is due now.
    await pass(INTERVAL * 1_000);
    await until(() => told().at(-1) === "anchored 2");
    expect([await sentSoFar(), errors]).toEqual([sent + told().length, []]);
  });
});

describe("a checkpoint that another account anchored", () => {
  test("counts as anchored, even if it is newer than the own signed one", async () => {
    const store = await openSqliteStore(join(folder, "store.sqlite"));
    const anchorlog = await open({}, { store });
    await submit(anchorlog);
    await anchorlog.closeBatches();
    const other = await open(undefined, { store, chain: anvil.writer(stranger) });
    expect(await other.anchor()).toMatchObject({ status: "anchored", size: 1 });
    expect(await anchorlog.anchor()).toMatchObject({ status: "there", size: 1 });
    await until(() => told().includes("anchored 1"));
    expect(errors).toEqual([]);
  });
});

describe("a process that does not lead", () => {
  test("anchors nothing, and notices the anchors of others", async () => {
    const store = await openSqliteStore(join(folder, "store.sqlite"));
    const lease = { leader: "another", until: Infinity, epoch: 1 };
    const takeLease = async () => ({ isHeld: false, milliseconds: 60_000, lease });
    const anchorlog = await open({ maxBatches: 1 }, { store: { ...store, takeLease } });
    await submit(anchorlog);
    await anchorlog.closeBatches();
    await someLooks();
    expect(await anchoredSize()).toBe(0);
    await open({ maxBatches: 1 }, { store, onCheckpoint: () => {} });
    await until(() => told().includes("anchored 1"));
    expect(await anchorlog.status()).toMatchObject({ anchored: 1, lease: { held: false } });
  });
});

describe("the listener of a checkpoint's events", () => {
  test("receives anchored, then final by the contracts' rule", async () => {
    const anchorlog = await open({ maxBatches: 1 });
    await submit(anchorlog);
    await anchorlog.closeBatches();
    await until(() => told().includes("anchored 1"));
    await pass(1_000 * (finalityDelay(timing) - 2));
    await someLooks();
    expect(told()).toEqual(["anchored 1"]);
    await pass(2_000);
    await until(() => told().includes("final 1"));
    const { time, block, root } = events[1]!;
    expect(await anvil.client.getBlock({ blockNumber: BigInt(block.number) })).toMatchObject({ hash: block.hash });
    expect(root).toBe((await readLatest(anvil.writer(account), operator)).root);
    expect(await anchorlog.status()).toMatchObject({ anchored: 1, final: 1, failures: { anchor: 0 } });
    expect(time).toBeLessThanOrEqual((await anvil.now()) - finalityDelay(timing));
  });

  test("receives gone if the block is lost; the promises are open until it is anchored again", async () => {
    const anchorlog = await open({ maxBatches: 1 });
    await submit(anchorlog);
    await anchorlog.closeBatches();
    await until(() => told().includes("anchored 1"));
    await anvil.test.setAutomine(false);
    await anvil.reorganize(1);
    await until(() => told().includes("gone 1"));
    expect(await anchoredSize()).toBe(0);
    // The operator did not count an entry as anchored that is not, so the earlier promise is overdue.
    now += (DELAY * 1_000) / 4 + 1_000;
    const late = await signActionFor(operator, wallets[0]!, "a.example", nonce++, { deadline: now / 1_000 + 60 });
    expect(await anchorlog.submit(late)).toMatchObject({ code: "anchor_overdue" });
    await anvil.test.setAutomine(true);
    await anvil.advance(DELAY / 4 + 1);
    // "final" may follow immediately, as more than the finality delay has passed.
    await until(() => told()[2] === "anchored 1");
    expect(events[2]!.block.hash).not.toBe(events[0]!.block.hash);
    // The chain's time is asked for again after a second.
    await expect.poll(async () => (await anchorlog.submit(late)).status).toBe("accepted");
  });

  test("may throw: the error is reported, and anchoring goes on", async () => {
    const onCheckpoint = () => {
      throw new Error("not now");
    };
    const anchorlog = await open({ maxBatches: 1 }, { onCheckpoint });
    for (const size of [1, 2]) {
      await submit(anchorlog);
      await anchorlog.closeBatches();
      await until(async () => (await anchoredSize()) === size);
      await until(() => errors.length === size);
      await pass(INTERVAL * 1_000);
    }
    expect(errors).toMatchObject([{ message: "not now" }, { message: "not now" }]);
  });
});
