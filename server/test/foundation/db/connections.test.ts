/** The largest number of connections of the server's tables, for which its operator makes room. */
import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { closing } from "../../../../test/ends.ts";
import { openPostgresDatabase } from "../../../src/foundation/db/postgres.ts";
import { queryDatabase } from "../../../../test/postgres.ts";
import { createDatabase } from "../../engines.ts";
import { isSlowSuite } from "../../../../test/slow.ts";

/** The connections of the log's own store. */
const OF_LOG = 10;

let url: string;
beforeAll(async () => void (url = await createDatabase()));

const taken = async (): Promise<number> => {
  const counted = await queryDatabase(
    url,
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  return counted[0]!["n"] as number;
};

/** Runs every sort of query in parallel, each as often as its pool may have connections. */
async function most(opener: "process" | "follower"): Promise<number> {
  const database = closing(openPostgresDatabase(url, opener));
  const before = await taken();
  const { across } = database;
  const own = database.of(`org_${"a".repeat(32)}`);
  const reaches = [across.tables, across.accounts, across.index, own.tables, own.accounts, own.index];
  const asked = Promise.all(
    reaches.flatMap((reach) => Array.from({ length: 20 }, () => sql`select pg_sleep(0.05)`.execute(reach))),
  );
  await expect.poll(taken).toBeGreaterThan(before);
  await asked;
  return (await taken()) - before;
}

it.runIf(isSlowSuite)("the number of database connections is the documented one", async () => {
  const page = await readFile(new URL("../../../docs/OPERATING.md", import.meta.url), "utf8");
  const [, all] = /up to (\d+) connections to the store's database/.exec(page)!;
  // One more connection is for reads by key, which these queries do not use.
  expect(OF_LOG + (await most("process")) + 1 + (await most("follower")) + 1).toBe(Number(all));
});
