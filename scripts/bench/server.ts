/**
 * The API's server as it is started, in a process of its own, under signed actions of one organization at a steady rate.
 * What it took of the processor is what it says of itself, in its metrics.
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { privateKeyToAccount } from "viem/accounts";
import { configureOperator } from "../../server/src/log/operator.ts";
import { openTables } from "../../server/src/log/stores.ts";
import { environmentOf, type ENGINES } from "../../server/test/engines.ts";
import { call, sign, signIn, type Client } from "../../server/test/harness.ts";
import { listening, signingFor, start as startServer, terminate } from "../../server/test/process.ts";
import { type BenchCase, OURS } from "./frame.ts";
import type { GeneratorMessage, Latencies } from "./http/generator.ts";
import type { PlatformLoad } from "./http/platform.ts";
import { start } from "./http/processes.ts";

/** How long each load is measured; `BENCH_SECONDS` for another time. And how long it is not, before. */
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 12);
const WARM_UP = 5;
/** Actions a second; `BENCH_RATES` for others. */
const RATES = (process.env["BENCH_RATES"] ?? "500,2000").split(",").map(Number);

/** Of the wallet that signs. */
const SECRET_KEY = `0x${"a1".repeat(32)}` as const;

type Engine = (typeof ENGINES)[number];
/** Over PostgreSQL as well with `BENCH_POSTGRES`. */
const SUBJECTS: readonly { readonly name: string; readonly engine: Engine }[] = [
  { name: OURS, engine: "SQLite" },
  ...(process.env["BENCH_POSTGRES"] === undefined
    ? []
    : [{ name: `${OURS}, over PostgreSQL`, engine: "PostgreSQL" } as const]),
];

type Figures = Latencies & { readonly cpuSeconds: number; readonly lost: number };

const FIGURES: readonly (readonly [name: string, unit: string, of: (figures: Figures) => number])[] = [
  ["p50", "ms", ({ p50 }) => p50],
  ["p99", "ms", ({ p99 }) => p99],
  ["longest answer", "ms", ({ max }) => max],
  ["CPU time an action, all threads", "microseconds", ({ cpuSeconds, actions }) => (1e6 * cpuSeconds) / actions],
  ["answers a second", "answers", ({ rate }) => rate],
  ["actions that were answered and are not in the log", "actions", ({ lost }) => lost],
];

// oxlint-disable-next-line typescript/require-await -- an area may have to wait, this one does not
export async function cases(): Promise<BenchCase[]> {
  return RATES.flatMap((rate) => {
    const runs = SUBJECTS.map(({ name, engine }) => {
      let figures: Promise<Figures> | undefined;
      return { name, figures: () => (figures ??= run(engine, rate)) };
    });
    return FIGURES.map(([figure, unit, of]): BenchCase => ({
      name: `${rate.toLocaleString("en")} signed actions a second of one organization: ${figure}`,
      unit,
      subjects: runs.map(({ name, figures }) => ({ name, measure: async () => of(await figures()) })),
    }));
  });
}

async function run(engine: Engine, rate: number): Promise<Figures> {
  const cache = fileURLToPath(new URL("../../cache/", import.meta.url));
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "bench-"));
  const env = { ...(await environmentOf(engine)), ...nodeOptions() };
  const server = startServer(folder, env);
  try {
    const url = await listening(server);
    const { client, platform } = await found(url, folder, env);
    const generator = start<GeneratorMessage>("generator", {
      port: Number(new URL(url).port),
      rate,
      batch: 1,
      seconds: SECONDS,
      warmUp: WARM_UP,
      platform,
    });
    try {
      await generator.next("ready");
      generator.child.send("begin");
      await generator.next("warm");
      const before = await cpuSeconds(url);
      const latencies = await generator.next("latencies");
      const after = await cpuSeconds(url);
      // All that the generator has sent was answered, or it had thrown.
      const sent = latencies.actions + rate * WARM_UP;
      return { ...latencies, cpuSeconds: after - before, lost: sent - (await countActions(url, client)) };
    } finally {
      await generator.ended();
    }
  } finally {
    await terminate(server);
    await rm(folder, { recursive: true, force: true });
  }
}

/** An organization that may do as much as it likes, its owner, and a template with custody. */
async function found(
  url: string,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly client: Client; readonly platform: PlatformLoad }> {
  const signing = await signingFor(url, folder, env);
  const { access_token } = await signIn(signing, "owner@example.com");
  const headers = { authorization: `Bearer ${access_token}` };
  const me = await call<{ organization: { log: string } }>(signing, "GET", "/wallets/me", { headers });
  const wallet = privateKeyToAccount(SECRET_KEY);
  const client = { headers, wallet, log: me.body.organization.log };
  await sign(signing, client, "POST", "/wallets/register", { body: { address: wallet.address } });
  const body = { name: "ticket", custody: true };
  const template = await sign<{ id: string }>(signing, client, "POST", "/templates", { body });
  if (template.status !== 201) throw new Error(JSON.stringify(template.body));
  const { config, operator } = signing.parts;
  const database = await openTables(await configureOperator(config), config);
  const limits = JSON.stringify({ bus: { second: 1_000_000 } });
  await database.across.accounts.updateTable("organization").set({ limits }).execute();
  await database.close();
  return {
    client,
    platform: { ...headers, operator, secretKey: SECRET_KEY, log: client.log, template: template.body.id },
  };
}

/** What the server's process has taken of the processor, in all of its threads. */
async function cpuSeconds(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)![1]);
}

async function countActions(url: string, { headers }: Client): Promise<number> {
  const { body } = await call<{ total: number }>({ url }, "GET", "/ebus/action-logs?offset=0&limit=1", { headers });
  return body.total;
}

/** `BENCH_NODE_OPTIONS` are the server's: `--cpu-prof --cpu-prof-dir=…`, say. */
function nodeOptions(): Record<string, string> {
  const options = process.env["BENCH_NODE_OPTIONS"];
  return options === undefined ? {} : { NODE_OPTIONS: options };
}
