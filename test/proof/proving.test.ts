import { expect, test } from "vitest";
import { keeping } from "../../src/proof/proving.ts";

test("a circuit's key is loaded once, and again after a failure", async () => {
  const loaded: string[] = [];
  const load = keeping(async (circuit) => {
    if (loaded.push(circuit) === 1) throw new Error("the disk is away");
    return `the key of ${circuit}`;
  });
  await expect(load("order")).rejects.toThrow("the disk is away");
  const keys = await Promise.all([load("order"), load("order"), load("absence")]);
  expect(keys).toEqual(["the key of order", "the key of order", "the key of absence"]);
  expect(loaded).toEqual(["order", "order", "absence"]);
});
