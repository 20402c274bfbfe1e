import { expect, it } from "vitest";
import {
  DISABLED_AFTER,
  disabledFrom,
  LEASE,
  nextStep,
  nextTry,
  restAfter,
  TRIED_FOR,
} from "../../src/webhooks/schedule.ts";

it("retries after growing intervals for a day, at random moments", () => {
  const waits = (random: number): number[] => {
    const found: number[] = [];
    for (let [now, tries] = [0, 1]; ; tries++) {
      const next = nextTry({ tries, firstAt: 0, now }, random);
      if (next === undefined) return found;
      found.push((next - now) / 1_000);
      now = next;
    }
  };
  expect(waits(0.5).slice(0, 7)).toEqual([5, 30, 120, 600, 1_800, 3_600, 3_600]);
  expect([waits(0)[1], waits(1)[1]]).toEqual([22.5, 37.5]);
  expect(waits(0.5)).toHaveLength(28);
  for (const random of [0, 0.3, 1])
    expect(waits(random).reduce((sum, wait) => sum + wait)).toBeLessThanOrEqual(TRIED_FOR / 1_000);
});

it("warns twice and then disables, in steps at least half a day apart", () => {
  const at = (share: number, told: number, toldAt: number | null = null) =>
    nextStep(
      { failingSince: 0, told, toldAt: toldAt === null ? null : Math.round(DISABLED_AFTER * toldAt) },
      Math.round(DISABLED_AFTER * share),
    );
  expect([at(0.499, 0), at(0.5, 0), at(0.899, 1, 0.5), at(0.9, 1, 0.5), at(0.99, 2, 0.9), at(1, 2, 0.9)]).toEqual([
    undefined,
    "tell",
    undefined,
    "tell",
    undefined,
    "disable",
  ]);
  expect([at(9, 0), at(9.099, 1, 9), at(9.1, 1, 9), at(9.199, 2, 9.1), at(9.2, 2, 9.1)]).toEqual([
    "tell",
    undefined,
    "tell",
    undefined,
    "disable",
  ]);
});

it("returns the time from which a webhook may be disabled, and does not disable it earlier", () => {
  for (const toldAt of [DISABLED_AFTER / 2, 3 * DISABLED_AFTER]) {
    const from = disabledFrom({ failingSince: 0, told: 2 }, toldAt);
    const failing = { failingSince: 0, told: 2, toldAt };
    expect([nextStep(failing, from - 1), nextStep(failing, from)]).toEqual([undefined, "disable"]);
  }
  expect(disabledFrom({ failingSince: 0, told: 1 }, 3 * DISABLED_AFTER)).toBe(3.2 * DISABLED_AFTER);
});

it("pauses for three quarters of the time, and never so long that a message or a lease is late", () => {
  expect([0, 5, 25, 100, 6_000].map((took) => restAfter(took))).toEqual([25, 25, 75, 300, 500]);
  // Leases are prolonged once a quarter of their time is over, by the look after that.
  for (const took of [3_000, 6_000, 15_000]) expect(took + restAfter(took)).toBeLessThanOrEqual(LEASE / 2);
});

it("waits as long as a receiver asks, and no shorter than its schedule", () => {
  const now = 1_000_000;
  const given = { tries: 1, firstAt: now, now };
  expect(nextTry({ ...given, restsFor: 600_000 }, 0.5)).toBe(now + 600_000);
  expect(nextTry({ ...given, restsFor: 1 }, 0.5)).toBe(nextTry(given, 0.5));
});
