/**
 * Simulates a day of ten organizations: the actions, restarts and key rotations of 24 hours, as fast as possible. The
 * operator's clock follows the node's time. Batches are closed and anchored by the policies alone. All printed figures
 * are measured, except for the lines that say "by calculation".
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createPublicClient, createTestClient, createWalletClient, getAbiItem, http, type PublicClient } from "viem";
import type { ChainWriter } from "../../src/chain/client.ts";
import { depositStake } from "../../src/chain/stake.ts";
import { registerOperator, rotateKey } from "../../src/chain/register.ts";
import { privateKeySigner } from "../../src/action/signer.ts";
import { verifyBundle, formatBundle } from "../../src/verify/bundle/index.ts";
import { connectChain } from "../../src/chain/reader.ts";
import { anchorRegistryAbi } from "../../src/chain/generated/AnchorRegistry.ts";
import { fromHex, type Hex } from "../../src/base/hex.ts";
import { noteKeySigner } from "../../src/action/signers/noteKey.ts";
import { createFileGuard, openFileGuard } from "../../src/store/guard/file.ts";
import { openSqliteStore } from "../../src/store/sqlite.ts";
import type { OperatorKeys } from "../../src/operator/seal/keys.ts";
import { openAnchorlog, type Anchorlog } from "../../src/operator/open.ts";
import { keys, operator as template, types } from "../../test/operator.ts";
import { developmentAccount, LOCAL_CHAIN, LOCAL_CHAIN_ID } from "../development.ts";
import { type BenchCase, OURS, same } from "./frame.ts";
import { actionSigner } from "./log/actions.ts";
import { makeFolder } from "./shared.ts";

/** Number of actions; `BENCH_ACTIONS` sets another. */
const ACTIONS = Number(process.env["BENCH_ACTIONS"] ?? 2_000_000);
const ORGANIZATIONS = 10;
const MINUTES = 24 * 60;
/** Ages, in minutes of the day, at which batches are closed and anchored, and the size at which a batch is closed. */
const POLICY = { batchMinutes: 5, batchEntries: 10_000, anchorMinutes: 10 };
/** Minutes at which the operator restarts or rotates all keys, and for how many minutes the old keys stay. */
const [RESTARTS, ROTATIONS, OVERLAP] = [new Set([720]), new Set([300, 1_020]), 60];
const REPORT = 120;
/** Least real milliseconds of a simulated minute: the policies' timers use this process's time. */
const MINUTE = Math.max(100, (0.45 * ACTIONS) / MINUTES);
/** Allowed growth of the heap after the first quarter of the day, for the data that is kept for each batch. */
const GROWTH = { bytes: 8e6, share: 0.1 };
/** Full rate: 2,000 actions a second, for a day. */
const FULL = 172_800_000;
const START = 1_767_603_600_000;
const MAX_ANCHOR_DELAY = 3_600;

export function cases(): BenchCase[] {
  return [
    {
      name: `a day of ${ORGANIZATIONS} organizations with ${ACTIONS.toLocaleString("en")} actions, signed by their wallets, batched, anchored`,
      unit: "microseconds",
      subjects: [{ name: OURS, measure: liveThroughADay }],
    },
  ];
}

/** The results of the day. */
type Lived = { anchors: number; gas: bigint; batches: number; waits: number };

type Day = {
  readonly node: ChildProcess;
  readonly url: string;
  readonly chain: ChainWriter & { readonly publicClient: PublicClient };
  readonly folder: string;
  readonly operator: typeof template;
  now: number;
  keys: OperatorKeys;
  /** Times that actions had to wait because an anchor was late: a simulated minute is shorter than a real one. */
  waits: number;
  /** Errors of background work. */
  readonly errors: unknown[];
};

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const names = Array.from({ length: ORGANIZATIONS }, (_, i) => `organization-${i}.example`);
const say = (...lines: string[]): void => lines.forEach((line) => void process.stdout.write(`  ${line}\n`));
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Simulates the day. Returns the microseconds of CPU time, of all threads, for each action. */
async function liveThroughADay(): Promise<number> {
  const day = await begin();
  try {
    const before = process.cpuUsage();
    const { anchors, gas, batches, waits } = await live(day);
    const used = process.cpuUsage(before);
    const { size } = await stat(join(day.folder, "store.sqlite"));
    const entry = size / ACTIONS;
    const each = Number(gas / BigInt(anchors));
    say(
      `${anchors} anchors and ${batches} batches by the policies alone, ${gas.toLocaleString("en")} gas, ${each.toLocaleString("en")} an anchor`,
    );
    say(`${waits} times an action waited for an anchor`);
    say(`${megabytes(size)} of store, ${entry.toFixed(0)} bytes an action`);
    say(...byCalculation(entry, anchors, each));
    return (used.user + used.system) / ACTIONS;
  } finally {
    day.node.disconnect();
    await once(day.node, "exit");
    await rm(day.folder, { recursive: true, force: true });
  }
}

/** Extrapolates to a day at the full rate. @param entry stored bytes of an action. @param each gas of an anchor. */
function byCalculation(entry: number, anchors: number, each: number): string[] {
  const batches = FULL / POLICY.batchEntries;
  const size = `${((FULL * entry) / 1e9).toFixed(0)} GB of store`;
  const gas = `${(anchors * each).toLocaleString("en")} gas`;
  return [
    `by calculation, from the measured bytes and gas: ${FULL.toLocaleString("en")} actions a day take ${size}`,
    `by calculation: ${batches.toLocaleString("en")} batches of ${POLICY.batchEntries.toLocaleString("en")}, under the same ${anchors} anchors, take some ${gas}: an anchor's gas is that of its proof, whose length is a logarithm`,
  ];
}

async function begin(): Promise<Day> {
  const folder = await makeFolder();
  const node = fork(fileURLToPath(new URL("day-node.ts", import.meta.url)), [String(START)]);
  const [{ url, registry }] = (await once(node, "message")) as [{ url: string; registry: Hex }];
  const account = developmentAccount(1, LOCAL_CHAIN_ID);
  const transport = http(url);
  const shared = { chain: LOCAL_CHAIN, transport, pollingInterval: 20, cacheTime: 0 } as const;
  const chain = { publicClient: createPublicClient(shared), walletClient: createWalletClient({ ...shared, account }) };
  const operator = { ...template, registry, operator: account.address.toLowerCase() as Hex };
  const { name, version } = operator;
  await registerOperator(chain, operator, { name, version, maxAnchorDelay: MAX_ANCHOR_DELAY, ...keys });
  await depositStake(chain, operator);
  await createFileGuard(join(folder, "guard"), operator).close();
  return { node, url, chain, folder, operator, now: START, keys, waits: 0, errors: [] };
}

async function open({ folder, operator, chain, keys: current, errors }: Day, clock: () => number) {
  return openAnchorlog({
    store: await openSqliteStore(join(folder, "store.sqlite")),
    guard: openFileGuard(join(folder, "guard"), operator),
    operator,
    logs: names,
    types,
    keys: current,
    chain,
    maxAnchorDelay: MAX_ANCHOR_DELAY,
    batches: { maxEntries: POLICY.batchEntries, maxAge: Math.round(POLICY.batchMinutes * MINUTE) },
    anchors: { maxAge: 60_000 * POLICY.anchorMinutes, pollInterval: Math.round(MINUTE / 2) },
    onError: (error) => void errors.push(error),
    threads: 1,
    clock,
  });
}

async function live(day: Day): Promise<Lived> {
  const clock = () => day.now;
  const sign = actionSigner(day.operator);
  let anchorlog = await open(day, clock);
  const startAgain = async (): Promise<void> => {
    await anchorlog.close();
    anchorlog = await open(day, clock);
  };
  const heaps: number[] = [];
  let submitted = 0;
  for (let minute = 1; minute <= MINUTES; minute++) {
    const over = sleep(MINUTE);
    day.now = START + minute * 60_000;
    await bringNode(day, day.now / 1000);
    const wanted = Math.floor((ACTIONS * minute) / MINUTES) - submitted;
    submitted += wanted;
    await submitAll(day, anchorlog, await signAll(sign, wanted, day.now));
    if (ROTATIONS.has(minute)) {
      await announce(day, minute);
      await startAgain();
    } else if (ROTATIONS.has(minute - OVERLAP)) {
      day.keys = following(day.keys);
      await startAgain();
    } else if (RESTARTS.has(minute)) await startAgain();
    if (minute % REPORT === 0) heaps.push(await report(minute, submitted));
    await over;
  }
  const batches = await finish(day, anchorlog);
  await judge(anchorlog, day.url);
  await anchorlog.close();
  assertFlat(heaps);
  if (day.errors.length > 0) throw new Error(`${day.errors.length} failures, ${String(day.errors[0])} first`);
  return { ...(await anchorsOf(day)), batches, waits: day.waits };
}

/** Prints a report. Returns the bytes of the heap that are in use after a garbage collection. */
async function report(minute: number, submitted: number): Promise<number> {
  const { rss } = process.memoryUsage();
  // Wait until the work of the last minute is done.
  await sleep(MINUTE);
  collect();
  const { heapUsed, external } = process.memoryUsage();
  say(
    `${minute / 60} h: ${submitted.toLocaleString("en")} actions, ${megabytes(rss)} resident; in use, after a ` +
      `collection: ${megabytes(heapUsed)} of heap, ${megabytes(external)} outside it`,
  );
  return heapUsed;
}

/** Throws if the heap grew too much after the first quarter of the day. */
function assertFlat(heaps: readonly number[]): void {
  const [before, after] = [heaps[heaps.length / 4 - 1]!, heaps.at(-1)!];
  if (after - before <= GROWTH.bytes + GROWTH.share * before) return;
  throw new Error(
    `the heap grew from ${megabytes(before)} after a quarter of the day to ${megabytes(after)} at its end`,
  );
}

type Signed = Awaited<ReturnType<ReturnType<typeof actionSigner>>>;

async function signAll(sign: ReturnType<typeof actionSigner>, wanted: number, now: number): Promise<Signed[]> {
  return Promise.all(names.map((log, i) => sign(log, Math.floor((wanted + i) / ORGANIZATIONS), now)));
}

/** Submits each action again until it is accepted, as a client does. */
async function submitAll(day: Day, anchorlog: Anchorlog, shares: readonly Signed[]): Promise<void> {
  await Promise.all(
    shares.map(async (share) => {
      for (let left: Signed = share; left.length > 0;) {
        const answers = await anchorlog.submitMany(left);
        const refused = answers.find((answer) => answer.status === "refused");
        if (refused !== undefined) throw new Error(JSON.stringify(refused));
        left = left.filter((_, i) => answers[i]!.status === "indeterminate");
        if (left.length === 0) return;
        day.waits++;
        await sleep(MINUTE);
      }
    }),
  );
}

/** Ends the day: waits until all promised entries are anchored. Returns the number of batches. */
async function finish(day: Day, anchorlog: Anchorlog): Promise<number> {
  day.now += 60_000 * POLICY.anchorMinutes;
  await bringNode(day, day.now / 1000);
  for (let i = 0; ; i++) {
    const { closed, anchored, oldestPromise, missedDeadlines } = await anchorlog.status();
    same(missedDeadlines, 0, "the promises that were missed");
    if (closed === anchored && oldestPromise === undefined) return closed;
    if (i > 600) throw new Error(`${anchored} of ${closed} batches are anchored`);
    await sleep(500);
  }
}

/** Announces the next anchor and receipt keys on chain. From then on, old and new keys of all three kinds sign. */
async function announce(day: Day, minute: number): Promise<void> {
  const digits = (role: string) => `0x${role}${minute.toString(16).padStart(62, "0")}` as const;
  const anchorKey = privateKeySigner(digits("c1"));
  const receiptKey = privateKeySigner(digits("c2"));
  const noteKey = noteKeySigner(fromHex(digits("c3"), 32));
  await rotateKey(day.chain, day.operator, "anchor", anchorKey);
  await rotateKey(day.chain, day.operator, "receipt", receiptKey);
  day.keys = { ...day.keys, next: { anchorKey, receiptKey, noteKey } };
}

/** Returns the next keys without the old ones. */
function following({ next, ...before }: OperatorKeys): OperatorKeys {
  return { ...before, ...next };
}

/** Returns the number of anchors in the registry, and the gas of their transactions. */
async function anchorsOf({ chain, operator }: Day): Promise<{ anchors: number; gas: bigint }> {
  const event = getAbiItem({ abi: anchorRegistryAbi, name: "Anchored" });
  const { publicClient } = chain;
  const logs = await publicClient.getLogs({ address: operator.registry, event, fromBlock: 0n });
  let gas = 0n;
  for (const { transactionHash } of logs)
    gas += (await publicClient.getTransactionReceipt({ hash: transactionHash })).gasUsed;
  return { anchors: logs.length, gas };
}

/** Brings the chain to a time, in Unix seconds. */
async function bringNode({ url, chain }: Day, time: number): Promise<void> {
  const { timestamp } = await chain.publicClient.getBlock();
  if (Number(timestamp) >= time) return;
  const test = createTestClient({ mode: "hardhat", chain: LOCAL_CHAIN, transport: http(url) });
  await test.increaseTime({ seconds: Math.ceil(time) - Number(timestamp) });
  await test.mine({ blocks: 1 });
}

/** Verifies the first entry of each organization by the chain. This node's registry is not a released one. */
async function judge(anchorlog: Anchorlog, url: string): Promise<void> {
  const chain = { ...(await connectChain(url)), isKnownRegistry: () => true };
  for (const log of names) {
    const bundle = formatBundle(await anchorlog.bundle({ log, index: 0 }));
    const { verdict, message } = await verifyBundle(bundle, { chain });
    same(verdict, "valid", message);
  }
}
