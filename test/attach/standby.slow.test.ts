import pg from "pg";
import { expect, it } from "vitest";
import { defineActions, privateKeySigner } from "anchorlog/action";
import { closing } from "../ends.ts";
import { attachTable, checkTable, postgresTable, proveRow, RECORD_KIND, tableRecords } from "../../src/attach/index.ts";
import { newFolder } from "../folder.ts";
import { openTestOperator, operator } from "../operator.ts";
import { queryDatabase, startReplicated } from "../postgres.ts";

const signer = privateKeySigner(`0x${"c1".repeat(32)}`);
const table = { operator, log: "a.example", name: "events" };

const folder = newFolder();
const servers = await startReplicated(async (primary) => primary);
[servers.primary, servers.standby].forEach(closing);
/** Commits are applied by the standby before they end. */
const applied = `${servers.primary.url("postgres")}?options=-csynchronous_commit%3Dremote_apply`;
const standby = servers.standby.url("postgres");
const test = await openTestOperator(folder, Date.now, { types: defineActions(RECORD_KIND) });

async function attach(connectionString: string) {
  const source = await postgresTable({ connectionString, table: "events" });
  return attachTable({ ...table, anchorlog: test.anchorlog, store: test.options.store, source, signer });
}

it("follows a hot standby, on which a lower id can become visible after a higher one", async () => {
  await queryDatabase(applied, "CREATE TABLE events (id bigserial PRIMARY KEY, what text)");
  const late = new pg.Client({ connectionString: applied });
  await late.connect();
  await late.query("BEGIN; INSERT INTO events (what) VALUES ('late')");
  await queryDatabase(applied, "INSERT INTO events (what) SELECT 'soon' FROM generate_series(1, 10)");
  const attached = await attach(standby);
  await attached.caughtUp();
  expect(attached.recorded()).toBe(10);
  await late.query("COMMIT");
  await late.end();
  await attached.caughtUp();
  expect(attached.recorded()).toBe(11);
  await attached.stop();
});

it("finds all rows after a failover in which the new primary uses lost transactions' ids again", async () => {
  await servers.standby.crash("SIGQUIT");
  const lone = `${servers.primary.url("postgres")}?options=-csynchronous_commit%3Dlocal`;
  const before = await attach(lone);
  const insert = "INSERT INTO events (what) VALUES ('lost')";
  for (let i = 0; i < 9; i++) await queryDatabase(lone, insert);
  await before.caughtUp();
  // Its record says that all transactions before it are read.
  await queryDatabase(lone, insert);
  await before.caughtUp();
  expect(before.recorded()).toBe(10);
  await before.stop();
  await servers.primary.crash("SIGKILL");

  await servers.standby.start();
  await servers.standby.promote();
  await expect.poll(async () => (await queryDatabase(standby, "SELECT pg_is_in_recovery() AS f"))[0]!["f"]).toBe(false);
  await queryDatabase(standby, "ALTER SYSTEM SET synchronous_standby_names = ''");
  await queryDatabase(standby, "SELECT pg_reload_conf()");
  await queryDatabase(standby, "INSERT INTO events (id, what) VALUES (-1, 'behind')");
  for (let i = 0; i < 20; i++) await queryDatabase(standby, "SELECT pg_current_xact_id()");
  const after = await attach(standby);
  await after.caughtUp();
  expect(after.recorded()).toBe(1);
  await after.stop();

  const source = await postgresTable({ connectionString: standby, table: "events" });
  const records = tableRecords({ ...table, store: test.options.store, signer: signer.address });
  expect((await proveRow("-1", source, records)).row).toBe('{"id":"-1","what":"behind"}');
  const found: string[] = [];
  for await (const { finding } of checkTable(source, records)) found.push(finding);
  // The records show which rows the failover lost.
  expect(found).toEqual(Array(10).fill("removed"));
  await source.close();
});
