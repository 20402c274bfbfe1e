import { expect, test } from "vitest";
import { calibrate, medianOf, rotate, runCase, same } from "../../scripts/bench/frame.ts";

/** A clock in nanoseconds that only the measured subjects advance. */
function fakeClock() {
  let time = 0;
  return {
    now: () => time,
    takes: (ns: number) => () => {
      time += ns;
    },
  };
}

test("the median is the middle value, or the mean of the two middle ones", () => {
  expect(medianOf([3, 1, 2])).toBe(2);
  expect(medianOf([4, 1, 3, 2])).toBe(2.5);
  expect(medianOf([10, 9, 100])).toBe(10);
  expect(() => medianOf([])).toThrow(RangeError);
});

test("a rotation starts with a later item and keeps all items", () => {
  expect(rotate(["a", "b", "c"], 4)).toEqual(["b", "c", "a"]);
  expect(rotate([], 3)).toEqual([]);
});

test("calibration finds enough calls for a sample, and not many more", async () => {
  const clock = fakeClock();
  const calls = await calibrate(clock.takes(1_000), 20e6, clock.now);
  expect(calls).toBeGreaterThanOrEqual(20_000);
  expect(calls).toBeLessThan(30_000);
});

test("one call is enough for a sample if a call takes long", async () => {
  const clock = fakeClock();
  expect(await calibrate(clock.takes(1e9), 20e6, clock.now)).toBe(1);
});

test("a median is per item in the case's unit, a ratio compares with anchorlog's median", async () => {
  const clock = fakeClock();
  const results = await runCase(
    "merkle",
    {
      name: "root",
      unit: "µs",
      subjects: [
        { name: "peer 1", run: clock.takes(30_000) },
        { name: "anchorlog", run: clock.takes(100_000), itemsPerRun: 10 },
      ],
    },
    { now: clock.now },
  );
  expect(results).toEqual([
    { area: "merkle", case: "root", subject: "peer 1", median: 30, unit: "µs", ratio: 3 },
    { area: "merkle", case: "root", subject: "anchorlog", median: 10, unit: "µs", ratio: 1 },
  ]);
});

test("subjects take turns, and a slow moment of the machine does not move a median", async () => {
  const clock = fakeClock();
  const order: string[] = [];
  const subject = (name: string) => ({
    name,
    run: async () => {
      await Promise.resolve();
      order.push(name);
      // One sample is disturbed; the first four calls calibrate.
      clock.takes(order.length === 6 ? 500e6 : 25e6)();
    },
  });
  const subjects = [subject("anchorlog"), subject("floor")];
  const results = await runCase("log", { name: "append", unit: "ms", subjects }, { now: clock.now, rounds: 3 });
  expect(order.slice(4)).toEqual(["anchorlog", "floor", "floor", "anchorlog", "anchorlog", "floor"]);
  expect(results.map((result) => result.median)).toEqual([25, 25]);
});

test("a case may ask for fewer rounds", async () => {
  const clock = fakeClock();
  let calls = 0;
  const run = () => {
    calls++;
    clock.takes(2e9)();
  };
  const benchCase = { name: "prove", unit: "s", rounds: 2, subjects: [{ name: "anchorlog", run }] } as const;
  const [result] = await runCase("proofs", benchCase, { now: clock.now, rounds: 50 });
  expect([calls, result?.median]).toEqual([4, 2]);
});

test("a subject with another result than anchorlog's fails the case", () => {
  expect(() => same(Uint8Array.of(1, 2), Buffer.of(1, 2), "the root")).not.toThrow();
  expect(() => same(Uint8Array.of(1), Uint8Array.of(2), "the root")).toThrow("the root differs: 01, not 02");
  expect(() => same(false, true, "the verdict")).toThrow("the verdict differs");
});

test("a value that is not a time is measured once", async () => {
  const subjects = [
    { name: "anchorlog", measure: () => Promise.resolve(50_000) },
    { name: "storing a word", measure: () => Promise.resolve(20_000) },
  ];
  const results = await runCase("gas", { name: "anchor", unit: "gas", subjects });
  expect(results.map(({ median, ratio }) => [median, ratio])).toEqual([
    [50_000, 1],
    [20_000, 0.4],
  ]);
});

test("a case without anchorlog is refused", async () => {
  const subjects = [{ name: "viem 2", measure: () => Promise.resolve(1) }];
  await expect(runCase("gas", { name: "x", unit: "gas", subjects })).rejects.toThrow("anchorlog");
});
