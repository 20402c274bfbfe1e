import { expect, it } from "vitest";
import { factsOf, MOST_KEPT, valuesOf, WORDS } from "../../src/indexer/facts.ts";

it("leaves out the path of a value if it is too long for a condition, and keeps the value", () => {
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

it("keeps the first words and values of an object, up to a limit", () => {
  const list = Array.from({ length: MOST_KEPT + 1 }, (_, i) => `w${i}`);
  const object = { id: "o", template: "t", templateName: "n", owner: "0x", state: "active", properties: {} } as const;
  const values = valuesOf({ ...object, properties: { list } }).slice(4);
  expect(values.map(({ value }) => value)).toEqual(list.slice(0, MOST_KEPT));
  const words = factsOf({ ...object, properties: { text: list.join(" ") } }).filter(({ field }) => field === WORDS);
  // After the words of its id and its template's name.
  expect(words.map(({ value }) => value)).toEqual(["o", "n", ...list.slice(0, MOST_KEPT - 2)]);
});
