import { describe, expect, it } from "vitest";
import { blocksOf, trapAt } from "./blocks.ts";
import { type SubjectName, SUBJECTS } from "./subjects.ts";
import { isSlowSuite } from "../slow.ts";

/** In signing: the second nonce, which one signature in 2^128 takes. */
const UNREACHABLE: Readonly<Partial<Record<SubjectName, number>>> = { fused: 1, plain: 1 };

describe("known answers reach every instruction", () => {
  it.each(Object.keys(SUBJECTS) as SubjectName[])("%s", (name) => {
    const { code, open } = SUBJECTS[name];
    const blocks = blocksOf(code);
    expect(blocks.length).toBeGreaterThan(20);
    const tried = blocks.filter((_, i) => isSlowSuite || i % 8 === 0);
    const missed = tried.filter(({ at }) => {
      try {
        open(trapAt(code, at));
        return true;
      } catch (error) {
        expect((error as Error).message).toBe("unreachable");
        return false;
      }
    });
    const unreachable = UNREACHABLE[name] ?? 0;
    if (isSlowSuite) expect(missed).toHaveLength(unreachable);
    expect(missed.length).toBeLessThanOrEqual(unreachable);
  });
});
