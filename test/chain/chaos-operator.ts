// An operator as a server embeds it: it accepts actions, closes, signs and anchors by itself, until it is ended or
// killed. It reports its promises, the events of its checkpoints, and how long everything took.
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { createWalletClient, http, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { openAnchorlog, type AnchorlogOptions } from "anchorlog";
import { openEndpoints } from "anchorlog/chain";
import { openFileGuard } from "anchorlog/store/guard";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { DEEPEST } from "./chaos-faults.ts";
import { settings, signActionFor, wallets } from "../operator.ts";
import { clientOf } from "./transactions.ts";
import { LOCAL_CHAIN } from "../../scripts/development.ts";

export type ChaosTask = {
  readonly folder: string;
  readonly urls: readonly string[];
  /** The key of the paying account. */
  readonly key: Hex;
  readonly operator: AnchorlogOptions["operator"];
  readonly logs: readonly string[];
  /** The first nonce of this process's actions. */
  readonly nonce: number;
};

/** The operator's tasks while the chain has faults. */
export type ChaosWork = "submit" | "closeBatches" | "checkpoint" | "bundle" | "status" | "event loop";
export type ChaosLine =
  | { readonly type: "promised"; readonly log: string; readonly index: number }
  | { readonly type: "anchored" | "final" | "gone"; readonly size: number }
  /** The `code` of a failure that was reported to the caller or to `onError`. */
  | { readonly type: "failed"; readonly what: ChaosWork | "background"; readonly code: string; readonly why: string }
  /** The longest that anything of this kind took so far, in milliseconds. */
  | { readonly type: "took"; readonly what: ChaosWork; readonly milliseconds: number }
  | { readonly type: "opened" | "finished" };

/**
 * The depth of an anchor, in blocks, before the next one is sent. It is deeper than any reorganization of the test, so
 * that none removes the anchor that the next one builds on. See chaos.slow.test.ts.
 */
const CONFIRMATIONS = DEEPEST + 1;

const { folder, urls, key, operator, logs, ...task } = JSON.parse(process.argv[2]!) as ChaosTask;
const report = (line: ChaosLine) => void process.stdout.write(`${JSON.stringify(line)}\n`);
const finishing = new AbortController();
createInterface(process.stdin).on("line", () => finishing.abort());
// The starting process is gone.
process.stdin.on("end", () => process.exit(1));

const lag = monitorEventLoopDelay({ resolution: 10 });
lag.enable();
const fail = (what: ChaosWork | "background", error: unknown) => {
  const { code = "unknown", message = String(error) } = Object(error) as { code?: string; message?: string };
  report({ type: "failed", what, code, why: message.split("\n")[0]! });
};
const longest = new Map<ChaosWork, number>();
const took = (what: ChaosWork, milliseconds: number): void => {
  if (milliseconds <= (longest.get(what) ?? 0)) return;
  longest.set(what, milliseconds);
  report({ type: "took", what, milliseconds: Math.round(milliseconds) });
};
/** Runs a task and measures its time, even if it fails. */
async function measure<T>(what: ChaosWork, work: () => Promise<T>): Promise<T | undefined> {
  const start = performance.now();
  try {
    return await work();
  } catch (error) {
    fail(what, error);
    return undefined;
  } finally {
    took(what, performance.now() - start);
    took("event loop", lag.max / 1e6);
  }
}

const account = privateKeyToAccount(key);
const requestTimeout = 0.5;
const anchorlog = await openAnchorlog({
  ...settings,
  store: await openSqliteStore(join(folder, "store.sqlite")),
  guard: openFileGuard(join(folder, "guard"), operator),
  operator,
  logs,
  chain: {
    publicClient: openEndpoints(urls.map(clientOf), LOCAL_CHAIN.id, { requestTimeout, retryAfter: 0.3 }),
    walletClient: createWalletClient({ chain: LOCAL_CHAIN, transport: http(urls[0]), account }),
  },
  maxAnchorDelay: 3_600,
  batches: { maxAge: 300, maxEntries: 20 },
  anchors: { maxBatches: 1, pollInterval: 50 },
  transactions: {
    confirmations: CONFIRMATIONS,
    resubmissionTimeout: 0.6,
    notInMempoolTimeout: 0.2,
    pollInterval: 0.05,
    requestTimeout,
  },
  onCheckpoint: ({ what, size }) => report({ type: what, size }),
  onError: (error) => fail("background", error),
});
report({ type: "opened" });

let { nonce } = task;
let newest: { readonly log: string; readonly index: number } | undefined;
async function submit(): Promise<void> {
  const log = logs[nonce % logs.length]!;
  const deadline = Math.floor(Date.now() / 1_000) + 60;
  const action = await signActionFor(operator, wallets[nonce % wallets.length]!, log, nonce++, { deadline });
  const [answer] = (await measure("submit", () => anchorlog.submitMany([action]))) ?? [];
  if (answer === undefined) return;
  if (!("receipt" in answer)) return fail("submit", answer);
  newest = { log: answer.log, index: answer.index };
  report({ type: "promised", ...newest });
}

/** Repeats a task, even while other tasks take long. */
async function again(pause: number, work: () => Promise<unknown>): Promise<void> {
  while (!finishing.signal.aborted) {
    await work();
    await sleep(pause);
  }
}
await Promise.all([
  again(60, submit),
  again(700, () => measure("closeBatches", () => anchorlog.closeBatches())),
  again(900, () => measure("checkpoint", () => anchorlog.checkpoint())),
  again(300, async () => newest && measure("bundle", () => anchorlog.bundle(newest!))),
  again(500, () => measure("status", () => anchorlog.status())),
]);

// Before it ends, all promises are anchored and final, and no transaction is pending.
const isFinal = async (): Promise<boolean> => {
  const { unbatched, closed, signed, final, transactions } = await anchorlog.status();
  return unbatched === 0 && signed === closed && final === closed && transactions?.pending === undefined;
};
while (!(await isFinal())) {
  await anchorlog.closeBatches().catch(() => {});
  await sleep(200);
}
await anchorlog.close();
report({ type: "finished" });
process.exit(0);
