/**
 * A bare Fastify server in its own process. It submits actions to the package, or only writes a row for each action.
 * At the end it reports its CPU time, stalls and memory.
 */
import { DatabaseSync } from "node:sqlite";
import { monitorEventLoopDelay } from "node:perf_hooks";
import Fastify from "fastify";
import type { SignedAction } from "anchorlog/action";
import { openAnchorlog } from "anchorlog";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { keys, operator, types } from "../../../test/operator.ts";
import { same } from "../frame.ts";
import { LOG, signedActions } from "../log/actions.ts";

export type ServerOptions = {
  readonly path: string;
  readonly subject: "anchorlog" | "row";
  readonly threads: number;
  /** Entries that wait for their batch when the measurement begins. The server closes the batch then. */
  readonly waiting: number;
};

/** Messages from the server. It receives `begin` and `end` of the measurement. */
export type ServerMessage =
  | { readonly type: "listening"; readonly port: number }
  // The answer to `end`.
  | ({ readonly type: "cost" } & ServerCost);

export type ServerCost = {
  /** CPU time of all threads. */
  readonly cpuMs: number;
  /** Longest stall of the event loop by the clock, and (below) the longest by the thread's CPU time. */
  readonly stallMs: number;
  readonly computedMs: number;
  readonly peakMB: number;
};

/** The batch policy of a busy server. */
const BATCHES = { maxEntries: 10_000, maxAge: 5_000 };
const AT_ONCE = 512;
const TICK = 2;

type Subject = {
  readonly submit: (actions: readonly SignedAction[]) => Promise<readonly { readonly status: string }[]>;
  readonly begin: () => void;
  readonly close: () => Promise<void>;
};

const options = JSON.parse(process.argv[2]!) as ServerOptions;
const subject = await (options.subject === "row" ? openRows(options) : openOperator(options));
const app = Fastify();
app.post("/actions", async ({ body }) => (await subject.submit([body as SignedAction]))[0]);
app.post("/batches", async ({ body }) => subject.submit(body as SignedAction[]));
await app.listen({ host: "127.0.0.1", port: 0 });

const watch = createWatch();
process.on("message", (message: "begin" | "end") => {
  if (message === "begin") {
    watch.begin();
    subject.begin();
  } else {
    say({ type: "cost", ...watch.end() });
    void app
      .close()
      .then(subject.close)
      .then(() => process.exit(0));
  }
});
say({ type: "listening", port: (app.server.address() as { port: number }).port });

function say(message: ServerMessage): void {
  process.send!(message);
}

async function openOperator({ path, threads, waiting }: ServerOptions): Promise<Subject> {
  const store = await openSqliteStore(path);
  const common = { store, operator, logs: [LOG], types, keys, threads };
  if (waiting > 0) {
    const filling = await openAnchorlog(common);
    const supply = signedActions(0);
    for (let left = waiting; left > 0; left -= AT_ONCE) {
      const answers = await filling.submitMany(await supply.take(Math.min(left, AT_ONCE)));
      for (const { status } of answers) same(status, "accepted", "the answer");
    }
  }
  const anchorlog = await openAnchorlog(waiting > 0 ? common : { ...common, batches: BATCHES });
  return {
    submit: async (actions) => anchorlog.submitMany(actions),
    begin: () => {
      if (waiting > 0) void anchorlog.closeBatches();
    },
    close: () => anchorlog.close(),
  };
}

/** The floor: each action's row is durable before the answer, and all waiting rows share an fsync. */
// oxlint-disable-next-line typescript/require-await -- the other subject has to wait
async function openRows({ path }: ServerOptions): Promise<Subject> {
  const db = new DatabaseSync(path);
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
  db.exec("CREATE TABLE actions (id INTEGER PRIMARY KEY, action TEXT NOT NULL) STRICT");
  const insert = db.prepare("INSERT INTO actions (action) VALUES (?)");
  let waiting: { readonly row: string; readonly done: () => void }[] = [];
  const flush = () => {
    const group = waiting;
    waiting = [];
    db.exec("BEGIN IMMEDIATE");
    for (const { row } of group) insert.run(row);
    db.exec("COMMIT");
    for (const { done } of group) done();
  };
  const write = async (action: SignedAction) =>
    new Promise<void>((done) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ row: JSON.stringify(action), done });
    });
  return {
    submit: async (actions) => {
      await Promise.all(actions.map(write));
      return actions.map(() => ({ status: "accepted" }));
    },
    begin: () => {},
    close: async () => db.close(),
  };
}

/** Watches the event loop by Node's histogram, and by this thread's CPU time between two ticks of a timer. */
function createWatch() {
  const histogram = monitorEventLoopDelay({ resolution: TICK });
  let cpu = process.cpuUsage();
  let before = threadMs();
  let longest = 0;
  return {
    begin: () => {
      cpu = process.cpuUsage();
      histogram.enable();
      before = threadMs();
      setInterval(() => {
        const now = threadMs();
        longest = Math.max(longest, now - before);
        before = now;
      }, TICK);
    },
    end: (): ServerCost => {
      histogram.disable();
      const { user, system } = process.cpuUsage(cpu);
      return {
        cpuMs: (user + system) / 1e3,
        stallMs: histogram.max / 1e6 - TICK,
        computedMs: longest,
        peakMB: process.resourceUsage().maxRSS / 1e3,
      };
    },
  };
}

/** Returns the CPU time of this thread, in ms, or of the process if Node has no `threadCpuUsage`. */
function threadMs(): number {
  // `threadCpuUsage` exists since Node 23.9.
  const { threadCpuUsage } = process as Partial<Pick<typeof process, "threadCpuUsage">>;
  const { user, system } = threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1e3;
}
