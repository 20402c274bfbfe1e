import { spawnSync } from "node:child_process";
import { copyFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Statement } from "anchorlog/log";
import { openSqliteStore, type SqliteStore } from "anchorlog/store/sqlite";
import { atEnd, closing } from "../ends.ts";
import { nonceKeyOf } from "../../src/log/entry.ts";
import { ACT_QUERIES } from "../../src/store/sqlite/acts.ts";
import { emptyEffects, packedEffects } from "../../src/store/sqlite/effectsPack.ts";
import { startWriter } from "../../src/store/sqlite/thread.ts";
import { KEEP_ACTS } from "../../src/store/sqlite/records.ts";
import { newFolder } from "../folder.ts";
import { acting, call, checkChain, codeOf, draft, logOf } from "./drafts.ts";
import { describeObjects } from "./object-contract.ts";
import { describeEffects } from "./effects-contract.ts";
import { isSlowSuite } from "../slow.ts";
import { describeStore, type StoreUnderTest } from "./store-contract.ts";

async function createStore(): Promise<StoreUnderTest> {
  const folder = newFolder();
  const path = join(folder, "store.sqlite");
  const db = new DatabaseSync(path);
  db.exec("PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT PRIMARY KEY) STRICT");
  db.exec("CREATE TABLE marks (idx INTEGER, hash BLOB, accepted_at INTEGER) STRICT");
  db.close();
  const read = (sql: string): Record<string, unknown>[] => {
    const reader = new DatabaseSync(path, { readOnly: true });
    try {
      return reader
        .prepare(sql)
        .all()
        .map((row) => ({ ...row }));
    } finally {
      reader.close();
    }
  };
  return {
    open: () => openSqliteStore(path),
    note: (text) => ({ sql: "INSERT INTO notes (text) VALUES (?)", parameters: [text] }),
    sql: (text) => text,
    notes: async () => read("SELECT text FROM notes ORDER BY text").map(({ text }) => text as string),
    marks: async () => read("SELECT idx, lower(hex(hash)) AS hash, accepted_at FROM marks ORDER BY idx"),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

describeStore("the SQLite store", createStore);
describeEffects("the SQLite store", createStore);
describeObjects("the SQLite store", createStore);

describe("a SQLite file", () => {
  const A = logOf("a");
  let folder: string;
  let path: string;
  let store: SqliteStore | undefined;
  beforeEach(async () => {
    folder = newFolder();
    path = join(folder, "store.sqlite");
  });
  afterEach(async () => {
    await store?.close();
    store = undefined;
  });
  const open = async () => (store = await openSqliteStore(path));
  const execute = (sql: string) => {
    const db = new DatabaseSync(path);
    db.exec(sql);
    db.close();
  };

  it("can be opened once at a time, by any name, and again after it is closed", async () => {
    const first = await open();
    await symlink(path, join(folder, "link.sqlite"));
    for (const name of [
      path,
      join(folder, "link.sqlite"),
      join(folder, "..", folder.split("/").at(-1)!, "store.sqlite"),
    ]) {
      await expect(openSqliteStore(name)).rejects.toMatchObject({ code: "store_locked" });
    }
    expect(codeOf((await first.append(A, call([draft(1)])))[0]!)).toBe("appended");
    await first.close();
    expect((await (await open()).head(A)).size).toBe(1);
  });

  it.each([
    ["", false],
    [", even if another connection stays open", true],
  ])("has the whole store after close%s: a copy of the file alone loses nothing", async (_, isShared) => {
    const { append, entries, close } = await open();
    const other = isShared ? new DatabaseSync(path) : undefined;
    other?.prepare("SELECT count(*) FROM anchorlog_entries").get();
    for (let nonce = 1; nonce <= 50; nonce++) await append(A, call([draft(nonce)]));
    // A read in progress at the close is completed.
    const [read] = await Promise.all([entries(A, 0, 99), close()]);
    expect(read).toHaveLength(50);
    if (!isShared) expect(await readdir(folder)).not.toContain("store.sqlite-wal");
    await copyFile(path, join(folder, "copy.sqlite"));
    other?.close();
    const copy = await openSqliteStore(join(folder, "copy.sqlite"));
    const { size } = await copy.head(A);
    await copy.close();
    expect(size).toBe(50);
  });

  it("of a newer schema is refused without a change, and is not left locked", async () => {
    await (await open()).close();
    execute("UPDATE anchorlog_schema SET version = 99");
    await expect(openSqliteStore(path)).rejects.toMatchObject({ code: "newer_schema" });
    execute("UPDATE anchorlog_schema SET version = 1");
    await open();
  });

  it("that is not a database, or cannot be created, is named by the error", async () => {
    await writeFile(path, "no database, but long enough to be taken for the header of one. ".repeat(20));
    for (const name of [path, join(folder, "nowhere", "store.sqlite")]) {
      await expect(openSqliteStore(name)).rejects.toMatchObject({
        code: "store_failed",
        message: expect.stringContaining(name) as string,
      });
    }
  });

  it("can be read, and its other tables written, by other connections meanwhile", async () => {
    await open();
    const reader = new DatabaseSync(path, { readOnly: true });
    reader.exec("BEGIN");
    const count = () => (reader.prepare("SELECT count(*) AS n FROM anchorlog_entries").get() as { n: number }).n;
    expect(count()).toBe(0);
    await store!.append(A, call([draft(1)]));
    expect(count()).toBe(0);
    reader.exec("COMMIT");
    expect(count()).toBe(1);
    reader.close();
    execute("CREATE TABLE other (x)");
    expect(codeOf((await store!.append(A, call([draft(2)])))[0]!)).toBe("appended");
  });

  it("has keys that all begin with the log", async () => {
    await open();
    const db = new DatabaseSync(path, { readOnly: true });
    const keysOf = (table: string) =>
      (
        db
          .prepare(
            `SELECT group_concat(part.name) AS columns FROM pragma_index_list(?) AS list,
             pragma_index_info(list.name) AS part GROUP BY list.name ORDER BY 1`,
          )
          .all(table) as { columns: string }[]
      ).map(({ columns }) => columns);
    // The list has no name for the index's expression: between log and idx there is the object's key.
    expect(keysOf("anchorlog_entries")).toEqual(["log,idx", "log,idx"]);
    expect(keysOf("anchorlog_nonces")).toEqual(["log,nonce_key"]);
    expect(keysOf("anchorlog_archived")).toEqual(["log,start"]);
    db.close();
  });

  it("uses indexes to find acts by object and to drop rows, with any statistics", async () => {
    const { append } = await open();
    await append(A, call(Array.from({ length: 300 }, (_, i) => draft(i, { object: acting(`object ${i % 100}`) }))));
    const db = new DatabaseSync(path);
    for (const analyze of ["", "ANALYZE"]) {
      db.exec(analyze);
      const plan = (sql: string) =>
        (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[])
          .map(({ detail }) => detail)
          .filter((detail) => /anchorlog_entries|entry/.test(detail));
      const byObject = "SEARCH anchorlog_entries USING COVERING INDEX anchorlog_acts (log=? AND <expr>=? AND idx<?)";
      const byPlace = "USING INDEX sqlite_autoindex_anchorlog_entries_1 (log=? AND idx=?)";
      expect(plan(ACT_QUERIES.NEWEST)).toEqual([byObject]);
      expect(plan(ACT_QUERIES.LINKED)).toEqual([
        byObject,
        `SEARCH entry ${byPlace}`,
        `SEARCH anchorlog_entries ${byPlace}`,
      ]);
      expect(plan(KEEP_ACTS)).toEqual([
        "SEARCH anchorlog_entries USING INDEX sqlite_autoindex_anchorlog_entries_1 (log=? AND idx<?)",
      ]);
    }
    db.close();
  });

  it("refuses a nonce whose key collides with another's, and confuses neither", async () => {
    const { append, entryByNonce } = await open();
    await append(A, call([draft(1)]));
    const { actor, nonce } = draft(2);
    const key = Buffer.from(nonceKeyOf(actor, nonce)).toString("hex");
    execute(`UPDATE anchorlog_nonces SET nonce_key = x'${key}'`);
    const results = await append(A, call([draft(2), draft(2, { deadline: "1" }), draft(3)]));
    expect(results.map(codeOf)).toEqual(["nonce_used", "nonce_used", "appended"]);
    expect(results[0]).toMatchObject({ message: expect.stringContaining("nonce 2 of 0x") as string });
    expect(await entryByNonce(A, actor, nonce)).toBeUndefined();
  });

  it("with an unexpected entry is reported as damaged, and its nonce does not count as used", async () => {
    const { append } = await open();
    await append(A, call([draft(1)]));
    execute(`INSERT INTO anchorlog_entries (log, idx, hash, bytes, action)
      SELECT log, 1, hash, bytes, action FROM anchorlog_entries`);
    await expect(append(A, call([draft(2)]))).rejects.toMatchObject({ code: "store_failed" });
    execute("DELETE FROM anchorlog_entries WHERE idx = 1");
    expect(codeOf((await append(A, call([draft(2)])))[0]!)).toBe("appended");
  });

  it("in memory is a temporary file that close deletes", async () => {
    vi.stubEnv("TMPDIR", folder);
    atEnd(() => vi.unstubAllEnvs());
    const memory = await openSqliteStore(":memory:");
    expect(codeOf((await memory.append(A, call([draft(1)])))[0]!)).toBe("appended");
    expect(await readdir(folder)).toHaveLength(1);
    await memory.close();
    expect(await readdir(folder)).toEqual([]);
  });

  /** The rows that the file alone gives, without its write-ahead log. */
  const rowsOfFileAlone = async (sql: string) => {
    const copy = join(folder, "alone.sqlite");
    await copyFile(path, copy);
    const db = new DatabaseSync(copy);
    try {
      return db.prepare(sql).all();
    } finally {
      db.close();
    }
  };

  it("has all that was committed outside the write-ahead log once its writer has copied the rest", async () => {
    await (await open()).close();
    const writer = closing(await startWriter({ path }));
    const [bytes, deadlines, effects] = [new Uint8Array(0), new BigUint64Array(0), packedEffects(emptyEffects())];
    const jobs = [{ type: "records", statements: [{ sql: "CREATE TABLE late (a TEXT) STRICT", runs: [[]] }] }] as const;
    await writer.commit({ jobs, bytes, actions: [], deadlines, namesHolder: bytes, blockHashes: new Map(), effects });
    const tables = () => rowsOfFileAlone("SELECT name FROM sqlite_schema WHERE name = 'late'");
    expect(await tables()).toEqual([]);
    writer.copyWal();
    await expect.poll(tables).toHaveLength(1);
  });

  it("soon has its appended entries outside the write-ahead log", async () => {
    const entriesOfFileAlone = async () => (await rowsOfFileAlone("SELECT 1 FROM anchorlog_entries")).length;
    store = await open();
    const before = await entriesOfFileAlone();
    for (let from = 0; from < 600; from += 100) {
      await store.append(A, call(Array.from({ length: 100 }, (_, i) => draft(from + i))));
    }
    expect(before).toBe(0);
    await expect.poll(entriesOfFileAlone).toBeGreaterThan(0);
    // Entries that the checkpoint had not copied are not lost either.
    await store.close();
    expect(await entriesOfFileAlone()).toBe(600);
  });

  it("copies the write-ahead log earlier if each commit has a single entry, which writes more pages", async () => {
    store = await open();
    for (let i = 0; i < 300; i++) await store.append(A, call([draft(i)]));
    await expect.poll(() => rowsOfFileAlone("SELECT 1 FROM anchorlog_entries LIMIT 1")).toHaveLength(1);
  });

  describe("effects", () => {
    const appending = (nonce: number, ...effects: Statement[]) => draft(nonce, { effects });
    const texts = () => {
      const db = new DatabaseSync(path, { readOnly: true });
      const rows = db.prepare("SELECT text FROM notes ORDER BY text").all() as { text: string }[];
      db.close();
      return rows.map(({ text }) => text);
    };
    beforeEach(async () => {
      execute("CREATE TABLE notes (text TEXT PRIMARY KEY) STRICT");
      await open();
    });
    const note = (text: string, sql = "INSERT INTO notes (text) VALUES (?)"): Statement => ({
      sql,
      parameters: [text],
    });

    it("must be single statements that do not end the transaction", async () => {
      const wrong = [
        "COMMIT",
        " ; /* well */ -- and\n end",
        "ROLLBACK",
        "BEGIN",
        "Savepoint x",
        "RELEASE call",
        "PRAGMA synchronous = OFF",
        "ATTACH ':memory:' AS other",
        "INSERT INTO notes (text) VALUES ('a'); INSERT INTO notes (text) VALUES ('b')",
        "INSERT INTO notes (text) VALUES ('a'); COMMIT",
        "SELECT",
        "",
      ];
      for (const [i, sql] of wrong.entries()) {
        const beside = [appending(2 * i, note("one"), { sql }), appending(2 * i + 1, note(`two ${i}`))];
        const results = await store!.append(A, call(beside));
        expect(results.map(codeOf), sql).toEqual(["effect_broken", "appended"]);
        expect(texts(), sql).toEqual(Array.from({ length: i + 1 }, (_, n) => `two ${n}`).toSorted());
      }
      checkChain(A, await store!.entries(A, 0, 99));
    });

    it("must have a parameter for each placeholder, which would be NULL otherwise", async () => {
      const wrong = [
        { sql: "INSERT INTO notes (text) VALUES (?)" },
        { sql: "INSERT INTO notes (text) VALUES (:text)" },
        { sql: "INSERT INTO notes (text) VALUES (?2)", parameters: ["one"] },
        { sql: "UPDATE notes SET text = ? WHERE text = ? RETURNING text", parameters: ["one"] },
        { sql: "SELECT ?" },
      ];
      for (const [i, statement] of wrong.entries()) {
        const [result] = await store!.append(A, call([appending(i, note("one"), statement)]));
        expect(result, statement.sql).toMatchObject({ code: "effect_broken", statement: { index: 1 } });
      }
      await expect(store!.run([{ sql: "INSERT INTO notes (text) VALUES (?)" }])).rejects.toThrow(
        /it has placeholder 1, and parameters for 0/,
      );
      // One placeholder can be read twice.
      await store!.run([{ sql: "INSERT INTO notes (text) VALUES (?1 || ?1)", parameters: ["a"] }]);
      await store!.run([{ sql: " ; INSERT INTO notes (text) VALUES (?)", parameters: ["b"] }]);
      expect(texts()).toEqual(["aa", "b"]);
    });

    it("fail only their own draft or call if they roll the whole transaction back", async () => {
      execute("CREATE TABLE strict (text TEXT UNIQUE ON CONFLICT ROLLBACK)");
      execute("CREATE TABLE raising (text TEXT)");
      execute("CREATE TRIGGER raise BEFORE INSERT ON raising BEGIN SELECT RAISE(ROLLBACK, 'never'); END");
      const into = (table: string, or = ""): Statement => note("one", `INSERT ${or} INTO ${table} (text) VALUES (?)`);
      await store!.run([into("notes"), into("strict")]);
      const refusal = { code: "taken", message: "it is taken" };
      const B = logOf("b");
      const settled = await Promise.allSettled([
        store!.append(A, call([draft(1), appending(2, note("two"), into("notes", "OR ROLLBACK")), draft(3)])),
        store!.append(A, call([draft(4), appending(5, note("three"), into("strict")), draft(6)], { atomic: true })),
        store!.run([note("four"), { ...into("raising"), refusal }]),
        store!.append(B, call([appending(1, { ...into("raising"), refusal }), appending(2, note("five"))])),
        store!.run([note("six")]),
      ]);
      const failed = { status: "refused", code: "effect_failed" };
      const [appended, taken] = [{ status: "appended" }, { ...failed, statement: { index: 0, refusal } }];
      expect(settled).toMatchObject([
        { value: [appended, { ...failed, statement: { index: 1 } }, appended] },
        { value: [{ code: "not_appended" }, failed, { code: "not_appended" }] },
        { reason: { code: "effect_failed", details: { index: 1, refusal } } },
        { value: [taken, appended] },
        { value: [1] },
      ]);
      expect(texts()).toEqual(["five", "one", "six"]);
      for (const [log, size] of [
        [A, 2],
        [B, 1],
      ] as const) {
        const entries = await store!.entries(log, 0, 9);
        expect([entries.length, (await store!.head(log)).size]).toEqual([size, size]);
        checkChain(log, entries);
      }
    });

    it("fail only their own draft or call if a deferred foreign key is violated", async () => {
      execute("CREATE TABLE owners (id INTEGER PRIMARY KEY) STRICT");
      execute("CREATE TABLE owned (owner INTEGER REFERENCES owners DEFERRABLE INITIALLY DEFERRED) STRICT");
      const own = (id: number): Statement => ({ sql: "INSERT INTO owned VALUES (?)", parameters: [id] });
      const add = (id: number): Statement => ({ sql: "INSERT INTO owners VALUES (?)", parameters: [id] });
      const refusal = { code: "no_owner", message: "nobody owns it" };
      const B = logOf("b");
      const settled = await Promise.allSettled([
        store!.append(
          A,
          call([draft(1), appending(2, own(7)), appending(3, own(3), add(3)), draft(2, { what: "other" })]),
        ),
        store!.append(B, call([draft(1), appending(2, own(8))], { atomic: true })),
        store!.run([note("one"), { ...own(9), refusal }]),
        store!.append(B, call([appending(3, note("two"), { ...own(10), refusal }), draft(4)])),
        store!.run([add(11), own(11)]),
        store!.append(A, call([draft(5), appending(6, add(12))], { atomic: true })),
      ]);
      expect(
        settled.map((one) => (one.status === "rejected" ? (one.reason as { code: string }).code : one.value)),
      ).toEqual([
        [
          expect.objectContaining({ status: "appended" }),
          expect.objectContaining({ code: "effect_failed" }),
          expect.objectContaining({ status: "appended" }),
          expect.objectContaining({ status: "appended" }),
        ],
        [expect.objectContaining({ code: "not_appended" }), expect.objectContaining({ code: "effect_failed" })],
        "effect_failed",
        [
          expect.objectContaining({ code: "effect_failed", statement: expect.objectContaining({ index: 1, refusal }) }),
          expect.objectContaining({ status: "appended" }),
        ],
        [1, 1],
        [expect.objectContaining({ status: "appended" }), expect.objectContaining({ status: "appended" })],
      ]);
      expect(texts()).toEqual([]);
      for (const [log, size] of [
        [A, 5],
        [B, 1],
      ] as const) {
        const entries = await store!.entries(log, 0, 9);
        expect([entries.length, (await store!.head(log)).size]).toEqual([size, size]);
        checkChain(log, entries);
      }
      expect(codeOf((await store!.append(A, call([appending(2, own(3))])))[0]!)).toBe("nonce_used");
    });

    it("that cannot be sent are refused immediately, and only they", async () => {
      const [good, bad, short] = await Promise.allSettled([
        store!.append(A, call([draft(1)])),
        store!.append(A, call([draft(2), appending(3, { sql: "SELECT ?", parameters: [(() => 0) as never] })])),
        store!.append(A, call([{ ...draft(4), actor: new Uint8Array(19) }])),
      ]);
      expect(good).toMatchObject({ status: "fulfilled", value: [{ status: "appended" }] });
      expect(bad).toMatchObject({ status: "rejected", reason: { code: "bad_effect" } });
      expect(short).toMatchObject({ status: "rejected", reason: new RangeError("actor is 20 bytes, got 19") });
      expect((await store!.head(A)).size).toBe(1);
    });

    it("accept every type of value", async () => {
      execute("CREATE TABLE kinds (a, b, c, d, e)");
      const parameters = ["text", 1.5, 2n ** 62n, null, Uint8Array.of(1, 2)];
      await store!.append(A, call([appending(1, { sql: "INSERT INTO kinds VALUES (?, ?, ?, ?, ?)", parameters })]));
      const db = new DatabaseSync(path, { readOnly: true });
      const row = db.prepare("SELECT a, b, CAST(c AS TEXT) AS c, d, e FROM kinds").get();
      db.close();
      expect({ ...row }).toEqual({ a: "text", b: 1.5, c: String(2n ** 62n), d: null, e: Uint8Array.of(1, 2) });
    });
  });

  describe("backup", () => {
    it("taken under load can be opened, and ends at one of the log's entries", async () => {
      await open();
      let next = 0;
      const stop = new AbortController();
      const load = async () => {
        while (!stop.signal.aborted) await store!.append(A, call([draft(next++), draft(next++)]));
      };
      const writers = [load(), load(), load()];
      await store!.append(A, call([draft(1_000_000)]));
      const before = await store!.head(A);
      const target = join(folder, "backup.sqlite");
      await store!.backup(target);
      stop.abort();
      await Promise.all(writers);
      const copy = await openSqliteStore(target);
      try {
        const entries = await copy.entries(A, 0, 1_000_000);
        expect(entries.length).toBeGreaterThanOrEqual(before.size);
        expect(entries).toEqual(await store!.entries(A, 0, entries.length));
        checkChain(A, entries);
        expect((await copy.head(A)).size).toBe(entries.length);
        await copy.restore(A, await store!.entries(A, entries.length, 1_000_000));
        expect(await copy.head(A)).toEqual(await store!.head(A));
      } finally {
        await copy.close();
      }
      expect((await readdir(folder)).filter((name) => name.includes("partial"))).toEqual([]);
    });

    it.runIf(isSlowSuite)(
      "is complete once it exists, also with another backup to the same file in progress",
      async () => {
        await open();
        const drafts = Array.from({ length: 16 }, (_, i) => draft(i, { what: "x".repeat(8 << 20) }));
        await store!.append(A, call(drafts));
        const target = join(folder, "same");
        const hasBegun = async () => (await readdir(folder)).some((name) => name.endsWith(".partial"));
        const first = store!.backup(target);
        await expect.poll(hasBegun, { interval: 1 }).toBe(true);
        const second = store!.backup(target);
        await Promise.any([first, second]);
        await copyFile(target, join(folder, "copy"));
        const ends = await Promise.allSettled([first, second]);
        expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
        const copy = await openSqliteStore(join(folder, "copy"));
        expect((await copy.head(A)).size).toBe(drafts.length);
        await copy.close();
        expect((await readdir(folder)).filter((name) => name.includes("partial"))).toEqual([]);
      },
    );

    it("replaces no file, and leaves nothing half done behind", async () => {
      await open();
      await writeFile(join(folder, "there"), "something");
      await expect(store!.backup(join(folder, "there"))).rejects.toMatchObject({ code: "backup_failed" });
      await expect(store!.backup(join(folder, "nowhere", "b"))).rejects.toMatchObject({ code: "backup_failed" });
      // Files left by a killed attempt do no harm.
      const killed = spawnSync(process.execPath, ["--eval", ""]).pid;
      await writeFile(join(folder, `b.${killed}-0f8f0e3c-4ba1-4b53-8a5c-6a1c1f6d2b11.partial`), "half");
      await store!.backup(join(folder, "b"));
      expect((await readdir(folder)).filter((name) => name.includes("partial"))).toEqual([]);
    });
  });
});
