import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { sqliteBuilder } from "../../../src/foundation/db/sqlite.ts";
import { ACTIVE } from "../../../src/foundation/db/states.ts";

const SOURCES = fileURLToPath(new URL("../../../src/", import.meta.url));

it("no query has the state of a partial index as a parameter", () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  expect(files.length).toBeGreaterThan(100);
  const asParameter = /state", "(?:=|in)", \[?"(?:active|open|pending)"/;
  expect(files.filter((file) => asParameter.test(readFileSync(SOURCES + file, "utf8")))).toEqual([]);
});

it.runIf("setAuthorizer" in DatabaseSync.prototype)(
  "a query with a literal state or limit is planned once, and one with a parameter at each use",
  () => {
    const db = new DatabaseSync(":memory:");
    db.exec(`CREATE TABLE wallet (org TEXT, address TEXT, state TEXT);
    CREATE UNIQUE INDEX wallet_address ON wallet (org, address) WHERE state = 'active'`);
    const of = sqliteBuilder.selectFrom("wallet").select("address").where("org", "=", "o").where("address", "=", "a");
    const timesPlanned = ({ sql, parameters }: { readonly sql: string; readonly parameters: readonly unknown[] }) => {
      const statement = db.prepare(sql);
      let times = 0;
      // Called whenever a statement is compiled.
      db.setAuthorizer((action, table) => {
        if (action === 20 && table === "wallet") times++;
        return 0;
      });
      const use = () => statement.all(...(parameters as string[]));
      // A changed authorizer makes SQLite compile each statement again once.
      use();
      times = 0;
      for (let i = 0; i < 5; i++) use();
      db.setAuthorizer(null);
      return times;
    };
    expect(timesPlanned(of.where("state", "=", ACTIVE).compile())).toBe(0);
    expect(timesPlanned(of.where("state", "=", "active").compile())).toBeGreaterThanOrEqual(5);
    expect(timesPlanned(of.limit(1).compile())).toBe(0);
    expect(timesPlanned(of.limit(sql<number>`${1}`).compile())).toBeGreaterThanOrEqual(5);
    db.close();
  },
);
