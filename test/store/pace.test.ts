import { Worker } from "node:worker_threads";
import { afterEach, expect, it, vi } from "vitest";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { createGroupQueue, push } from "../../src/store/postgres/queue.ts";

afterEach(() => vi.restoreAllMocks());

/** Lets everything happen that waits for no timer and no other thread. */
async function settle(): Promise<void> {
  for (let i = 0; i < 200; i++) await Promise.resolve();
}

/**
 * Lone calls begin at once. After a group of several, the next call waits, however long the group took: the clock
 * stands still.
 *
 * @param begun how many groups began.
 */
async function expectPace(call: () => Promise<unknown>, begun: () => number): Promise<void> {
  vi.spyOn(performance, "now").mockReturnValue(1_000);
  for (let i = 0; i < 3; i++) {
    const before = begun();
    const lone = call();
    await settle();
    expect(begun()).toBe(before + 1);
    await lone;
  }
  await Promise.all([call(), call(), call()]);
  const before = begun();
  const [next, another] = [call(), call()];
  await settle();
  expect(begun()).toBe(before);
  await Promise.all([next, another]);
  expect(begun()).toBe(before + 1);
}

it("collects calls of the SQLite store for a while after several came at once", async () => {
  const store = await openSqliteStore(":memory:");
  const post = vi.spyOn(Worker.prototype, "postMessage");
  const groups = () => post.mock.calls.filter(([message]) => Array.isArray((message as { jobs?: unknown }).jobs));
  await store.run([{ sql: "CREATE TABLE notes (text TEXT)" }]);
  const call = () => store.run([{ sql: "INSERT INTO notes VALUES ('a')" }]);
  await expectPace(call, () => groups().length);
  await store.close();
});

it("collects the items of a queue for a while after several came at once", async () => {
  let groups = 0;
  const queue = createGroupQueue<string, string>({
    limit: 10,
    weigh: () => 1,
    work: async (items) => {
      groups++;
      return items;
    },
    isOfOne: () => false,
  });
  await expectPace(
    () => push(queue, "a"),
    () => groups,
  );
});
