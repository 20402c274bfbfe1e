/** Measures an action's way to the receipt of a durable entry, and the store alone, beside the disk's own time. */
import { hash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { logId, type SignedAction } from "../../src/action/index.ts";
import { openAnchorlog, type Anchorlog } from "../../src/operator/open.ts";
import { decodeEntry, encodeEntry, hashEntry, type LogStore } from "../../src/log/index.ts";
import { createFileGuard, createPostgresGuard, type Guard } from "../../src/store/guard.ts";
import { openPostgresStore } from "../../src/store/postgres.ts";
import { openSqliteStore } from "../../src/store/sqlite.ts";
import { call, draft, logOf } from "../../test/store/drafts.ts";
import { keys, operator, types } from "../../test/operator.ts";
import { startPostgres } from "../../test/postgres.ts";
import { type BenchCase, OURS, same, type TimedSubject } from "./frame.ts";
import { LOG, signedActions } from "./log/actions.ts";
import { memoryOf } from "./memory.ts";
import { makeFolder, once } from "./shared.ts";

type Backend = {
  readonly name: string;
  readonly open: (path: string) => Promise<LogStore>;
  /** Opens the store's guard. */
  readonly guard: (path: string) => Promise<Guard>;
};

/** The stores, each opened on its own path or name. The others are compared with the first. */
const STORES: readonly Backend[] = [
  {
    name: "SQLite",
    open: (path) => openSqliteStore(`${path}.sqlite`),
    guard: async (path) => createFileGuard(`${path}.guard`, operator),
  },
  { name: "PostgreSQL", open: openPostgres, guard: createGuardInPostgres },
];

const DISK_FLOOR = "node:sqlite insert, fsync";
const HASH_FLOOR = "node:crypto, hash only";
const BATCH = 100;
const IN_FLIGHT = [1, 16, 256];
const THREADS = 2;
/** Actions in a measurement of latency. */
const LATENCIES = 2_000;
/** Entries that a log has before. A million takes minutes, and needs `BENCH_LARGE=1`. */
const SIZES = [10_000, 100_000, ...(process.env["BENCH_LARGE"] === "1" ? [1_000_000] : [])];
const LOGS = [1, 10, 100];
const MEMORY_ACTIONS = 10_000;

const cleanup: (() => Promise<void>)[] = [];
let folder = "";

export async function cases(): Promise<BenchCase[]> {
  folder = await makeFolder();
  cleanup.push(() => rm(folder, { recursive: true, force: true }));
  const { row, entry, leaf } = await sample();
  const operators = STORES.flatMap((backend, i) => {
    const name = i === 0 ? OURS : `${OURS}, ${backend.name}`;
    return [
      { name, get: once(() => openOperator(backend, 0)) },
      { name: `${name}, ${THREADS} verifier threads`, get: once(() => openOperator(backend, THREADS)) },
      { name: `${name}, with a guard`, get: once(() => openOperator(backend, 0, true)) },
    ];
  });
  const waves = (count: number, size: number): TimedSubject[] => [
    ...operators.map(({ name, get }) => ({ name, ...submitting(get, count, size) })),
    { name: DISK_FLOOR, run: inserter(row, count * size), itemsPerRun: count * size },
  ];
  return [
    ...IN_FLIGHT.map((count): BenchCase => ({
      name: count === 1 ? "append an action, one at a time" : `append an action, ${count} in flight`,
      unit: "µs",
      subjects: waves(count, 1),
    })),
    { name: `append an action, in batches of ${BATCH}`, unit: "µs", subjects: waves(1, BATCH) },
    { name: `append an action, in 4 batches of ${BATCH} at a time`, unit: "µs", subjects: waves(4, BATCH) },
    ...[0.5, 0.99].map((part): BenchCase => ({
      name: `latency of a single action, ${IN_FLIGHT.at(-1)} in flight, p${100 * part}`,
      unit: "ms",
      subjects: operators.map(({ name, get }) => ({ name, measure: async () => latency(await get(), part) })),
    })),
    ...growth(),
    {
      name: `memory of a process that appends ${MEMORY_ACTIONS.toLocaleString("en")} actions and closes their batch, its peak`,
      unit: "MB",
      subjects: [
        { name: OURS, measure: () => memoryOfAppending(0) },
        { name: `${OURS}, ${THREADS} verifier threads`, measure: () => memoryOfAppending(THREADS) },
        { name: "Node alone", measure: () => memoryOf({ type: "nothing" }) },
      ],
    },
    {
      name: "encode and hash an entry",
      unit: "µs",
      subjects: [
        { name: OURS, run: () => hashEntry(encodeEntry(entry)) },
        { name: HASH_FLOOR, run: () => hash("sha256", leaf, "buffer") },
      ],
    },
  ];
}

export async function close(): Promise<void> {
  for (const step of cleanup.splice(0).toReversed()) await step();
}

/** Measures the stores alone, by the number of entries they have before, and by the number of logs. */
function growth(): BenchCase[] {
  const each = <T>(
    values: readonly T[],
    text: (value: T) => string,
    measure: (open: Opener, value: T) => Promise<number>,
  ) =>
    STORES.flatMap(({ name, open }, i) =>
      values.map((value, j) => ({
        name: i === 0 && j === 0 ? OURS : `${OURS}, ${name}, ${text(value)}`,
        measure: () => measure(open, value),
      })),
    );
  return [
    {
      name: `store ${BATCH} drafts behind ${SIZES[0]!.toLocaleString("en")} entries, or more`,
      unit: "ms",
      subjects: each(SIZES, (size) => `${size.toLocaleString("en")} entries`, behind),
    },
    {
      name: `store ${BATCH} drafts in one log, or over more`,
      unit: "ms",
      subjects: each(LOGS, (logs) => `${logs} logs`, over),
    },
  ];
}

type Opener = (path: string) => Promise<LogStore>;

async function memoryOfAppending(threads: number): Promise<number> {
  const actions = await signedActions(0).take(MEMORY_ACTIONS);
  const definitions = { Transfer: types.definitions.Transfer };
  const path = join(folder, `memory-${threads}.sqlite`);
  return memoryOf({ type: "append", path, operator, log: LOG, definitions, actions, threads });
}

/** Returns the milliseconds to append a batch of drafts after `size` entries. The nonces are in no order. */
async function behind(open: Opener, size: number): Promise<number> {
  const store = await open(join(folder, `behind-${size}`));
  const log = logOf("a");
  const append = async (count: number) => store.append(log, call(Array.from({ length: count }, randomDraft)));
  for (let done = 0; done < size; done += 5_000) await append(Math.min(5_000, size - done));
  const took = await averageMs(50, () => append(BATCH));
  await store.close();
  return took;
}

/** Returns the milliseconds to append the same drafts to `logs` logs, with one call for each log, all at once. */
async function over(open: Opener, logs: number): Promise<number> {
  const store = await open(join(folder, `over-${logs}`));
  const ids = Array.from({ length: logs }, (_, i) => logOf(`log ${i}`));
  const took = await averageMs(50, async () => {
    const drafts = () => call(Array.from({ length: BATCH / logs }, randomDraft));
    await Promise.all(ids.map((log) => store.append(log, drafts())));
  });
  await store.close();
  return took;
}

const randomDraft = () => draft(BigInt(`0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("hex")}`));

async function averageMs(times: number, run: () => Promise<unknown>): Promise<number> {
  await run();
  const start = performance.now();
  for (let i = 0; i < times; i++) await run();
  return (performance.now() - start) / times;
}

/** Submits `count` calls of `size` actions at once. The actions are signed before the measurement. */
function submitting(get: () => Promise<Anchorlog>, count: number, size: number): Omit<TimedSubject, "name"> {
  const supply = signedActions(4 * count * size);
  let anchorlog: Anchorlog | undefined;
  return {
    itemsPerRun: count * size,
    prepare: async () => {
      anchorlog = await get();
      await supply.fill();
    },
    run: async () => {
      const calls = Array.from({ length: count }, async () => submit(anchorlog!, await supply.take(size)));
      await Promise.all(calls);
    },
  };
}

async function submit(anchorlog: Anchorlog, actions: readonly SignedAction[]): Promise<void> {
  const answers = actions.length === 1 ? [await anchorlog.submit(actions[0]!)] : await anchorlog.submitMany(actions);
  for (const { status } of answers) same(status, "accepted", "the answer");
}

/** Returns the quantile `part` of single actions' latencies, in milliseconds, with as many in flight as possible. */
async function latency(anchorlog: Anchorlog, part: number): Promise<number> {
  const supply = signedActions(LATENCIES);
  await supply.fill();
  const taken: number[] = [];
  const next = async () => {
    while (taken.length < LATENCIES) {
      const start = performance.now();
      await submit(anchorlog, await supply.take(1));
      taken.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT.at(-1)! }, next));
  return taken.toSorted((a, b) => a - b)[Math.floor(part * taken.length)]!;
}

async function openOperator(backend: Backend, threads: number, guarded = false): Promise<Anchorlog> {
  const path = join(folder, `operator-${threads}-${cleanup.length}`);
  const store = await backend.open(path);
  const guard = guarded ? { guard: await backend.guard(path) } : {};
  const anchorlog = await openAnchorlog({ store, ...guard, operator, logs: [LOG], types, keys, threads });
  cleanup.push(() => anchorlog.close());
  return anchorlog;
}

/** Opens a store on a new database in the benchmark's PostgreSQL server. */
async function openPostgres(): Promise<LogStore> {
  const connectionString = await (await postgresServer()).createDatabase();
  return openPostgresStore({ connectionString, leader: "the bench" });
}

async function createGuardInPostgres(): Promise<Guard> {
  const connectionString = await (await postgresServer()).createDatabase();
  return createPostgresGuard({ connectionString }, operator);
}

const postgresServer = once(async () => {
  const server = await startPostgres(folder);
  cleanup.unshift(() => server.close());
  return server;
});

/** Inserts the same row `count` times in a transaction, into a table without any index except its key. */
function inserter(row: { bytes: Uint8Array; action: string }, count: number): () => void {
  const insertAll = once(() => openInserter(row, count));
  return () => insertAll()();
}

function openInserter(row: { bytes: Uint8Array; action: string }, count: number): () => void {
  const db = new DatabaseSync(join(folder, `floor-${cleanup.length}.sqlite`));
  cleanup.push(async () => db.close());
  // The same settings as the store's.
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
  db.exec("CREATE TABLE entries (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL, action TEXT NOT NULL) STRICT");
  const insert = db.prepare("INSERT INTO entries (bytes, action) VALUES (?, ?)");
  return () => {
    db.exec("BEGIN IMMEDIATE");
    for (let i = 0; i < count; i++) insert.run(row.bytes, row.action);
    db.exec("COMMIT");
  };
}

/** Returns a stored entry, with which the floors are measured. */
async function sample() {
  const store = await STORES[0]!.open(join(folder, "sample"));
  const anchorlog = await openAnchorlog({ store, operator, logs: [LOG], types, keys });
  const [action] = await signedActions(1).take(1);
  await submit(anchorlog, [action!]);
  const [stored] = await store.entries(logId(operator, LOG), 0, 1);
  await anchorlog.close();
  const { bytes } = stored!;
  const entry = decodeEntry(bytes);
  const leaf = Buffer.concat([Uint8Array.of(0), bytes]);
  same(encodeEntry(entry), bytes, "the entry");
  same(hash("sha256", leaf, "buffer"), hashEntry(bytes), "the floor's hash");
  return { row: { bytes, action: JSON.stringify(action) }, entry, leaf };
}
