import fc from "fast-check";
import { expect, it } from "vitest";
import { openFastCourt } from "./court.ts";
import { cases, judgeHistory } from "./honest.ts";

it("400 honest histories are convicted by no proof, whatever evidence is paired or changed", async () => {
  const court = await openFastCourt();
  let judged = 0;
  const property = fc.asyncProperty(cases, async ([history, numbers]) => {
    await judgeHistory(court, history, numbers);
    judged++;
  });
  await fc.assert(property, { numRuns: 400 });
  expect(judged).toBe(400);
});
