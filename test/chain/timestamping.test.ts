import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openAnchorlog, type AnchorlogOptions, type Hex, type TimestampEvent, type TimestampPolicy } from "anchorlog";
import { decodeTimestamp, encodeTimestamp } from "anchorlog/chain";
import { createFileGuard, openFileGuard } from "anchorlog/store/guard";
import { openSqliteStore, type SqliteStore } from "anchorlog/store/sqlite";
import { privateKeyToAccount } from "viem/accounts";
import { atEnd, closing } from "../ends.ts";
import { concernsOf } from "../../src/operator/observe/concerns.ts";
import { startNode } from "../../scripts/node.ts";
import { developmentAccount, LOCAL_CHAIN_ID } from "../../scripts/development.ts";
import { startAnvil } from "../dispute/anvil.ts";
import { newFolder } from "../folder.ts";
import { NOW, openTestOperator, operator, signAction, signActionFor, wallets, type TestOperator } from "../operator.ts";
import { randomKey } from "../seed.ts";
import { isSlowSuite } from "../slow.ts";
import { startFaultyNode } from "./faulty-node.ts";
import { fund, GWEI, policyFor, QUICK, readerOf, testerOf, timestampsOn, type FurtherNode } from "./timestamps.ts";

let events: TimestampEvent[] = [];
let errors: { code?: string; message: string }[] = [];
let nonce = 0;
let now = NOW;

const anvil = await startAnvil(NOW / 1_000, 700_001);
const hardhat = closing(await startNode(NOW, { chainId: 700_002 }));
/** The two further chains, and a proxy to the first one that can have faults. */
const first: FurtherNode = { url: anvil.url, chainId: 700_001, kind: "anvil" };
const second: FurtherNode = { url: hardhat.url, chainId: 700_002, kind: "hardhat" };
const wire = await startFaultyNode(anvil.url);
const through = { ...first, url: wire.url };
beforeEach(() => {
  [events, errors, wire.rule] = [[], [], undefined];
});
afterEach(() => anvil.test.setAutomine(true));

async function open(
  timestamps: readonly TimestampPolicy[],
  own: Partial<AnchorlogOptions> = {},
  folder?: string,
): Promise<TestOperator> {
  return openTestOperator(folder, () => now, {
    timestamps,
    onTimestamp: (event) => void events.push(event),
    onError: (error) => void errors.push(error as Error),
    ...own,
  });
}
/** Signs a checkpoint over one more batch. */
async function sign({ anchorlog }: TestOperator): Promise<number> {
  const deadline = Math.floor(now / 1_000) + 60;
  expect(await anchorlog.submit(await signAction(wallets[0]!, "a.example", nonce++, { deadline }))).toMatchObject({
    status: "accepted",
  });
  await anchorlog.closeBatches();
  return (await anchorlog.checkpoint()).size;
}
const until = (condition: () => unknown) => expect.poll(condition, { interval: 20 }).toBeTruthy();
const told = () => events.map(({ what, chainId, size }) => `${what} ${size} on ${chainId}`);
const sizes = async (node: FurtherNode, from: Hex) =>
  (await timestampsOn(readerOf(node.url, node.chainId), from)).map(({ checkpoint }) => checkpoint.size);
const statusOf = async ({ anchorlog }: TestOperator, at = 0) => (await anchorlog.status()).timestamps[at]!;

describe("the newest signed checkpoint", () => {
  it("is written once on each further chain, and becomes final by the given rule", async () => {
    const accounts = [await fund(first), await fund(second)] as const;
    const test = await open([policyFor(first, accounts[0]), policyFor(second, accounts[1], { finality: "finalized" })]);
    const size = await sign(test);
    await until(() => told().includes(`written ${size} on 700001`) && told().includes(`written ${size} on 700002`));
    await anvil.test.mine({ blocks: 2 });
    await testerOf(second).mine({ blocks: 2 });
    await until(() => told().includes(`final ${size} on 700001`) && told().includes(`final ${size} on 700002`));
    for (const [i, node] of [first, second].entries()) {
      const [found, ...more] = await timestampsOn(readerOf(node.url, node.chainId), accounts[i]!.address);
      expect(more).toEqual([]);
      const { root } = (await test.options.store.checkpoints())[0]!;
      expect(found).toMatchObject({
        operator: { chainId: operator.chainId, registry: operator.registry, operator: operator.operator },
        checkpoint: { size, root },
      });
      expect(await statusOf(test, i)).toMatchObject({
        chainId: node.chainId,
        size,
        final: size,
        transaction: found!.hash,
        dueSince: undefined,
        failure: undefined,
        account: { address: accounts[i]!.address.toLowerCase() },
      });
    }
    expect(errors).toEqual([]);
  });

  it("is written at most once an interval, and only if something was signed since", async () => {
    const account = await fund(first);
    const test = await open([policyFor(first, account, { every: 3_600_000 })]);
    expect(await statusOf(test)).toMatchObject({ dueSince: undefined });
    const one = await sign(test);
    await until(() => told().includes(`written ${one} on 700001`));
    const two = await sign(test);
    const { time } = await statusOf(test);
    now = 1_000 * time! + 3_599_000;
    await anvil.test.mine({ blocks: 3 });
    await until(() => told().includes(`final ${one} on 700001`));
    expect(await sizes(first, account.address)).toEqual([one]);
    now += 1_000;
    await until(() => told().includes(`written ${two} on 700001`));
    now += 36_000_000;
    await anvil.test.mine({ blocks: 3 });
    await until(() => told().includes(`final ${two} on 700001`));
    expect(await sizes(first, account.address)).toEqual([one, two]);
  });

  it("that a reorganization takes out is noticed, and written again", async () => {
    const account = await fund(first);
    const test = await open([policyFor(first, account, { finality: 12 })]);
    const size = await sign(test);
    await until(() => told().includes(`written ${size} on 700001`));
    const lost = (await timestampsOn(anvil.client, account.address))[0]!.hash;
    await anvil.reorganize(1);
    // Anvil forgets the transactions of the blocks that it replaced.
    await until(() => told().includes(`gone ${size} on 700001`));
    await until(() => told().filter((what) => what === `written ${size} on 700001`).length === 2);
    const [again, ...more] = await timestampsOn(anvil.client, account.address);
    expect([again!.checkpoint.size, more]).toEqual([size, []]);
    await anvil.test.mine({ blocks: 12 });
    await until(() => told().includes(`final ${size} on 700001`));
    const kept = await test.options.store.timestamps();
    // A timestamp that is gone is marked, not deleted, unless the same transaction came back.
    expect(kept.filter(({ final }) => final)).toHaveLength(1);
    expect(kept.filter(({ block }) => block === undefined)).toHaveLength(again!.hash === lost ? 0 : 1);
    expect(errors).toEqual([]);
  });

  it("that a reorganization takes out between two requests is not a failure", async () => {
    const account = await fund(first);
    const test = await open([policyFor(through, account, { finality: 12 })]);
    const size = await sign(test);
    await until(() => told().includes(`written ${size} on 700001`));
    const { number } = (await test.options.store.timestamps())[0]!.block!;
    let asked = 0;
    wire.rule = async (question, forward) => {
      const isOfIt = question.method === "eth_getBlockByNumber" && Number(question.params[0]) === number;
      if (isOfIt && asked++ === 0) await anvil.reorganize(1);
      return forward(question);
    };
    await until(() => told().includes(`gone ${size} on 700001`));
    expect(asked).toBeGreaterThan(0);
    expect(errors).toEqual([]);
  });

  it("waits for a base fee below the ceiling", async () => {
    const account = await fund(first);
    const mineAt = async (fee: bigint) => {
      await anvil.test.setNextBlockBaseFeePerGas({ baseFeePerGas: fee * GWEI });
      await anvil.test.mine({ blocks: 1 });
    };
    // Before the operator looks at the chain: it could act on the fee of the block before.
    await mineAt(100n);
    const test = await open([policyFor(first, account, { baseFeeCeiling: 5n * GWEI })]);
    const size = await sign(test);
    await until(async () => (await statusOf(test)).dueSince !== undefined);
    expect(await sizes(first, account.address)).toEqual([]);
    await mineAt(2n);
    await until(() => told().includes(`written ${size} on 700001`));
    expect(errors).toEqual([]);
    await mineAt(1n);
  });
});

describe("a further chain that", () => {
  it("hangs delays nothing: neither opening, nor actions, batches and checkpoints, nor closing", async () => {
    wire.rule = async () => "silence";
    const account = await fund(first);
    const other = await fund(second);
    const transactions = { ...policyFor(first, account).transactions, requestTimeout: 0.2 };
    const test = await open([policyFor(through, account, { transactions }), policyFor(second, other)]);
    const size = await sign(test);
    await until(() => told().includes(`written ${size} on 700002`));
    await until(() => errors.length > 0);
    await until(async () => (await statusOf(test, 1)).size === size);
    const { failures, timestamps } = await test.anchorlog.status();
    expect(failures.timestamp).toBeGreaterThan(0);
    expect(timestamps).toMatchObject([
      { size: 0, account: { balance: undefined } },
      { size, failure: undefined },
    ]);
    expect(timestamps[0]!.failure).toMatch(/no answer|every|agree|endpoint/);
    // Only the first of a series of failures is reported, without the address.
    expect(errors.filter(({ code }) => code === "chain_unavailable")).toHaveLength(1);
    expect(JSON.stringify([errors, timestamps[0]])).not.toMatch(/127\.0/);
    // Only an unanswered request is in progress.
    await test.close();
  });

  it("differs from its client's chain ID is refused at opening", async () => {
    const account = await fund(first);
    const foreign = policyFor({ url: first.url, chainId: 700_003 }, account);
    await expect(open([foreign])).rejects.toMatchObject({ code: "wrong_chain" });
  });

  it("names another chain ID at a restart does not block opening, and is written on once corrected", async () => {
    const account = await fund(first);
    const folder = newFolder();
    const before = await open([policyFor(through, account)], {}, folder);
    const size = await sign(before);
    await until(() => told().includes(`written ${size} on 700001`));
    await before.close();
    events = [];

    wire.rule = async (question, forward) =>
      question.method === "eth_chainId" ? { result: "0x1" } : forward(question);
    const test = await open([policyFor(through, account)], {}, folder);
    const next = await sign(test);
    const other = await fund(second);
    await until(() => errors.some(({ code }) => code === "wrong_chain"));
    const status = await test.anchorlog.status();
    expect(status.timestamps[0]!.failure).toMatch(/^chain 700001 is configured, and endpoint 0 .* of chain 1$/);
    expect(concernsOf(status)).toContainEqual({
      code: "endpoint_aside",
      message: expect.stringMatching(/^the RPC endpoint 0 of chain 700001 was put aside: chain 700001/) as string,
      about: "chain 700001, endpoint 0",
    });
    expect(await sizes(first, account.address)).toEqual([size]);
    // A chain without any timestamp so far is still refused at opening.
    await test.close();
    const foreign = policyFor({ url: second.url, chainId: 700_003 }, other);
    const store = await openSqliteStore(join(folder, "store.sqlite"));
    await expect(
      openAnchorlog({ ...test.options, store, timestamps: [policyFor(through, account), foreign] }),
    ).rejects.toMatchObject({ code: "wrong_chain" });
    await store.close();

    const again = await open([policyFor(through, account)], {}, folder);
    wire.rule = undefined;
    await until(() => told().includes(`written ${next} on 700001`));
    expect(await sizes(first, account.address)).toEqual([size, next]);
    await until(async () => concernsOf(await again.anchorlog.status()).every(({ code }) => code !== "endpoint_aside"));
  });

  it("has a sender without ether causes a failure, and is written on once there is ether", async () => {
    const account = await fund(first, 0n);
    const test = await open([policyFor(first, account)]);
    const size = await sign(test);
    await until(async () => (await statusOf(test)).failure !== undefined);
    expect(await statusOf(test)).toMatchObject({
      failure: expect.stringMatching(/has 0 ether/) as string,
      account: { balance: 0n },
    });
    expect((await statusOf(test)).dueSince).toBe(now);
    await testerOf(first).setBalance({ address: account.address, value: 10n ** 18n });
    await until(() => told().includes(`written ${size} on 700001`));
    expect(await sizes(first, account.address)).toEqual([size]);
    await until(async () => (await statusOf(test)).failure === undefined);
  });

  it("has been overdue since before a restart of its process", async () => {
    const account = await fund(first, 0n);
    const folder = newFolder();
    const test = await open([policyFor(first, account)], {}, folder);
    await sign(test);
    const since = now;
    await test.close();
    now += 3_600_001;
    const again = await open([policyFor(first, account)], {}, folder);
    await until(async () => (await statusOf(again)).dueSince !== undefined);
    expect((await statusOf(again)).dueSince).toBe(since);
    expect(concernsOf(await again.anchorlog.status()).map(({ code }) => code)).toContain("timestamp_late");
  });

  it("names another size of a transaction is not believed: the next timestamp is written as well", async () => {
    const account = await fund(first);
    wire.rule = async (question, forward) => {
      const { result } = await forward(question);
      if (question.method !== "eth_getTransactionByHash" || result === null) return { result };
      const { input, ...rest } = result as { input: Hex };
      const { operator: id, checkpoint } = decodeTimestamp(input)!;
      const lie = encodeTimestamp({ operator: id, checkpoint: { ...checkpoint, size: Number.MAX_SAFE_INTEGER } });
      return { result: { ...rest, input: lie } };
    };
    const test = await open([policyFor(through, account)]);
    const written = [];
    for (const _ of [1, 2]) {
      const size = await sign(test);
      await until(() => told().includes(`written ${size} on 700001`));
      written.push(size);
    }
    expect((await test.options.store.timestamps()).map(({ size }) => size)).toEqual(written);
  });

  it("once dated a block far in the future is written on once its times are right", async () => {
    const account = await fund(first);
    wire.rule = async (question, forward) => {
      const { result } = await forward(question);
      const isBlock = question.method === "eth_getBlockByNumber" && question.params[0] !== "latest";
      return { result: isBlock ? { ...(result as object), timestamp: "0xffffffffff" } : result };
    };
    const test = await open([policyFor(through, account, { every: 3_600_000 })]);
    const size = await sign(test);
    await until(() => told().includes(`written ${size} on 700001`));
    wire.rule = undefined;
    const next = await sign(test);
    await until(() => told().includes(`written ${next} on 700001`));
  });

  it.each([
    ["keeps no receipts of blocks that are a day old", "eth_getTransactionReceipt", 12, { result: null }],
    [
      "knows no tag finalized",
      "eth_getBlockByNumber",
      "finalized",
      { error: { code: -32602, message: "no such tag" } },
    ],
  ] as const)("%s is written on nevertheless", async (_, method, finality, answer) => {
    const account = await fund(first);
    const forgotten = new Set<unknown>(["finalized"]);
    wire.rule = async (question, forward) =>
      question.method === method && forgotten.has(question.params[0]) ? answer : forward(question);
    const test = await open([policyFor(through, account, { finality })]);
    const size = await sign(test);
    await until(() => told().includes(`written ${size} on 700001`));
    forgotten.add((await statusOf(test)).transaction);
    const next = await sign(test);
    await until(() => told().includes(`written ${next} on 700001`));
    wire.rule = undefined;
    await anvil.test.mine({ blocks: 100 });
    await until(() => told().includes(`final ${size} on 700001`) && told().includes(`final ${next} on 700001`));
  });

  it("has a lying second endpoint follows the first one, and puts the liar aside", async () => {
    const account = await fund(first);
    wire.rule = async (question, forward) => {
      const answer = await forward(question);
      // It has never seen any transaction.
      if (question.method === "eth_getTransactionReceipt" && answer.result !== null) return { result: null };
      return answer;
    };
    const others = [readerOf(through.url, through.chainId)];
    const test = await open([policyFor(first, account, { others })]);
    const size = await sign(test);
    await until(() => told().includes(`written ${size} on 700001`));
    await anvil.test.mine({ blocks: 3 });
    await until(() => told().includes(`final ${size} on 700001`));
    expect((await statusOf(test)).transactions.endpoints).toMatchObject([{ state: "good" }, { state: "lying" }]);
    expect(await sizes(first, account.address)).toEqual([size]);
  });
});

describe("a store that", () => {
  const fileIn = (folder: string) => join(folder, "store.sqlite");
  /** Puts a backup in the store's place. */
  async function restore(folder: string): Promise<void> {
    for (const suffix of ["-wal", "-shm"]) await rm(`${fileIn(folder)}${suffix}`, { force: true });
    await copyFile(join(folder, "backup"), fileIn(folder));
  }

  it("is restored from before a timestamp was recorded writes it once more, and no more often", async () => {
    const account = await fund(first);
    const folder = newFolder();
    const before = await open([], {}, folder);
    const size = await sign(before);
    await before.close();
    await copyFile(fileIn(folder), join(folder, "backup"));
    for (const times of [1, 2]) {
      const test = await open([policyFor(first, account)], {}, folder);
      await until(() => told().filter((what) => what === `written ${size} on 700001`).length === times);
      await anvil.test.mine({ blocks: 3 });
      await until(() => told().filter((what) => what === `final ${size} on 700001`).length === times);
      expect(await sizes(first, account.address)).toEqual(Array.from({ length: times }, () => size));
      await test.close();
      if (times === 1) await restore(folder);
    }
  });

  it.each([
    ["is restored from while a timestamp was pending recognizes it, and pays nothing", false],
    ["is restored from before a replacement at a higher fee recognizes that by its content", true],
  ])("%s", async (_, isReplaced) => {
    const account = await fund(first);
    const folder = newFolder();
    const transactions = { ...QUICK, resubmissionTimeout: isReplaced ? 0.3 : 600 };
    const policy = () => policyFor(first, account, { transactions });
    await anvil.test.setAutomine(false);
    const one = await open([policy()], {}, folder);
    const size = await sign(one);
    const { address } = account;
    await until(async () => (await anvil.client.getTransactionCount({ address, blockTag: "pending" })) === 1);
    await (one.options.store as SqliteStore).backup(join(folder, "backup"));
    const bumps = async () => (await statusOf(one)).transactions.pending?.bumps ?? 0;
    const before = await bumps();
    if (isReplaced) await until(async () => (await bumps()) > before);
    await until(async () => {
      await anvil.test.mine({ blocks: 1 });
      return told().includes(`written ${size} on 700001`);
    });
    await one.close();
    await restore(folder);
    const earlier = told().length;
    const two = await open([policy()], {}, folder);
    await until(() => told().slice(earlier).includes(`written ${size} on 700001`));
    await anvil.test.mine({ blocks: 3 });
    await until(() => told().slice(earlier).includes(`final ${size} on 700001`));
    expect(await sizes(first, account.address)).toEqual([size]);
    expect(await two.options.store.timestamps()).toMatchObject([{ size, final: true }]);
    await two.close();
  });

  it("lacks signed checkpoints writes nothing, until it has these again", async () => {
    const account = await fund(first);
    const folder = newFolder();
    const guarded = { guard: createFileGuard(join(folder, "guard"), operator) };
    const one = await open([], guarded, folder);
    await sign(one);
    await one.close();
    await copyFile(fileIn(folder), join(folder, "backup"));
    const two = await open([], { guard: openFileGuard(join(folder, "guard"), operator) }, folder);
    await sign(two);
    await two.close();
    await restore(folder);
    const behind = await open(
      [policyFor(first, account)],
      { guard: openFileGuard(join(folder, "guard"), operator) },
      folder,
    );
    expect(await behind.anchorlog.missing()).not.toEqual([]);
    await until(async () => (await statusOf(behind)).size === 0);
    await until(async () => (await statusOf(behind)).account.balance !== undefined);
    expect((await statusOf(behind)).dueSince).toBeUndefined();
    expect(await sizes(first, account.address)).toEqual([]);
    await behind.close();
  });
});

describe("operators that share a sender", () => {
  it("each write their own checkpoints, and ignore the other's", async () => {
    const account = await fund(first);
    const other = { ...operator, operator: `0x${"bb".repeat(20)}` as const };
    await anvil.test.setAutomine(false);
    const mining = setInterval(() => void anvil.test.mine({ blocks: 1 }).catch(() => {}), 300);
    atEnd(() => clearInterval(mining));
    const [one, two] = [
      await open([policyFor(first, account)]),
      await open([policyFor(first, account)], { operator: other }),
    ];
    const deadline = Math.floor(now / 1_000) + 60;
    const rounds = isSlowSuite ? 3 : 1;
    for (let round = 1; round <= rounds; round++) {
      await two.anchorlog.submitMany([await signActionFor(other, wallets[0]!, "a.example", nonce++, { deadline })]);
      await two.anchorlog.closeBatches();
      await Promise.all([sign(one), two.anchorlog.checkpoint()]);
      await until(async () => (await statusOf(one)).size === round && (await statusOf(two)).size === round);
    }
    const found = await timestampsOn(anvil.client, account.address);
    const expected = Array.from({ length: rounds }, (_, i) => i + 1);
    const of = (id: string) =>
      found.filter(({ operator: by }) => by.operator === id).map(({ checkpoint }) => checkpoint.size);
    expect([of(operator.operator), of(other.operator)]).toEqual([expected, expected]);
    for (const { options } of [one, two]) {
      const kept = await options.store.timestamps();
      expect(kept.map(({ size }) => size)).toEqual(expected);
    }
  });
});

describe("options that", () => {
  it("contradict themselves are refused by name, before anything is opened", async () => {
    const account = privateKeyToAccount(randomKey());
    const good = policyFor(first, account);
    for (const [timestamps, code, option] of [
      [{}, "bad_option", "timestamps"],
      [[{}], "bad_option", undefined],
      [[good, good], "bad_option", "timestamps[1].chain"],
      [[policyFor({ url: first.url, chainId: operator.chainId }, account)], "bad_option", "timestamps[0].chain"],
      [[{ ...good, every: 0 }], "bad_option", "timestamps[0].every"],
      [[{ ...good, finality: "safe" }], "bad_option", "timestamps[0].finality"],
      [[{ ...good, finality: 0 }], "bad_option", "timestamps[0].finality"],
      [[{ ...good, pollInterval: 2 ** 31 }], "bad_option", "timestamps[0].pollInterval"],
      [[{ ...good, baseFeeCeiling: 1 }], "bad_option", "timestamps[0].baseFeeCeiling"],
      [[{ ...good, baseFeeCeiling: 501n * GWEI }], "bad_option", "timestamps[0].baseFeeCeiling"],
      [[{ ...good, transactions: { confirmations: 0 } }], "bad_option", undefined],
      [[policyFor(first, developmentAccount(1, LOCAL_CHAIN_ID) as never)], "development_key", undefined],
    ] as const) {
      const failed = await open(timestamps as never).then(
        () => undefined,
        (error: unknown) => error as { code: string; details?: { option?: string } },
      );
      expect([failed?.code, failed?.details?.option]).toEqual([code, option]);
    }
  });
});
