/** The faults of a chain and of its endpoints. */
import { setTimeout as sleep } from "node:timers/promises";
import { createTestClient, http, keccak256, parseGwei, type Hex } from "viem";
import { random } from "../seed.ts";
import type { Answer, FaultyNode, Question, Rule } from "./faulty-node.ts";
import { LOCAL_CHAIN } from "../../scripts/development.ts";
import type { LocalNode } from "../../scripts/node.ts";

const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

/** The faults that one endpoint has for a while. */
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

/** Faults that give wrong answers. At most one of the three endpoints has such a fault at a time. */
const LIES = new Set([
  "flips a byte",
  "answers stale",
  "answers with nothing",
  "fakes receipts",
  "counts nonces wrongly",
]);

/** The faults of the whole chain. Nothing is mined during a fault. */
const CHAIN_FAULTS = ["mines nothing", "loses the mempool", "reorganizes", "raises the base fee"] as const;

/**
 * The node under the proxies: anvil, or Hardhat's, which cannot reorganize. Its own clients suit a busy machine: anvil's
 * wait long, and Hardhat's ask again if the node has closed an idle connection.
 */
export type ChaosNode = Pick<LocalNode, "url" | "client" | "writer"> & { readonly kind: "anvil" | "hardhat" };

/** The most blocks that a reorganization takes out. */
export const DEEPEST = 3;

/** Lets endpoints fail for a while, by a fault that is chosen at random. */
export async function troubleEndpoints(proxies: readonly FaultyNode[], count: (name: string) => void): Promise<void> {
  const name = pick(Object.keys(RULES));
  count(name);
  const isLie = LIES.has(name);
  const troubled = isLie || random() < 0.6 ? [pick(proxies)] : proxies;
  for (const proxy of troubled) proxy.rule = RULES[name]!();
  await sleep(50 + random() * 400);
  for (const proxy of troubled) proxy.rule = undefined;
}

/** Applies a fault to the whole chain, while no block is mined. */
export async function troubleChain({ url, client, kind }: ChaosNode, count: (name: string) => void): Promise<void> {
  const test = createTestClient({ chain: LOCAL_CHAIN, transport: http(url), mode: kind });
  const name = pick(kind === "anvil" ? CHAIN_FAULTS : (["mines nothing", "raises the base fee"] as const));
  count(name);
  if (name === "mines nothing") await sleep(100 + random() * 1_500);
  if (name === "loses the mempool") {
    await client.request({ method: "anvil_dropAllTransactions" } as never);
    await sleep(random() * 300);
  }
  if (name === "reorganizes") {
    const depth = 1 + Math.floor(random() * DEEPEST);
    await client.request({ method: "anvil_reorg", params: [depth, []] } as never);
  }
  if (name === "raises the base fee") {
    await test.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei(String(1 + Math.floor(random() * 40))) });
  }
}
