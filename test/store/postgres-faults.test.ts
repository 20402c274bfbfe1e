import pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fromHex } from "anchorlog";
import type { Statement } from "anchorlog/log";
import { atEnd, closing } from "../ends.ts";
import { openPostgresStore, type PostgresStore } from "../../src/store/postgres.ts";
import { queryDatabase, startPostgres } from "../postgres.ts";
import { nonceKeyOf } from "../../src/log/entry.ts";
import { call, checkChain, codeOf, draft, logOf, NOTHING } from "./drafts.ts";

const server = closing(await startPostgres());

const A = logOf("a");
const B = logOf("b");
const OWN = "pid <> pg_backend_pid() AND datname = current_database()";
let url: string;
beforeEach(async () => void (url = await server.createDatabase()));

const query = (sql: string, values?: unknown[]) => queryDatabase(url, sql, values);
const open = async (leader = "http://one", options: { leaseSeconds?: number } = {}): Promise<PostgresStore> => {
  return closing(await openPostgresStore({ connectionString: url, leader, leaseSeconds: 600, ...options }));
};
const append = async (store: PostgresStore, nonce: number, ...effects: Statement[]): Promise<string> =>
  codeOf((await store.append(A, call([draft(nonce, { effects })])))[0]!);
const entriesOf = async (store: PostgresStore) => {
  const entries = await store.entries(A, 0, 1000);
  checkChain(A, entries);
  return entries;
};
/** Ends a log's lease early, as if its leader had paused past its end. */
const endLease = () => query("UPDATE anchorlog_heads SET lease_until = 0");
const run = (sql: string): Statement => ({ sql });

describe("opening a store", () => {
  it("refuses a database that does not wait for the disk, and names the remedy", async () => {
    const name = new URL(url).pathname.slice(1);
    for (const level of ["off", "local", "remote_write"]) {
      await query(`ALTER DATABASE ${name} SET synchronous_commit = ${level}`);
      await expect(open()).rejects.toMatchObject({
        code: "not_durable",
        message: expect.stringContaining(`synchronous_commit = ${level}`) as string,
        fix: expect.stringContaining("SET synchronous_commit = on") as string,
      });
    }
    await query(`ALTER DATABASE ${name} SET synchronous_commit = remote_apply`);
    expect(await append(await open(), 1)).toBe("appended");
  });

  it("refuses a server without fsync, even if it was restarted that way", async () => {
    const store = await open();
    expect(await append(store, 1)).toBe("appended");
    await server.crash("SIGQUIT");
    await server.start({ fsync: "off" });
    try {
      const refused = { code: "not_durable", fix: expect.stringContaining("fsync = on") as string };
      await expect(open()).rejects.toMatchObject(refused);
      // The pool may hold an older connection whose end it has not noticed.
      const codes = await Promise.all([2, 3].map((nonce) => append(store, nonce).catch(({ code }) => code as string)));
      expect(codes).not.toContain("appended");
      await expect(append(store, 4)).rejects.toMatchObject(refused);
    } finally {
      await server.crash("SIGQUIT");
      await server.start();
    }
    expect(await append(store, 5)).toBe("appended");
    expect(await entriesOf(store)).toHaveLength(2);
  });

  it("refuses tables of a newer release", async () => {
    await (await open()).close();
    await query("UPDATE anchorlog_schema SET version = 1000");
    await expect(open()).rejects.toMatchObject({ code: "newer_schema" });
  });

  it("refuses a head that does not match the last entry", async () => {
    const store = await open();
    await append(store, 1);
    await append(store, 2);
    await store.close();
    await query("DELETE FROM anchorlog_entries WHERE idx = 1");
    await expect(append(await open(), 3)).rejects.toMatchObject({ code: "store_damaged" });
  });

  it("is not blocked by its own half-taken lease", async () => {
    const store = await open();
    expect(await append(store, 1)).toBe("appended");
    await query("ALTER TABLE anchorlog_entries RENAME TO away");
    // After the first failure the store no longer leads. The second takes the lease, and cannot read the last entry.
    for (const nonce of [2, 3]) await expect(append(store, nonce)).rejects.toMatchObject({ code: "store_failed" });
    await query("ALTER TABLE away RENAME TO anchorlog_entries");
    expect(await append(store, 4)).toBe("appended");
  });

  it("creates the tables once if many open together", async () => {
    const all = await Promise.all(Array.from({ length: 8 }, (_, i) => open(`http://${i}`)));
    const codes = await Promise.all(all.map((store, i) => append(store, i).catch(({ code }) => code as string)));
    expect(codes.toSorted()).toEqual(["appended", ...codes.slice(1).fill("not_the_writer")]);
  });

  it("reports an unreachable server", async () => {
    const nowhere = openPostgresStore({ connectionString: "postgresql://x@127.0.0.1:1/x", leader: "x" });
    await expect(nowhere).rejects.toMatchObject({ code: "store_failed" });
  });

  it("creates tables whose keys all begin with the log", async () => {
    await open();
    const keys = await query(`
      SELECT relname AS table, string_agg(coalesce(attname, 'of its bytes'), ',' ORDER BY place) AS columns
      FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
      CROSS JOIN unnest(indkey) WITH ORDINALITY AS part (number, place)
      LEFT JOIN pg_attribute ON attrelid = indrelid AND attnum = number
      WHERE relname IN ('anchorlog_archived', 'anchorlog_entries', 'anchorlog_heads', 'anchorlog_nonces')
      GROUP BY relname, indexrelid ORDER BY 1, 2
    `);
    expect(keys).toEqual([
      { table: "anchorlog_archived", columns: "log,start" },
      { table: "anchorlog_entries", columns: "log,idx" },
      { table: "anchorlog_entries", columns: "log,of its bytes,idx" },
      { table: "anchorlog_heads", columns: "log" },
      { table: "anchorlog_nonces", columns: "log,nonce_key" },
    ]);
  });

  it("accepts a pool, and leaves it open", async () => {
    const pool = new pg.Pool({ connectionString: url });
    atEnd(() => pool.end());
    const store = await openPostgresStore({ pool, leader: "http://one" });
    expect(await append(store, 1)).toBe("appended");
    await store.close();
    expect((await pool.query("SELECT count(*)::int AS n FROM anchorlog_entries")).rows).toEqual([{ n: 1 }]);
  });
});

it("does not reuse a connection with an unfinished query, and keeps the others", async () => {
  const pool = new pg.Pool({ connectionString: url, max: 1, query_timeout: 600_000 });
  atEnd(() => pool.end());
  let connections = 0;
  pool.on("connect", () => void connections++);
  const store = closing(await openPostgresStore({ pool, leader: "one" }));
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  atEnd(() => other.end());
  await other.query("BEGIN; LOCK TABLE anchorlog_batches");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const late = store.batches(0, 1).catch((error: unknown) => error);
  await expect
    .poll(() => query(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND ${OWN}`))
    .toHaveLength(1);
  vi.advanceTimersByTime(600_000);
  expect(await late).toMatchObject({ code: "store_failed" });
  vi.useRealTimers();
  expect(await store.countLogs()).toBe(0);
  await other.query("ROLLBACK; ALTER TABLE anchorlog_batches RENAME TO away");
  await expect(store.batches(0, 1)).rejects.toMatchObject({ code: "store_failed" });
  expect([await store.countLogs(), connections]).toEqual([0, 2]);
});

const nextMillisecond = async () => {
  for (const now = Date.now(); Date.now() === now; await sleep(1));
};

describe("a log's lease", () => {
  it("keeps others out, names its leader and end, and ends with close", async () => {
    const [one, two] = [await open("http://one", { leaseSeconds: 600 }), await open("http://two")];
    const before = Date.now();
    await append(one, 1);
    const after = Date.now();
    const error = await two.append(A, call([draft(2)])).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "not_the_writer", details: { leader: "http://one" } });
    const { until } = (error as { details: { until: number } }).details;
    // The server has the same clock, except for rounding to milliseconds.
    expect(until).toBeGreaterThanOrEqual(before + 599_999);
    expect(until).toBeLessThanOrEqual(after + 600_001);
    await expect(two.acquire(A)).rejects.toMatchObject({ code: "not_the_writer" });
    // Each log has its own lease.
    expect(codeOf((await two.append(B, call([draft(2)])))[0]!)).toBe("appended");
    await one.close();
    expect(await append(two, 2)).toBe("appended");
    expect(await entriesOf(two)).toHaveLength(2);
  });

  it("is prolonged by every append and by acquire", async () => {
    const store = await open();
    const until = async () => Number((await query("SELECT lease_until FROM anchorlog_heads"))[0]!["lease_until"]);
    const first = await store.acquire(A);
    expect(first).toEqual({ leader: "http://one", epoch: expect.any(Number) as number, until: await until() });
    await nextMillisecond();
    await append(store, 1);
    const second = await until();
    expect(second).toBeGreaterThan(first.until);
    await nextMillisecond();
    expect((await store.acquire(A)).until).toBeGreaterThan(second);
    expect((await store.acquire(A)).epoch).toBe(first.epoch);
  });

  it("can be released, so that another process can take it immediately", async () => {
    const [one, two] = [await open("http://one"), await open("http://two")];
    await append(one, 1);
    await one.release(A);
    await one.release(B);
    expect(await append(two, 2)).toBe("appended");
    await expect(append(one, 3)).rejects.toMatchObject({ code: "not_the_writer", details: { leader: "http://two" } });
  });

  it("fences off a process that paused past its end, after any writes of others", async () => {
    for (const meanwhile of [0, 1, 3]) {
      const [one, two] = [await open("http://one"), await open("http://two")];
      await append(one, 10 * meanwhile);
      await endLease();
      expect(await two.acquire(A)).toMatchObject({ leader: "http://two" });
      for (let i = 1; i <= meanwhile; i++) expect(await append(two, 10 * meanwhile + i)).toBe("appended");
      const effect = run("CREATE TABLE never (x INT)");
      for (const effects of [[], [effect]]) {
        const refused = { code: "not_the_writer", details: { leader: "http://two" } };
        await expect(append(one, 10 * meanwhile + 5, ...effects)).rejects.toMatchObject(refused);
      }
      expect(await query("SELECT to_regclass('never') AS found")).toEqual([{ found: null }]);
      await two.close();
      expect(await append(one, 10 * meanwhile + 6)).toBe("appended");
      await entriesOf(one);
      await one.close();
    }
  });

  it("passes on from a process that paused in the middle of a transaction", async () => {
    await query("CREATE TABLE notes (x INT)");
    const awake = Promise.withResolvers<void>();
    const pool = new pg.Pool({ connectionString: url });
    atEnd(() => pool.end());
    pool.on("connect", (client) => {
      const send = client.query.bind(client) as (query: { text?: string }, ...rest: unknown[]) => Promise<unknown>;
      const sleepy: typeof send = async (query, ...rest) => {
        if (query.text?.includes("INTO notes") === true) await awake.promise;
        return send(query, ...rest);
      };
      client.query = sleepy as typeof client.query;
    });
    const one = closing(await openPostgresStore({ pool, leader: "http://one", leaseSeconds: 0.3 }));
    const two = await open("http://two");
    // After a failure, the writer waits for the answers to its statements before it writes the entries.
    expect(await append(one, 1, run("INSERT INTO nowhere VALUES (1)"))).toBe("effect_broken");
    const asleep = append(one, 2, run("INSERT INTO notes VALUES (1)")).catch(({ code }: { code: string }) => code);
    while ((await append(two, 3).catch(({ code }) => code as string)) !== "appended") await sleep(20);
    awake.resolve();
    expect(await asleep).toBe("store_failed");
    await expect(append(one, 4)).rejects.toMatchObject({ code: "not_the_writer" });
    expect(await query("SELECT * FROM notes")).toEqual([]);
    expect(await entriesOf(two)).toHaveLength(1);
  });

  it("is kept by a process that appends after its end, if nobody has taken it", async () => {
    const store = await open();
    await append(store, 1);
    await endLease();
    expect(await append(store, 2)).toBe("appended");
    await expect(append(await open("http://two"), 3)).rejects.toMatchObject({ code: "not_the_writer" });
  });

  it("is taken immediately by a newer process of the same name, and not taken back", async () => {
    const [older, younger] = [await open("http://same"), await open("http://same")];
    await append(older, 1);
    expect(await append(younger, 2)).toBe("appended");
    await expect(append(older, 3)).rejects.toMatchObject({ code: "not_the_writer" });
    expect(await append(younger, 4)).toBe("appended");
    expect(await entriesOf(younger)).toHaveLength(3);
  });
});

describe("a commit", () => {
  it("refuses a nonce whose key collides with another's, and confuses neither", async () => {
    const store = await open();
    await append(store, 1);
    const { actor, nonce } = draft(2);
    await query("UPDATE anchorlog_nonces SET nonce_key = $1", [nonceKeyOf(actor, nonce)]);
    expect((await store.append(A, call([draft(2)])))[0]).toMatchObject({
      code: "nonce_used",
      message: expect.stringContaining("nonce 2 of 0x") as string,
    });
    expect(await store.entryByNonce(A, actor, nonce)).toBeUndefined();
    expect(await append(store, 3)).toBe("appended");
    expect(await entriesOf(store)).toHaveLength(2);
  });

  it("reports an existing entry as damage, and not as a used nonce", async () => {
    const store = await open();
    await append(store, 1);
    await query(`
      INSERT INTO anchorlog_entries (log, idx, hash, bytes, action)
      SELECT log, 1, hash, bytes, action FROM anchorlog_entries
    `);
    const elsewhere = store.append(A, call([draft(2, { object: NOTHING })]));
    await expect(elsewhere).rejects.toMatchObject({ code: "store_failed" });
    await expect(append(store, 2)).rejects.toMatchObject({ code: "store_damaged" });
    // The process that found the damage writes again as soon as it is repaired.
    await query("DELETE FROM anchorlog_entries WHERE idx = 1");
    expect(await append(store, 2)).toBe("appended");
  });

  /** Makes every commit wait for a standby that is not there, until `body` is over. */
  const withoutStandby = async (body: () => Promise<void>): Promise<void> => {
    const set = async (names: string) => {
      await query(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
      await query("SELECT pg_reload_conf()");
      while ((await commitWaits()) !== (names !== "")) await sleep(10);
    };
    await set("absent");
    try {
      await body();
    } finally {
      await set("");
    }
  };
  const inWait = `SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND ${OWN}`;
  const waiting = async (): Promise<void> => {
    while ((await query(inWait)).length === 0) await sleep(10);
  };
  /** Whether commits wait for a standby. Another process reports that as soon as it notices. */
  const commitWaits = async (): Promise<boolean> => {
    const ended = new AbortController();
    const commit = query("SELECT pg_logical_emit_message(true, 'commit', '')").finally(() => ended.abort());
    while (!ended.signal.aborted && (await query(inWait)).length === 0) await sleep(10);
    if (ended.signal.aborted) return false;
    await query(`SELECT pg_cancel_backend(pid) FROM (${inWait}) AS waiting`);
    await commit;
    return true;
  };

  it("that is interrupted has an unknown outcome, and a retry reveals it", async () => {
    for (const end of ["pg_terminate_backend", "pg_cancel_backend"]) {
      for (const effects of [[], [run("SELECT 1")]]) {
        const store = await open();
        const { size } = await store.head(A);
        await store.acquire(A);
        await withoutStandby(async () => {
          const unknown = append(store, size, ...effects).catch((error: unknown) => error);
          await waiting();
          // PostgreSQL reports a cancelled wait as a success with a warning.
          await query(`SELECT ${end}(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND ${OWN}`);
          expect(await unknown, end).toMatchObject({ code: "outcome_unknown" });
        });
        expect(await append(store, size)).toBe("retry");
        expect(await append(store, size + 1)).toBe("appended");
        expect(await entriesOf(store)).toHaveLength(size + 2);
        await store.close();
      }
    }
  });

  it("whose connection the server closes has an unknown outcome, at any moment", async () => {
    const store = await open();
    await append(store, 1);
    const rival = new pg.Client({ connectionString: url });
    await rival.connect();
    await rival.query("BEGIN; SELECT 1 FROM anchorlog_heads FOR UPDATE");
    const unknown = append(store, 2).catch((error: unknown) => error);
    const blocked = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND ${OWN}`;
    while ((await query(blocked)).length === 0) await sleep(10);
    await query(`SELECT pg_terminate_backend(pid) FROM (${blocked}) AS blocked`);
    expect(await unknown).toMatchObject({ code: "outcome_unknown" });
    await rival.end();
    expect(await append(store, 2)).toBe("appended");
    expect(await entriesOf(store)).toHaveLength(2);
  });

  it("of a batch or checkpoint can have an unknown outcome, too", async () => {
    const store = await open();
    const header = new Uint8Array(229);
    for (const write of [
      () => store.appendBatches([{ position: 0, log: A, header }]),
      () => store.appendCheckpoint({ size: 1, root: header.subarray(0, 32), note: "" }),
    ]) {
      await withoutStandby(async () => {
        const unknown = write().catch((error: unknown) => error);
        await waiting();
        await query(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND ${OWN}`);
        expect(await unknown).toMatchObject({ code: "outcome_unknown" });
      });
      await expect(write()).rejects.toMatchObject({ code: "head_moved" });
    }
  });

  it("whose connection breaks before it wrote nothing, and the next one succeeds", async () => {
    const store = await open();
    await append(store, 1);
    const failed = append(store, 2, run("SELECT pg_terminate_backend(pg_backend_pid())"));
    await expect(failed).rejects.toMatchObject({ code: "store_failed" });
    expect(await append(store, 3)).toBe("appended");
    expect(await entriesOf(store)).toHaveLength(2);
  });

  it("is repeated after a conflict", async () => {
    const store = await open();
    await query("CREATE SEQUENCE tries");
    await query(`CREATE FUNCTION conflict(code TEXT) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('tries') % 3 <> 0 THEN RAISE EXCEPTION 'a conflict' USING ERRCODE = code; END IF; END $$`);
    expect(await append(store, 1, run("SELECT conflict('40001')"))).toBe("appended");
    expect(await append(store, 2, run("SELECT conflict('40P01')"))).toBe("appended");
    expect(await query("SELECT last_value::int AS tries FROM tries")).toEqual([{ tries: 6 }]);
    expect(await append(store, 3, run("SELECT conflict('22000')"))).toBe("effect_failed");
    expect(await entriesOf(store)).toHaveLength(2);
  });

  it("also wins against rivals at SERIALIZABLE", async () => {
    const name = new URL(url).pathname.slice(1);
    await query(`ALTER DATABASE ${name} SET default_transaction_isolation = serializable`);
    const [one, two] = [await open("http://one"), await open("http://two")];
    for (let nonce = 0; nonce < 40; nonce += 2) {
      const both = [one, two].map(async (store, i) => {
        const code = await append(store, nonce + i).catch((error: { code: string }) => error.code);
        await endLease().catch(() => {});
        return code;
      });
      for (const code of await Promise.all(both)) expect(["appended", "not_the_writer"]).toContain(code);
    }
    await entriesOf(one);
  });
});

describe("a statement that commits with an entry", () => {
  it("cannot make this or a later commit less durable", async () => {
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    atEnd(() => pool.end());
    const store = await openPostgresStore({ pool, leader: "http://one" });
    // The store does not inspect the server's own functions: it resets their settings before the commit.
    const body = "SELECT set_config('synchronous_commit', 'off', is_local)";
    await query(`CREATE FUNCTION hurry(is_local BOOLEAN) RETURNS TEXT LANGUAGE sql AS $$ ${body} $$`);
    for (const [nonce, isLocal] of [false, true].entries()) {
      const set = run(`SELECT hurry(${isLocal})`);
      expect(await append(store, nonce, set)).toBe("appended");
      expect(await store.run([set])).toEqual([1]);
      expect(await append(store, 10 + nonce, run("SET synchronous_commit = off"))).toBe("effect_broken");
      expect((await pool.query("SHOW synchronous_commit")).rows).toEqual([{ synchronous_commit: "on" }]);
    }
    await store.close();
  });

  it("runs with the name of its log, for row-level security", async () => {
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    atEnd(() => pool.end());
    const store = await openPostgresStore({ pool, leader: "http://one" });
    await query("CREATE TABLE notes (log TEXT)");
    const note = run("INSERT INTO notes VALUES (current_setting('anchorlog.log'))");
    expect(await append(store, 1, note)).toBe("appended");
    expect(codeOf((await store.append(B, call([draft(2, { effects: [note] })])))[0]!)).toBe("appended");
    await store.run([note]);
    expect(await append(store, 3, run("SET LOCAL anchorlog.log = '*'"), note)).toBe("effect_broken");
    expect((await query("SELECT log FROM notes")).map(({ log }) => log)).toEqual([A, B, "*"]);
    expect((await pool.query("SHOW anchorlog.log")).rows).toEqual([{ "anchorlog.log": "" }]);
    await store.close();
  });

  it("cannot end the transaction", async () => {
    const store = await open();
    await query("CREATE TABLE notes (x INT)");
    const ends = ["COMMIT", " -- so\n/* well */ rollback", "SAVEPOINT x", "SELECT 1; COMMIT", "DO 'BEGIN COMMIT; END'"];
    ends.push("-- so\rCOMMIT", "/* /* so */ */ COMMIT");
    ends.push("DO 'BEGIN NULL; END'", "/* so */ EXECUTE something", "SELECT set_config('x.y', 'z', true)");
    ends.push("SELECT pg_catalog.\"set_config\" /* so */ ('x.y', 'z', false)");
    const others = ["SET search_path = nowhere", "COPY notes FROM STDIN", "LISTEN x", "VACUUM", 'TABLE U&"notes"'];
    for (const [nonce, sql] of [...ends, ...others].entries()) {
      expect(await append(store, nonce, run("INSERT INTO notes VALUES (1)"), run(sql))).toBe("effect_broken");
    }
    expect(await query("SELECT * FROM notes")).toEqual([]);
    expect(await append(store, 99)).toBe("appended");
    expect(await append(store, 100, run("SET CONSTRAINTS ALL DEFERRED"), run("LOCK TABLE notes"))).toBe("appended");
  });

  it("fails its whole group if the database fails, and only its own draft if its values are wrong", async () => {
    const store = await open();
    const body = "BEGIN RAISE EXCEPTION 'so' USING ERRCODE = code; END";
    await query(`CREATE FUNCTION raise(code TEXT) RETURNS VOID LANGUAGE plpgsql AS $$ ${body} $$`);
    const raise = (code: string) => `SELECT raise('${code}')`;
    // These errors are not a statement's fault: memory, disk, timeouts, and a primary that became a standby.
    for (const code of ["53100", "53200", "55P03", "57014", "25006"]) {
      const both = store.append(A, call([draft(1), draft(2, { effects: [run(raise(code))] })]));
      await expect(both, code).rejects.toMatchObject({ code: "store_failed" });
    }
    for (const code of ["P0001", "22012", "23514", "44000", "AB123", "ZZ999"]) {
      const expected = code === "AB123" ? "effect_broken" : "effect_failed";
      expect([code, await append(store, 3, run(raise(code)))]).toEqual([code, expected]);
    }
    for (const sql of ["SELEC 1", "SELECT 1 FROM nowhere", "SELECT $2::int", "SELECT nothing()"]) {
      expect([sql, await append(store, 3, run(sql))]).toEqual([sql, "effect_broken"]);
    }
    expect(await append(store, 3, run("SELECT 1 / 0"))).toBe("effect_failed");
    expect(await append(store, 3)).toBe("appended");
    expect(await entriesOf(store)).toHaveLength(1);
  });

  it("by the server itself is repeated after conflicts, and may violate a deferred constraint", async () => {
    const store = await open();
    await query("CREATE SEQUENCE tries");
    await query("CREATE TABLE pairs (x INT UNIQUE DEFERRABLE INITIALLY DEFERRED)");
    const raise = "RAISE EXCEPTION 'so' USING ERRCODE = code";
    const body = `BEGIN IF nextval('tries') < until THEN ${raise}; END IF; END`;
    await query(`CREATE FUNCTION try(until INT, code TEXT) RETURNS VOID LANGUAGE plpgsql AS $$ ${body} $$`);
    const conflict = "SELECT try(3, '40001')";
    const insert = run("INSERT INTO pairs VALUES (1)");
    expect(await store.run([insert, run(conflict)])).toEqual([1, 1]);
    await expect(store.run([run("SELECT 1"), insert])).rejects.toMatchObject({
      code: "effect_failed",
      details: { index: 1, reason: expect.stringContaining("pairs") as string },
    });
    await expect(store.run([run(conflict), run("SELECT try(1000, '53100')")])).rejects.toMatchObject({
      code: "store_failed",
    });
    expect(await query("SELECT x FROM pairs")).toEqual([{ x: 1 }]);
  });

  it("fails only its own draft if a deferred constraint is violated", async () => {
    const store = await open();
    await query("CREATE TABLE pairs (x INT UNIQUE DEFERRABLE INITIALLY DEFERRED)");
    const swap = [
      run("INSERT INTO pairs VALUES (1)"),
      run("INSERT INTO pairs VALUES (1)"),
      run("UPDATE pairs SET x = 2 WHERE ctid = (SELECT min(ctid) FROM pairs)"),
    ];
    expect(await append(store, 1, ...swap)).toBe("appended");
    const results = await store.append(
      A,
      call([
        draft(2, { effects: [run("INSERT INTO pairs VALUES (1)")] }),
        draft(3, { effects: [run("INSERT INTO pairs VALUES (3)")] }),
      ]),
    );
    expect(results.map(codeOf)).toEqual(["effect_failed", "appended"]);
    expect(await query("SELECT x FROM pairs ORDER BY x")).toEqual([{ x: 1 }, { x: 2 }, { x: 3 }]);
  });

  it("takes parameters of every type", async () => {
    const store = await open();
    await query("CREATE TABLE kinds (a TEXT, b INT, c BIGINT, d BYTEA, e TEXT)");
    const parameters = ["text", 7, 2n ** 62n, fromHex("0x00ff"), null];
    const sql = "INSERT INTO kinds VALUES ($1, $2, $3, $4, $5)";
    expect(await append(store, 1, { sql, parameters })).toBe("appended");
    expect(await query("SELECT * FROM kinds")).toEqual([
      { a: "text", b: 7, c: String(2n ** 62n), d: Buffer.from([0, 255]), e: null },
    ]);
  });
});

describe("used nonces", () => {
  it("are found among many fresh ones, expected or not", async () => {
    const store = await open();
    await store.append(A, call([1, 2, 3].map((nonce) => draft(nonce))));
    for (const batch of [
      [4, 2, 5],
      [1, 6, 3],
      [7, 8, 9],
      [9, 10],
    ]) {
      const results = await store.append(A, call(batch.map((nonce) => draft(nonce))));
      const seen = Math.max(...(await entriesOf(store)).map(({ index }) => index));
      expect(results.every((result) => "entry" in result && result.entry.index <= seen)).toBe(true);
    }
    expect(await entriesOf(store)).toHaveLength(10);
  });

  it("a malformed draft is refused, and other calls are appended", async () => {
    const store = await open();
    const wrong = store.append(A, call([draft(1), { ...draft(2), nonce: new Uint8Array(31) }]));
    const right = append(store, 3);
    await expect(wrong).rejects.toThrow(RangeError);
    expect(await right).toBe("appended");
    expect(await entriesOf(store)).toHaveLength(1);
  });
});
