import { expect, test } from "vitest";
import { countOf } from "../../src/base/countOf.ts";

test("a number has its noun in the singular or the plural", () => {
  expect([0, 1, 2].map((count) => countOf(count, "finding"))).toEqual(["0 findings", "1 finding", "2 findings"]);
  expect([countOf(1, "entry"), countOf(3, "entry"), countOf(3, "key")]).toEqual(["1 entry", "3 entries", "3 keys"]);
  expect([countOf(2, "batch"), countOf(2, "hash"), countOf(2, "address")]).toEqual([
    "2 batches",
    "2 hashes",
    "2 addresses",
  ]);
});
