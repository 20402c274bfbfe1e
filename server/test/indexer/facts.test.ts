import { expect, it } from "vitest";
import { valuesOf } from "../../src/indexer/facts.ts";

it("has no field of a path that no condition has room for, but its values count", () => {
  const properties = {
    ["x".repeat(15_000)]: { a: 1, b: ["c", "d"] },
    ["y".repeat(200)]: { ["z".repeat(99)]: 2 },
    e: 3,
  };
  const values = valuesOf({ id: "o", template: "t", templateName: "n", owner: "0x", state: "active", properties });
  expect(values.slice(4)).toEqual([
    { field: "[]", value: 1 },
    { field: "[]", value: "c" },
    { field: "[]", value: "d" },
    { field: JSON.stringify(["y".repeat(200), "z".repeat(99)]), value: 2 },
    { field: '["e"]', value: 3 },
  ]);
});
