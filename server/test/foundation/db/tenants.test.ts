import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Kysely, PostgresDialect, sql, type PostgresPool } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { contractAddresses, presets } from "anchorlog/chain";
import { formatConfig } from "anchorlog/daemon/config";
import { LOCAL_CHAIN_ID } from "anchorlog/development";
import { closing } from "../../../../test/ends.ts";
import { newFolder } from "../../../../test/folder.ts";
import type { Database, Reach } from "../../../src/foundation/db/database.ts";
import { migrate, runIn } from "../../../src/foundation/db/migrate.ts";
import { ACCOUNTS, INDEX, TABLES } from "../../../src/foundation/db/migrations.ts";
import { openPostgresDatabase } from "../../../src/foundation/db/postgres.ts";
import { assertApart, bindTo } from "../../../src/foundation/db/tenants.ts";
import { openLog } from "../../../src/log/open.ts";
import { DEFINITIONS } from "../../../src/objects/kinds.ts";
import { queryDatabase } from "../../../../test/postgres.ts";
import { createDatabase } from "../../engines.ts";
import { wireTo } from "../../outage.ts";

const ADA = `org_${"a".repeat(32)}`;
const BEN = `org_${"b".repeat(32)}`;
/** The table with an `org` column that belongs to an account: signing in reads it before it knows the organization. */
const ACCOUNTS_OWN = "session";

type Rows = Kysely<Record<string, Record<string, unknown>>>;
const rowsBy = (reach: Reach): Rows => reach.tables as unknown as Rows;

let url: string;
let database: Database;
/** Tables with a column that names the row's organization. */
let led: string[];
beforeAll(async () => {
  url = await createDatabase();
  database = openPostgresDatabase(url);
  const { tables } = database.across;
  for (const [table, migrations] of Object.entries({ one: TABLES, two: ACCOUNTS, three: INDEX })) {
    await migrate(tables, runIn(tables), { table, migrations, engine: "postgres" });
  }
  const columns = await query("select table_name as t from information_schema.columns where column_name = 'org'");
  led = columns
    .map(({ t }) => t as string)
    .filter((table) => table !== ACCOUNTS_OWN)
    .toSorted();
  for (const table of led) for (const org of [ADA, BEN]) await fill(table, org);
});
afterAll(() => database.close());

/** Runs on a connection of the server's role that is bound to no organization. */
const query = (text: string) => queryDatabase(url, text);

/** Inserts a row of an organization with made-up values. */
async function fill(table: string, org: string, as = database.across): Promise<void> {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns where table_name = ${table}
    `.execute(as.tables);
  const valueOf = (type: string) => (type === "text" ? org : type === "bytea" ? Buffer.from(org) : 1);
  const row = Object.fromEntries(rows.map(({ name, type }) => [name, valueOf(type)]));
  await rowsBy(as)
    .insertInto(table)
    .values({ ...row, org })
    .execute();
}

describe("each table whose key starts with an organization", () => {
  it("has a row-level policy, which its owner cannot bypass", async () => {
    const held = await query("select relname as t from pg_class where relrowsecurity and relforcerowsecurity");
    expect(new Set(held.map(({ t }) => t))).toEqual(new Set(led));
    expect(led.length).toBeGreaterThan(15);
  });

  it("shows an organization only its own rows, even if a query has no condition", async () => {
    for (const table of led) {
      const seen = async (reach: Reach) =>
        (await rowsBy(reach).selectFrom(table).select("org").execute()).map(({ org }) => org);
      expect([table, await seen(database.of(ADA))]).toEqual([table, [ADA]]);
      expect([table, new Set(await seen(database.across))]).toEqual([table, new Set([ADA, BEN])]);
      expect([table, await query(`select org from ${table}`)]).toEqual([table, []]);
    }
  });

  it("lets an organization change and remove only its own rows, and insert no others", async () => {
    for (const table of led) {
      const ada = rowsBy(database.of(ADA));
      const changed = await ada
        .updateTable(table)
        .set({ org: sql`org` })
        .executeTakeFirstOrThrow();
      expect([table, changed.numUpdatedRows]).toEqual([table, 1n]);
      const refused = { code: "42501" };
      await expect(ada.updateTable(table).set({ org: BEN }).execute(), table).rejects.toMatchObject(refused);
      await expect(fill(table, `org_${"c".repeat(32)}`, database.of(ADA)), table).rejects.toMatchObject(refused);
      await expect(query(`insert into ${table} select * from ${table}`)).resolves.toEqual([]);
      const removed = await ada.deleteFrom(table).executeTakeFirstOrThrow();
      expect([table, removed.numDeletedRows]).toEqual([table, 1n]);
      expect(await rowsBy(database.across).selectFrom(table).select("org").execute()).toEqual([{ org: BEN }]);
      await fill(table, ADA);
    }
  });

  it("is also restricted to the log that a statement commits with", async () => {
    const log = `0x${"b".repeat(32)}${"0".repeat(32)}`;
    const under = (name: string) =>
      rowsBy(database.of(ADA))
        .transaction()
        .execute(async (db) => {
          await sql.raw(`set local anchorlog.log = '${name}'`).execute(db);
          const rows = await db.selectFrom("object").select("org").orderBy("org").execute();
          return rows.map(({ org }) => org);
        });
    expect([await under(log), await under("*"), await under("0x12")]).toEqual([[BEN], [ADA, BEN], []]);
  });
});

it("each connection is bound to the organization that uses it, over many changes", async () => {
  const asked = Array.from({ length: 200 }, (_, i) => (i % 3 === 0 ? ADA : BEN));
  const seen = await Promise.all(
    asked.map(async (org) => (await database.of(org).tables.selectFrom("object").select("org").execute())[0]!.org),
  );
  expect(seen).toEqual(asked);
  expect(() => database.of("*")).toThrow("use `across`");
});

it("a connection with a running query or an open transaction is not reused", async () => {
  const wire = await wireTo(`${url}?query_timeout=600000`);
  const slow = closing(openPostgresDatabase(wire.url));
  const { accounts } = slow.across;
  const make = (id: string) => accounts.insertInto("account").values({ id, email: id, created_at: 0 }).execute();
  const pid = async () => (await sql`select pg_backend_pid() as pid`.execute(accounts)).rows;
  await make("before");
  expect(await pid()).toEqual(await pid());
  wire.hold();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const late = accounts
    .transaction()
    .execute(async () => {})
    .catch((error: unknown) => error);
  // The pool has a timer until it has handed out its idle connection, which needs no query.
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(600_000);
  expect(await late).toMatchObject({ message: "Query read timeout" });
  vi.useRealTimers();
  wire.release();
  await make("after");
  await accounts.connection().execute((held) => sql`begin`.execute(held));
  await make("last");
  const made = await query("select id from account order by id");
  expect(made.map(({ id }) => id)).toEqual(["after", "before", "last"]);
});

it("the statement builder compiles statements and cannot run them", async () => {
  const all = database.builder.selectFrom("object").selectAll();
  expect(all.compile().sql).toBe('select * from "object"');
  await expect(all.execute()).rejects.toThrow("run with the entry");
});

it("a superuser as the server's role is reported, and refused in production", async () => {
  expect(await assertApart(database, true)).toBe(true);
  const above = new URL(url);
  above.username = "postgres";
  const unfenced = closing(openPostgresDatabase(above.href));
  expect(await assertApart(unfenced, false)).toBe(false);
  await expect(assertApart(unfenced, true)).rejects.toMatchObject({ code: "unfenced_role" });
});

it("a database with an encoding other than UTF8 is refused", async () => {
  const latin = new URL(url);
  latin.username = "postgres";
  latin.pathname = "/latin";
  const create = "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0";
  await queryDatabase(new URL("/postgres", latin).href, create);
  const opened = closing(openPostgresDatabase(latin.href));
  await expect(assertApart(opened, false)).rejects.toMatchObject({ code: "not_utf8" });
});

it("a refused role creates nothing, so another role can start with the same database", async () => {
  const folder = newFolder();
  const [store, file] = [await createDatabase(), join(folder, "anchorlog.jsonc")];
  const text = formatConfig({
    "operator.chainId": LOCAL_CHAIN_ID,
    "operator.registry": contractAddresses(presets.local).registry,
    "operator.address": `0x${"a1".repeat(20)}`,
    "operator.name": "Example",
    "operator.maxAnchorDelaySeconds": 3_600,
    "operator.kinds": DEFINITIONS,
    "store.postgres": "env:ANCHORLOG_SECRET_DATABASE",
    "publish.inStore": true,
    "http.port": 0,
  });
  writeFileSync(file, text);
  const keys = Object.fromEntries(
    ["ACCOUNT", "ANCHOR", "RECEIPT", "NOTE"].map((name, i) => [`ANCHORLOG_SECRET_${name}`, `0x${`a${i}`.repeat(32)}`]),
  );
  const begin = (address: string) => {
    const env = { ...keys, NODE_ENV: "production", ANCHORLOG_SECRET_DATABASE: address };
    const storage = { kind: "folder", folder: join(folder, "files"), isOwn: true } as const;
    const config = { folder, operator: { kind: "configured", file, env }, storage, drainSeconds: 0 } as const;
    return openLog(config, { clock: Date.now, log: () => {} });
  };
  const above = new URL(store);
  above.username = "postgres";
  await expect(begin(above.href)).rejects.toMatchObject({ code: "unfenced_role" });
  const made = "select relname from pg_class where relnamespace = 'public'::regnamespace";
  expect(await queryDatabase(store, made)).toEqual([]);
  await expect(begin("postgresql://platform@127.0.0.1:1/none")).rejects.toMatchObject({ code: "no_database" });
  await (await begin(store)).close();
});

it("a connection that loses its organization, as behind a transaction pooler, is refused", async () => {
  const one = new pg.Client({ connectionString: url });
  await one.connect();
  const reach = (org: string): Reach => {
    const connect = async () => {
      await one.query(bindTo(org, 0));
      return { query: one.query.bind(one), release: () => {} };
    };
    const pool = { connect, end: async () => {}, options: {} } as unknown as PostgresPool;
    return { ...database.across, tables: new Kysely({ dialect: new PostgresDialect({ pool }) }) };
  };
  const pooled = { engine: "postgres", across: reach("*"), of: reach } as const;
  await expect(assertApart(pooled, false)).rejects.toMatchObject({ code: "pooled_transactions" });
  await one.end();
});

it("the database ends long statements, and those of the index earlier", async () => {
  const timeout = sql<{ ms: string }>`select current_setting('statement_timeout') as ms`;
  const said = async (db: Reach["index"] | Reach["tables"]) => (await timeout.execute(db)).rows[0]!.ms;
  expect([await said(database.of(ADA).index), await said(database.across.index)]).toEqual(["5s", "5s"]);
  expect(await said(database.of(ADA).tables)).toBe("30s");
});

/** Parts that serve all organizations, or run before one is known. Parts that answer for one are not listed. */
const ACROSS = [
  "accounts/account.ts",
  "accounts/authenticate.ts",
  "accounts/oneTimeCodes.ts",
  "accounts/organizations.ts",
  "accounts/signingKeys.ts",
  "accounts/tokens.ts",
  "files/sweep.ts",
  "http/health.ts",
  "indexer/follow.ts",
  "indexer/follower.ts",
  "log/reached.ts",
  "log/stores.ts",
  "main/admin/report.ts",
  "main/housekeeping.ts",
  "main/newSecret.ts",
  "main/replay/commands.ts",
  "main/replay/overPostgres.ts",
  "main/replay/overSqlite.ts",
  "main/replay/replay.ts",
  "main/server.ts",
  "main/setLimits.ts",
  "webhooks/attempt.ts",
  "webhooks/deliver.ts",
  "webhooks/ends.ts",
  "webhooks/forget.ts",
  "webhooks/queue.ts",
  "webhooks/taking.ts",
];

it("only the listed parts read across organizations, over either engine", () => {
  const source = fileURLToPath(new URL("../../../src/", import.meta.url));
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const across = files.filter((file) => /\bacross\b/.test(codeOf(readFileSync(source + file, "utf8"))));
  expect(across.filter((file) => !file.startsWith("foundation/db/")).toSorted()).toEqual(ACROSS);
});

const codeOf = (text: string): string => text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, "");
