import { describe, expect, it } from "vitest";
import { LIES } from "./lies.ts";
import { playManyHonest, playManyLies, renderHistories } from "./runs.ts";

describe("custody", () => {
  it("honest histories cost nobody an object, a stake or a bond", () => {
    const seen = playManyHonest(2_000);
    expect(seen["departures"]).toBeGreaterThan(3_000);
    expect(seen["leaves"]).toBeGreaterThan(200);
    expect(seen["questions"]).toBeGreaterThan(1_000);
    expect(seen["overdue"]).toBeGreaterThan(100);
    expect(seen["attested"]).toBeGreaterThan(500);
  });

  it("a lie gains nothing, and a defence against it costs at most 530,000 gas", () => {
    expect(Object.keys(playManyLies(6))).toEqual(Object.keys(LIES));
  });

  it("the committed histories for the contracts are up to date", async () => {
    await expect(renderHistories()).toMatchFileSnapshot("../vectors/custody.json");
  });
});
