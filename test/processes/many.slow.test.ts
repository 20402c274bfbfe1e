import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAnchorlog, type Guard, type LogStore } from "anchorlog";
import { createFileGuard, createPostgresGuard, openFileGuard, openPostgresGuard } from "anchorlog/log/guard";
import { openPostgresStore } from "anchorlog/log/postgres";
import { openSqliteStore } from "anchorlog/log/sqlite";
import { keys, NOW, operator, signAction, types, wallets } from "../operator.ts";
import { startPostgres, type TestServer } from "../postgres.ts";

const LOGS = 10_000;
const USED = 250;
const names = Array.from({ length: LOGS }, (_, i) => `organization-${i}.example`);

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startPostgres();
  folder = await mkdtemp(join(tmpdir(), "anchorlog-many-"));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
/** Bytes of the heap in use. */
const heap = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};
const seconds = async <T>(task: () => Promise<T>): Promise<[T, string]> => {
  const start = performance.now();
  const done = await task();
  return [done, `${((performance.now() - start) / 1000).toFixed(2)} s`];
};

type Open = () => Promise<{ readonly store: LogStore; readonly guard: Guard }>;

async function sqlite(): Promise<Open> {
  await createFileGuard(join(folder, "guard"), operator).close();
  return async () => ({
    store: await openSqliteStore(join(folder, "store.sqlite")),
    guard: openFileGuard(join(folder, "guard"), operator),
  });
}

async function postgres(): Promise<Open> {
  const [storeUrl, guardUrl] = [await server.createDatabase(), await server.createDatabase()];
  await (await createPostgresGuard({ connectionString: guardUrl }, operator)).close();
  return async () => ({
    store: await openPostgresStore({ connectionString: storeUrl, holder: "one", leaseSeconds: 1 }),
    guard: await openPostgresGuard({ connectionString: guardUrl }, operator),
  });
}

test.each([
  ["SQLite", sqlite],
  ["PostgreSQL", postgres],
])("ten thousand organizations over %s", async (name, prepare) => {
  const open = await prepare();
  const start = async () => openAnchorlog({ ...(await open()), operator, logs: names, types, keys, clock: () => NOW });
  const before = heap();
  const [first, firstOpen] = await seconds(start);
  const idle = heap();
  const some = names.filter((_, i) => i % (LOGS / USED) === 0);
  const actions = await Promise.all(some.map((log, nonce) => signAction(wallets[0]!, log, nonce)));
  const [answers, appending] = await seconds(() => first.submitMany(actions));
  expect(answers.filter(({ status }) => status === "accepted")).toHaveLength(USED);
  const [closed, closing] = await seconds(() => first.closeBatches());
  expect(closed).toHaveLength(USED);
  const [none, closingNone] = await seconds(() => first.closeBatches());
  expect(none).toEqual([]);
  const [status, asking] = await seconds(() => first.status());
  expect(status).toMatchObject({ logs: LOGS, unbatched: 0, closed: USED });
  const [missing, comparing] = await seconds(() => first.missing());
  expect(missing).toEqual([]);
  answers.length = closed.length = 0;
  const used = heap();
  await first.close();
  const [again, opening] = await seconds(start);
  await again.close();
  const megabytes = (from: number, to: number) => `${((to - from) / 2 ** 20).toFixed(1)} MB`;
  console.log(
    `${name}, ${LOGS} logs: opened and added in ${firstOpen}, opened again in ${opening}; memory ` +
      `${megabytes(before, idle)} idle, ${megabytes(before, used)} once ${USED} were used; these: one action each in ` +
      `${appending}, a batch each in ${closing}, no batch in ${closingNone}; status in ${asking}, comparison with the ` +
      `guard in ${comparing}`,
  );
});
