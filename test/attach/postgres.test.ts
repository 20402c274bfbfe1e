import pg from "pg";
import { getAddress } from "viem";
import { afterAll, expect, it } from "vitest";
import { defineActions, privateKeySigner } from "anchorlog/action";
import { closing } from "../ends.ts";
import {
  attachTable,
  checkTable,
  postgresTable,
  proveRow,
  RECORD_KIND,
  tableRecords,
  type AttachOptions,
  type Attached,
} from "../../src/attach/index.ts";
import { newFolder } from "../folder.ts";
import { openTestOperator, operator } from "../operator.ts";
import { queryDatabase } from "../postgres.ts";
import { sharePostgres } from "../sharedPostgres.ts";

const LOG = "a.example";
const signer = privateKeySigner(`0x${"c1".repeat(32)}`);

const folder = newFolder();
const server = closing(await sharePostgres());
const url = await server.createDatabase();
const test = await openTestOperator(folder, Date.now, { types: defineActions(RECORD_KIND) });
const reader = `reader_${new URL(url).pathname.slice(1)}`;
await queryDatabase(url, `CREATE ROLE ${reader} LOGIN`);
await queryDatabase(url, `ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO ${reader}`);
/** The same database, for a user who may only read. */
const readOnly = Object.assign(new URL(url), { username: reader }).href;
afterAll(async () => {
  await queryDatabase(url, `DROP OWNED BY reader_${new URL(url).pathname.slice(1)}`);
  await queryDatabase(url, `DROP ROLE reader_${new URL(url).pathname.slice(1)}`);
});

/** As wallets show addresses. */
const checksummed = {
  ...operator,
  registry: getAddress(operator.registry),
  operator: getAddress(operator.operator),
};
const open = (table: string, id?: string) => postgresTable({ connectionString: readOnly, table, id });
const recordsOf = (name: string) =>
  tableRecords({ store: test.options.store, operator: checksummed, log: LOG, name, signer: signer.address });
const attach = async (table: string, id?: string, onChanged?: AttachOptions["onChanged"]): Promise<Attached> =>
  attachTable({
    anchorlog: test.anchorlog,
    store: test.options.store,
    operator,
    log: LOG,
    name: table,
    source: await open(table, id),
    signer,
    ...(onChanged && { onChanged }),
  });

async function findings(table: string, id?: string): Promise<string[]> {
  const source = await open(table, id);
  const found: string[] = [];
  for await (const { finding, id } of checkTable(source, recordsOf(table))) found.push(`${finding} ${id}`);
  await source.close();
  return found;
}

it("records rows of each type with the right to read alone, and names each change", async () => {
  await queryDatabase(
    url,
    `CREATE TABLE orders (id bigserial PRIMARY KEY, price numeric, at timestamptz, raw bytea, data jsonb, part float8);
     INSERT INTO orders (price, at, raw, data, part)
     SELECT i + 0.10, '2026-01-01 12:00:00+02'::timestamptz, '\\x00ff', '{"b": 1, "a": null}', 0.1 * i
     FROM generate_series(1, 1500) AS i`,
  );
  const attached = await attach("orders");
  await attached.caughtUp();
  expect(attached.recorded()).toBe(1_500);
  // The settings of a session change nothing.
  const database = new URL(url).pathname.slice(1);
  await queryDatabase(url, `ALTER DATABASE ${database} SET TimeZone = 'Asia/Tokyo'`);
  await queryDatabase(url, `ALTER DATABASE ${database} SET bytea_output = 'escape'`);
  await queryDatabase(url, "ALTER TABLE orders ADD COLUMN note text DEFAULT 'none'");
  expect(await findings("orders")).toEqual([]);
  await queryDatabase(url, "INSERT INTO orders (id, price) VALUES (9000, 1), (8000, 2)");
  await attached.caughtUp();
  await attached.stop();
  const source = await open("orders");
  const { row } = await proveRow("1", source, recordsOf("orders"));
  expect(JSON.parse(row!)).toEqual({
    id: "1",
    price: "1.10",
    at: "2026-01-01 10:00:00+00",
    raw: "\\x00ff",
    data: '{"a": null, "b": 1}',
    part: "0.1",
  });
  await source.close();
  await queryDatabase(url, "UPDATE orders SET price = 1.1 WHERE id = 1");
  await queryDatabase(url, "UPDATE orders SET note = 'x' WHERE id IN (2, 8000)");
  await queryDatabase(url, "DELETE FROM orders WHERE id = 9000");
  await queryDatabase(url, "INSERT INTO orders (id) VALUES (7000)");
  expect(await findings("orders")).toEqual(["changed 1", "changed 8000", "removed 9000", "unrecorded 7000"]);
});

it("records a row that becomes visible after rows with higher ids, once, also over a restart", async () => {
  await queryDatabase(url, "CREATE TABLE events (id bigserial PRIMARY KEY, what text)");
  const late = new pg.Client({ connectionString: url });
  const later = new pg.Client({ connectionString: url });
  await late.connect();
  await later.connect();
  // Both open transactions have lower ids. One has written a row, and the other has only drawn an id.
  await late.query("BEGIN; INSERT INTO events (what) VALUES ('late')");
  await later.query("BEGIN");
  const { rows } = await later.query<{ id: string }>("SELECT nextval('events_id_seq') AS id");
  await queryDatabase(url, "INSERT INTO events (what) SELECT 'soon' FROM generate_series(1, 10)");
  const first = await attach("events");
  await first.caughtUp();
  expect(first.recorded()).toBe(10);
  await late.query("COMMIT");
  await first.caughtUp();
  expect(first.recorded()).toBe(11);
  await first.stop();
  await queryDatabase(url, "INSERT INTO events (what) VALUES ('between')");
  const second = await attach("events");
  await later.query("INSERT INTO events (id, what) VALUES ($1, 'last')", [rows[0]!.id]);
  await later.query("COMMIT");
  await second.caughtUp();
  expect(second.recorded()).toBe(2);
  await second.stop();
  expect(await findings("events")).toEqual([]);
  await late.end();
  await later.end();
});

it("follows a partitioned table, a composite key by a unique column, and ids that are texts", async () => {
  await queryDatabase(
    url,
    `CREATE TABLE parts (id bigint PRIMARY KEY) PARTITION BY RANGE (id);
     CREATE TABLE parts_low PARTITION OF parts FOR VALUES FROM (0) TO (10);
     CREATE TABLE parts_high PARTITION OF parts DEFAULT;
     INSERT INTO parts SELECT generate_series(5, 14);
     CREATE TABLE lines (a text, b int, row_id uuid UNIQUE DEFAULT gen_random_uuid(), PRIMARY KEY (a, b));
     INSERT INTO lines (a, b) SELECT 'x', generate_series(1, 3);
     CREATE DOMAIN code AS text; CREATE TABLE coded (id code PRIMARY KEY);
     INSERT INTO coded VALUES ('a'), ('B'), (''''), ('é')`,
  );
  for (const [table, id, count] of [
    ["parts", "id", 10],
    ["lines", "row_id", 3],
    ["coded", "id", 4],
  ] as const) {
    const attached = await attach(table, id);
    await attached.caughtUp();
    expect(attached.recorded(), table).toBe(count);
    await attached.stop();
    expect(await findings(table, id)).toEqual([]);
    const [row] = await queryDatabase(url, `SELECT ${id}::text AS id FROM ${table} ORDER BY 1 LIMIT 1`);
    const source = await open(table, id);
    expect((await proveRow(row!["id"] as string, source, recordsOf(table))).row).toContain(row!["id"]);
    await source.close();
    // It may be called again.
    await source.close();
  }
});

it("reads one row by the index, and takes an id as the table has it", async () => {
  await queryDatabase(
    url,
    "CREATE TABLE many (id bigint PRIMARY KEY); INSERT INTO many SELECT generate_series(1, 3000)",
  );
  const source = await open("many");
  expect(await source.find("2000")).toEqual({ id: "2000", value: { id: "2000" } });
  for (const id of ["one", "99999999999999999999", "3001"]) expect(await source.find(id)).toBeUndefined();
  await source.close();
  const reads = "SELECT seq_tup_read + idx_tup_fetch AS reads FROM pg_stat_user_tables WHERE relname = 'many'";
  await expect.poll(async () => (await queryDatabase(url, reads))[0]!["reads"]).toBe("1");
  const again = await open("many");
  expect(await again.find("02000")).toBeUndefined();
  await again.close();
});

it("reports the rows of a table that was truncated and filled again", async () => {
  await queryDatabase(url, "CREATE TABLE filled (id serial PRIMARY KEY, item text)");
  await queryDatabase(url, "INSERT INTO filled (item) VALUES ('a'), ('b')");
  const changed: string[] = [];
  const attached = await attach("filled", undefined, ({ finding, id }) => void changed.push(`${finding} ${id}`));
  await attached.caughtUp();
  await queryDatabase(url, "TRUNCATE filled RESTART IDENTITY; INSERT INTO filled (item) VALUES ('a'), ('c')");
  await attached.caughtUp();
  await attached.stop();
  expect(changed).toEqual(["changed 2"]);
});

it("names the place and the remedy if the server refuses", async () => {
  const at = (change: Partial<URL>) =>
    postgresTable({ connectionString: Object.assign(new URL(url), change).href, table: "orders" }).then(
      () => "taken",
      (error: Error & { code: string }) => `${error.code}: ${error.message}`,
    );
  const [absent, stranger, closed] = [{ pathname: "/absent" }, { username: "stranger" }, { port: "1" }];
  expect(await at(absent)).toMatch(/^bad_source: table orders .* does not exist\nTo fix it: check the database in the/);
  expect(await at(stranger)).toMatch(/^bad_source: table orders .* does not exist\nTo fix it: check the user and/);
  expect(await at(closed)).toMatch(/^bad_source: table orders .*\nTo fix it: check that the server can be reached/);
  // Each error has one remedy.
  await expect(open("absent")).rejects.toThrow(/^(?![^]*To fix it[^]*To fix it)/);
});

it("refuses what it cannot follow", async () => {
  await queryDatabase(url, "CREATE TABLE two (a int, b int, PRIMARY KEY (a, b))");
  await queryDatabase(url, "CREATE TABLE secret (id int PRIMARY KEY)");
  await queryDatabase(url, `REVOKE ALL ON secret FROM reader_${new URL(url).pathname.slice(1)}`);
  await expect(open("absent")).rejects.toMatchObject({ code: "bad_source" });
  await expect(open("two")).rejects.toThrow("no primary key of one column");
  await queryDatabase(url, "CREATE VIEW shown AS SELECT 1 AS id; CREATE MATERIALIZED VIEW kept AS SELECT 1 AS id");
  await queryDatabase(url, "CREATE EXTENSION citext; CREATE TABLE names (id citext PRIMARY KEY)");
  await expect(open("shown")).rejects.toThrow("it is a view");
  await expect(open("kept")).rejects.toThrow("it is a materialized view");
  await expect(open("names")).rejects.toThrow("the type of its column id is of an extension");
  await expect(postgresTable({ connectionString: readOnly, table: "two", id: "a" })).rejects.toThrow("a is not unique");
  const source = await open("secret");
  await expect(source.find("1")).rejects.toMatchObject({ code: "bad_source" });
  await source.close();
});
