import { rm } from "node:fs/promises";
import { expect, it } from "vitest";
import { logId } from "anchorlog/action";
import { openStore } from "anchorlog/daemon/config";
import type { LogStore } from "anchorlog/log";
import { closing } from "../../test/ends.ts";
import { queryDatabase } from "../../test/postgres.ts";
import { configureOperator } from "../src/log/operator.ts";
import { createSecrets } from "../src/foundation/secrets.ts";
import { audit } from "../src/main/replay/commands.ts";
import { environmentOf } from "./engines.ts";
import { call, owner, sign, startServer, type Refused, type TestServer } from "./harness.ts";
import { reasonOf } from "./people.ts";
import { prepare, send } from "./requests.ts";

/**
 * Copies a database under another name, with the same owner. It uses TEMPLATE, since the binaries of the tests lack
 * `pg_dump`, which would give the same rows.
 */
async function copyOf(url: string): Promise<string> {
  const [above, copy] = [new URL(url), new URL(url)];
  [above.username, above.pathname] = ["postgres", "/postgres"];
  copy.pathname = `${copy.pathname}_${Date.now()}`;
  const [from, to] = [new URL(url).pathname.slice(1), copy.pathname.slice(1)];
  await queryDatabase(above.href, `CREATE DATABASE ${to} TEMPLATE ${from} OWNER ${copy.username}`);
  return copy.href;
}

const audited = async ({ parts: { config } }: TestServer) => audit({ config, secrets: createSecrets(config.secret!) });

it("continues from a current copy of the database, and is read-only over an older one", async () => {
  const { DATABASE_URL, GUARD_DATABASE_URL } = await environmentOf("PostgreSQL");
  let server = await startServer({ DATABASE_URL: DATABASE_URL!, GUARD_DATABASE_URL: GUARD_DATABASE_URL! });
  const ada = await owner(server, "ada@example.com");
  const make = (name: string) => sign<Refused & { id: string }>(server, ada, "POST", "/templates", { body: { name } });
  const names = async () => {
    const { headers } = ada;
    const { body } = await call<{ items: { name: string }[] }>(server, "GET", "/templates", { headers });
    return body.items.map(({ name }) => name);
  };
  const ready = () => call<Refused>(server, "GET", "/readyz");
  await make("one");
  await server.close();
  const yesterday = await copyOf(DATABASE_URL!);

  server = await server.restart();
  await make("two");
  await server.close();
  const today = await copyOf(DATABASE_URL!);

  server = await server.restart({ DATABASE_URL: today });
  expect((await ready()).status).toBe(200);
  expect(await audited(server)).toMatchObject({ differences: [] });
  expect(await names()).toEqual(["two", "one"]);
  expect((await make("three")).status).toBe(201);

  server = await server.restart({ DATABASE_URL: yesterday });
  expect(await ready()).toMatchObject({ status: 503, body: { error: { details: [{ reason: "read_only" }] } } });
  const refused = await make("four");
  expect(refused).toMatchObject({ status: 503, body: { error: { details: [{ reason: "read_only" }] } } });
  expect(refused.headers.get("retry-after")).toBe("30");
  expect(await names()).toEqual(["one"]);
  expect(await audited(server)).toMatchObject({ differences: [] });
  // The operator gets the reason and a remedy.
  const page = await (await fetch(`${server.url}/admin`)).text();
  expect(page).toMatch(/store_behind.*the store lacks entries [0-9]+ to [0-9]+: restore them/);
});

it("accepts nothing over entries that were restored while it ran", async () => {
  const { DATABASE_URL, GUARD_DATABASE_URL } = await environmentOf("PostgreSQL");
  let server = await startServer({ DATABASE_URL: DATABASE_URL!, GUARD_DATABASE_URL: GUARD_DATABASE_URL! });
  const ada = await owner(server, "ada@example.com");
  const log = logId(server.parts.operator, ada.log);
  await server.close();
  const yesterday = await copyOf(DATABASE_URL!);
  /** Runs a task on the log of a server, running or stopped. */
  const withStore = async <T>({ parts: { config } }: TestServer, work: (store: LogStore) => Promise<T>): Promise<T> => {
    const { operator, env } = await configureOperator(config);
    const store = closing(await openStore(operator, env));
    const done = await work(store);
    await store.close();
    return done;
  };

  server = await server.restart();
  const lost = await prepare(server, ada, "POST", "/templates", { body: { name: "two" } });
  expect((await send(server, lost)).status).toBe(201);
  await server.close();
  const [entries, batches] = await withStore(server, async (store) => [
    await store.entries(log, 0, 10),
    await store.batches(),
  ]);

  server = await server.restart({ DATABASE_URL: yesterday });
  const post = async (name: string) => reasonOf(await sign(server, ada, "POST", "/templates", { body: { name } }));
  expect(await post("three")).toBe("503 read_only");
  // As `anchorlog restore --export` does.
  await withStore(server, async (store) => {
    await store.restore(log, entries.slice((await store.head(log)).size));
    const known = (await store.batches()).length;
    const missing = batches.slice(known).map((batch, i) => ({ ...batch, position: known + i }));
    await store.appendBatches(missing);
  });
  await expect.poll(() => server.parts.anchorlog.missing()).toEqual([]);
  expect(await post("three")).toBe("503 read_only");
  expect(reasonOf(await send(server, lost))).toBe("503 read_only");
  await expect(server.close()).rejects.toMatchObject({
    errors: expect.arrayContaining([
      expect.objectContaining({ message: expect.stringContaining("tables_behind") as string }),
    ]) as Error[],
  });
  await rm(server.parts.config.folder, { recursive: true });
});
