/** Kills the example of an API with an ORM between its two writes, at each point. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "vitest";
import { defineActions, logId } from "anchorlog/action";
import { checkTable, postgresTable, RECORD_KIND, tableRecords } from "anchorlog/attach";
import { developmentPlatform } from "anchorlog/development";
import { createActionSigner } from "anchorlog/http";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { queryDatabase } from "../postgres.ts";
import { root } from "./project.ts";

const NAME = "drizzle-postgres.mjs";
const { operator, wallets } = developmentPlatform();
const [service, alice] = wallets;
const types = defineActions({ Transfer: { objectId: "string", to: "address" }, ...RECORD_KIND });
const sign = createActionSigner({ account: alice, operator, log: "acme", types });

/** Ends the process before or after the first statement of PostgreSQL that matches. */
const CRASH = `
import pg from "pg";
const { match, when } = JSON.parse(process.env.CRASH);
const query = pg.Client.prototype.query;
const die = () => process.kill(process.pid, "SIGKILL");
pg.Client.prototype.query = function (config, ...rest) {
  const isHit = String(config?.text ?? config).startsWith(match);
  if (isHit && when === "before") die();
  const result = query.call(this, config, ...rest);
  return isHit ? result.then(die) : result;
};
`;

type Crash = { readonly match: "begin" | "commit" | "SELECT a.attname"; readonly when: "before" | "after" };

async function serve(folder: string, database: string, crash?: Crash) {
  const preload = crash === undefined ? [] : ["--import", "./crash.mjs"];
  const env = { ...process.env, PORT: "0", DATABASE_URL: database, CRASH: JSON.stringify(crash) };
  const child = spawn(process.execPath, [...preload, NAME], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit") as Promise<[code: number | null, signal: string | null]>;
  const died = ended.then(() => Promise.reject(new Error(`${NAME} ended`)));
  died.catch(() => {});
  const [url] = (await Promise.race([once(createInterface({ input: child.stdout }), "line"), died])) as [string];
  const stop = async () => {
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  };
  return { url, child, ended, stop };
}

const transfer = (url: string, action: object) =>
  fetch(`${url}/transfers`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(action),
  });
const priced = (url: string, price: number) => fetch(`${url}/prices/7/${price}`, { method: "PUT" });

/** Runs the example in a folder where its packages are installed. */
export async function crashTwoWrites(folder: string, database: string): Promise<void> {
  await cp(join(root, "examples", NAME), join(folder, NAME));
  await writeFile(join(folder, "crash.mjs"), CRASH);
  const rows = (text: string) => queryDatabase(database, text);

  // The log is written first: after a crash at each of these points the entry exists, and the restart applies it once.
  const points = [
    { match: "begin", when: "before" },
    { match: "commit", when: "before" },
    { match: "commit", when: "after" },
  ] as const;
  for (const [i, crash] of points.entries()) {
    const crashing = await serve(folder, database, crash);
    const action = await sign("Transfer", { objectId: `seat ${i}`, to: alice.address });
    await expect(transfer(crashing.url, action)).rejects.toThrow("fetch failed");
    expect(await crashing.ended).toEqual([null, "SIGKILL"]);
    const isApplied = crash.when === "after" ? 1 : 0;
    expect(await rows(`SELECT 1 FROM seats WHERE id = 'seat ${i}'`)).toHaveLength(isApplied);
    const again = await serve(folder, database);
    expect(await rows(`SELECT owner FROM seats WHERE id = 'seat ${i}'`)).toEqual([
      { owner: alice.address.toLowerCase() },
    ]);
    const retry = await transfer(again.url, action);
    expect(await retry.json()).toMatchObject({ status: "retry", index: i });
    await again.stop();
  }

  // The API's database is written first: the price and the outbox row are both there or both missing, and the row is
  // recorded once.
  for (const [i, crash] of points.entries()) {
    const crashing = await serve(folder, database, crash);
    await expect(priced(crashing.url, i)).rejects.toThrow("fetch failed");
    expect(await crashing.ended).toEqual([null, "SIGKILL"]);
    const isThere = crash.when === "after" ? 1 : 0;
    expect(await rows(`SELECT 1 FROM outbox WHERE event ->> 'price' = '${i}'`)).toHaveLength(isThere);
    const again = await serve(folder, database);
    expect((await priced(again.url, i)).status).toBe(204);
    await again.stop();
  }
  // Killed right after a row was recorded.
  const last = await serve(folder, database);
  expect((await priced(last.url, 3)).status).toBe(204);
  await expect.poll(async () => (await fetch(`${last.url}/proofs/acme-prices/3`)).status).toBe(200);
  last.child.kill("SIGKILL");
  await last.ended;
  await (await serve(folder, database)).stop();
  await judge(folder, database);
}

/** Compares the log with the database: no row is lost or recorded twice. */
async function judge(folder: string, database: string): Promise<void> {
  const store = await openSqliteStore(join(folder, "tickets.sqlite"));
  const kindsOf = async (log: string) => {
    const entries = await store.entries(logId(operator, log), 0, 100);
    return entries.map(({ action }) => action.primaryType);
  };
  expect(await kindsOf("acme")).toEqual(Array(3).fill("Transfer"));
  expect(await kindsOf("acme-prices")).toEqual(Array(4).fill("Record"));
  expect(await queryDatabase(database, "SELECT entry::int, seat FROM sales ORDER BY entry")).toEqual(
    [0, 1, 2].map((entry) => ({ entry, seat: `seat ${entry}` })),
  );
  const records = tableRecords({ store, operator, log: "acme-prices", name: "outbox", signer: service.address });
  const source = await postgresTable({ connectionString: database, table: "outbox" });
  const checking = checkTable(source, records);
  expect(await checking.next()).toEqual({ done: true, value: { rows: 4, records: 4, findings: 0 } });
  await source.close();
  await store.close();
}
