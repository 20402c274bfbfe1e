import { expect, it } from "vitest";
import { useEngine } from "anchorlog/action";
import { LIES } from "../log/objects/lies.ts";
import { searchHonest, searchLies } from "./objects.ts";

await useEngine();

it("the export of an honest history of objects contains no fault", async () => {
  expect(await searchHonest(5)).toBeGreaterThan(30);
});

it("each lie about an object is found in the export, as the fault of its field", async () => {
  expect(Object.keys(await searchLies(8))).toHaveLength(Object.keys(LIES).length);
});
