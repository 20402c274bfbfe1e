import { afterEach, beforeEach, expect, it } from "vitest";
import { watchBacklog } from "../src/operator/backlog.ts";
import { openBatchLog } from "../src/batch/batchLog.ts";
import { NOW, openTestOperator, signAction, type TestOperator, wallets } from "./operator.ts";

let test: TestOperator;
beforeEach(async () => void (test = await openTestOperator()));
afterEach(() => test.close());

it("keeps nobody waiting for a chain that takes its time, and believes it in the end", async () => {
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
  // The chain has not answered yet, and will not before it is told to.
  expect(await Promise.all([backlog.isOverdue(), backlog.isOverdue()])).toEqual([true, true]);
  // One question at a time.
  expect(await backlog.isOverdue()).toBe(true);
  expect(questions).toBe(1);
  answer(1);
  await expect.poll(() => backlog.isOverdue()).toBe(false);
});
