import { expect, it } from "vitest";
import { useEngine } from "anchorlog/action";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { judgeHonest, judgeLies } from "./judged.ts";
import { LIES } from "./lies.ts";
import { compareStore } from "./stores.ts";

await useEngine();

it("no pair of entries convicts an honest operator", () => {
  const answers = judgeHonest(1_000);
  for (const answer of ["appended", "retry", "nonce_used", "deadline_passed", "not_holder", "not_appended"]) {
    expect(answers[answer], answer).toBeGreaterThan(40);
  }
});

it("a lie in one field is convicted by that field's fault, and no entry before it is", () => {
  const told = judgeLies(60);
  expect(Object.keys(told)).toHaveLength(2 * Object.keys(LIES).length);
});

it("a store appends what the model of objects predicts", async () => {
  const store = await openSqliteStore(":memory:");
  expect(await compareStore(store, 50)).toBeGreaterThan(300);
  await store.close();
});
