import { describe, expect, it } from "vitest";
import { SEED } from "../seed.ts";
import { flipBits } from "./flip.ts";
import { type SubjectName, SUBJECTS } from "./subjects.ts";

/** Every mutant of the smallest module takes an hour; of each, so many, others each time. */
const COUNT = 1_500;
/**
 * How many may be wrong unseen. A bit that matters for one number in thousands, of which an inversion or a table's
 * entry is an example, is out of reach of known answers that take milliseconds: one mutant in thousands was such a
 * one, of any module. In a package they are noticed all the same, by the module's digest (flip.test.ts).
 */
const UNSEEN = COUNT / 200;

describe("known answers refuse mutants that are wrong, but for very few", () => {
  it.each(Object.keys(SUBJECTS) as SubjectName[])("%s", async (name) => {
    const outcomes = await flipBits(name, COUNT, SEED);
    const wrong = [...outcomes].filter(([, outcome]) => outcome === "wrong").map(([bit]) => bit);
    expect(wrong.length, `bits ${wrong.join(", ")}`).toBeLessThanOrEqual(UNSEEN);
    expect(outcomes.size).toBe(COUNT);
  });
});
