import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createTestClient, http, keccak256, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { expect } from "vitest";
import { depositStake, finalityDelay, presets, registerOperator } from "anchorlog/chain";
import { createFileGuard } from "anchorlog/store/guard";
import { deployLocally } from "../../scripts/deploy.ts";
import { createQueue } from "../../src/operator/queue.ts";
import { keys, operator as template } from "../operator.ts";
import { random, randomKey } from "../seed.ts";
import { auditBundles, auditChain, readStanding, type Promised, type Reverted, type Standing } from "./chaos-audit.ts";
import { DEEPEST, troubleChain, troubleEndpoints, type ChaosNode } from "./chaos-faults.ts";
import type { ChaosLine, ChaosTask, ChaosWork } from "./chaos-operator.ts";
import { startFaultyNode, type Question } from "./faulty-node.ts";
import { LOCAL_CHAIN } from "../../scripts/development.ts";

const OPERATOR = fileURLToPath(new URL("./chaos-operator.ts", import.meta.url));
const TYPESCRIPT = new URL("../typescript.mjs", import.meta.url).href;
const LOGS = ["a.example", "b.example"];
const KILL = "SIGKILL of the process";

const FAULTS = Number(process.env["ANCHORLOG_FAULTS"] ?? 1_000);
/** How many faults the slow runs have, on each node, and in how many milliseconds they end unless something hangs. */
export const SLOW_FAULTS = { anvil: 0.8 * FAULTS, hardhat: 0.2 * FAULTS, hangs: 10_000 * FAULTS };

export type ChaosCounts = {
  readonly faults: Readonly<Record<string, number>>;
  /** The number of checkpoint events by type, across restarts. */
  readonly heard: Readonly<Record<string, number>>;
  /** The reported failures, by task and code. */
  readonly failures: Readonly<Record<string, number>>;
  /** Entries that were promised, and those whose bundle an untouched endpoint calls final. */
  readonly promised: number;
  readonly final: number;
  /** Batches, each under one checkpoint at least; and checkpoints that were anchored, each once, in order. */
  readonly batches: number;
  readonly anchored: number;
  readonly transactions: number;
  readonly cancellations: number;
  /** Transactions that reverted because an earlier one had already anchored as much. */
  readonly paidTwice: readonly Reverted[];
  /** Transactions that reverted before another one anchored as much. */
  readonly inVain: readonly Reverted[];
  /** The longest time of each task, in milliseconds, including faults. */
  readonly longest: Readonly<Partial<Record<ChaosWork, number>>>;
};

/** One of this many faults is a SIGKILL. */
const KILL_EVERY = 10;

/** Runs an operator that is open through faults one after the other, with kills between. */
export async function runChaos(node: ChaosNode, faults: number): Promise<ChaosCounts> {
  const folder = await mkdtemp(join(tmpdir(), "anchorlog-chaos-"));
  const sent = new Map<Hex, Standing>();
  const proxies = await Promise.all([0, 1, 2].map(() => startFaultyNode(node.url, note)));
  const key = randomKey();
  const account = privateKeyToAccount(key);
  const { client } = node;
  const test = createTestClient({ chain: LOCAL_CHAIN, transport: http(node.url), mode: node.kind });
  const counted = createCounts();
  const heard = createCounts();
  const failures = createCounts();
  const longest: Partial<Record<ChaosWork, number>> = {};
  const promised: Promised[] = [];
  let process: ChildProcess | undefined;
  let starts = 0;
  let [isOpen, anchored] = [false, 0];
  // Anvil loses blocks that are mined while it reorganizes.
  const inOrder = createQueue();
  const over = new AbortController();

  /** Notes the chain's state when a transaction was first sent. */
  function note({ method, params }: Question): void {
    const hash = method === "eth_sendRawTransaction" ? keccak256(params[0] as Hex) : undefined;
    if (hash === undefined || sent.has(hash) || operator === undefined) return;
    readStanding(client, operator).then(
      (standing) => sent.set(hash, standing),
      () => {},
    );
  }
  const hear = (line: ChaosLine): void => {
    if (line.type === "promised") promised.push({ log: line.log, index: line.index });
    else if (line.type === "failed") failures.add(`${line.what}: ${line.code}`);
    else if (line.type === "took") longest[line.what] = Math.max(longest[line.what] ?? 0, line.milliseconds);
    else heard.add(line.type);
    if (line.type === "opened") isOpen = true;
    if (line.type === "anchored") anchored = Math.max(anchored, line.size);
  };
  const untilMore = async (): Promise<void> => {
    const before = anchored;
    const isEnded = () => process!.exitCode !== null;
    try {
      await expect.poll(() => isEnded() || (isOpen && anchored > before), { interval: 20 }).toBe(true);
    } catch (cause) {
      const known = { isOpen, newest: counted.newest(), failures: failures.all, heard: heard.all };
      throw new Error(`nothing was anchored beyond ${before} entries: ${JSON.stringify(known)}`, { cause });
    }
    expect(isEnded()).toBe(false);
  };
  let operator: ChaosTask["operator"] | undefined;
  try {
    const registered = await register(node, test, account);
    operator = registered;
    await createFileGuard(join(folder, "guard"), registered).close();
    const from = {
      nonce: await client.getTransactionCount({ address: account.address }),
      block: await client.getBlockNumber(),
    };
    await test.setAutomine(false);
    // No reorganization takes the registration out.
    await test.mine({ blocks: DEEPEST + 1 });
    const start = (): ChildProcess => {
      isOpen = false;
      const urls = proxies.map(({ url }) => url);
      const task: ChaosTask = { folder, urls, key, operator: registered, logs: LOGS, nonce: 100_000 * ++starts };
      return startOperator(task, hear);
    };
    const mining = (async () => {
      while (!over.signal.aborted) {
        await inOrder(() => test.mine({ blocks: 1 }));
        await sleep(40);
      }
    })();

    process = start();
    for (let i = 0; i < faults; i++) {
      if (i % KILL_EVERY === KILL_EVERY - 1) {
        counted.add(KILL);
        await kill(process);
        process = start();
      } else if (random() < 0.3) await inOrder(() => troubleChain(node, counted.add));
      else await troubleEndpoints(proxies, counted.add);
      // After every third fault, waits until the operator makes progress.
      if (i % 3 === 0) await untilMore();
    }
    await finish(process, async () => {
      await inOrder(() => test.increaseTime({ seconds: finalityDelay(presets.local.timing) }));
    });
    over.abort();
    await mining;

    const { sizes, reverted, ...chain } = await auditChain(client, account.address, from, sent);
    const { final, batches } = await auditBundles(
      node,
      account,
      { folder, operator: registered, logs: LOGS },
      promised,
    );
    expect(sizes.at(-1)).toBe(batches);
    return {
      faults: counted.all,
      heard: heard.all,
      failures: failures.all,
      promised: promised.length,
      final,
      batches,
      anchored: sizes.length,
      ...chain,
      paidTwice: reverted.filter(({ isSecond }) => isSecond),
      inVain: reverted.filter(({ isSecond }) => !isSecond),
      longest,
    };
  } finally {
    over.abort();
    process?.kill("SIGKILL");
    await Promise.all(proxies.map((proxy) => proxy.close()));
    await rm(folder, { recursive: true, force: true });
  }
}

function createCounts() {
  const all: Record<string, number> = {};
  let last: string | undefined;
  const add = (name: string): void => {
    last = name;
    all[name] = (all[name] ?? 0) + 1;
  };
  return { all, add, newest: () => last };
}

type Test = ReturnType<typeof createTestClient>;
type Account = ReturnType<typeof privateKeyToAccount>;

async function register(node: ChaosNode, test: Test, account: Account): Promise<ChaosTask["operator"]> {
  await test.setAutomine(true);
  await test.setBalance({ address: account.address, value: 10n ** 24n });
  const { registry } = await deployLocally({ provider: node.client as never });
  const operator = { ...template, registry, operator: account.address.toLowerCase() as Hex };
  const { name, version } = operator;
  await registerOperator(node.writer(account), operator, { name, version, maxAnchorDelay: 3_600, ...keys });
  await depositStake(node.writer(account), operator);
  return operator;
}

function startOperator(task: ChaosTask, hear: (line: ChaosLine) => void): ChildProcess {
  const child = spawn(process.execPath, ["--import", TYPESCRIPT, OPERATOR, JSON.stringify(task)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.on("error", () => {});
  createInterface(child.stdout).on("line", (text) => {
    const line = parse(text);
    if (line !== undefined) hear(line);
  });
  return child;
}

function parse(text: string): ChaosLine | undefined {
  try {
    return JSON.parse(text) as ChaosLine;
  } catch {
    // The last line may have been cut off by the kill.
    return undefined;
  }
}

const exitOf = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => {
    if (child.exitCode !== null) resolve(child.exitCode);
    else child.once("exit", resolve);
  });

async function kill(child: ChildProcess): Promise<void> {
  expect(child.exitCode).toBeNull();
  const dead = exitOf(child);
  child.kill("SIGKILL");
  await dead;
}

/** Lets the operator anchor all promised entries, and lets time pass until these are final. */
async function finish(child: ChildProcess, pass: () => Promise<void>): Promise<void> {
  const ended = exitOf(child);
  child.stdin!.write("finish\n");
  const over = new AbortController();
  const passing = (async () => {
    while (!over.signal.aborted) {
      await pass();
      await sleep(1_000);
    }
  })();
  expect(await ended).toBe(0);
  over.abort();
  await passing;
}
