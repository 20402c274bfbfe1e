import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { expect, it } from "vitest";
import { defineActions, privateKeySigner } from "anchorlog/action";
import { closing } from "../ends.ts";
import { checkTable, postgresTable, RECORD_KIND, tableRecords } from "../../src/attach/index.ts";
import { newFolder } from "../folder.ts";
import { openTestOperator, operator } from "../operator.ts";
import { queryDatabase } from "../postgres.ts";
import { randomOf, SEED } from "../seed.ts";
import { sharePostgres } from "../sharedPostgres.ts";

const WRITERS = 8;
const KILLS = 50;
const LOG = "a.example";
const program = fileURLToPath(new URL("follower.ts", import.meta.url));

const folder = newFolder();
const server = closing(await sharePostgres());
const url = await server.createDatabase();
await queryDatabase(url, "CREATE TABLE events (id bigserial PRIMARY KEY, what text NOT NULL)");

/** Writes until it is told to stop: some transactions stay open for a while, and some are rolled back. */
async function write(number: number, isOver: () => boolean): Promise<void> {
  const random = randomOf(SEED + number);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (let i = 0; !isOver(); i++) {
    await client.query("BEGIN");
    for (let j = 0; j < 1 + random() * 5; j++) {
      await client.query("INSERT INTO events (what) VALUES ($1)", [`${number} ${i} ${j}`]);
    }
    // A few stay open for longer, so that rows with higher ids become visible first.
    await new Promise((resolve) => setTimeout(resolve, (random() < 0.1 ? 1_000 : 100) * random()));
    await client.query(random() < 0.1 ? "ROLLBACK" : "COMMIT");
  }
  await client.end();
}

/** Starts a follower in a process of its own. It prints a line once it has caught up for the first time. */
function follow(): { child: ChildProcess; caughtUp: Promise<unknown> } {
  const flags = ["--experimental-strip-types", "--disable-warning=ExperimentalWarning"];
  const child = spawn(process.execPath, [...flags, program, folder, url], { stdio: ["ignore", "pipe", "inherit"] });
  return { child, caughtUp: once(child.stdout, "data") };
}

it("loses no row, records none twice and names each change, however often it is killed", async () => {
  const random = randomOf(SEED);
  let isOver = false;
  const writers = Array.from({ length: WRITERS }, (_, i) => write(i, () => isOver));
  for (let i = 0; i < KILLS; i++) {
    const { child, caughtUp } = follow();
    const ended = once(child, "exit");
    // Kills it at a random time: while it starts, reads, signs or commits.
    if (i % 5 === 0) await caughtUp;
    await new Promise((resolve) => setTimeout(resolve, 2_500 * random()));
    child.kill("SIGKILL");
    await ended;
  }
  isOver = true;
  await Promise.all(writers);
  const last = follow();
  await last.caughtUp;
  last.child.kill("SIGKILL");
  await once(last.child, "exit");

  const test = await openTestOperator(folder, Date.now, { types: defineActions(RECORD_KIND) });
  const { address } = privateKeySigner(`0x${"c1".repeat(32)}`);
  const records = tableRecords({ store: test.options.store, operator, log: LOG, name: "events", signer: address });
  const check = async () => {
    const source = await postgresTable({ connectionString: url, table: "events" });
    const checking = checkTable(source, records);
    const found: string[] = [];
    for (;;) {
      const next = await checking.next();
      if (next.done === true) {
        await source.close();
        return { found, ...next.value };
      }
      found.push(`${next.value.finding} ${next.value.id}`);
    }
  };
  const [{ count }] = (await queryDatabase(url, "SELECT count(*) FROM events")) as [{ count: string }];
  expect(Number(count)).toBeGreaterThan(1_000);
  // There are as many entries as rows: no row was lost or recorded twice.
  expect(await check()).toEqual({ found: [], rows: Number(count), records: Number(count), findings: 0 });
  expect((await test.options.store.heads([records.log])).get(records.log)?.size).toBe(Number(count));

  const ids = (await queryDatabase(url, "SELECT id FROM events ORDER BY id")).map(({ id }) => Number(id));
  const chosen = new Set<number>();
  while (chosen.size < 60) chosen.add(ids[Math.floor(random() * ids.length)]!);
  const [changed, removed] = [[...chosen].slice(0, 30), [...chosen].slice(30)];
  await queryDatabase(url, "UPDATE events SET what = what || '!' WHERE id = ANY($1)", [changed]);
  await queryDatabase(url, "DELETE FROM events WHERE id = ANY($1)", [removed]);
  const inserted = [...Array(20).keys()].map((i) => 10_000_000 + i);
  await queryDatabase(url, "INSERT INTO events (id, what) SELECT unnest($1::bigint[]), 'x'", [inserted]);
  const expected = [
    ...changed.map((id) => `changed ${id}`),
    ...removed.map((id) => `removed ${id}`),
    ...inserted.map((id) => `unrecorded ${id}`),
  ];
  expect((await check()).found.toSorted()).toEqual(expected.toSorted());
});
