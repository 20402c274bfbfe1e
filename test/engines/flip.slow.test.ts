import { describe, expect, it } from "vitest";
import { SEED } from "../seed.ts";
import { flipBits } from "./flip.ts";
import { type SubjectName, SUBJECTS } from "./subjects.ts";

/** Every mutant of the smallest module takes an hour; of each, so many, others each time. */
const COUNT = 1_500;

describe("mutants of each module", () => {
  it.each(Object.keys(SUBJECTS) as SubjectName[])("%s", async (name) => {
    const outcomes = await flipBits(name, COUNT, SEED);
    expect([...outcomes].filter(([, outcome]) => outcome === "wrong")).toEqual([]);
    expect(outcomes.size).toBe(COUNT);
  });
});
