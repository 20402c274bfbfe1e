import { describe, expect, it } from "vitest";
import { SEED } from "../seed.ts";
import { flipBits } from "./flip.ts";
import { type SubjectName, SUBJECTS } from "./subjects.ts";

/** Each run takes other bits, since all of them would take hours. */
const COUNT = 500;
/**
 * The number of wrong modules that may pass. Known answers reach every instruction (blocks.test.ts). But a bit that
 * matters for one number in hundreds, such as one in a table's entry, is out of reach of a test that takes
 * milliseconds. About one mutant in ten thousand is wrong that way, so more than a few are a fault. In a package, the
 * digest detects all (flip.test.ts).
 */
const UNSEEN = COUNT / 100;

describe("known answers refuse almost all wrong mutants", () => {
  it.each(Object.keys(SUBJECTS) as SubjectName[])("%s", async (name) => {
    const outcomes = await flipBits(name, COUNT, SEED);
    const wrong = [...outcomes].filter(([, outcome]) => outcome === "wrong").map(([bit]) => bit);
    expect(wrong.length, `bits ${wrong.join(", ")}`).toBeLessThanOrEqual(UNSEEN);
    expect(outcomes.size).toBe(COUNT);
  });
});
