/** `migrate` over SQLite in memory: each way in which a step can end. */
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import { AnchorlogError } from "anchorlog";
import { migrate, runIn, type Migration, type Run } from "../../../src/foundation/db/migrate.ts";
import { kyselyOver } from "../../../src/foundation/db/sqlite.ts";

let file: DatabaseSync;
beforeEach(() => void (file = new DatabaseSync(":memory:")));
const db = () => kyselyOver<unknown>(file);
const rows = (query: string) => file.prepare(query).all();

/** Steps that each add the row of their number, in a transaction by `run`. */
const steps: readonly Migration[] = [
  () => [sql`create table done (step int)`, sql`insert into done values (1)`],
  (_, { bytes, engine }) => [sql.raw(`create table file (content ${bytes})`), sql`insert into done values (${engine})`],
];
const go = (run: Run = runIn(db()), migrations = steps) =>
  migrate(db(), run, { table: "version", migrations, engine: "sqlite" });
const both = [{ step: 1 }, { step: "sqlite" }];

it("takes each step once, in order", async () => {
  await go(undefined, steps.slice(0, 1));
  await go();
  await go();
  expect(rows("select step from done")).toEqual(both);
  expect(rows("select version from version")).toEqual([{ version: 1 }, { version: 2 }]);
  expect(rows("select type from pragma_table_info('file')")).toEqual([{ type: "BLOB" }]);
});

it("continues if another process took a step meanwhile, so that its statements fail here", async () => {
  const here = runIn(db());
  const behind: Run = async (statements) => {
    if (statements.length > 1) await here(statements);
    return here(statements);
  };
  await go(behind);
  expect(rows("select step from done")).toEqual(both);
});

it("counts the rows that a statement returns or changes, and else undoes all of them", async () => {
  const run = runIn(db());
  await run([
    { sql: "create table one (n int)" },
    { sql: "insert into one values (1), (2)", expect: 2 },
    { sql: "select n from one where n > 1", expect: 1 },
    { sql: "select n from one", expect: 2 },
  ]);
  const failing = run([{ sql: "delete from one" }, { sql: "select n from one", expect: 1 }]);
  await expect(failing).rejects.toMatchObject({ message: "0 rows", code: "effect_failed" });
  expect(rows("select n from one")).toEqual([{ n: 1 }, { n: 2 }]);
});

it("reports an unavailable database unchanged, and any other failure with the step that failed", async () => {
  const ending = (error: unknown) => {
    const here = runIn(db());
    return go(async (statements) => {
      if (statements.length > 1) throw error;
      return here(statements);
    });
  };
  const busy = Object.assign(new Error("busy"), { code: "ERR_SQLITE_ERROR", errcode: 5 });
  const unknown = new AnchorlogError("outcome_unknown", "the commit failed");
  for (const error of [busy, unknown]) await expect(ending(error)).rejects.toBe(error);
  for (const [error, why] of [
    [new AnchorlogError("effect_failed", "0 rows"), "0 rows"],
    [Object.assign(new Error("no such table"), { code: "ERR_SQLITE_ERROR", errcode: 1 }), "no such table"],
    ["a text", "a text"],
  ])
    await expect(ending(error)).rejects.toMatchObject({
      code: "migration_failed",
      cause: error,
      message: expect.stringMatching(`^step 1 of version failed, .*${String(why)}`) as string,
    });
  expect(rows("select version from version")).toEqual([]);
});

it("refuses a schema of a newer release, and changes nothing there", async () => {
  await go();
  await expect(go(undefined, steps.slice(0, 1))).rejects.toMatchObject({
    code: "newer_schema",
    message: "the database has version 2 of version, but this server reads versions up to 1: run a newer server",
  });
  expect(rows("select step from done")).toEqual(both);
});
