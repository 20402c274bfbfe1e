/** Measures a store's cost of acts upon one of many objects: CPU time, statements, and bytes on disk. */
import { readFile, stat } from "node:fs/promises";
import pg from "pg";
import type { Draft, LogStore } from "../../../src/log/index.ts";
import { openPostgresStore } from "../../../src/store/postgres.ts";
import { openSqliteStore } from "../../../src/store/sqlite.ts";
import { acting, call, draft, logOf, NOTHING } from "../../../test/store/drafts.ts";
import { queryDatabase, type TestServer } from "../../../test/postgres.ts";
import { same } from "../frame.ts";

/** Figures of one act, except for `statements`. */
export type ActFigures = {
  /** CPU microseconds of this process, all threads. */
  readonly ours: number;
  /** CPU microseconds of this process for an entry that is not about an object. */
  readonly nothing: number;
  /** CPU microseconds of the database's processes; `undefined` for SQLite, which runs in this process. */
  readonly backend: number | undefined;
  /** Statements that one call sends to the database. */
  readonly statements: number | undefined;
  /** Bytes in the write-ahead log. */
  readonly ahead: number | undefined;
  /** Bytes of the store, averaged over all entries. */
  readonly bytes: number;
};

const CALL = 100;
const CALLS = 50;
const FILL = 5_000;
const LOG = logOf("a");

/** Makes `objects` new objects, then measures `CALLS` calls with acts upon some of them. */
export async function measureSqlite(path: string, objects: number): Promise<ActFigures> {
  const store = await openSqliteStore(path);
  try {
    await fill(store, objects);
    const before = process.cpuUsage();
    await appendCalls(store, actsUpon(objects));
    const ours = processorSince(before);
    const nothing = await measureNothing(store, objects);
    await store.close();
    const { size } = await stat(path);
    const bytes = size / (objects + 2 * CALLS * CALL);
    return { ours, nothing, backend: undefined, statements: undefined, ahead: undefined, bytes };
  } finally {
    await store.close();
  }
}

/** Measures the same in a PostgreSQL database. With `effects`, each call runs one more statement. */
export async function measurePostgres(server: TestServer, objects: number, effects: boolean): Promise<ActFigures> {
  const url = await server.createDatabase();
  await queryDatabase(url, "CREATE TABLE notes (text TEXT)");
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  let statements = 0;
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
    const count = (...asked: unknown[]) => {
      statements++;
      return query(...asked);
    };
    Object.assign(client, { query: count });
  });
  const store = await openPostgresStore({ pool, leader: "the bench" });
  const number = async (sql: string) => Number((await queryDatabase(url, sql))[0]!["n"]);
  const written = () => number("SELECT pg_current_wal_lsn() - '0/0' AS n");
  try {
    const empty = await number("SELECT pg_database_size(current_database()) AS n");
    await fill(store, objects);
    const [pages, spent] = [await written(), await backendTime(url)];
    const before = process.cpuUsage();
    const told = statements;
    await appendCalls(store, actsUpon(objects), effects);
    const ours = processorSince(before);
    const acts = CALLS * CALL;
    const figures = {
      ours,
      backend: ((await backendTime(url)) - spent) / acts,
      statements: (statements - told) / CALLS,
      ahead: ((await written()) - pages) / acts,
      bytes: ((await number("SELECT pg_database_size(current_database()) AS n")) - empty) / (objects + acts),
    };
    return { ...figures, nothing: await measureNothing(store, objects, effects) };
  } finally {
    await store.close();
    await pool.end();
  }
}

async function fill(store: LogStore, objects: number): Promise<void> {
  for (let done = 0; done < objects; done += FILL) {
    const some = Math.min(FILL, objects - done);
    await append(
      store,
      Array.from({ length: some }, (_, i) => act(done + i, done + i)),
    );
  }
}

/** Returns the draft with a number. */
type Drafts = (number: number) => Draft;

async function appendCalls(store: LogStore, draftOf: Drafts, effects = false): Promise<void> {
  const note = { sql: "INSERT INTO notes (text) VALUES ($1)", parameters: ["acted"] };
  for (let i = 0; i < CALLS; i++) {
    const drafts = Array.from({ length: CALL }, (_, j) => draftOf(CALL * i + j));
    if (effects) drafts[0] = { ...drafts[0]!, effects: [note] };
    await append(store, drafts);
  }
}

/** Returns acts upon the objects, in an irregular order that is the same in every run. */
const actsUpon =
  (objects: number): Drafts =>
  (number) =>
    act(objects + number, (number * 7_919 * 104_729) % objects);

/** Appends entries without an object after the acts. @returns microseconds of an entry. */
async function measureNothing(store: LogStore, objects: number, effects = false): Promise<number> {
  const before = process.cpuUsage();
  await appendCalls(store, (number) => draft(objects + CALLS * CALL + number, { object: NOTHING }), effects);
  return processorSince(before);
}

const act = (nonce: number, object: number): Draft => draft(nonce, { object: acting(`object ${object}`) });

async function append(store: LogStore, drafts: readonly Draft[]): Promise<void> {
  for (const { status } of await store.append(LOG, call(drafts))) same(status, "appended", "what came of an act");
}

/** Returns the CPU microseconds of an act. */
function processorSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (CALLS * CALL);
}

/** Returns the CPU microseconds of a database's connections, except for this query's. Linux only. */
async function backendTime(url: string): Promise<number> {
  const rows = await queryDatabase(
    url,
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
  const times = rows.map(async ({ pid }) =>
    Number((await readFile(`/proc/${pid as number}/schedstat`, "utf8")).split(" ")[0]),
  );
  return (await Promise.all(times)).reduce((sum, time) => sum + time, 0) / 1_000;
}
