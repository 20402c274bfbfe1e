import { expect, it } from "vitest";
import { simulateDay } from "../../scripts/cells/day.ts";

const day = (seed: number, maxAnchorDelay: number) =>
  simulateDay({
    cells: 1_000,
    organizations: 100_000,
    hours: 24,
    seed,
    preset: "mainnet",
    maxAnchorDelay,
    ceiling: 100,
    baseFee: 10,
  });

it("anchors late only if the fee stays too high, or a cell stays away, for longer than the delay allows", () => {
  const seeds = [1, 2, 5];
  const [hour, six] = [3_600, 21_600].map((delay) => seeds.map((seed) => day(seed, delay)));
  console.log("an hour:", hour!.map(({ late }) => late).join(" "), "six:", six!.map(({ late }) => late).join(" "));
  for (const { ages, late } of hour!) expect(late > 0).toBe(ages.max > 3_600);
  // No failure or fee peak here lasts six hours.
  expect(six!.map(({ late, stakesAtRisk }) => [late, stakesAtRisk])).toEqual(seeds.map(() => [0, 0]));
  expect(six!.every(({ ether }, i) => ether < hour![i]!.ether)).toBe(true);
});
