import pg from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import type { Statement } from "anchorlog/log";
import { atEnd, closing } from "../ends.ts";
import { openPostgresStore, type PostgresStore } from "../../src/store/postgres.ts";
import { queryDatabase } from "../postgres.ts";
import { sharePostgres } from "../sharedPostgres.ts";
import { acting, actorOf, asking, call, checkChain, codeOf, draft, keyOf, logOf, NOTHING } from "./drafts.ts";

const server = closing(await sharePostgres());

const A = logOf("a");
let url: string;
beforeEach(async () => void (url = await server.createDatabase()));

const query = (sql: string, values?: unknown[]) => queryDatabase(url, sql, values);

/** A store over one connection, and the first words of the statements sent to it. */
async function open({
  leader = "http://one",
  rememberedObjects = 100,
  leaseSeconds = 30,
  before = async (_name: string): Promise<void> => {},
} = {}) {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const sent: string[] = [];
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
    const told = async (...asked: unknown[]) => {
      const [first] = asked as [string | { text: string; name?: string }];
      const name = typeof first === "string" ? first : (first.name ?? first.text);
      sent.push(name);
      await before(name);
      return query(...asked);
    };
    Object.assign(client, { query: told });
  });
  atEnd(() => pool.end());
  const store = closing(await openPostgresStore({ pool, leader, rememberedObjects, leaseSeconds }));
  /** The statements that `body` causes. */
  const during = async (body: () => Promise<unknown>) => {
    sent.length = 0;
    await body();
    return sent.map((text) => /^\s*(\w+)/.exec(text)![1]!.replace(/_\d+$/, ""));
  };
  return { store, pool, during };
}

let nonces = 0;
const act = (by: string, object: string, named?: Uint8Array, effects: Statement[] = []) =>
  draft(nonces++, { by, object: acting(object, named), effects });
const append = async (store: PostgresStore, ...drafts: ReturnType<typeof act>[]) =>
  (await store.append(A, call(drafts))).map(codeOf);
const [alice, bob] = [actorOf("alice"), actorOf("bob")];

describe("the query plan for the newest act", () => {
  /** The plan that is kept under the newest name. */
  const planOf = async (pool: pg.Pool, of = "anchorlog_acts") => {
    const names = "SELECT name FROM pg_prepared_statements WHERE name LIKE $1 ORDER BY prepare_time DESC";
    const { name } = (await pool.query<{ name: string }>(names, [`${of}%`])).rows[0]!;
    const { rows } = await pool.query(`EXPLAIN EXECUTE ${name} (1, '{"\\\\x00"}', 9007199254740991)`);
    return (rows as { "QUERY PLAN": string }[]).map((row) => row["QUERY PLAN"]);
  };
  const fill = (count: number) =>
    query(
      `INSERT INTO anchorlog_entries (log, idx, hash, bytes, action)
       SELECT log, 1000 + n, '', overlay(bytes PLACING sha256(int4send(n)) FROM 208), action
       FROM anchorlog_entries, generate_series(1, $1) AS n WHERE idx = 0`,
      [count],
    );
  const BY_INDEX = [
    expect.stringMatching(/Index Scan Backward using anchorlog_acts on anchorlog_entries/) as string,
    expect.stringMatching(
      /Index Cond: .*log = \$1.* AND \(substr\(bytes, 208, 32\) = given.object_key\) AND \(idx </,
    ) as string,
  ];

  it("uses the index, even if it was made for empty tables without statistics", async () => {
    const { store, pool } = await open();
    for (const table of ["entries", "objects"]) {
      await query(`ALTER TABLE anchorlog_${table} SET (autovacuum_enabled = false)`);
    }
    // From the sixth execution on, one prepared plan is used for all arguments.
    await query("INSERT INTO anchorlog_logs (id) VALUES (decode($1, 'hex'))", [A.slice(2)]);
    for (let i = 0; i < 6; i++) {
      await store.newestAct(A, keyOf(`${i}`));
      await store.actsBefore(A, [keyOf(`${i}`)], 1);
    }
    await append(store, act("alice", "x"));
    await fill(20_000);
    for (const of of ["anchorlog_acts", "anchorlog_linked_acts"]) {
      const plan = await planOf(pool, of);
      expect(plan).toEqual(expect.arrayContaining(BY_INDEX));
      expect(plan.filter((line) => /Seq Scan|Hash|Merge/.test(line))).toEqual([]);
    }
  });

  it("is replaced as the log grows, even if it was made for small tables", async () => {
    const { store, pool } = await open({ rememberedObjects: 0 });
    for (const table of ["entries", "objects"]) {
      await query(`ALTER TABLE anchorlog_${table} SET (autovacuum_enabled = false)`);
    }
    await append(store, ...Array.from({ length: 40 }, (_, i) => act("alice", `${i}`)));
    await query("ANALYZE");
    for (let i = 0; i < 6; i++) await append(store, act("alice", "x"));
    expect(await planOf(pool)).toEqual(
      expect.arrayContaining([expect.stringMatching(/Seq Scan on anchorlog_entries/) as string]),
    );
    await append(store, ...Array.from({ length: 1_000 }, (_, i) => act("alice", `${i}`)));
    for (let i = 0; i < 6; i++) await append(store, act("alice", "x"));
    expect(await planOf(pool)).toEqual(expect.arrayContaining(BY_INDEX));
  });
});

describe("a leader's memory of objects", () => {
  it("saves a query, in groups with and without statements", async () => {
    await query("CREATE TABLE notes (text TEXT UNIQUE)");
    const { store, during } = await open();
    const note = (text: string): Statement => ({ sql: "INSERT INTO notes VALUES ($1)", parameters: [text] });
    await append(store, act("alice", "x", alice));
    expect(await during(() => append(store, act("alice", "x"), act("alice", "x", bob)))).toEqual(["anchorlog_append"]);
    expect(await during(() => append(store, draft(nonces++, { object: asking("x") })))).toEqual(["anchorlog_append"]);
    expect(await during(() => append(store, draft(nonces++, { object: NOTHING })))).toEqual(["anchorlog_append"]);
    expect(await during(() => append(store, act("bob", "x"), act("bob", "new")))).toEqual([
      "anchorlog_acts",
      "anchorlog_append",
    ]);
    // With statements, everything is sent in one flight, followed by the commit.
    expect(await during(() => append(store, act("bob", "x", alice, [note("1")])))).toEqual(["BEGIN", "SET"]);
    expect(await during(() => append(store, act("alice", "newer", alice, [note("2")])))).toEqual([
      "anchorlog_acts",
      "BEGIN",
      "SET",
    ]);
    const several = [
      act("alice", "x", bob, [note("3")]),
      act("bob", "x", alice, [note("3")]),
      act("bob", "x", bob, [note("4")]),
    ];
    // After a refusal or failure the group is looked up and run again up to that action; the next group is looked up at
    // once.
    const careful = ["BEGIN", "anchorlog_hold", "anchorlog_nonces", "SAVEPOINT"];
    expect(await during(() => append(store, ...several))).toEqual([
      ...careful,
      "ROLLBACK",
      "SAVEPOINT",
      "RELEASE",
      "anchorlog_append",
      "SET",
    ]);
    for (const [text, sent] of [
      ["5", [...careful, "anchorlog_append", "SET"]],
      ["6", ["BEGIN", "SET"]],
      ["6", ["BEGIN", "ROLLBACK", ...careful, "ROLLBACK", "SET"]],
    ] as const) {
      expect(await during(() => append(store, act("bob", "x", bob, [note(text)])))).toEqual(sent);
    }
    checkChain(A, await store.entries(A, 0, 100));
  });

  it("has no object of a refused draft or an uncommitted group", async () => {
    await query("CREATE TABLE notes (text TEXT UNIQUE DEFERRABLE INITIALLY DEFERRED)");
    const { store } = await open();
    await append(store, act("alice", "x", alice), act("alice", "y"));
    const taken = await store.append(A, call([act("alice", "x", bob), act("alice", "x")], { atomic: true }));
    expect(taken.map(codeOf)).toEqual(["not_appended", "not_holder"]);
    expect(await append(store, act("bob", "x"), act("alice", "x"))).toEqual(["not_holder", "appended"]);
    // The connection breaks in the middle of the commit.
    const end: Statement = { sql: "SELECT pg_terminate_backend(pg_backend_pid())" };
    await expect(append(store, act("alice", "x", bob), act("alice", "y", bob, [end]))).rejects.toMatchObject({
      code: "store_failed",
    });
    expect(await append(store, act("bob", "x"), act("alice", "x"), act("carol", "y"))).toEqual([
      "not_holder",
      "appended",
      "appended",
    ]);
    checkChain(A, await store.entries(A, 0, 100));
  });

  it.each([
    ["would refuse the next action", "bob", "x"],
    ["would accept the next action", "alice", "x"],
    ["does not know the next action's object", "alice", "z"],
  ])("is cleared when the lease is lost, even if it %s", async (_, by, object) => {
    const { store: one } = await open();
    const { store: two } = await open({ leader: "http://two" });
    await append(one, act("alice", "x", alice));
    // Ends the lease, as if the process had paused past its end.
    await query("UPDATE anchorlog_heads SET lease_until = 0");
    expect(await append(two, act("alice", "x", bob), act("alice", "z", alice))).toEqual(["appended", "appended"]);
    await expect(append(one, act(by, object))).rejects.toMatchObject({ code: "not_the_writer" });
    await two.close();
    expect(await append(one, act("bob", "x"), act("alice", "x"), act("alice", "z"))).toEqual([
      "appended",
      "not_holder",
      "appended",
    ]);
    checkChain(A, await one.entries(A, 0, 100));
  });

  it("is not used if another process led between the look-up and the commit", async () => {
    let pause: { reached: PromiseWithResolvers<void>; over: PromiseWithResolvers<void> } | undefined;
    const { store: one } = await open({
      before: async (name) => {
        if (!name.startsWith("anchorlog_append")) return;
        pause?.reached.resolve();
        await pause?.over.promise;
      },
    });
    await append(one, act("alice", "x", alice));
    for (const object of ["x", "new"]) {
      const { reached, over } = (pause = { reached: Promise.withResolvers(), over: Promise.withResolvers() });
      const late = append(one, act("alice", object, bob));
      await reached.promise;
      await query("UPDATE anchorlog_heads SET lease_until = 0");
      const { store: two } = await open({ leader: "http://two" });
      expect(await append(two, act("alice", object, alice))).toEqual(["appended"]);
      pause = undefined;
      over.resolve();
      await expect(late).rejects.toMatchObject({ code: "not_the_writer" });
      await two.close();
      expect(await append(one, act("bob", object), act("alice", object, alice))).toEqual(["not_holder", "appended"]);
    }
    checkChain(A, await one.entries(A, 0, 100));
  });

  it("is cleared when entries are restored", async () => {
    const { store } = await open();
    await append(store, act("alice", "x", alice), act("alice", "x", bob), act("bob", "x", alice));
    const entries = await store.entries(A, 0, 100);
    url = await server.createDatabase();
    const { store: other } = await open();
    await other.restore(A, entries.slice(0, 1));
    expect(await append(other, act("bob", "x"), act("alice", "y"))).toEqual(["not_holder", "appended"]);
    url = await server.createDatabase();
    const { store: third } = await open();
    await third.restore(A, entries.slice(0, 1));
    expect(await append(third, act("bob", "x"))).toEqual(["not_holder"]);
    await third.restore(A, entries.slice(1, 2));
    expect(await append(third, act("alice", "x"), act("bob", "x"))).toEqual(["not_holder", "appended"]);
    checkChain(A, await third.entries(A, 0, 100));
  });

  it.each([-1, 1.5, 20_000_000])("refuses the size %d", async (rememberedObjects) => {
    const opened = openPostgresStore({ connectionString: url, leader: "x", rememberedObjects });
    await expect(opened).rejects.toMatchObject({ code: "bad_option" });
  });
});
