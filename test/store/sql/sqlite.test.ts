import { DatabaseSync } from "node:sqlite";
import { Kysely, sql } from "kysely";
import { describe, expect, it } from "vitest";
import { migrate, SCHEMA_VERSION } from "../../../src/store/sql/migrations.ts";
import { insertCheckpoint, readCheckpoints, readHead } from "../../../src/store/sql/queries.ts";
import { toSafeInteger } from "../../../src/store/sql/values.ts";
import type { LogTables } from "../../../src/store/sql/tables.ts";
import { sqliteDialect } from "../../../src/store/sqlite/dialect.ts";
import { logOf } from "../drafts.ts";

const open = () => {
  const file = new DatabaseSync(":memory:");
  return { file, db: new Kysely<LogTables>({ dialect: sqliteDialect(file) }) };
};

describe("Kysely over node:sqlite", () => {
  it("keeps other queries out of a transaction until it ends", async () => {
    const { db, file } = open();
    file.exec("CREATE TABLE t (x INTEGER)");
    const count = () => sql<{ n: number }>`SELECT count(*) AS n FROM t`.execute(db);
    const failed = db.transaction().execute(async (transaction) => {
      await sql`INSERT INTO t VALUES (1)`.execute(transaction);
      await new Promise((resolve) => setTimeout(resolve, 10));
      throw new Error("taken back");
    });
    const between = count();
    const committed = db.transaction().execute((transaction) => sql`INSERT INTO t VALUES (2)`.execute(transaction));
    const after = count();
    await expect(failed).rejects.toThrow("taken back");
    await committed;
    expect((await between).rows).toEqual([{ n: 0 }]);
    expect((await after).rows).toEqual([{ n: 1 }]);
  });

  it("continues after a failed statement", async () => {
    const { db } = open();
    await expect(sql`SELECT * FROM nowhere`.execute(db)).rejects.toThrow("nowhere");
    await expect(db.transaction().execute((t) => sql`SELECT * FROM nowhere`.execute(t))).rejects.toThrow("nowhere");
    expect((await sql`SELECT 1 AS one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });
});

describe("the tables in SQLite", () => {
  it("are created once, and kept if they exist", async () => {
    const { db, file } = open();
    await migrate(db, "sqlite");
    const checkpoint = { size: 1, root: new Uint8Array(32), note: "" };
    await insertCheckpoint(db, checkpoint);
    await migrate(db, "sqlite");
    expect(await readCheckpoints(db)).toEqual([checkpoint]);
    expect(file.prepare("SELECT * FROM anchorlog_schema").all()).toEqual([{ id: 1, version: SCHEMA_VERSION }]);
    expect(await readHead(db, logOf("a"))).toMatchObject({ size: 0 });
  });

  it("of a newer release are refused and not changed", async () => {
    const { db, file } = open();
    await migrate(db, "sqlite");
    file.exec(`UPDATE anchorlog_schema SET version = ${SCHEMA_VERSION + 1}`);
    await expect(migrate(db, "sqlite")).rejects.toMatchObject({ code: "newer_schema" });
  });

  it("accept checkpoints only in ascending order", async () => {
    const { db } = open();
    await migrate(db, "sqlite");
    const checkpoint = (size: number) => ({ size, root: new Uint8Array(32), note: "" });
    await insertCheckpoint(db, checkpoint(5));
    for (const size of [5, 4]) {
      await expect(insertCheckpoint(db, checkpoint(size))).rejects.toMatchObject({ code: "head_moved" });
    }
    await insertCheckpoint(db, checkpoint(6));
  });
});

describe("an integer of a database", () => {
  it("must be a safe integer, in any type of the driver", () => {
    expect([7, "7", 7n, "9007199254740991"].map(toSafeInteger)).toEqual([7, 7, 7, Number.MAX_SAFE_INTEGER]);
    for (const wrong of ["9007199254740992", 2n ** 60n, "1.5", "x"]) {
      expect(() => toSafeInteger(wrong)).toThrow(RangeError);
    }
  });
});
