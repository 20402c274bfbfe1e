/**
 * Measures the API's server, in its own process and as in production, under a steady load: signed actions of one
 * organization, batches of several, and reads. Its CPU time comes from its own metrics. For loads that only write, the
 * peer is a bare server over the package, which logs and answers the same number of actions and does nothing else.
 */
import { once } from "node:events";
import { readdir, rm, stat } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { privateKeyToAccount } from "viem/accounts";
import { readConfig } from "../../server/src/foundation/config.ts";
import type { Database } from "../../server/src/foundation/db/database.ts";
import { configureOperator } from "../../server/src/log/operator.ts";
import { openTables } from "../../server/src/log/stores.ts";
import { environmentOf, type ENGINES } from "../../server/test/engines.ts";
import { call, sign, signIn, type Client } from "../../server/test/harness.ts";
import { environment, listening, signingFor, start as startServer, terminate } from "../../server/test/process.ts";
import { type BenchCase, OURS } from "./frame.ts";
import { measureBare, type BareFigures } from "./http/bare.ts";
import type { GeneratorMessage, GeneratorOptions, Latencies } from "./http/generator.ts";
import type { PlatformLoad } from "./http/platform.ts";
import { start } from "./http/processes.ts";
import { cpuByThread, note, type CpuByThread } from "./http/threads.ts";
import { freePort } from "../../src/development/chain.ts";
import { makeFolder, once as memoized } from "./shared.ts";

/** Seconds for which each load is measured; `BENCH_SECONDS` sets others. */
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 12);
/** Seconds of load before them. In this time, V8 compiles the server's code, and the server closes its first batch. */
const WARM_UP = 10;
/** Actions a second; `BENCH_RATES` sets others. */
const RATES = (process.env["BENCH_RATES"] ?? "500,2000").split(",").filter(Boolean).map(Number);
/** Actions a second in batches, and reads a second; `BENCH_BATCHED` and `BENCH_READS` set others. */
const BATCHED = (process.env["BENCH_BATCHED"] ?? "2000,3000").split(",").filter(Boolean).map(Number);
const READS = (process.env["BENCH_READS"] ?? "150").split(",").filter(Boolean).map(Number);

type Engine = (typeof ENGINES)[number];
/** `BENCH_POSTGRES` measures on PostgreSQL too; `BENCH_POSTGRES=alone` measures on PostgreSQL only. */
const ON_POSTGRES = process.env["BENCH_POSTGRES"];
const SUBJECTS: readonly { readonly name: string; readonly engine: Engine }[] = [
  ...(ON_POSTGRES === "alone" ? [] : [{ name: OURS, engine: "SQLite" } as const]),
  ...(ON_POSTGRES === undefined
    ? []
    : [{ name: ON_POSTGRES === "alone" ? OURS : `${OURS}, over PostgreSQL`, engine: "PostgreSQL" } as const]),
];

/** Processes of the server, over PostgreSQL. Requests go to all of them in turn. */
const PROCESSES = Number(process.env["BENCH_PROCESSES"] ?? 1);

/** A steady load of the server. */
type Load = {
  readonly name: string;
  readonly organizations: number;
  /** Actions or reads a second. */
  readonly rate: number;
  /** Actions in a request. */
  readonly batch: number;
  readonly isReading?: boolean;
  /** Objects that are made before the measurement. */
  readonly behind?: number;
};

/** Objects that exist before reads. The area `large` has more. */
const BEHIND = 10_000;
const inWords = (count: number): string => count.toLocaleString("en");

const reading = (rate: number, behind: number): Load => ({
  name: `${inWords(rate)} reads a second, of objects and of lists' pages, of ${inWords(behind)} objects`,
  organizations: 1,
  rate,
  batch: 1,
  isReading: true,
  behind,
});

/** The loads of a row are measured one after another, on the same server. */
const LOADS: readonly (readonly Load[])[] = [
  ...RATES.map((rate) => [
    { name: `${inWords(rate)} signed actions a second of one organization`, organizations: 1, rate, batch: 1 },
  ]),
  ...BATCHED.map((rate) => [
    {
      name: `${inWords(rate)} actions a second in batches of 100, of five organizations`,
      organizations: 5,
      rate,
      batch: 100,
    },
  ]),
  ...READS.map((rate) => [reading(rate, BEHIND)]),
];

/** Webhooks of each organization whose receiver never answers: `BENCH_DEAD_RECEIVERS`, 20 at most. */
const DEAD_RECEIVERS = Number(process.env["BENCH_DEAD_RECEIVERS"] ?? 0);

/** Objects made a second before the measurement, and objects made with one sign-in. */
export const FILL_RATE = 1_500;
export const PART = 300_000;

const PAGES: readonly (string | undefined)[] = ["/objects?limit=25", "/ebus/action-logs?limit=25"];
/** Returns the paths to read: every fourth is a list's page, the others are objects from the whole range. */
const pathsAmong = (objects: number): string[] =>
  Array.from({ length: 1_000 }, (_, i) => PAGES[i % 8] ?? `/objects/object-${Math.floor((i * objects) / 1_000)}`);

/** Bytes of memory, and of objects in the JavaScript heap. */
type Usage = { readonly cpuSeconds: number; readonly memory: number; readonly heap: number };
/** Actions in the log, and bytes of the database with all its tables and indexes. */
export type Stored = { readonly count: number; readonly bytes: number };
export type Figures = Latencies & {
  readonly before: Usage;
  readonly after: Usage;
  /** Samples of the measured seconds. */
  readonly samples: readonly Usage[];
  readonly lost: number;
  readonly bytes: number;
};

type Of<F> = (figures: F) => number;
const FIGURES: readonly (readonly [name: string, unit: string, of: Of<Figures>, ofBare?: Of<BareFigures>])[] = [
  ["p50", "ms", ({ p50 }) => p50, ({ p50 }) => p50],
  ["p99", "ms", ({ p99 }) => p99, ({ p99 }) => p99],
  ["longest answer", "ms", ({ max }) => max, ({ max }) => max],
  [
    "CPU time of one, all threads",
    "microseconds",
    ({ before, after, actions }) => (1e6 * (after.cpuSeconds - before.cpuSeconds)) / actions,
    ({ cpuMs, actions }) => (1e3 * cpuMs) / actions,
  ],
  ["answers a second", "answers", ({ rate }) => rate, ({ rate }) => rate],
  [`p50 of the first ${WARM_UP} s`, "ms", ({ early }) => early.p50, ({ early }) => early.p50],
  [`p99 of the first ${WARM_UP} s`, "ms", ({ early }) => early.p99, ({ early }) => early.p99],
  ["actions refused as overloaded", "actions", ({ shed }) => shed, ({ shed }) => shed],
  ["memory at the end", "MB", ({ after }) => after.memory / 1e6],
  ["memory that came in that time", "MB", ({ before, after }) => (after.memory - before.memory) / 1e6],
  ["bytes of one in the database, with its indexes", "bytes", ({ bytes }) => bytes],
  ["actions that were answered and are not in the log", "actions", ({ lost }) => lost],
];

export function cases(): BenchCase[] {
  return LOADS.flatMap((loads) => {
    const runs = SUBJECTS.map(({ name, engine }) => ({ name, figures: memoized(() => run(engine, loads)) }));
    return loads.flatMap((load, i) => {
      const bare = bareOf(load);
      return FIGURES.map(([figure, unit, of, ofBare]): BenchCase => ({
        name: `${load.name}: ${figure}`,
        unit,
        subjects: [
          ...runs.map(({ name, figures }) => ({ name, measure: async () => of((await figures())[i]!) })),
          ...(bare && ofBare ? [{ name: BARE, measure: async () => ofBare(await bare()) }] : []),
        ],
      }));
    });
  });
}

const BARE = "fastify 5 over the package";

/** Returns a bare server's measurement of a load, or `undefined` if the bare server cannot take the load. */
function bareOf({ rate, batch, isReading, behind }: Load): (() => Promise<BareFigures>) | undefined {
  if (isReading === true || behind !== undefined || process.env["BENCH_PEERS"] === "0") return undefined;
  const subject = { subject: "anchorlog", threads: 1, waiting: 0 } as const;
  return memoized(() => measureBare(subject, { rate, batch, seconds: SECONDS, warmUp: WARM_UP }, BARE));
}

async function run(engine: Engine, loads: readonly Load[]): Promise<Figures[]> {
  const folder = await makeFolder();
  const dead = createServer().listen(0, "127.0.0.1");
  await once(dead, "listening");
  const given = { PUBLIC_URL: "http://api.example", WEBHOOK_ALLOW: "127.0.0.1", SERVER_SECRET: "5e".repeat(32) };
  const env = { ...given, ...(await environmentOf(engine)), ...nodeOptions() };
  const servers = await startProcesses(folder, env, engine === "PostgreSQL" ? PROCESSES : 1);
  try {
    const urls = await Promise.all(servers.map(listening));
    const url = urls[0]!;
    for (const one of urls) {
      // A server that has just started may refuse its first requests as overloaded.
      while ((await (await fetch(`${one}/readyz`)).text()).includes("overloaded")) await sleep(50);
    }
    const founded: Founded[] = [];
    const { organizations, behind = 0 } = loads[0]!;
    for (let i = 0; i < organizations; i++) {
      founded.push(await found(url, folder, env, i, (dead.address() as AddressInfo).port));
      // Wait, because sign-ins are rate-limited.
      await sleep(1_000);
    }
    await withTables(folder, env, liftLimits);
    const counted = () => withTables(folder, env, (database) => readStored(database, folder));
    const ports = urls.map((one) => Number(new URL(one).port));
    const platforms = founded.map(({ platform }) => ({ ...platform, from: behind }));
    for (let from = 0; from < behind; from += PART) {
      const count = Math.min(PART, behind - from);
      const makers = platforms.map((one) => ({ ...one, from, mintsOnly: true }));
      const filling = { ports, platforms: makers, batch: 100, warmUp: 0 };
      await measure(urls, counted, { ...filling, rate: FILL_RATE, seconds: count / FILL_RATE });
      // A token is valid for 15 minutes.
      for (const [i, { renew }] of founded.entries()) Object.assign(platforms[i]!, await renew());
    }
    const measured: Figures[] = [];
    for (const { name, rate, batch, isReading } of loads) {
      const paths = isReading === true && { paths: pathsAmong(behind) };
      const options = { ports, platforms, ...paths, batch, rate, seconds: SECONDS, warmUp: WARM_UP };
      const cpu = () => sumOf(servers.map(({ child }) => cpuByThread(child.pid!)));
      const begun = cpu();
      const figures = await measure(urls, counted, options);
      measured.push(figures);
      note(`${OURS}, ${engine}, ${name}`, figures, begun, cpu());
      noteMemory(figures);
    }
    return measured;
  } finally {
    await Promise.all(servers.map(terminate));
    dead.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts processes of one server, each at an address of its own. */
async function startProcesses(
  folder: string,
  env: Readonly<Record<string, string>>,
  count: number,
): Promise<ReturnType<typeof startServer>[]> {
  if (count === 1) return [startServer(folder, env, [], undefined, true)];
  const servers: ReturnType<typeof startServer>[] = [];
  for (let i = 0; i < count; i++) {
    const port = await freePort(0);
    const own = { PORT: String(port), PROCESS_URL: `http://127.0.0.1:${port}`, FILES_DIR: join(folder, "files") };
    const place = i === 0 ? folder : join(folder, `process-${i}`);
    servers.push(startServer(place, { ...env, ...own }, [], undefined, true));
    // The first one makes the tables.
    if (i === 0) await listening(servers[0]!);
  }
  return servers;
}

const sumOf = (all: readonly CpuByThread[]): CpuByThread => {
  const sum: Record<string, number> = {};
  for (const [name, ms] of all.flatMap((one) => Object.entries(one))) sum[name] = (sum[name] ?? 0) + ms;
  return sum;
};

/** Measures a load. Compares the actions that were answered with the number of logged ones from `counted`. */
export async function measure(
  urls: readonly string[],
  counted: () => Promise<Stored>,
  options: GeneratorOptions,
): Promise<Figures> {
  const standing = await counted();
  const generator = start<GeneratorMessage>("generator", options);
  try {
    await generator.next("ready");
    generator.child.send("begin");
    await generator.next("warm");
    const before = await usage(urls);
    const over = new AbortController();
    const sampling = sample(urls, over.signal);
    const latencies = await generator.next("latencies");
    over.abort();
    const [samples, after] = [await sampling, await usage(urls)];
    // The generator throws unless all of its requests are answered.
    const accepted = options.paths === undefined ? latencies.actions + latencies.early.actions : 0;
    const now = await counted();
    const bytes = accepted === 0 ? 0 : (now.bytes - standing.bytes) / accepted;
    return { ...latencies, before, after, samples, lost: standing.count + accepted - now.count, bytes };
  } finally {
    await generator.ended();
  }
}

/** Seconds between two samples. */
const SAMPLE = 5;

async function sample(urls: readonly string[], over: AbortSignal): Promise<Usage[]> {
  const samples: Usage[] = [];
  for (;;) {
    await sleep(SAMPLE * 1_000, undefined, { signal: over }).catch(() => {});
    if (over.aborted) return samples;
    samples.push(await usage(urls));
  }
}

export function noteMemory({ samples }: Figures): void {
  const each = samples.map(({ memory, heap }) => `${(memory / 1e6).toFixed(0)} (${(heap / 1e6).toFixed(0)})`);
  process.stderr.write(`MB of memory (in the JavaScript heap) every ${SAMPLE} s: ${each.join(", ")}\n`);
}

export type Founded = {
  readonly client: Client;
  readonly platform: PlatformLoad;
  /** Signs the organization's owner in again. */
  readonly renew: () => Promise<Pick<PlatformLoad, "authorization">>;
};

/** Makes an organization, its owner, a template with custody, and webhooks to a port that never answers. */
export async function found(
  url: string,
  folder: string,
  env: Readonly<Record<string, string>>,
  number: number,
  deadPort: number,
): Promise<Founded> {
  const signing = await signingFor(url, folder, env);
  const renew = async () => {
    const { access_token } = await signIn(signing, `owner-${number}@example.com`);
    return { authorization: `Bearer ${access_token}` };
  };
  const headers = await renew();
  const me = await call<{ organization: { log_name: string } }>(signing, "GET", "/wallets/me", { headers });
  const secretKey = `0x${(number + 1).toString(16).padStart(64, "a1")}` as const;
  const wallet = privateKeyToAccount(secretKey);
  const client = { headers, wallet, log: me.body.organization.log_name };
  await sign(signing, client, "POST", "/wallets/register", { body: { address: wallet.address } });
  const body = { name: "ticket", custody: true };
  const template = await sign<{ id: string }>(signing, client, "POST", "/templates", { body });
  if (template.status !== 201) throw new Error(JSON.stringify(template.body));
  for (let i = 0; i < DEAD_RECEIVERS; i++) {
    const hook = { name: `dead-${i}`, url: `http://127.0.0.1:${deadPort}/${i}`, events: ["*"] };
    const made = await sign(signing, client, "POST", "/webhooks", { body: hook });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    // Stay within the rate limit of a credential's writes.
    await sleep(250);
  }
  const { operator } = signing.parts;
  return { client, renew, platform: { ...headers, operator, secretKey, log: client.log, template: template.body.id } };
}

/** Sets the rate limits of all organizations so high that no load reaches them. */
export async function liftLimits({ across }: Database): Promise<void> {
  const much = { minute: 10_000, second: 10_000 };
  const limits = JSON.stringify({ bus: { second: 1_000_000 }, reads: much });
  await across.accounts.updateTable("organization").set({ limits }).execute();
}

export async function readStored({ across, engine }: Database, folder: string): Promise<Stored> {
  const all = across.tables.selectFrom("action_log").select(({ fn }) => fn.countAll<number>().as("count"));
  const { count } = await all.executeTakeFirstOrThrow();
  if (engine === "postgres") {
    const size = sql<{ bytes: number }>`SELECT pg_database_size(current_database()) AS bytes`;
    return { count, bytes: (await size.execute(across.tables)).rows[0]!.bytes };
  }
  const files = (await readdir(join(folder, "data"))).filter((name) => name.endsWith(".sqlite"));
  const sizes = await Promise.all(files.map(async (name) => (await stat(join(folder, "data", name))).size));
  return { count, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** Opens the tables of a running server. */
export async function withTables<T>(
  folder: string,
  env: Readonly<Record<string, string>>,
  use: (database: Database) => Promise<T>,
): Promise<T> {
  const config = readConfig(environment(folder, env));
  const database = await openTables(await configureOperator(config), config);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

/** Reads the CPU time, of all threads, and the memory of the server's processes. */
export async function usage(urls: readonly string[]): Promise<Usage> {
  const all = await Promise.all(urls.map(async (url) => (await fetch(`${url}/metrics`)).text()));
  const sum = (name: string): number =>
    all.reduce((total, metrics) => total + Number(new RegExp(`^${name} (\\S+)`, "m").exec(metrics)![1]), 0);
  return {
    cpuSeconds: sum("process_cpu_seconds_total"),
    memory: sum("process_resident_memory_bytes"),
    heap: sum("nodejs_heap_size_used_bytes"),
  };
}

/** Returns the server's Node options: `BENCH_NODE_OPTIONS`, for example `--cpu-prof --cpu-prof-dir=…`. */
function nodeOptions(): Record<string, string> {
  const options = process.env["BENCH_NODE_OPTIONS"];
  return options === undefined ? {} : { NODE_OPTIONS: options };
}
