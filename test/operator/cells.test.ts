import { expect, it } from "vitest";
import { simulateDay, type DayOptions } from "../../scripts/cells/day.ts";

const few: DayOptions = {
  cells: 20,
  organizations: 2_000,
  hours: 2,
  seed: 1,
  preset: "mainnet",
  maxAnchorDelay: 3_600,
  ceiling: 100,
  baseFee: 10,
};

it("anchors each cell by its schedule, and the same seed gives the same day", () => {
  const day = simulateDay(few);
  expect(simulateDay(few)).toEqual(day);
  expect(day).not.toEqual(simulateDay({ ...few, seed: 2 }));
  // Each cell anchors every ten minutes at most, and no cell is idle by day.
  expect(day.anchors).toBeGreaterThan(few.cells * 6);
  expect(day.anchors).toBeLessThanOrEqual(few.cells * 12);
  expect(day.gas).toBe(70_000 * day.anchors);
  expect(day).toMatchObject({ late: 0, stakesAtRisk: 0 });
});

it("makes all cells late if the base fee stays above what they pay", () => {
  const day = simulateDay({ ...few, baseFee: 1_000 });
  expect(day).toMatchObject({ anchors: 0, stakesAtRisk: few.cells, turnedAway: { cells: few.cells } });
});
