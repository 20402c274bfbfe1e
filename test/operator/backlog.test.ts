import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ChainWriter } from "../../src/chain/client.ts";
import { openBacklog, watchBacklog } from "../../src/operator/accept/backlog.ts";
import { archiveUnavailable } from "../../src/log/archive.ts";
import { openBatchLog } from "../../src/batch/batchLog.ts";
import { NOW, openTestOperator, operator, signAction, type TestOperator, wallets } from "../operator.ts";

let test: TestOperator;
beforeEach(async () => void (test = await openTestOperator()));
afterEach(() => void vi.useRealTimers());

it("does not wait for a slow chain, and uses its answer once it arrives", async () => {
  const { store } = test.options;
  await test.anchorlog.submit(await signAction(wallets[0]!, "a.example", 1));
  await test.anchorlog.closeBatches();
  const clock = () => NOW + 1_001;
  const refuse = () => Promise.reject(new Error("nothing is built"));
  let questions = 0;
  let answer = (_size: number) => {};
  const backlog = await watchBacklog({
    store,
    batchLog: await openBatchLog({ store, builder: { batch: refuse, section: refuse }, clock }),
    patience: 1_000,
    delay: 4_000,
    readSize: () => {
      questions++;
      return new Promise((resolve) => (answer = resolve));
    },
    clock,
  });
  // The chain has not answered yet, and waits for the test.
  expect(await Promise.all([backlog.isOverdue(), backlog.isOverdue()])).toEqual([true, true]);
  // One question at a time.
  expect(await backlog.isOverdue()).toBe(true);
  expect(questions).toBe(1);
  answer(1);
  await expect.poll(() => backlog.isOverdue()).toBe(false);
});

/** A batch log that builds nothing. */
function openBatches(clock: () => number) {
  const refuse = () => Promise.reject(new Error("nothing is built"));
  return openBatchLog({ store: test.options.store, builder: { batch: refuse, section: refuse }, clock });
}

it("counts nothing as late before the chain has said what is anchored", async () => {
  const { store } = test.options;
  await test.anchorlog.submit(await signAction(wallets[0]!, "a.example", 1));
  await test.anchorlog.closeBatches();
  const clock = () => NOW + 1_000_000;
  let answer = (_size: number) => {};
  const readSize = () => new Promise<number>((resolve) => (answer = resolve));
  const options = { store, batchLog: await openBatches(clock), patience: 1_000, delay: 4_000, readSize, clock };
  const backlog = await watchBacklog(options);
  expect([backlog.oldest(), backlog.missedDeadlines()]).toEqual([NOW, 0]);
  const looking = backlog.look();
  // An event that arrives during a look is kept.
  await backlog.anchored(1);
  answer(1);
  await looking;
  expect([backlog.oldest(), backlog.missedDeadlines()]).toEqual([undefined, 0]);
  // It reports a late anchor.
  await backlog.anchored(0);
  expect(backlog.missedDeadlines()).toBe(1);
});

it("gives a look that a silent node leaves unanswered the node's code", async () => {
  const { store } = test.options;
  await test.anchorlog.submit(await signAction(wallets[0]!, "a.example", 1));
  const clock = () => NOW + 1_001;
  const readSize = () => {
    // Soon after the question, the limit of the wait passes.
    queueMicrotask(() => vi.advanceTimersByTime(5_000));
    return new Promise<number>(() => {});
  };
  const options = { store, batchLog: await openBatches(clock), patience: 1_000, delay: 4_000, readSize, clock };
  const backlog = await watchBacklog(options);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await expect(backlog.look()).rejects.toMatchObject({
    code: "chain_unavailable",
    message: "the chain's node gave no answer in 5 s",
  });
});

it("starts if archived entries are missing, since these are final", async () => {
  const { store } = test.options;
  await test.anchorlog.submit(await signAction(wallets[0]!, "a.example", 1));
  await test.anchorlog.closeBatches();
  const gone: typeof store = {
    ...store,
    archived: async () => ({ ...(await store.archived()), to: 1, entries: 1 }),
    entriesAt: async (places) => {
      if (places.length > 0) throw archiveUnavailable("a segment", "there is no such file");
      return [];
    },
  };
  const clock = () => NOW + 1_000_000;
  const chain = {} as ChainWriter;
  const batchLog = await openBatches(clock);
  const backlog = await openBacklog({ chain, maxAnchorDelay: 3_600, operator, store: gone, batchLog, clock });
  expect([backlog!.oldest(), backlog!.missedDeadlines()]).toEqual([undefined, 0]);
});
