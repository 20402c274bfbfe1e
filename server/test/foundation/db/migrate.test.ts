/** Steps of a later release, passed to `migrate` with the steps of this one, over tables in use by this release. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { sql, type Kysely } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { closing } from "../../../../test/ends.ts";
import type { Database } from "../../../src/foundation/db/database.ts";
import { migrate, runIn, type Migration, type Run } from "../../../src/foundation/db/migrate.ts";
import { migrateAll, openSteps } from "../../../src/foundation/db/migrateAll.ts";
import { ACCOUNTS, INDEX, TABLES } from "../../../src/foundation/db/migrations.ts";
import { openDatabase } from "../../../src/foundation/db/open.ts";
import type { Patience } from "../../../src/foundation/db/steps.ts";
import type { ServerError } from "../../../src/foundation/errors.ts";
import { EVERY_ENGINE, environmentOf } from "../../engines.ts";
import { call, owner, sign, signIn, startServer, type Answer, type Client, type TestServer } from "../../harness.ts";
import { ask, enter, statuses } from "../../outage.ts";
import { start } from "../../process.ts";
import { isSlowSuite } from "../../../../test/slow.ts";
import { rowsOf } from "../../requests.ts";

/**
 * For each schema: the record of its version, the steps of this release, and tables that are read or written all the
 * time.
 */
const SCHEMAS = {
  tables: { table: "tables_version", known: TABLES, busy: ["object", "api_key"] },
  accounts: { table: "accounts_version", known: ACCOUNTS, busy: ["session"] },
  index: { table: "index_version", known: INDEX, busy: ["search_object"] },
} as const;
type Schema = keyof typeof SCHEMAS;
const NAMES = Object.keys(SCHEMAS) as Schema[];

/** A step that adds a column to tables. */
const noting =
  (tables: readonly string[]): Migration =>
  () =>
    tables.flatMap((table) => [
      sql`alter table ${sql.table(table)} add column note text default 'none' not null`,
      sql`create index ${sql.ref(`later_${table}`)} on ${sql.table(table)} (note)`,
    ]);

/** The amount by which a concurrent process raises each place: see migrating.ts. */
const MOVED = 1_000_000;
/** As the harness starts it. */
const SAME = { PUBLIC_URL: "http://api.example", SERVER_SECRET: "5e".repeat(32), LOG_LEVEL: "warn" };
const MIGRATING = fileURLToPath(new URL("migrating.ts", import.meta.url));

describe.each(EVERY_ENGINE)("migrations over %s", (engine) => {
  let env: Record<string, string>;
  let old: TestServer;
  let ada: Client;
  let byKey: Client;
  let template: string;
  let later: { readonly database: Database; readonly run: (schema: Schema) => Run; close(): Promise<void> };
  beforeEach(async () => {
    env = await environmentOf(engine);
    old = await startServer(env);
    ada = await owner(old, "ada@example.com");
    const made = await sign<{ id: string }>(old, ada, "POST", "/templates", { body: { name: "coin" } });
    template = made.body.id;
    const { body } = await sign<{ key: string }>(old, ada, "POST", "/api-keys", { body: { name: "all" } });
    byKey = { ...ada, headers: { "x-api-key": body.key } };
    later = closing(await beside(old));
    expect(statuses(await asked(1))).toEqual(WELL);
  });

  const WELL = [200, 200, 200, 200, 200, 200];
  const asked = async (n: number): Promise<Answer[]> => [
    ...(await ask(old, n % 2 === 0 ? ada : byKey, template, n)),
    await call(old, "GET", `/indexer/search?q=a${n}`, { headers: ada.headers }),
  ];

  /** Takes a step in one schema, as the process of a later release does. */
  const step = (schema: Schema, migration: Migration, patience?: Patience): Promise<void> => {
    const { table, known } = SCHEMAS[schema];
    const { engine: of, across } = later.database;
    const how = { table, migrations: [...known, migration], engine: of, ...(patience && { patience }) };
    return migrate(across[schema] as Kysely<unknown>, later.run(schema), how);
  };

  /** All tables with their columns, and all rows except those of the index, which follows in the background. */
  const all = async (): Promise<unknown> => [
    await Promise.all(NAMES.map((schema) => later.database.across[schema].introspection.getTables())),
    await rowsOf({ ...old, parts: { ...old.parts, database: later.database } }),
    await versions(),
  ];
  const versions = (): Promise<(number | undefined)[]> =>
    Promise.all(
      NAMES.map(async (schema) => {
        const newest = sql<{ n: number }>`select max(version) as n from ${sql.table(SCHEMAS[schema].table)}`;
        return (await newest.execute(later.database.across[schema])).rows[0]?.n;
      }),
    );
  const KNOWN = NAMES.map((schema) => SCHEMAS[schema].known.length);

  // With files, both sides would run in one thread, where a waiting step prevents the server from releasing the file.
  it.skipIf(engine === "SQLite")("change tables in use while the earlier release keeps working", async () => {
    const answers: Answer[] = [];
    const over = new AbortController();
    let n = 1;
    const load = (async () => {
      while (!over.signal.aborted) answers.push(...(await asked(++n)));
    })();
    const rounds = async (count: number): Promise<void> => {
      const then = n;
      await expect.poll(() => n).toBeGreaterThan(then + count);
    };
    // By then the database has plans for the queries.
    await rounds(10);
    for (const schema of NAMES) {
      await step(schema, noting(SCHEMAS[schema].busy));
      await rounds(2);
      expect(statuses(await enter(old))).toEqual([202, 401]);
    }
    over.abort();
    await load;
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await versions()).toEqual(KNOWN.map((version) => version + 1));
    // Each round writes three rows. Older rows have the new column as well.
    const { rows } = await sql<{
      note: string;
    }>`select note from object`.execute(later.database.across.tables);
    expect(rows).toEqual(Array.from({ length: 3 * n }, () => ({ note: "none" })));
  });

  describe.skipIf(engine === "SQLite")("of a table that another transaction reads", () => {
    let somebody: pg.Client;
    beforeEach(async () => {
      somebody = new pg.Client({ connectionString: env["DATABASE_URL"], application_name: "somebody's" });
      await somebody.connect();
      await somebody.query("begin");
    });
    afterEach(() => somebody.end());
    const hold = (table: string) => somebody.query(`select from ${table} limit 0`);

    it("block no request while a step waits, and run once the table is free", async () => {
      for (const schema of NAMES) await hold(SCHEMAS[schema].busy[0]);
      let isTaken = false;
      // Once it has the lock, a step may take as long as it needs.
      const bounds = sql`create table bounds as select current_setting('statement_timeout') as ms`;
      const taken = (async () => {
        for (const schema of NAMES) {
          const added: Migration = (...given) => [
            ...noting(SCHEMAS[schema].busy)(...given),
            ...(schema === "index" ? [bounds] : []),
          ];
          await step(schema, added, { tries: 1_000, wait: 50, pause: 20 });
        }
        isTaken = true;
      })();
      for (let n = 2; n < 6; n++) expect(statuses(await asked(n))).toEqual(WELL);
      expect([isTaken, await versions()]).toEqual([false, KNOWN]);
      await somebody.query("commit");
      await taken;
      expect(await versions()).toEqual(KNOWN.map((version) => version + 1));
      expect(statuses(await asked(7))).toEqual(WELL);
      const { rows } = await sql`select ms from bounds`.execute(later.database.across.index);
      expect(rows).toEqual([{ ms: "0" }]);
    });

    it("change nothing if the table stays in use, and name the process that holds it", async () => {
      const before = await all();
      const { rows } = await somebody.query<{ pid: number; since: Date }>(
        "select pg_backend_pid() as pid, now() as since",
      );
      const [{ pid, since }] = rows as [{ pid: number; since: Date }];
      const who = `PostgreSQL's process ${pid} (platform, somebody's), in a transaction since ${since.toISOString()}`;
      for (const schema of NAMES) {
        const { table, known, busy } = SCHEMAS[schema];
        await hold(busy[0]);
        await expect(step(schema, noting(busy), { tries: 2, wait: 100, pause: 10 })).rejects.toMatchObject({
          code: "migration_failed",
          message: `step ${known.length + 1} of ${table} failed, and changed nothing: it needs a table that is in use, by ${who}: wait for that, or end it, and start again; until then, run the previous release`,
        });
      }
      expect(await all()).toEqual(before);
    });
  });

  it.skipIf(engine === "SQLite" && !isSlowSuite)("run each step once if several processes start together", async () => {
    const processes = Array.from({ length: isSlowSuite ? 3 : 2 }, () =>
      spawn(process.execPath, [MIGRATING, JSON.stringify(later.database.place)], {
        stdio: ["pipe", "pipe", "inherit"],
      }),
    );
    await Promise.all(processes.map(({ stdout }) => once(stdout, "data")));
    const ended = processes.map(async (one) => (await once(one, "close"))[0] as unknown);
    for (const { stdin } of processes) stdin.write("go\n");
    expect(await Promise.all(ended)).toEqual(processes.map(() => 0));
    const { accounts, index } = later.database.across;
    const emails = await accounts.selectFrom("account").select("email").execute();
    expect(emails).toEqual([{ email: "ada@example.com+" }]);
    const places = await index.selectFrom("search_object").select("place").execute();
    expect(places.filter(({ place }) => place > 2 * MOVED)).toEqual([]);
    expect(places.filter(({ place }) => place > MOVED).length).toBeGreaterThan(0);
  });

  it.skipIf(engine === "PostgreSQL" && !isSlowSuite)("change nothing if a step fails, and name a remedy", async () => {
    await signIn(old, "ada@example.com");
    const before = await all();
    for (const schema of NAMES) {
      const { table, known, busy } = SCHEMAS[schema];
      const said = async (failing: ReturnType<typeof sql>): Promise<unknown> => {
        const refused = step(schema, (...given) => [...noting(busy)(...given), failing]);
        return refused.then(undefined, ({ code, message }: ServerError) => `${code}: ${message}`);
      };
      const says = (what: string) =>
        expect.stringMatching(
          new RegExp(
            `^migration_failed: step ${known.length + 1} of ${table} failed, and changed nothing: .*${what}.*: correct `,
          ),
        ) as string;
      // Two rows have the same organization.
      const violating = sql`create unique index later_org on ${sql.table(busy[0])} (org)`;
      expect(await said(violating)).toEqual(says("(later_org|UNIQUE)"));
      expect(await said(sql`update ${sql.table(busy[0])} set nowhere = 1`)).toEqual(says("nowhere"));
    }
    expect(await all()).toEqual(before);
    expect(statuses(await asked(2))).toEqual(WELL);
    // The step runs once the fault is fixed.
    for (const schema of NAMES) await step(schema, noting(SCHEMAS[schema].busy));
    expect(await versions()).toEqual(KNOWN.map((version) => version + 1));
  });

  it.skipIf(engine === "PostgreSQL" && !isSlowSuite)(
    "refuse a database of a later release, and change nothing there",
    async () => {
      let says: string;
      for (const schema of NAMES.toReversed()) {
        const { table, known, busy } = SCHEMAS[schema];
        await step(schema, noting(busy));
        const before = await all();
        says = `the database has version ${known.length + 1} of ${table}, but this server reads versions up to ${known.length}: run a newer server`;
        await expect(migrateAll(later.database, later.run("tables"))).rejects.toMatchObject({
          code: "newer_schema",
          message: says,
        });
        expect(await all()).toEqual(before);
      }
      if (!isSlowSuite) return;
      await old.close();
      const before = await all();
      const { folder } = old.parts.config;
      const again = start(folder, { ...env, ...SAME, DATA_DIR: folder });
      expect([await again.ended, again.said()]).toEqual([1, `${says!}\n`]);
      expect(await all()).toEqual(before);
    },
  );
});

/**
 * Connections of another process to the databases of a running server. Over SQLite the log's file has one writer, which
 * is the server's.
 */
async function beside({
  parts: { database, store },
}: TestServer): Promise<{ database: Database; run: (schema: Schema) => Run; close(): Promise<void> }> {
  const opened = openDatabase(database.place);
  const steps = await openSteps(opened);
  const { across } = opened;
  const runInFiles = (schema: Schema): Run =>
    schema === "tables" ? (statements) => store.run(statements) : runIn(across[schema] as Kysely<unknown>);
  return {
    database: opened,
    run: (schema) => steps?.run ?? runInFiles(schema),
    close: async () => void (await Promise.all([opened.close(), steps?.end()])),
  };
}
