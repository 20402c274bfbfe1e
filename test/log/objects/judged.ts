import { expect } from "vitest";
import { randomCalls } from "./histories.ts";
import { LIES, lieIn } from "./lies.ts";
import { convictions, entriesOf, write } from "./model.ts";

/** Fails if an honest history is convicted. Counts the answers to its actions, and refused atomic calls. */
export function judgeHonest(histories: number): Readonly<Record<string, number>> {
  const seen: Record<string, number> = {};
  for (let i = 0; i < histories; i++) {
    const calls = randomCalls();
    const written = write(calls);
    const entries = entriesOf(written);
    const found = convictions(entries);
    if (found.length > 0) expect(found, JSON.stringify(calls)).toEqual([]);
    for (const answer of written.answers.flat()) seen[answer] = (seen[answer] ?? 0) + 1;
    seen["entries"] = (seen["entries"] ?? 0) + entries.length;
  }
  return seen;
}

/** Fails if a lie is not convicted by its fault with a freeze from the lie on. Counts the lies, by kind. */
export function judgeLies(histories: number): Readonly<Record<string, number>> {
  const told: Record<string, number> = {};
  for (let i = 0; i < histories; i++) {
    const calls = randomCalls();
    for (const [name, kind] of Object.entries(LIES)) {
      for (const isFollowed of [true, false]) {
        const lie = lieIn(calls, kind, isFollowed);
        const written = write(calls, lie);
        const { lied } = written;
        if (lied === undefined) continue;
        const found = convictions(entriesOf(written));
        const early = found.filter(({ log, from }) => log !== lied.log || from < lied.index);
        if (early.length > 0) expect(early, JSON.stringify({ name, lie, lied, calls })).toEqual([]);
        const own = { fault: kind.fault, log: lied.log, from: lied.index };
        expect(found, JSON.stringify({ name, lie, lied, calls })).toContainEqual(own);
        const key = `${name}, ${isFollowed ? "followed" : "not followed"}`;
        told[key] = (told[key] ?? 0) + 1;
      }
    }
  }
  return told;
}
