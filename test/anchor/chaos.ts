import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createTestClient, decodeFunctionData, http, keccak256, parseGwei, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { foundry } from "viem/chains";
import { expect } from "vitest";
import { anchorRegistryAbi, depositStake, registerOperator } from "anchorlog/anchor";
import { openSqliteStore } from "anchorlog/log/sqlite";
import { deployLocally } from "../../ignition/deploy.ts";
import { logPendingStore } from "../../src/anchor/transactions/store.ts";
import { createQueue } from "../../src/operator/queue.ts";
import { keys, operator as template } from "../operator.ts";
import { random, randomKey } from "../seed.ts";
import type { ChaosLine, ChaosTask } from "./chaos-anchorer.ts";
import { startFaultyNode, type Answer, type FaultyNode, type Question, type Rule } from "./faulty-node.ts";
import { clientOf, writerOf } from "./transactions.ts";

const ANCHORER = fileURLToPath(new URL("./chaos-anchorer.ts", import.meta.url));
const TSX = fileURLToPath(import.meta.resolve("tsx"));
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

/** What one endpoint does for a while. */
const RULES: Readonly<Record<string, () => Rule>> = {
  drops: () => async () => "hang up",
  "loses its answers": () => async (question, forward) => {
    await forward(question);
    return "hang up";
  },
  delays: () => async (question, forward) => {
    await sleep(20 + random() * 200);
    return forward(question);
  },
  doubles: () => async (question, forward) => {
    await forward(question);
    return forward(question);
  },
  corrupts: () => async () => "nonsense",
  "flips a byte": () => async (question, forward) => {
    const text = JSON.stringify(await forward(question));
    return JSON.parse(
      text.replace(/"result":"0x(.)/, (_, digit) => `"result":"0x${digit === "1" ? "2" : "1"}`),
    ) as Answer;
  },
  errs: () => async () => ({ error: { code: -32_603, message: "internal error: the database is locked" } }),
  hangs: () => async () => "silence",
  "answers stale": () => {
    const old = new Map<string, Answer>();
    return async (question, forward) => {
      if (question.method.startsWith("eth_send")) return forward(question);
      const key = JSON.stringify(question);
      const answer = old.get(key) ?? (await forward(question));
      old.set(key, answer);
      return answer;
    };
  },
  "answers with nothing":
    () =>
    async ({ method, params }, forward) =>
      ["eth_getTransactionReceipt", "eth_getTransactionByHash"].includes(method)
        ? { result: null }
        : forward({ method, params }),
  "fakes receipts": () => fakeReceipts,
  "counts nonces wrongly": () => async (question, forward) =>
    question.method === "eth_getTransactionCount" ? { result: "0xfff" } : forward(question),
  "takes transactions and drops them": () => async (question, forward) =>
    question.method === "eth_sendRawTransaction" ? { result: keccak256(question.params[0] as Hex) } : forward(question),
  "estimates at the latest block":
    () =>
    async ({ method, params }, forward) =>
      forward({ method, params: method === "eth_estimateGas" ? [params[0], "latest"] : params }),
};

async function fakeReceipts({ method, params }: Question, forward: (question: Question) => Promise<Answer>) {
  const real = await forward({ method, params });
  if (method !== "eth_getTransactionReceipt" || real.result !== null) return real;
  const { result } = await forward({ method: "eth_getBlockByNumber", params: ["latest", false] });
  const { hash, number } = result as { hash: Hex; number: Hex };
  const nobody = `0x${"00".repeat(20)}`;
  const fake = { transactionHash: params[0], blockHash: hash, blockNumber: number, status: "0x1" };
  return { result: { ...fake, from: nobody, to: nobody, gasUsed: "0x5208", logs: [] } };
}

/** With these, answers are wrong rather than missing: one of three endpoints does so at a time. */
const LIES = new Set([
  "flips a byte",
  "answers stale",
  "answers with nothing",
  "fakes receipts",
  "counts nonces wrongly",
]);

/** What the whole chain does; while it does, nothing is mined. */
const CHAIN_FAULTS = ["mines nothing", "loses the mempool", "reorganizes", "raises the base fee"] as const;
const KILL = "SIGKILL of the process";

export type ChaosCounts = {
  readonly faults: Readonly<Record<string, number>>;
  readonly events: Readonly<Record<string, number>>;
  /** Batches, each anchored once, in order. */
  readonly anchored: number;
  readonly transactions: number;
  readonly cancellations: number;
  /** Transactions that were mined for a batch that another one before them had anchored. */
  readonly paidTwice: number;
  /** Sizes of batches whose transaction reverted before another one anchored them: what it built on was taken out. */
  readonly inVain: readonly number[];
};

/** The node under the proxies: anvil, or Hardhat's, which cannot reorganize. */
export type ChaosNode = { readonly url: string; readonly kind: "anvil" | "hardhat" };

/** Runs a process that anchors batches, with faults one after the other and kills between. */
export async function runChaos(node: ChaosNode, faults: number, killShare = 0.1): Promise<ChaosCounts> {
  const folder = await mkdtemp(join(tmpdir(), "anchorlog-chaos-"));
  const proxies = await Promise.all([0, 1, 2].map(() => startFaultyNode(node.url)));
  const key = randomKey();
  const account = privateKeyToAccount(key);
  const client = clientOf(node.url);
  const test = createTestClient({ chain: foundry, transport: http(node.url), mode: node.kind });
  const counted: Record<string, number> = {};
  const events: Record<string, number> = {};
  const count = (of: Record<string, number>, name: string) => void (of[name] = (of[name] ?? 0) + 1);
  let anchorer: ChildProcess | undefined;
  let anchored = 0;
  // Anvil loses blocks that are mined while it reorganizes.
  const inOrder = createQueue();
  const over = new AbortController();
  try {
    await test.setAutomine(true);
    await test.setBalance({ address: account.address, value: 10n ** 24n });
    const { registry } = await deployLocally({ provider: client as never });
    const id = { ...template, registry, operator: account.address.toLowerCase() as Hex };
    await registerOperator(writerOf(node.url, account), id, { ...id, maxAnchorDelay: 3_600, ...keys });
    await depositStake(writerOf(node.url, account), id);
    const firstNonce = await client.getTransactionCount({ address: account.address });
    const firstBlock = await client.getBlockNumber();
    await test.setAutomine(false);

    const path = join(folder, "store.sqlite");
    const task: ChaosTask = { path, urls: proxies.map(({ url }) => url), key, registry };
    const start = (): ChildProcess => {
      const child = spawn(process.execPath, ["--import", TSX, ANCHORER, JSON.stringify(task)], {
        stdio: ["pipe", "pipe", "inherit"],
      });
      child.stdin.on("error", () => {});
      createInterface(child.stdout).on("line", (line) => {
        const { type } = parse(line);
        count(events, type);
        if (type === "anchored") anchored++;
      });
      return child;
    };
    const ended = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once("exit", resolve));
    const mining = (async () => {
      while (!over.signal.aborted) {
        await inOrder(() => test.mine({ blocks: 1 }));
        await sleep(40);
      }
    })();

    anchorer = start();
    for (let i = 0; i < faults; i++) {
      const before = anchored;
      if (random() < killShare) {
        count(counted, KILL);
        const dead = ended(anchorer);
        anchorer.kill("SIGKILL");
        await dead;
        anchorer = start();
      } else if (random() < 0.3) {
        await inOrder(() => troubleChain(node, test, client, count.bind(undefined, counted)));
      } else {
        await troubleEndpoints(proxies, count.bind(undefined, counted));
      }
      // Under some faults it goes on, and after some it has to.
      if (i % 3 === 0) await expect.poll(() => anchored, { timeout: 240_000, interval: 20 }).toBeGreaterThan(before);
    }
    const stopped = ended(anchorer);
    anchorer.stdin!.write("stop\n");
    expect(await stopped).toBe(0);
    over.abort();
    await mining;

    const store = await openSqliteStore(path);
    expect(await logPendingStore(store, { chainId: foundry.id, account: account.address }).read()).toBeUndefined();
    await store.close();
    return { faults: counted, events, ...(await auditChain(client, account.address, firstNonce, firstBlock)) };
  } finally {
    over.abort();
    anchorer?.kill("SIGKILL");
    await Promise.all(proxies.map((proxy) => proxy.close()));
    await rm(folder, { recursive: true, force: true });
  }
}

function parse(line: string): ChaosLine {
  try {
    return JSON.parse(line) as ChaosLine;
  } catch {
    // The last line may have been cut off by the kill.
    return { type: "cut off" };
  }
}

async function troubleEndpoints(proxies: readonly FaultyNode[], count: (name: string) => void): Promise<void> {
  const name = pick(Object.keys(RULES));
  count(name);
  const isLie = LIES.has(name);
  const troubled = isLie || random() < 0.6 ? [pick(proxies)] : proxies;
  for (const proxy of troubled) proxy.rule = RULES[name]!();
  await sleep(50 + random() * 400);
  for (const proxy of troubled) proxy.rule = undefined;
}

async function troubleChain(
  { kind }: ChaosNode,
  test: ReturnType<typeof createTestClient>,
  client: ReturnType<typeof clientOf>,
  count: (name: string) => void,
): Promise<void> {
  const name = pick(kind === "anvil" ? CHAIN_FAULTS : (["mines nothing", "raises the base fee"] as const));
  count(name);
  if (name === "mines nothing") await sleep(100 + random() * 1_500);
  if (name === "loses the mempool") {
    await client.request({ method: "anvil_dropAllTransactions" } as never);
    await sleep(random() * 300);
  }
  if (name === "reorganizes") {
    await client.request({ method: "anvil_reorg", params: [1 + Math.floor(random() * 3), []] } as never);
  }
  if (name === "raises the base fee") {
    await test.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei(String(1 + Math.floor(random() * 40))) });
  }
}

/** What the chain has in the end: each nonce used, each batch anchored once, in order. */
async function auditChain(
  client: ReturnType<typeof clientOf>,
  account: Hex,
  firstNonce: number,
  firstBlock: bigint,
): Promise<Omit<ChaosCounts, "faults" | "events">> {
  const address = account;
  const last = await client.getTransactionCount({ address });
  expect(await client.getTransactionCount({ address, blockTag: "pending" })).toBe(last);
  const sizes: number[] = [];
  const inVain: number[] = [];
  let [transactions, cancellations, paidTwice] = [0, 0, 0];
  const blocks = [await client.getBlock({ includeTransactions: true })];
  while (blocks[0]!.number > firstBlock + 1n) {
    blocks.unshift(await client.getBlock({ blockHash: blocks[0]!.parentHash, includeTransactions: true }));
  }
  for (const block of blocks) {
    for (const { from, to, hash, input, nonce } of block.transactions) {
      if (from.toLowerCase() !== account.toLowerCase()) continue;
      expect(nonce).toBe(firstNonce + transactions++);
      if (to?.toLowerCase() === account.toLowerCase()) {
        cancellations++;
        continue;
      }
      const { args } = decodeFunctionData({ abi: anchorRegistryAbi, data: input });
      const { status } = await client.getTransactionReceipt({ hash });
      const size = Number(args[1]);
      if (status === "success") sizes.push(size);
      else if (sizes.includes(size)) paidTwice++;
      else inVain.push(size);
    }
  }
  expect(transactions).toBe(last - firstNonce);
  expect(sizes).toEqual(sizes.map((_, i) => i + 1));
  return { anchored: sizes.length, transactions, cancellations, paidTwice, inVain };
}
