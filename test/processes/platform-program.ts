// A process of a platform: opens an operator over PostgreSQL, and submits actions until its input ends. Prints a line
// of JSON for each answer and whenever it begins or ends to lead: see `Line` in platform.ts.
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { AnchorlogError, openAnchorlog } from "anchorlog";
import { openPostgresGuard } from "anchorlog/store/guard";
import { openPostgresStore } from "anchorlog/store/postgres";
import type { DigestSigner } from "anchorlog/action";
import { keys, signActionFor, types, wallets } from "../operator.ts";
import type { Command, Line, PlatformTask } from "./platform.ts";
import { operatorOf, writerOf } from "./registered.ts";

const task = JSON.parse(process.argv[2]!) as PlatformTask;
const { storeUrl, guardUrl, name, inFlight, batches, chain } = task;
const operator = operatorOf(chain);
const print = (line: Line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const logs: string[] = [];

const store = await openPostgresStore({ connectionString: storeUrl, leader: name, leaseSeconds: 1 });
const guard = await openPostgresGuard({ connectionString: guardUrl }, operator);
let isOpen = false;
const recorded = (signer: DigestSigner, key: "anchor" | "receipt"): DigestSigner => ({
  address: signer.address,
  sign: async (parameters) => {
    // Keys are tried by signing random digests when an operator is opened.
    if (isOpen) print({ what: "signed", key, digest: parameters.hash });
    return signer.sign(parameters);
  },
});
const onError = (error: unknown) => {
  const { code = "unknown", message = String(error) } = error as { code?: string; message?: string };
  print({ what: "error", code, message, at: Date.now() });
};
const anchorlog = await openAnchorlog({
  store,
  guard,
  operator,
  types,
  keys: {
    ...keys,
    anchorKey: recorded(keys.anchorKey, "anchor"),
    receiptKey: recorded(keys.receiptKey, "receipt"),
  },
  batches,
  onError,
  ...(chain && {
    chain: writerOf(chain),
    maxAnchorDelay: chain.maxAnchorDelay,
    anchors: { maxAge: 2_000, pollInterval: 500 },
    // For a node that mines at once. A transaction that a killed leader stored but did not send is sent after that
    // time.
    transactions: { pollInterval: 0.5, notInMempoolTimeout: 2, resubmissionTimeout: 5 },
  }),
});
isOpen = true;
print({ what: "open" });

const [resting, closed] = [new AbortController(), new AbortController()];
let next = task.nonces;
const input = createInterface({ input: process.stdin });
input.on("close", () => {
  resting.abort();
  closed.abort();
});
input.on("line", (line) => {
  const command = JSON.parse(line) as Command;
  if (command.what === "rest") resting.abort();
  if (command.what === "use") logs.unshift(command.log);
  if (command.what === "add") void anchorlog.addLog(command.log).then(() => print({ what: "added", log: command.log }));
});

async function submit(log: string): Promise<void> {
  const deadline = Math.floor(Date.now() / 1000) + 3_600;
  const action = await signActionFor(operator, wallets[next % 3]!, log, next++, { deadline });
  while (!resting.signal.aborted) {
    try {
      const answer = (await anchorlog.submitMany([action]))[0]!;
      if ("receipt" in answer) {
        print({ what: "promised", log, index: answer.index, entry: answer.receipt.entry });
        return;
      }
      print({ what: "answer", code: answer.code, log, at: Date.now() });
      if (answer.status === "refused") return;
    } catch (error) {
      if (!(error instanceof AnchorlogError)) throw error;
      print({ what: "answer", code: error.code, log, at: Date.now() });
      // Another process writes this log: a platform would forward to it.
      if (error.code === "not_the_writer") return;
    }
    await sleep(20);
  }
}

async function work(worker: number): Promise<void> {
  for (let turn = worker; !closed.signal.aborted; turn++) {
    if (!resting.signal.aborted && logs.length > 0) await submit(logs[turn % logs.length]!);
    await sleep(5);
  }
}

async function watch(): Promise<void> {
  let led = false;
  while (!closed.signal.aborted) {
    const { lease } = await anchorlog.status();
    if (lease.held !== led) print({ what: "lead", held: lease.held });
    led = lease.held;
    await sleep(20);
  }
}

await Promise.all([watch(), ...Array.from({ length: inFlight }, (_, i) => work(i))]);
await anchorlog.close();
