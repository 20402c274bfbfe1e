/**
 * Measures the API's server, in its own process and as in production, under a steady load: signed actions of one
 * organization, batches of several, and reads. Its CPU time comes from its own metrics. For loads that only write, the
 * peer is a bare server over the package, which logs and answers the same number of actions and does nothing else.
 */
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
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
import { cpuByThread, note } from "./http/threads.ts";
import { makeFolder, once as memoized } from "./shared.ts";

/** Seconds for which each load is measured (`BENCH_SECONDS` sets others), and the seconds of load before them. */
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 12);
const WARM_UP = 5;
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

/** Objects that exist before reads. A million takes twenty minutes to make, and needs `BENCH_LARGE=1`. */
const [BEHIND, MANY] = [10_000, 1_000_000];
const isLarge = process.env["BENCH_LARGE"] === "1";
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
  ...(isLarge
    ? [
        [
          ...READS.map((rate) => reading(rate, MANY)),
          ...RATES.map((rate) => ({
            name: `${inWords(rate)} signed actions a second of one organization that has ${inWords(MANY)} objects`,
            organizations: 1,
            rate,
            batch: 1,
            behind: MANY,
          })),
        ],
      ]
    : []),
];

/** Webhooks of each organization whose receiver never answers: `BENCH_DEAD_RECEIVERS`, 20 at most. */
const DEAD_RECEIVERS = Number(process.env["BENCH_DEAD_RECEIVERS"] ?? 0);

/** Objects made a second before the measurement, and objects made with one sign-in. */
const FILL_RATE = 1_500;
const PART = 300_000;

const PAGES: readonly (string | undefined)[] = ["/objects?limit=25", "/ebus/action-logs?limit=25"];
/** Returns the paths to read: every fourth is a list's page, the others are objects from the whole range. */
const pathsAmong = (objects: number): string[] =>
  Array.from({ length: 1_000 }, (_, i) => PAGES[i % 8] ?? `/objects/object-${Math.floor((i * objects) / 1_000)}`);

type Usage = { readonly cpuSeconds: number; readonly memory: number };
type Figures = Latencies & { readonly before: Usage; readonly after: Usage; readonly lost: number };

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
  if (isReading === true || behind !== undefined) return undefined;
  const subject = { subject: "anchorlog", threads: 1, waiting: 0 } as const;
  return memoized(() => measureBare(subject, { rate, batch, seconds: SECONDS, warmUp: WARM_UP }, BARE));
}

async function run(engine: Engine, loads: readonly Load[]): Promise<Figures[]> {
  const folder = await makeFolder();
  const dead = createServer().listen(0, "127.0.0.1");
  await once(dead, "listening");
  const given = { PUBLIC_URL: "http://api.example", WEBHOOK_ALLOW: "127.0.0.1" };
  const env = { ...given, ...(await environmentOf(engine)), ...nodeOptions() };
  const server = startServer(folder, env, [], undefined, true);
  try {
    const url = await listening(server);
    // A server that has just started may refuse its first requests as overloaded.
    while ((await (await fetch(`${url}/readyz`)).text()).includes("overloaded")) await sleep(50);
    const founded: Founded[] = [];
    const { organizations, behind = 0 } = loads[0]!;
    for (let i = 0; i < organizations; i++) {
      founded.push(await found(url, folder, env, i, (dead.address() as AddressInfo).port));
      // Wait, because sign-ins are rate-limited.
      await sleep(1_000);
    }
    await withTables(folder, env, liftLimits);
    const counted = () => withTables(folder, env, countActions);
    const port = Number(new URL(url).port);
    const platforms = founded.map(({ platform }) => ({ ...platform, from: behind }));
    for (let from = 0; from < behind; from += PART) {
      const count = Math.min(PART, behind - from);
      const makers = platforms.map((one) => ({ ...one, from, mintsOnly: true }));
      const filling = { port, platforms: makers, batch: 100, warmUp: 0 };
      await measure(url, counted, { ...filling, rate: FILL_RATE, seconds: count / FILL_RATE });
      // A token is valid for 15 minutes.
      for (const [i, { renew }] of founded.entries()) Object.assign(platforms[i]!, await renew());
    }
    const measured: Figures[] = [];
    for (const { name, rate, batch, isReading } of loads) {
      const paths = isReading === true && { paths: pathsAmong(behind) };
      const options = { port, platforms, ...paths, batch, rate, seconds: SECONDS, warmUp: WARM_UP };
      const begun = cpuByThread(server.child.pid!);
      const figures = await measure(url, counted, options);
      measured.push(figures);
      note(`${OURS}, ${engine}, ${name}`, figures, begun, cpuByThread(server.child.pid!));
    }
    return measured;
  } finally {
    await terminate(server);
    dead.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Measures a load. Compares the actions that were answered with the number of logged ones from `counted`. */
async function measure(url: string, counted: () => Promise<number>, options: GeneratorOptions): Promise<Figures> {
  const standing = await counted();
  const generator = start<GeneratorMessage>("generator", options);
  try {
    await generator.next("ready");
    generator.child.send("begin");
    await generator.next("warm");
    const before = await usage(url);
    const latencies = await generator.next("latencies");
    const after = await usage(url);
    // The generator throws unless all of its requests are answered.
    const accepted = options.paths === undefined ? latencies.actions + latencies.early.actions : 0;
    return { ...latencies, before, after, lost: standing + accepted - (await counted()) };
  } finally {
    await generator.ended();
  }
}

type Founded = {
  readonly client: Client;
  readonly platform: PlatformLoad;
  /** Signs the organization's owner in again. */
  readonly renew: () => Promise<Pick<PlatformLoad, "authorization">>;
};

/** Makes an organization, its owner, a template with custody, and webhooks to a port that never answers. */
async function found(
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
async function liftLimits({ across }: Database): Promise<void> {
  const much = { minute: 10_000, second: 10_000 };
  const limits = JSON.stringify({ bus: { second: 1_000_000 }, reads: much });
  await across.accounts.updateTable("organization").set({ limits }).execute();
}

async function countActions({ across }: Database): Promise<number> {
  const all = across.tables.selectFrom("action_log").select(({ fn }) => fn.countAll<number>().as("count"));
  return (await all.executeTakeFirstOrThrow()).count;
}

/** Opens the tables of a running server. */
async function withTables<T>(
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

/** Reads the CPU time, of all threads, and the memory of the server's process. */
async function usage(url: string): Promise<Usage> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const valueOf = (name: string): number => Number(new RegExp(`^${name} (\\S+)`, "m").exec(metrics)![1]);
  return { cpuSeconds: valueOf("process_cpu_seconds_total"), memory: valueOf("process_resident_memory_bytes") };
}

/** Returns the server's Node options: `BENCH_NODE_OPTIONS`, for example `--cpu-prof --cpu-prof-dir=…`. */
function nodeOptions(): Record<string, string> {
  const options = process.env["BENCH_NODE_OPTIONS"];
  return options === undefined ? {} : { NODE_OPTIONS: options };
}
