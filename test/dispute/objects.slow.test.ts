import { expect, it } from "vitest";
import { useEngine } from "anchorlog/action";
import { LIES } from "../log/objects/lies.ts";
import { openFastCourt } from "./court.ts";
import { judgeObjects } from "./object-court.ts";
import { searchHonest, searchLies } from "./objects.ts";

await useEngine();

it("exports of honest histories of objects contain no fault", async () => {
  expect(await searchHonest(1_000)).toBeGreaterThan(8_000);
});

it("each lie about an object is found in the export, as the fault of its field", async () => {
  const found = await searchLies(300);
  expect(Object.keys(found)).toHaveLength(Object.keys(LIES).length);
  for (const [lie, times] of Object.entries(found)) expect(times, lie).toBeGreaterThan(60);
});

it("the contracts convict exactly of the model's faults, whatever entries are paired", async () => {
  const court = await openFastCourt();
  expect(await judgeObjects(court, 50)).toBeGreaterThan(50_000);
});
