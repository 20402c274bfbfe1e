import { expect, it } from "vitest";
import { playManyHonest, playManyLies } from "./runs.ts";

it("a million honest histories cost nobody an object, a stake or a bond", () => {
  const seen = playManyHonest(1_000_000);
  expect(seen["departures"]).toBeGreaterThan(1_500_000);
});

it("each lie is stopped by each of its defences", () => {
  const ends = playManyLies(2_000);
  // The entries are no lie: nobody is convicted.
  for (const name of [
    "a mint by a thief",
    "a mint that the wallet did not sign",
    "a mint that the wallet signed before its code changed",
    "a redemption at another gate",
  ])
    expect(ends[name]).toEqual({ refused: 2_000 });
  for (const name of ["a thief's act", "a fork of the sale", "a withheld sale with an old date"]) {
    expect(ends[name]!["convicted"], name).toBeGreaterThan(200);
    expect(ends[name]!["cancelled"], name).toBeGreaterThan(200);
  }
});
