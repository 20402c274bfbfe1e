/** Statements that belong to entries are sent to PostgreSQL as one group. */
import pg from "pg";
import { beforeEach, expect, it, vi } from "vitest";
import type { Statement } from "anchorlog/log";
import { atEnd, closing } from "../ends.ts";
import { openPostgresStore, type PostgresStore } from "../../src/store/postgres.ts";
import { queryDatabase } from "../postgres.ts";
import { sharePostgres } from "../sharedPostgres.ts";
import { call, checkChain, codeOf, draft, logOf } from "./drafts.ts";

const server = closing(await sharePostgres());

const A = logOf("a");
let url: string;
beforeEach(async () => {
  url = await server.createDatabase();
  await query("CREATE TABLE notes (text TEXT UNIQUE, size INT)");
});

const query = (sql: string) => queryDatabase(url, sql);
const notes = async () => (await query("SELECT text FROM notes ORDER BY text")).map(({ text }) => text as string);
const note = (text: string): Statement => ({ sql: "INSERT INTO notes (text) VALUES ($1)", parameters: [text] });

/** A store over one connection of a pool, and a counter of messages to the server. */
async function open(options: pg.PoolConfig = {}) {
  const pool = new pg.Pool({ connectionString: url, max: 1, ...options });
  pool.on("error", () => {});
  let sent = 0;
  pool.on("connect", (client) => {
    const send = client.query.bind(client) as (...asked: unknown[]) => unknown;
    Object.assign(client, { query: (...asked: unknown[]) => (sent++, send(...asked)) });
  });
  atEnd(() => pool.end());
  const store = closing(await openPostgresStore({ pool, leader: "http://one" }));
  const counting = async (body: () => Promise<unknown>): Promise<number> => {
    sent = 0;
    await body();
    return sent;
  };
  return { store, pool, counting };
}

let nonces = 0;
const append = async (store: PostgresStore, ...effects: Statement[][]): Promise<string[]> =>
  (await store.append(A, call(effects.map((statements) => draft(nonces++, { effects: statements }))))).map(codeOf);

it("a failed append keeps its connection for the next one, with statements or without", async () => {
  const first = await open();
  const retry = draft(nonces++, { effects: [{ sql: "SELECT 1" }] });
  await first.store.append(A, call([retry]));
  await first.store.close();
  // This connection has appended nothing yet, so the failing append is its first.
  const { store } = await open();
  const plain = async () => (await store.append(A, call([draft(nonces++)]))).map(codeOf);
  expect((await store.append(A, call([retry]))).map(codeOf)).toEqual(["retry"]);
  expect(await plain()).toEqual(["appended"]);
  expect(await append(store, [note("a")])).toEqual(["appended"]);
  expect(await plain()).toEqual(["appended"]);
  checkChain(A, await store.entries(A, 0, 4));
});

it("statements of a thousand actions take two round trips, and a failing one takes a few more", async () => {
  const { store, counting } = await open();
  await append(store, []);
  const many = (prefix: string) => Array.from({ length: 1_000 }, (_, i) => [note(`${prefix} ${i}`)]);
  expect(await counting(() => append(store, ...many("a")))).toBe(2);
  const withOne = many("b").with(500, [note("a 0")]);
  expect(await counting(() => append(store, ...withOne))).toBeLessThan(30);
  expect(await notes()).toHaveLength(1_999);
  checkChain(A, await store.entries(A, 0, 3_000));
});

it("few statements run in vain if every second one fails", async () => {
  const { store, counting } = await open();
  await append(store, [note("there")]);
  const mixed = Array.from({ length: 100 }, (_, i) => [note(i % 2 === 0 ? `${i}` : "there")]);
  let codes: string[] = [];
  expect(await counting(async () => (codes = await append(store, ...mixed)))).toBeLessThan(250);
  expect(codes).toEqual(mixed.map((_, i) => (i % 2 === 0 ? "appended" : "effect_failed")));
});

it("prepared statements keep working after a change of their tables", async () => {
  const { store } = await open();
  const sized: Statement = { sql: "SELECT size FROM notes WHERE text = 'one'", expect: 1 };
  // After so many entries, the statement keeps its name.
  await append(store, [], [], [], []);
  expect(await append(store, [note("one"), sized])).toEqual(["appended"]);
  await query("ALTER TABLE notes ALTER COLUMN size TYPE bigint");
  expect(await append(store, [sized])).toEqual(["appended"]);
  expect(await append(store, [sized, note("two")], [note("one")])).toEqual(["appended", "effect_failed"]);
  await query("ALTER TABLE notes DROP COLUMN size");
  expect(await append(store, [sized], [note("three")])).toEqual(["effect_broken", "appended"]);
});

it("statements go one by one over a client that pipelines itself", async () => {
  const { store, counting } = await open({ pipeline: true });
  expect(await append(store, [note("one")], [note("two"), note("one")], [note("two")])).toEqual([
    "appended",
    "effect_failed",
    "appended",
  ]);
  expect(await counting(() => append(store, [note("three")], []))).toBeGreaterThan(6);
  expect(await notes()).toEqual(["one", "three", "two"]);
  checkChain(A, await store.entries(A, 0, 10));
});

it("more statements than are kept prepared work as well", async () => {
  const { store } = await open();
  const many = Array.from({ length: 300 }, (_, i) => [{ sql: `INSERT INTO notes (text) VALUES ('${i}')` }]);
  expect(new Set(await append(store, ...many))).toEqual(new Set(["appended"]));
  const bad = [{ sql: "COMMIT" }, { sql: "SELECT set_config('a.b', 'c', false)" }, { sql: "TABLE anchorlog_entries" }];
  expect(await append(store, ...bad.map((statement) => [statement]))).toEqual(bad.map(() => "effect_broken"));
  expect(await notes()).toHaveLength(300);
});

it("rows are counted for any statement, also if it changes none", async () => {
  const { store } = await open();
  const statements: Statement[] = [
    { sql: "INSERT INTO notes (text) VALUES ('a'), ('b'), ('c')", expect: 3 },
    { sql: "UPDATE notes SET size = 1", expect: 3 },
    { sql: "SELECT * FROM notes WHERE text > 'a'", expect: 2 },
    { sql: "MERGE INTO notes USING (VALUES ('a')) AS v (x) ON text = x WHEN MATCHED THEN DELETE", expect: 1 },
    { sql: "DELETE FROM notes", expect: 2 },
    { sql: "CREATE TABLE other (x INT)", expect: 0 },
    { sql: "", expect: 0 },
    { sql: "-- nothing", expect: 0 },
  ];
  expect(await append(store, statements)).toEqual(["appended"]);
});

it("a group that takes too long fails by the client's clock, and none of it is stored", async () => {
  const { store } = await open({ query_timeout: 600_000 });
  await append(store, []);
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  atEnd(() => other.end());
  await other.query("SELECT pg_advisory_lock(1)");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const waiting = append(store, [note("one"), { sql: "SELECT pg_advisory_xact_lock(1)" }]);
  const late = waiting.catch((error: unknown) => error);
  const blocked = "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'advisory' AND datname = current_database()";
  await expect.poll(() => query(blocked)).toHaveLength(1);
  vi.advanceTimersByTime(600_000);
  expect(await late).toMatchObject({ code: "store_failed" });
  vi.useRealTimers();
  // The server is still busy with it, and holds the log until the lock is free.
  const appended = append(store, [note("one")]);
  await other.query("SELECT pg_advisory_unlock(1)");
  expect(await appended).toEqual(["appended"]);
  expect(await store.entries(A, 0, 10)).toHaveLength(2);
});
