import { appendFile, copyFile, readFile, rename, writeFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { defineActions, privateKeySigner } from "anchorlog/action";
import {
  attachTable,
  checkTable,
  jsonLines,
  proveRow,
  RECORD_KIND,
  sqliteTable,
  tableRecords,
  type AttachOptions,
  type RowFinding,
  type RowSource,
} from "../../src/attach/index.ts";
import { formatBundle, verifyBundle } from "anchorlog/verify/bundle";
import { newFolder } from "../folder.ts";
import { openTestOperator, operator, trusted } from "../operator.ts";

const LOG = "a.example";
const signer = privateKeySigner(`0x${"c1".repeat(32)}`);

const folder = newFolder();
const test = await openTestOperator(folder, Date.now, { types: defineActions(RECORD_KIND) });

const options = (name: string, source: RowSource, own: Partial<AttachOptions> = {}): AttachOptions => ({
  anchorlog: test.anchorlog,
  store: test.options.store,
  operator,
  log: LOG,
  name,
  source,
  signer,
  ...own,
});
const recordsOf = (name: string) =>
  tableRecords({ store: test.options.store, operator, log: LOG, name, signer: signer.address });

/** Records all that is there, and ends. Returns how many rows were new. */
async function record(name: string, source: RowSource, own: Partial<AttachOptions> = {}): Promise<number> {
  const attached = await attachTable(options(name, source, own));
  await attached.caughtUp();
  await attached.stop();
  return attached.recorded();
}

async function check(name: string, source: RowSource) {
  const findings: RowFinding[] = [];
  const checking = checkTable(source, recordsOf(name));
  for (;;) {
    const next = await checking.next();
    if (next.done === true) {
      await source.close();
      // It may be called again.
      await source.close();
      const { rows, records } = next.value;
      return { findings: findings.map(({ finding, id }) => `${finding} ${id}`), rows, records };
    }
    findings.push(next.value);
  }
}

describe("a table of SQLite", () => {
  it("is recorded once, and each change of it is named", async () => {
    const file = join(folder, "orders.db");
    const db = new DatabaseSync(file);
    db.exec("CREATE TABLE orders (id INTEGER PRIMARY KEY, item TEXT, price REAL, big INTEGER, raw BLOB)");
    const insert = db.prepare("INSERT INTO orders (item, price, big, raw) VALUES (?, ?, ?, ?)");
    for (let i = 0; i < 5; i++) insert.run(`item ${i}`, i / 2, 9_007_199_254_740_993n, new Uint8Array([i]));
    const open = () => sqliteTable({ file, table: "orders" });
    expect(await record("orders", await open())).toBe(5);
    expect(await record("orders", await open())).toBe(0);
    expect(await check("orders", await open())).toMatchObject({ rows: 5, records: 5, findings: [] });

    // A gap, a new column, a row with a lower id, and changes of recorded rows.
    db.exec("INSERT INTO orders (id, item) VALUES (40, 'behind a gap')");
    db.exec("ALTER TABLE orders ADD COLUMN note TEXT DEFAULT 'none'");
    db.exec("INSERT INTO orders (id, item) VALUES (20, 'later, with a lower number')");
    expect(await record("orders", await open())).toBe(2);
    expect(await check("orders", await open())).toMatchObject({ rows: 7, records: 7, findings: [] });
    db.exec("UPDATE orders SET big = big + 1 WHERE id = 2");
    db.exec("UPDATE orders SET note = 'changed' WHERE id IN (1, 20)");
    db.exec("DELETE FROM orders WHERE id = 3");
    db.exec("INSERT INTO orders (id, item) VALUES (30, 'inserted')");
    const found = await check("orders", await open());
    // Row 1 was recorded before the table had the column `note`.
    expect(found.findings).toEqual(["changed 2", "changed 20", "removed 3", "unrecorded 30"]);
    db.exec("ALTER TABLE orders DROP COLUMN price");
    expect((await check("orders", await open())).findings).toContain("columns_gone 1");
    db.close();
  });

  it("reports a row whose id was used before, and ends if the file is replaced", async () => {
    const file = join(folder, "reused.db");
    const db = new DatabaseSync(file);
    db.exec("CREATE TABLE reused (id INTEGER PRIMARY KEY, item TEXT); INSERT INTO reused VALUES (1, 'a'), (2, 'b')");
    const changed: RowFinding[] = [];
    const own = { onChanged: (finding: RowFinding) => void changed.push(finding) };
    const attached = await attachTable(options("reused", await sqliteTable({ file, table: "reused" }), own));
    await attached.caughtUp();
    db.exec("DELETE FROM reused WHERE id = 2; INSERT INTO reused (item) VALUES ('another')");
    await attached.caughtUp();
    expect(changed).toMatchObject([{ finding: "changed", id: "2" }]);
    await attached.caughtUp();
    expect(changed).toHaveLength(1);
    db.close();
    await copyFile(file, `${file}.copy`);
    await rename(`${file}.copy`, file);
    await expect(attached.caughtUp()).rejects.toThrow("its file was moved or replaced");
    await attached.stop();
    expect(await record("reused", await sqliteTable({ file, table: "reused" }), own)).toBe(0);
    expect(changed).toHaveLength(2);
    const other = { ...recordsOf("reused"), name: "unused" };
    const checking = checkTable(await sqliteTable({ file, table: "reused" }), other);
    await expect(checking.next()).rejects.toMatchObject({ code: "no_entry" });
  });

  it("keeps a COSE_Sign1 statement byte for byte, also if the row is gone", async () => {
    const statement = await readFile(
      new URL("../vectors/foreign/cose-receipts/inclusion-receipt.cbor", import.meta.url),
    );
    const file = join(folder, "statements.db");
    const db = new DatabaseSync(file);
    db.exec("CREATE TABLE statements (id INTEGER PRIMARY KEY, signed BLOB)");
    db.prepare("INSERT INTO statements VALUES (1, ?)").run(statement);
    const open = () => sqliteTable({ file, table: "statements" });
    expect(await record("statements", await open(), { keepRows: true })).toBe(1);
    db.exec("DELETE FROM statements");
    db.close();
    const source = await open();
    const { row } = await proveRow("1", source, recordsOf("statements"));
    expect(JSON.parse(row!)).toEqual({ id: 1, signed: { blob: `0x${statement.toString("hex")}` } });
    await source.close();
  });

  it("gives a row's proof, which verifies offline", async () => {
    const file = join(folder, "users.db");
    const db = new DatabaseSync(file);
    db.exec("CREATE TABLE users (name TEXT PRIMARY KEY, age) WITHOUT ROWID; INSERT INTO users VALUES ('ada', 36)");
    expect(await record("users", await sqliteTable({ file, table: "users" }))).toBe(1);
    await test.anchorlog.closeBatches();
    const { note } = await test.anchorlog.checkpoint();
    const source = await sqliteTable({ file, table: "users" });
    const { index, row } = await proveRow("ada", source, recordsOf("users"));
    expect(row).toBe('{"age":36,"name":"ada"}');
    const bundle = formatBundle(await test.anchorlog.bundle({ log: LOG, index }));
    expect(await verifyBundle(bundle, { operator: trusted })).toMatchObject({ verdict: "valid", state: "promised" });
    expect(note).toContain("anchorlog");
    await expect(proveRow("eve", source, recordsOf("users"))).rejects.toMatchObject({ code: "no_entry" });
    db.exec("DELETE FROM users");
    expect(await proveRow("ada", source, recordsOf("users"))).toEqual({ index, row: undefined });
    await source.close();
    db.close();
  });

  it("refuses what it cannot follow", async () => {
    const file = join(folder, "bad.db");
    const db = new DatabaseSync(file);
    db.exec(
      "CREATE TABLE two (a, b, PRIMARY KEY (a, b)); CREATE TABLE plain (a); CREATE VIEW shown AS SELECT a FROM plain",
    );
    db.close();
    const refusal = (table: string, id?: string) =>
      sqliteTable({ file, table, id }).then(
        () => "taken",
        (error: Error & { code: string }) => `${error.code}: ${error.message}`,
      );
    await expect(sqliteTable({ file: "x", table: "y", column: [] } as never)).rejects.toThrow(/no option column\n/);
    await expect(attachTable(undefined as never)).rejects.toThrow(
      /attachTable takes an object of options, not undefined/,
    );
    const misspelt = { ...options("two", undefined as never), keeprows: true };
    await expect(attachTable(misspelt)).rejects.toThrow(/attachTable has no option keeprows\n/);
    expect(() => tableRecords(undefined as never)).toThrow(/tableRecords takes an object of options, not undefined/);
    await expect(jsonLines("x.jsonl" as never)).rejects.toThrow(/jsonLines takes an object of options, not "x.jsonl"/);
    expect(await refusal("absent")).toMatch(/^bad_source: .*no such table/);
    expect(await refusal("two")).toMatch(/^bad_source: .*no primary key of one column/);
    expect(await refusal("shown", "a")).toMatch(/^bad_source: .*it is a view/);
    expect(await refusal("plain", "a")).toMatch(/^bad_source: .*a is not unique/);
    await expect(sqliteTable({ file: join(folder, "none.db"), table: "a" })).rejects.toMatchObject({
      code: "bad_source",
    });
  });
});

describe("a file of JSON lines", () => {
  it("is followed from where the log says, and a changed line is named", async () => {
    const file = join(folder, "events.jsonl");
    await writeFile(file, '{"b": 1.0, "a": "\\u00e9"}\n\n{"id": 2}\n{"unfin');
    const open = () => jsonLines({ file });
    expect(await record("events", await open(), { keepRows: true })).toBe(2);
    await appendFile(file, 'ished": true}\n');
    expect(await record("events", await open())).toBe(1);
    expect(await check("events", await open())).toMatchObject({ rows: 3, records: 3, findings: [] });
    await writeFile(file, '{"a":"é","b":1}\n\n{"id": 3}\n{"unfinished": true}\n');
    expect((await check("events", await open())).findings).toEqual(["changed 3"]);
    // Rows that were already read are still returned.
    const source = await open();
    expect((await proveRow("3", source, recordsOf("events"))).row).toBe('{"id":2}');
    expect((await proveRow("1", source, recordsOf("events"))).row).toBe('{"a":"é","b":1}');
    await source.close();
    const attached = await attachTable(options("events", await open()));
    await attached.caughtUp();
    await writeFile(file, "{}\n");
    await expect(attached.caughtUp()).rejects.toMatchObject({ code: "bad_source" });
    await attached.stop();
  });

  it("refuses a file that was rotated, truncated or rewritten, and records no line of it", async () => {
    const file = join(folder, "rotated.jsonl");
    const lines = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => `{"n":${from + i}}\n`).join("");
    await writeFile(file, lines(1_000, 2_200));
    const open = () => jsonLines({ file });
    const follow = async () => attachTable(options("rotated", await open()));
    const attached = await follow();
    await attached.caughtUp();
    await appendFile(file, lines(2_200, 2_210));
    await rename(file, `${file}.1`);
    await writeFile(file, lines(5_000, 7_000));
    await expect(attached.caughtUp()).rejects.toThrow("it was moved or replaced");
    expect(attached.recorded()).toBe(1_210);
    await attached.stop();
    const source = await open();
    const closed = vi.spyOn(source, "close");
    await expect(attachTable(options("rotated", source))).rejects.toThrow("its line 1210 is not as it was recorded");
    expect(closed).toHaveBeenCalledOnce();
    await writeFile(file, "");
    await expect(follow()).rejects.toThrow("its line 1210 is not as it was recorded");

    await rename(`${file}.1`, file);
    const again = await follow();
    await again.caughtUp();
    expect(again.recorded()).toBe(0);
    // Another file, first of the same length, then longer.
    await writeFile(file, lines(5_000, 7_000));
    await expect(again.caughtUp()).rejects.toThrow("are not those that were recorded");
    await again.stop();
  });

  it("records the lines before a bad one, and says that half a line is not a row", async () => {
    const file = join(folder, "half.jsonl");
    await writeFile(file, '{"n":1}\nbad\n');
    const attached = await attachTable(options("half", await jsonLines({ file })));
    await expect(attached.caughtUp()).rejects.toThrow(`${file}:2 cannot be recorded`);
    expect(attached.recorded()).toBe(1);
    await attached.stop();
    await writeFile(file, '{"n":1}\n{"n":2}\n{"n":');
    const source = await jsonLines({ file });
    expect(await record("half", source)).toBe(1);
    expect(source.leftOut?.()).toMatch(/no newline yet/);
  });

  it("appends pages in their order, each with the position before it, also if one must be signed again", async () => {
    const file = join(folder, "pages.jsonl");
    const line = '{"what":"a line"}\n';
    await writeFile(file, line.repeat(2_001));
    const { kinds, submitMany } = test.anchorlog;
    let calls = 0;
    const anchorlog: AttachOptions["anchorlog"] = {
      kinds,
      // The second page is late once. By then the third one has been read.
      submitMany: async (actions) =>
        ++calls === 2
          ? actions.map(() => ({ status: "refused", code: "deadline_passed", message: "" }) as const)
          : submitMany(actions),
    };
    expect(await record("pages", await jsonLines({ file }), { anchorlog })).toBe(2_001);
    const { log, store } = recordsOf("pages");
    const size = (await store.heads([log])).get(log)!.size;
    const entries = await store.entries(log, size - 2_001, size);
    const recorded = entries.map(({ action }) => action.message.payload as { row: string; position: string });
    const positions = [0, 1_000, 2_000].map((lines) => `${lines * line.length}:${lines}`);
    const expected = Array.from({ length: 2_001 }, (_, i) => [`pages/${i + 1}`, positions[Math.floor(i / 1_000)]]);
    expect(recorded.map(({ row, position }) => [row, position])).toEqual(expected);
  });

  it.each(['{"a":1,"a":2}', "[12345678901234567890]", "[1e400]", "nothing", '"\\ud800"'])(
    "is refused at a line that can be read in two ways: %s",
    async (line) => {
      const file = join(folder, "refused.jsonl");
      await writeFile(file, `${line}\n`);
      const attached = await attachTable(options("refused", await jsonLines({ file })));
      await expect(attached.caughtUp()).rejects.toMatchObject({ code: "bad_row" });
      await attached.stop();
    },
  );
});
