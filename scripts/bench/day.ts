/**
 * A day by the clock for ten organizations: the actions, batches, anchors, restarts and key rotations of 24 hours, as
 * fast as they can be had, on a node with whose time the operator's goes. What it prints beside the time is measured,
 * but for the lines that say "by calculation".
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createPublicClient, createTestClient, createWalletClient, http } from "viem";
import { hardhat } from "viem/chains";
import type { ChainWriter } from "../../src/anchor/client.ts";
import { depositStake } from "../../src/anchor/stake.ts";
import { registerOperator, rotateKey } from "../../src/anchor/register.ts";
import { privateKeySigner } from "../../src/action/signer.ts";
import { verifyBundle, formatBundle } from "../../src/bundle/index.ts";
import { connectChain } from "../../src/anchor/reader.ts";
import type { Hex } from "../../src/encoding/hex.ts";
import { createFileGuard, openFileGuard } from "../../src/log/guard/file.ts";
import { openSqliteStore } from "../../src/log/sqlite.ts";
import type { OperatorKeys } from "../../src/operator/keys.ts";
import { openAnchorlog, type Anchorlog } from "../../src/operator/open.ts";
import { keys, operator as template, types } from "../../test/operator.ts";
import { developmentAccount, LOCAL_CHAIN_ID } from "../development.ts";
import { type BenchCase, OURS, same } from "./frame.ts";
import { actionSigner } from "./log/actions.ts";

/** Two million; `BENCH_ACTIONS` for less. */
const ACTIONS = Number(process.env["BENCH_ACTIONS"] ?? 2_000_000);
const ORGANIZATIONS = 10;
const MINUTES = 24 * 60;
/** Minutes between two of each. */
const EVERY = { batches: 5, anchor: 10, restart: 720, rotation: 720, report: 120 };
/** Full rate: 2,000 actions a second, for a day. */
const FULL = 172_800_000;
const START = 1_767_603_600_000;
const MAX_ANCHOR_DELAY = 3_600;

// oxlint-disable-next-line typescript/require-await -- an area may have to wait, this one does not
export async function cases(): Promise<BenchCase[]> {
  return [
    {
      name: `a day of ${ORGANIZATIONS} organizations with ${ACTIONS.toLocaleString("en")} actions, signed by their wallets, batched, anchored`,
      unit: "microseconds",
      subjects: [{ name: OURS, measure: liveThroughADay }],
    },
  ];
}

type Day = {
  readonly node: ChildProcess;
  readonly url: string;
  readonly chain: ChainWriter;
  readonly folder: string;
  readonly operator: typeof template;
  now: number;
  keys: OperatorKeys;
};

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const names = Array.from({ length: ORGANIZATIONS }, (_, i) => `organization-${i}.example`);
const say = (line: string): void => void process.stdout.write(`  ${line}\n`);
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Microseconds of the processor's time, of all threads, that an action took. */
async function liveThroughADay(): Promise<number> {
  const day = await begin();
  try {
    const before = process.cpuUsage();
    const { anchors, gas, batches } = await live(day);
    const used = process.cpuUsage(before);
    const { size } = await stat(join(day.folder, "store.sqlite"));
    const entry = size / ACTIONS;
    say(
      `${anchors} anchors, ${batches} batches, ${gas.toLocaleString("en")} gas, ${Number(gas / BigInt(anchors)).toLocaleString("en")} an anchor`,
    );
    say(`${megabytes(size)} of store, ${entry.toFixed(0)} bytes an action`);
    say(
      `by calculation: ${FULL.toLocaleString("en")} actions take ${((FULL * entry) / 1e9).toFixed(0)} GB a day, and the same gas`,
    );
    return (used.user + used.system) / ACTIONS;
  } finally {
    day.node.disconnect();
    await once(day.node, "exit");
    await rm(day.folder, { recursive: true, force: true });
  }
}

async function begin(): Promise<Day> {
  const cache = fileURLToPath(new URL("../../cache/", import.meta.url));
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "bench-"));
  const node = fork(fileURLToPath(new URL("day-node.ts", import.meta.url)), [String(START)]);
  const [{ url, registry }] = (await once(node, "message")) as [{ url: string; registry: Hex }];
  const account = developmentAccount(1, LOCAL_CHAIN_ID);
  const transport = http(url);
  const shared = { chain: hardhat, transport, pollingInterval: 20, cacheTime: 0 } as const;
  const chain = { publicClient: createPublicClient(shared), walletClient: createWalletClient({ ...shared, account }) };
  const operator = { ...template, registry, operator: account.address.toLowerCase() as Hex };
  const { name, version } = operator;
  await registerOperator(chain, operator, { name, version, maxAnchorDelay: MAX_ANCHOR_DELAY, ...keys });
  await depositStake(chain, operator);
  await createFileGuard(join(folder, "guard"), operator).close();
  return { node, url, chain, folder, operator, now: START, keys };
}

async function open({ folder, operator, chain, keys: current }: Day, clock: () => number) {
  return openAnchorlog({
    store: await openSqliteStore(join(folder, "store.sqlite")),
    guard: openFileGuard(join(folder, "guard"), operator),
    operator,
    logs: names,
    types,
    keys: current,
    chain,
    maxAnchorDelay: MAX_ANCHOR_DELAY,
    threads: 1,
    clock,
  });
}

async function live(day: Day): Promise<{ anchors: number; gas: bigint; batches: number }> {
  const clock = () => day.now;
  const sign = actionSigner(day.operator);
  let anchorlog = await open(day, clock);
  const sum = { anchors: 0, gas: 0n, batches: 0 };
  let submitted = 0;
  for (let minute = 1; minute <= MINUTES; minute++) {
    day.now = START + minute * 60_000;
    const wanted = Math.floor((ACTIONS * minute) / MINUTES) - submitted;
    submitted += wanted;
    await submitAll(anchorlog, sign, wanted, day.now);
    if (minute % EVERY.batches === 0) sum.batches += (await anchorlog.closeBatches()).length;
    if (minute % EVERY.anchor === 0) {
      await bringNode(day, day.now / 1000);
      const { gasUsed } = await anchorlog.anchor();
      sum.anchors++;
      sum.gas += gasUsed ?? 0n;
    }
    if (minute % EVERY.rotation === 0) await rotate(day, minute);
    if (minute % EVERY.restart === 0) {
      await anchorlog.close();
      anchorlog = await open(day, clock);
    }
    if (minute % EVERY.report === 0) {
      const { rss } = process.memoryUsage();
      collect();
      const { heapUsed, external } = process.memoryUsage();
      say(
        `${minute / 60} h: ${submitted.toLocaleString("en")} actions, ${megabytes(rss)} resident; in use, after a ` +
          `collection: ${megabytes(heapUsed)} of heap, ${megabytes(external)} outside it`,
      );
    }
  }
  await judge(anchorlog, day.url);
  await anchorlog.close();
  return sum;
}

async function submitAll(anchorlog: Anchorlog, sign: ReturnType<typeof actionSigner>, wanted: number, now: number) {
  const shares = names.map((log, i) => ({ log, count: Math.floor((wanted + i) / ORGANIZATIONS) }));
  await Promise.all(
    shares.map(async ({ log, count }) => {
      if (count === 0) return;
      const answers = await anchorlog.submitMany(await sign(log, count, now));
      for (const { status } of answers) same(status, "accepted", "the answer");
    }),
  );
}

/** Both keys: announced on the chain, and signed with as soon as they count. */
async function rotate(day: Day, minute: number): Promise<void> {
  const digits = (role: string) => `0x${role}${minute.toString(16).padStart(62, "0")}` as const;
  const next = { ...day.keys, anchorKey: privateKeySigner(digits("c1")), receiptKey: privateKeySigner(digits("c2")) };
  await rotateKey(day.chain, day.operator, "anchor", next.anchorKey);
  const { from } = await rotateKey(day.chain, day.operator, "receipt", next.receiptKey);
  await bringNode(day, from);
  day.now = Math.max(day.now, from * 1000);
  day.keys = next;
}

/** Brings the chain to a time, in Unix seconds. */
async function bringNode({ url, chain }: Day, time: number): Promise<void> {
  const { timestamp } = await chain.publicClient.getBlock();
  if (Number(timestamp) >= time) return;
  const test = createTestClient({ mode: "hardhat", chain: hardhat, transport: http(url) });
  await test.increaseTime({ seconds: Math.ceil(time) - Number(timestamp) });
  await test.mine({ blocks: 1 });
}

/** The first entry of each organization, by the chain alone: the registry of this node is no release's. */
async function judge(anchorlog: Anchorlog, url: string): Promise<void> {
  const chain = { ...(await connectChain(url)), isKnownRegistry: () => true };
  for (const log of names) {
    const bundle = formatBundle(await anchorlog.bundle({ log, index: 0 }));
    const { verdict, message } = await verifyBundle(bundle, { chain });
    same(verdict, "valid", message);
  }
}
