import { join } from "node:path";
import { expect, test } from "vitest";
import { openAnchorlog, type Guard, type LogStore } from "anchorlog";
import { connectChain } from "anchorlog/chain";
import { formatBundle, verifyBundle } from "anchorlog/verify/bundle";
import { createFileGuard, createPostgresGuard, openFileGuard, openPostgresGuard } from "anchorlog/store/guard";
import { openPostgresStore } from "anchorlog/store/postgres";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { closing } from "../ends.ts";
import { newFolder } from "../folder.ts";
import { aliveHere } from "../memory.ts";
import { settings, signActionFor, wallets } from "../operator.ts";
import { startPostgres } from "../postgres.ts";
import { startChain } from "./chain.ts";
import { operatorOf, writerOf } from "./registered.ts";

const LOGS = 10_000;
const USED = 250;
const AT_ONCE = 500;
/** Seconds. */
const DELAY = 3_600;
const names = Array.from({ length: LOGS }, (_, i) => `organization-${i}.example`);

const folder = newFolder();
const server = closing(await startPostgres());

const seconds = async <T>(task: () => Promise<T>): Promise<[T, string]> => {
  const start = performance.now();
  const done = await task();
  return [done, `${((performance.now() - start) / 1000).toFixed(2)} s`];
};

type Open = () => Promise<{ readonly store: LogStore; readonly guard: Guard }>;
type Operator = ReturnType<typeof operatorOf>;

async function sqlite(operator: Operator): Promise<Open> {
  await createFileGuard(join(folder, "guard"), operator).close();
  return async () => ({
    store: await openSqliteStore(join(folder, "store.sqlite")),
    guard: openFileGuard(join(folder, "guard"), operator),
  });
}

async function postgres(operator: Operator): Promise<Open> {
  const [storeUrl, guardUrl] = [await server.createDatabase(), await server.createDatabase()];
  await (await createPostgresGuard({ connectionString: guardUrl }, operator)).close();
  return async () => ({
    store: await openPostgresStore({ connectionString: storeUrl, leader: "one", leaseSeconds: 1 }),
    guard: await openPostgresGuard({ connectionString: guardUrl }, operator),
  });
}

test.each([
  ["SQLite", sqlite],
  ["PostgreSQL", postgres],
])("ten thousand organizations over %s", async (name, prepare) => {
  const chain = await startChain(DELAY);
  try {
    await live(name, chain, await prepare(operatorOf(chain)));
  } finally {
    await chain.close();
  }
});

async function live(name: string, chain: Awaited<ReturnType<typeof startChain>>, open: Open): Promise<void> {
  const operator = operatorOf(chain);
  const start = async () =>
    openAnchorlog({
      ...settings,
      ...(await open()),
      operator,
      logs: names,
      chain: writerOf(chain),
      maxAnchorDelay: DELAY,
    });
  const deadline = Math.floor(Date.now() / 1000) + DELAY;
  const sign = async (logs: readonly string[], nonce: number) =>
    Promise.all(logs.map(async (log) => signActionFor(operator, wallets[0]!, log, nonce, { deadline })));
  const before = aliveHere();
  const [first, firstOpen] = await seconds(start);
  const idle = aliveHere();

  const some = names.filter((_, i) => i % (LOGS / USED) === 0);
  const few = await sign(some, 0);
  const [answers, appending] = await seconds(() => first.submitMany(few));
  expect(answers.filter(({ status }) => status === "accepted")).toHaveLength(USED);
  const [closed, closing] = await seconds(() => first.closeBatches());
  expect(closed).toHaveLength(USED);
  const [none, closingNone] = await seconds(() => first.closeBatches());
  expect(none).toEqual([]);
  answers.length = closed.length = 0;
  const used = aliveHere();

  const actions = await sign(names, 1);
  const [accepted, appendingAll] = await seconds(async () => {
    let count = 0;
    for (let from = 0; from < LOGS; from += AT_ONCE) {
      const some = await first.submitMany(actions.slice(from, from + AT_ONCE));
      count += some.filter(({ status }) => status === "accepted").length;
    }
    return count;
  });
  expect(accepted).toBe(LOGS);
  actions.length = 0;
  const [batches, closingAll] = await seconds(async () => (await first.closeBatches()).length);
  expect(batches).toBe(LOGS);
  const [anchored, anchoring] = await seconds(() => first.anchor());
  expect(anchored.size).toBe(USED + LOGS);
  const full = aliveHere();
  const [status, asking] = await seconds(() => first.status());
  expect(status).toMatchObject({ logs: LOGS, unbatched: 0, closed: USED + LOGS });
  const [missing, comparing] = await seconds(() => first.missing());
  expect(missing).toEqual([]);
  const reader = await connectChain(chain.url);
  for (const log of [names[0]!, names[1]!, names.at(-1)!]) {
    const index = some.includes(log) ? 1 : 0;
    const bundle = formatBundle(await first.bundle({ log, index }));
    expect(await verifyBundle(bundle, { chain: reader })).toMatchObject({ verdict: "valid" });
  }
  await first.close();
  const [again, opening] = await seconds(start);
  await again.close();
  const megabytes = (to: number) => `${((to - before) / 2 ** 20).toFixed(1)} MB`;
  console.log(
    `${name}, ${LOGS} logs: opened and added in ${firstOpen}, opened again in ${opening}; memory ${megabytes(idle)} ` +
      `idle, ${megabytes(used)} once ${USED} were used, ${megabytes(full)} once all were; an action each in ` +
      `${USED} logs in ${appending}, a batch each in ${closing}, no batch in ${closingNone}; an action each in all in ` +
      `${appendingAll}, a batch each in ${closingAll}, anchored in ${anchoring}; status in ${asking}, comparison with ` +
      `the guard in ${comparing}`,
  );
}
