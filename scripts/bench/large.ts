/**
 * Measures the API's server with one organization of many objects, beside one of few: bytes, reads, writes, a restart,
 * and the commands that read the whole log. All of it is linear at most: a ratio far above 1 is a defect.
 */
import { spawn } from "node:child_process";
import { once as onceOf } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { environment, listening, signingFor, start as startServer, terminate } from "../../server/test/process.ts";
import { signIn } from "../../server/test/harness.ts";
import { type BenchCase, OURS } from "./frame.ts";
import type { PlatformLoad } from "./http/platform.ts";
import {
  FILL_RATE,
  found,
  liftLimits,
  measure,
  noteMemory,
  PART,
  readStored,
  usage,
  withTables,
  type Figures as LoadFigures,
} from "./server.ts";
import { makeFolder, once } from "./shared.ts";

/** Objects of the organization (`BENCH_OBJECTS`; a million takes half an hour), and of the one beside it. */
const MANY = Number(process.env["BENCH_OBJECTS"] ?? 100_000);
const FEW = 10_000;
/** The folder in which the data stays (`BENCH_FOLDER`). A later run continues with it. */
const KEPT = process.env["BENCH_FOLDER"];

/** Seconds of reads and of writes, each, and how many there are a second. */
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 12);
const WARM_UP = 5;
const [READS, WRITES] = [150, 500];
const ENV = { PUBLIC_URL: "http://api.example", SERVER_SECRET: "5e".repeat(32) };
const MAIN = fileURLToPath(new URL("../../server/src/main/main.ts", import.meta.url));
/** Writes what a command took, when it ends. */
const REPORTING = `data:text/javascript,${encodeURIComponent(
  'process.on("exit", () => process.stderr.write("\\n" + JSON.stringify(process.resourceUsage())))',
)}`;

/** Seconds of CPU, and bytes of memory at most. */
type Cost = { readonly seconds: number; readonly memory: number };
type Figures = {
  readonly actions: number;
  readonly bytes: number;
  readonly reads: LoadFigures;
  readonly writes: LoadFigures;
  /** Milliseconds until it is ready. */
  readonly restart: Cost & { readonly ms: number };
  readonly audit: Cost;
  readonly rebuild: Cost;
  readonly reindex: Cost;
};

const cpuOf = ({ before, after, actions }: LoadFigures, count = actions): number =>
  (1e6 * (after.cpuSeconds - before.cpuSeconds)) / count;
const FIGURES: readonly (readonly [name: string, unit: string, of: (figures: Figures) => number])[] = [
  ["bytes of an action in the databases, with their indexes", "bytes", ({ bytes, actions }) => bytes / actions],
  [`${READS} reads a second, of objects and of lists' pages: p50`, "ms", ({ reads }) => reads.p50],
  [`${READS} reads a second, of objects and of lists' pages: p99`, "ms", ({ reads }) => reads.p99],
  ["CPU time of a read", "microseconds", ({ reads }) => cpuOf(reads, READS * SECONDS)],
  [`${WRITES} writes a second: p50`, "ms", ({ writes }) => writes.p50],
  [`${WRITES} writes a second: p99`, "ms", ({ writes }) => writes.p99],
  ["CPU time of a write", "microseconds", ({ writes }) => cpuOf(writes)],
  ["memory of the server after that", "MB", ({ writes }) => writes.after.memory / 1e6],
  ["restart, until the server is ready", "ms", ({ restart }) => restart.ms],
  ["CPU time of a restart", "ms", ({ restart }) => restart.seconds * 1e3],
  ["memory of the server after a restart", "MB", ({ restart }) => restart.memory / 1e6],
  ...(["audit", "rebuild", "reindex"] as const).flatMap((name) => [
    [
      `${name}: CPU time of an action`,
      "microseconds",
      (all: Figures) => (all[name].seconds * 1e6) / all.actions,
    ] as const,
    [`${name}: peak memory`, "MB", (all: Figures) => all[name].memory / 1e6] as const,
  ]),
];

export function cases(): BenchCase[] {
  const [many, few] = [once(() => run(MANY)), once(() => run(FEW))];
  return FIGURES.map(([name, unit, of]) => ({
    name: `one organization of ${MANY.toLocaleString("en")} objects: ${name}`,
    unit,
    subjects: [
      { name: OURS, measure: async () => of(await many()) },
      { name: `${OURS}, with only ${FEW.toLocaleString("en")} objects`, measure: async () => of(await few()) },
    ],
  }));
}

async function run(objects: number): Promise<Figures> {
  const folder = KEPT === undefined ? await makeFolder() : join(KEPT, String(objects));
  await mkdir(folder, { recursive: true });
  try {
    const loads = await withServer(folder, async (url) => {
      const platform = await open(url, folder);
      await fill(url, folder, objects, platform);
      return { ...(await stored(folder)), ...(await measureLoads(url, folder, platform)) };
    });
    const restart = await measureRestart(folder);
    const { count: actions } = await stored(folder);
    return {
      ...loads,
      actions,
      restart,
      audit: await runCommand(folder, "audit"),
      rebuild: await runCommand(folder, "rebuild", "--replace"),
      reindex: await runCommand(folder, "reindex"),
    };
  } finally {
    if (KEPT === undefined) await rm(folder, { recursive: true, force: true });
  }
}

async function withServer<T>(folder: string, use: (url: string) => Promise<T>): Promise<T> {
  const server = startServer(folder, ENV, [], undefined, true);
  try {
    const url = await listening(server);
    await untilReady(url);
    return await use(url);
  } finally {
    await terminate(server);
  }
}

async function untilReady(url: string): Promise<void> {
  while ((await fetch(`${url}/readyz`)).status !== 200) await sleep(20);
}

/** Returns the organization's load, signed in. */
type Platform = () => Promise<PlatformLoad>;

/** Milliseconds for which a sign-in is used: a token is valid for 15 minutes, and sign-ins are limited. */
const SIGNED_IN = 600_000;

/** Makes the organization, or takes the one that is there. */
async function open(url: string, folder: string): Promise<Platform> {
  const file = join(folder, "organization.json");
  if (!existsSync(file)) {
    const { platform } = await found(url, folder, ENV, 0, 0);
    await writeFile(file, JSON.stringify(platform));
    await withTables(folder, ENV, liftLimits);
  }
  const load = JSON.parse(await readFile(file, "utf8")) as PlatformLoad;
  const signing = await signingFor(url, folder, ENV);
  let last: { readonly at: number; readonly authorization: string } | undefined;
  return async () => {
    if (last === undefined || performance.now() - last.at > SIGNED_IN) {
      const { access_token } = await signIn(signing, "owner-0@example.com");
      last = { at: performance.now(), authorization: `Bearer ${access_token}` };
    }
    return { ...load, authorization: last.authorization };
  };
}

const stored = (folder: string) => withTables(folder, ENV, (database) => readStored(database, folder));
const portsOf = (url: string): number[] => [Number(new URL(url).port)];

/** Returns the number of objects, and the number for the next one. */
async function objectsOf(folder: string): Promise<{ readonly count: number; readonly next: number }> {
  return withTables(folder, ENV, async ({ across }) => {
    const all = across.tables.selectFrom("object");
    const { count } = await all.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
    const newest = await all.select("id").orderBy("created_idx", "desc").limit(1).executeTakeFirst();
    // The generator signs a few more mints than it sends.
    return { count, next: newest === undefined ? 0 : Number(newest.id.slice("object-".length)) + 10_000 };
  });
}

/** Mints objects, in batches, until there are so many. */
async function fill(url: string, folder: string, objects: number, platform: Platform): Promise<void> {
  for (;;) {
    const { count, next } = await objectsOf(folder);
    // Some actions of a part may be refused as overloaded, so the number of objects is read again for each part.
    const part = Math.min(PART, Math.ceil((objects - count) / 100) * 100);
    if (part <= 0) return;
    const load = { ...(await platform()), from: next, mintsOnly: true };
    const rate = Number(process.env["BENCH_FILL_RATE"] ?? FILL_RATE);
    const filling = { ports: portsOf(url), platforms: [load], batch: 100, rate, seconds: part / rate, warmUp: 0 };
    const figures = await measure([url], () => stored(folder), filling);
    process.stderr.write(
      `${count} objects, ${part} more sent: ${cpuOf(figures).toFixed(0)} microseconds of CPU for one\n`,
    );
    noteMemory(figures);
  }
}

async function measureLoads(
  url: string,
  folder: string,
  platform: Platform,
): Promise<Pick<Figures, "reads" | "writes">> {
  const common = { ports: portsOf(url), batch: 1, seconds: SECONDS, warmUp: WARM_UP };
  const load = async (more: { readonly rate: number; readonly paths?: readonly string[] }) => {
    const platforms = [{ ...(await platform()), from: (await objectsOf(folder)).next }];
    return measure([url], () => stored(folder), { ...common, platforms, ...more });
  };
  const reads = await load({ rate: READS, paths: await pathsOf(folder) });
  return { reads, writes: await load({ rate: WRITES }) };
}

/** Paths to read: every fourth is a list's page, the others are objects from the whole range. */
async function pathsOf(folder: string): Promise<string[]> {
  const pages = ["/objects?limit=25", "/ebus/action-logs?limit=25"];
  return withTables(folder, ENV, async ({ across }) => {
    const { org, last } = await across.tables
      .selectFrom("object")
      .select(({ fn }) => ["org", fn.max("created_idx").as("last")])
      .groupBy("org")
      .executeTakeFirstOrThrow();
    const objects = across.tables.selectFrom("object").select("id").where("org", "=", org).orderBy("created_idx");
    const paths: string[] = [];
    for (let i = 0; i < 1_000; i++) {
      const later = objects.where("created_idx", ">=", Math.floor((i * last) / 1_000));
      const { id } = await later.limit(1).executeTakeFirstOrThrow();
      paths.push(pages[i % 8] ?? `/objects/${id}`);
    }
    return paths;
  });
}

async function measureRestart(folder: string): Promise<Figures["restart"]> {
  const begun = performance.now();
  return withServer(folder, async (url) => {
    const ms = performance.now() - begun;
    const { cpuSeconds, memory } = await usage([url]);
    return { ms, seconds: cpuSeconds, memory };
  });
}

async function runCommand(folder: string, ...args: readonly string[]): Promise<Cost> {
  const flags = ["--disable-warning=ExperimentalWarning", "--import", REPORTING];
  const child = spawn(process.execPath, [...flags, MAIN, ...args], {
    env: { PATH: process.env["PATH"], ...environment(folder, ENV) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), onceOf(child, "close")]);
  if (code !== 0) throw new Error(`${args.join(" ")} ended with code ${code}: ${said}`);
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(said.slice(said.lastIndexOf("\n"))) as NodeJS.ResourceUsage;
  return { seconds: (userCPUTime + systemCPUTime) / 1e6, memory: maxRSS * 1e3 };
}
