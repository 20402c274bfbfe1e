/** Reads of many organizations over one connection. */
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CompiledQuery } from "kysely";
import { afterAll, expect, it } from "vitest";
import { listenHere } from "../../../../test/listening.ts";
import type { Reader } from "../../../src/foundation/db/fixed.ts";
import { PipelinedReads } from "../../../src/foundation/db/pipelined.ts";
import { apart } from "../../../src/foundation/db/tenants.ts";
import { sqliteBuilder } from "../../../src/foundation/db/sqlite.ts";
import { isUnavailable } from "../../../src/foundation/db/unavailable.ts";
import { queryDatabase } from "../../../../test/postgres.ts";
import { createDatabase } from "../../engines.ts";

const ORGS = ["a", "b", "c"].map((letter) => `org_${letter.repeat(32)}`);
const [ADA, BEN, CAL] = ORGS as [string, string, string];
type Row = { readonly org: string; readonly id: string };

const query = (text: string) => queryDatabase(url, text);
/** Facts about the server's own connection to the database. */
const own = (what: string) =>
  query(`select ${what} from pg_stat_activity where query like '%pipelined_thing%'
  and pid <> pg_backend_pid() and datname = current_database()`);
const compiled = <R = Row>(text: string, ...parameters: unknown[]): CompiledQuery<R> =>
  ({ sql: text, parameters }) as unknown as CompiledQuery<R>;
const all = compiled("select * from pipelined_thing order by id");

const url = await createDatabase();
await query("create table pipelined_thing (org text, id text, primary key (org, id))");
for (const policy of apart(["pipelined_thing"])) await query(policy.compile(sqliteBuilder).sql.replaceAll("`", '"'));
await query("select set_config('anchorlog.log', '*', false)");
const rows = ORGS.flatMap((org) => [1, 2].map((n) => `('${org}', '${n}')`)).join(", ");
await query(`set anchorlog.log = '*'; insert into pipelined_thing values ${rows}`);
const reads = new PipelinedReads({ connectionString: url }, 600_000);
afterAll(() => reads.close());

it("pipelined reads see only the rows of their organization, and reads across all see all rows", async () => {
  const asked = Array.from({ length: 60 }, (_, i) => [...ORGS, "*"][i % 4]!);
  const found = await Promise.all(asked.map((org) => reads.readerOf(org)(all)));
  for (const [i, org] of asked.entries()) {
    const orgs = found[i]!.map((row) => row.org);
    expect(orgs).toEqual(org === "*" ? [...ORGS, ...ORGS] : [org, org]);
  }
  expect(await own("pid")).toHaveLength(1);
});

it("a read that fails does not affect the others or the next one", async () => {
  const [ada, ben] = [reads.readerOf(ADA), reads.readerOf(BEN)];
  const each = await Promise.allSettled([ada(all), ada(compiled("select * from nothing")), ben(all), ada(all)]);
  expect(each.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  await expect(ben(compiled("select 1 / $1::integer", 0))).rejects.toThrow("division by zero");
  expect(await ben(compiled("select 1 / $1::integer as one", 1))).toEqual([{ one: 1 }]);
});

it("reads that differ only in their values are one query, and each gets its own rows", async () => {
  const read = reads.readerOf("*");
  const of = (org: unknown, most: unknown) =>
    read(compiled("select org, id from pipelined_thing where org = $1 order by id desc limit $2", org, most));
  const ids = async (...asked: [unknown, unknown][]) =>
    (await Promise.all(asked.map(([org, most]) => of(org, most)))).map((rows) => rows.map(({ id }) => id));
  expect(await ids([ADA, 2], [CAL, 1], ["x", 2], [ADA, 2])).toEqual([["2", "1"], ["2"], [], ["2", "1"]]);
  const sent = await own("query");
  expect(sent.map((row) => row["query"])).toEqual([expect.stringContaining("limit given.v2")]);
  expect(await ids([ADA, "1"], [BEN, 1], [CAL, null])).toEqual([["2"], ["2"], ["2", "1"]]);
});

it("a read with a bad value does not fail the others of its query", async () => {
  const read = reads.readerOf("*");
  const part = (by: unknown) => read(compiled<{ part: number }>("select 6 / $1::integer as part", by));
  const each = await Promise.allSettled([part(2), part(0), part(3), part("x"), part("6")]);
  expect(each.map((one) => (one.status === "fulfilled" ? one.value : (one.reason as Error).message))).toEqual([
    [{ part: 3 }],
    "division by zero",
    [{ part: 2 }],
    'invalid input syntax for type integer: "x"',
    [{ part: 1 }],
  ]);
});

it("reads fail if their organization cannot be set on the connection", async () => {
  const read = reads.readerOf("org_\0");
  const first = read(all);
  // Sent before the failure is known.
  const second = new Promise((resolve) => setImmediate(resolve)).then(() => read(all));
  const each = await Promise.allSettled([first, second]);
  expect(each.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(read(all)).rejects.toThrow("invalid byte sequence");
  expect(await reads.readerOf(CAL)(all)).toHaveLength(2);
});

it("reads continue after a column was added to their table", async () => {
  const readers: Reader[] = ORGS.map((org) => reads.readerOf(org));
  await Promise.all(readers.map((read) => read(all)));
  await query("alter table pipelined_thing add column more integer");
  const found = await Promise.all(readers.map((read) => read(all)));
  expect(found.map((rows) => rows.map((row) => row.org))).toEqual(ORGS.map((org) => [org, org]));
  expect(found.flat().every((row) => "more" in row)).toBe(true);
});

it("a plan made for an empty table is not kept for a large one", async () => {
  const columns = Array.from({ length: 16 }, (_, i) => `c${i} text`).join(", ");
  await query(`create table grown (org text, kind text, id text, ${columns}, primary key (org, id))`);
  await query("create index on grown (org, kind)");
  await query("alter table grown set (autovacuum_enabled = false)");
  const read = reads.readerOf("*");
  const find = (id: number) => read(compiled("select id, kind from grown where org = $1 and id = $2", "x", `${id}`));
  for (let i = 0; i < 20; i++) await find(i);
  await query("insert into grown (org, kind, id) select 'x', 'y', i from generate_series(1, 20000) i");
  for (let i = 1; i < 200; i++) await find(i);
  const before = await touched();
  for (let i = 1; i <= 20; i++) expect(await find(i)).toEqual([{ id: `${i}`, kind: "y" }]);
  // With another index than the key's, each read would touch all blocks of the table.
  expect((await touched()) - before).toBeLessThan(20 * 10);
});
async function touched(): Promise<number> {
  await reads.readerOf("*")(compiled("select pg_stat_force_next_flush()"));
  const [row] = await query(
    "select heap_blks_hit + heap_blks_read as n from pg_statio_user_tables where relname = 'grown'",
  );
  return Number(row!["n"]);
}

it("a broken connection fails the reads in progress, and the next read opens a new one", async () => {
  const read = reads.readerOf(ADA);
  const slow = read(compiled("select pg_sleep(600), 'pipelined_thing'"));
  const behind = new Promise((resolve) => setImmediate(resolve)).then(() => read(all));
  const failing = Promise.allSettled([slow, behind]);
  while ((await own("pid")).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  await own("pg_terminate_backend(pid)");
  expect((await failing).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await read(all)).toHaveLength(2);
});

it("a database that accepts connections without answering, or has no socket, counts as unavailable", async () => {
  const { port } = await listenHere(createServer(() => {}));
  const ways = [{ connectionString: `postgresql://platform@127.0.0.1:${port}/x` }, { host: join(tmpdir(), "nowhere") }];
  for (const way of ways) {
    const mute = new PipelinedReads({ ...way, connectionTimeoutMillis: 100 }, 1_000);
    const error = await mute
      .readerOf("*")(all)
      .then(undefined, (why: unknown) => why);
    expect([error, isUnavailable(error)]).toEqual([error, true]);
    await mute.close();
  }
});

it("a failed connection is retried, and a closed one is not", async () => {
  const nowhere = new PipelinedReads({ connectionString: url.replace(/:\d+\//, ":1/") }, 1_000);
  for (let i = 0; i < 2; i++) await expect(nowhere.readerOf("*")(all)).rejects.toThrow("ECONNREFUSED");
  await nowhere.close();
  const closed = new PipelinedReads({ connectionString: url }, 600_000);
  expect(await closed.readerOf("*")(all)).toHaveLength(6);
  await closed.close();
  await expect(closed.readerOf("*")(all)).rejects.toThrow("Client was closed");
});
