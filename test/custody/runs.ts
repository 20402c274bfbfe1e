import { expect } from "vitest";
import { SEED } from "../seed.ts";
import { playHonest, wrongIn } from "./honest.ts";
import { judge, LIES, playLie } from "./lies.ts";
import { encodeTold } from "./told.ts";

/** What one defence costs at most at a gate, in gas: docs/THREATS.md, T-60 and T-61. */
export const MOST_GAS = 530_000;

/** The seed of a history. */
const seedOf = (number: number): number => Math.imul(SEED, 0x9e37_79b1) + number;

/** Fails if somebody honest loses something in one of these histories. Counts what happened. */
export function playManyHonest(histories: number): Readonly<Record<string, number>> {
  const seen: Record<string, number> = { entries: 0, departures: 0, questions: 0, overdue: 0, attested: 0 };
  for (let number = 0; number < histories; number++) {
    const honest = playHonest(seedOf(number));
    const wrong = wrongIn(honest);
    if (wrong !== undefined) expect.fail(`history ${seedOf(number)}: ${wrong}`);
    const { play, leaves } = honest;
    seen[leaves] = (seen[leaves] ?? 0) + 1;
    seen["entries"]! += play.world.placed.length;
    seen["attested"]! += play.world.attested.size;
    for (const { isOverdue } of play.book.questions.values()) {
      ++seen["questions"]!;
      if (isOverdue) ++seen["overdue"]!;
    }
    for (const { departures } of play.gates) seen["departures"]! += departures.size;
  }
  return seen;
}

/** Fails if a lie pays, or costs its victim more than it may. Counts how each lie ended. */
export function playManyLies(histories: number): Readonly<Record<string, Readonly<Record<string, number>>>> {
  return Object.fromEntries(
    Object.keys(LIES).map((name) => {
      const ends: Record<string, number> = {};
      for (let number = 0; number < histories; number++) {
        const lied = playLie(seedOf(number), name);
        const { how, wrong } = judge(lied);
        if (wrong !== undefined) expect.fail(`${name}, history ${seedOf(number)}: ${wrong}`);
        const { gas, attacks } = lied.play;
        expect(gas, `${name}, history ${seedOf(number)}`).toBeLessThanOrEqual(attacks * MOST_GAS);
        ends[how] = (ends[how] ?? 0) + 1;
      }
      return [name, ends];
    }),
  );
}

/** Histories that test/contracts/Custody.t.sol does with the contracts: of each lie one for each of its ends. */
export function renderHistories(): string {
  const histories = Array.from({ length: 24 }, (_, number) => ({
    name: `honest ${number}`,
    steps: encodeTold(playHonest(number, true).play),
  }));
  for (const [place, name] of Object.keys(LIES).entries()) {
    const ends = new Set<string>();
    for (let number = 0; number < 16; number++) {
      const lied = playLie(100 * place + number, name, true);
      const isSilent = [...lied.play.book.questions.values()].some((one) => !one.end!.isAnswered && !one.isOverdue);
      const end = `${judge(lied).how}${lied.isHidden ? ", hidden" : ""}${isSilent ? ", silent" : ""}`;
      if (!ends.has(end)) histories.push({ name: `${name}: ${end}`, steps: encodeTold(lied.play) });
      ends.add(end);
    }
  }
  // Two lists, which Solidity reads in one call each.
  const told = { names: histories.map(({ name }) => name), steps: histories.map(({ steps }) => steps) };
  return `${JSON.stringify(told, undefined, 2)}\n`;
}
