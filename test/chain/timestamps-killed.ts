import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { privateKeyToAccount } from "viem/accounts";
import { expect } from "vitest";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { logPendingStore } from "../../src/chain/transactions/store.ts";
import { startAnvil, type Anvil } from "../dispute/anvil.ts";
import { NOW } from "../operator.ts";
import { randomKey } from "../seed.ts";
import { startFaultyNode, type Answer, type FaultyNode, type Question } from "./faulty-node.ts";
import { timestampsOn } from "./timestamps.ts";
import type { WriterTask } from "./timestamps-writer.ts";

const PROGRAM = fileURLToPath(new URL("./timestamps-writer.ts", import.meta.url));
const TYPESCRIPT = new URL("../typescript.mjs", import.meta.url).href;
const CHAIN = 700_001;
/** The moment at which the process is killed, by the requests to its node. */
type Moment = (question: Question, answer: () => Promise<Answer>) => Promise<boolean>;

const isReceipt = async ({ method }: Question, answer: () => Promise<Answer>): Promise<boolean> =>
  method === "eth_getTransactionReceipt" && (await answer()).result !== null;
/** Kills when the node returns a receipt for the n-th time. */
const atReceipt = (n: number): Moment => {
  let seen = 0;
  return async (question, answer) => (await isReceipt(question, answer)) && ++seen === n;
};
export const MOMENTS: Readonly<Record<string, () => Moment>> = {
  "before it sends":
    () =>
    async ({ method }) =>
      method === "eth_sendRawTransaction",
  "as it has sent":
    () =>
    async ({ method }, answer) =>
      method === "eth_sendRawTransaction" && (await answer()).result !== undefined,
  "as it finds it mined": () => atReceipt(1),
  "as it records it": () => atReceipt(2),
  "as it has recorded it": () => atReceipt(3),
  later: () => atReceipt(5),
};

/** Kills a process that writes timestamps at these moments, one after the other: each checkpoint is written once. */
export async function runKilled(moments: readonly string[]): Promise<void> {
  const anvil = await startAnvil(NOW / 1_000, CHAIN);
  const wire = await startFaultyNode(anvil.url);
  const folder = await mkdtemp(join(tmpdir(), "anchorlog-killed-"));
  let child: ChildProcess | undefined;
  try {
    await killAt(moments, { anvil, wire, folder, born: (one) => void (child = one) });
  } finally {
    child?.kill("SIGKILL");
    await wire.close();
    await anvil.close();
    await rm(folder, { recursive: true, force: true });
  }
}

type Stage = {
  readonly anvil: Anvil;
  readonly wire: FaultyNode;
  readonly folder: string;
  readonly born: (child: ChildProcess) => void;
};

async function killAt(moments: readonly string[], { anvil, wire, folder, born }: Stage): Promise<void> {
  const key = randomKey();
  const account = privateKeyToAccount(key);
  await anvil.test.setBalance({ address: account.address, value: 10n ** 20n });
  const path = join(folder, "store.sqlite");
  let nonce = 0;
  const start = () => {
    const task: WriterTask = { path, url: wire.url, chainId: CHAIN, key, nonce };
    const child = spawn(process.execPath, ["--import", TYPESCRIPT, PROGRAM, JSON.stringify(task)], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    born(child);
    return child;
  };
  for (const when of moments) {
    const moment = MOMENTS[when]!();
    nonce++;
    wire.rule = async (question, forward) => {
      let answered: Promise<Answer> | undefined;
      const answer = () => (answered ??= forward(question));
      if (await moment(question, answer)) {
        wire.rule = async () => "hang up";
        killed.kill("SIGKILL");
        return "hang up";
      }
      return answer();
    };
    const killed = start();
    const [, signal] = (await once(killed, "exit")) as [number | null, string | null];
    expect([when, signal]).toEqual([when, "SIGKILL"]);

    wire.rule = undefined;
    const next = start();
    const lines: string[] = [];
    createInterface(next.stdout).on("line", (line) => void lines.push(line));
    // Every timestamp that was reported before the kill becomes final under the next process.
    await expect
      .poll(
        async () => {
          await anvil.test.mine({ blocks: 1 });
          return lines.some((line) => line.includes(`"final"`) && line.includes(`"size":${nonce},`));
        },
        { interval: 100 },
      )
      .toBe(true);
    const exited = once(next, "exit");
    next.stdin.end();
    await exited;
    const sizes = (await timestampsOn(anvil.client, account.address)).map(({ checkpoint }) => checkpoint.size);
    expect([when, sizes]).toEqual([when, Array.from({ length: nonce }, (_, i) => i + 1)]);
  }
  const store = await openSqliteStore(path);
  expect(await store.timestamps()).toHaveLength(nonce);
  expect(await logPendingStore(store, { chainId: CHAIN, account: account.address }).read()).toBeUndefined();
  await store.close();
}
