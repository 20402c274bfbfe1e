import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { COMPARED } from "../../scripts/bench/areas.ts";
import type { BenchResult } from "../../scripts/bench/frame.ts";
import { formatReport, parseReport, regressions, sectionOf } from "../../scripts/bench/report.ts";

const result = (subject: string, median: number, ratio: number | null, more: Partial<BenchResult> = {}) =>
  ({ area: "merkle", case: "root: of 1,024 leaves", unit: "ms", subject, median, ratio, ...more }) as BenchResult;
const ours = result("anchorlog", 0.25, 1);
const peer = (ratio: number | null) => result("merkletreejs 0, its own hash", 1_234, ratio);

test("every figure of the committed report is read, and every area of it is compared", () => {
  const text = readFileSync(new URL("../../docs/BENCHMARKS.md", import.meta.url), "utf8");
  const sections = parseReport(text);
  expect(formatReport(sections)).toBe(text);
  expect(COMPARED).toEqual(expect.arrayContaining([...sections.keys()]));
  for (const [area, section] of sections) {
    expect(section.ratios.size, area).toBeGreaterThan(0);
    expect(section.ratios.size, area).toBe(section.text.match(/ ×(?= \||$)/gm)?.length);
  }
});

test("a report that is read again has the ratios that were written", () => {
  const section = sectionOf("a machine", [ours, peer(4_936), result("node:crypto, hashes only", 0.2, 0.8)]);
  expect(section.text).toBe(
    "a machine\n\n- root: of 1,024 leaves: 0.25 ms | merkletreejs 0, its own hash 4,936 × | node:crypto, hashes only 0.8 ×",
  );
  expect(parseReport(formatReport(new Map([["merkle", section]]))).get("merkle")).toEqual(section);
});

test("leaves out cases without a peer, without a ratio, or in which more is better", () => {
  const alone = sectionOf("a machine", [
    ours,
    result("anchorlog, of one flat buffer", 0.2, 0.8),
    ...[result("anchorlog", 500, 1), peer(1)].map((one) => ({ ...one, case: "answers a second", unit: "answers" })),
    ...[result("anchorlog", 5, 1), peer(2)].map((one) => ({ ...one, case: "posts: longest answer" })),
    ...[result("anchorlog", 5, 1), peer(2)].map((one) => ({ ...one, case: "posts: peak memory of the server" })),
    ...[result("anchorlog", 0, 1), peer(null)].map((one) => ({ ...one, case: "none" })),
  ]);
  expect(alone).toEqual({ text: "a machine\n\n", ratios: new Map() });
});

test("a regression is a case that got worse over every peer in every run, or a ratio that is gone", () => {
  const run = (ratio: number) => sectionOf("a machine", [ours, peer(ratio)]);
  expect(regressions(run(10), run(8))).toEqual([]);
  expect(regressions(run(10), run(30))).toEqual([]);
  expect(regressions(run(10), run(5), run(9))).toEqual([]);
  expect(regressions(run(10), run(5), run(4))).toEqual([
    "root: of 1,024 leaves | merkletreejs 0, its own hash: 10 × before, 5 × now: ours grew by 100 %",
  ]);
  const beside = (ratio: number, other: number) =>
    sectionOf("a machine", [ours, peer(ratio), result("node:crypto, hashes only", 1, other)]);
  expect(regressions(beside(10, 4), beside(5, 4))).toEqual([]);
  expect(regressions(beside(10, 4), beside(5, 3))).toEqual([expect.stringMatching(/^root: .*hashes only: .* 33 %$/)]);
  expect(regressions(beside(10, 4), run(10))).toEqual([expect.stringMatching(/hashes only: not measured any more$/)]);
  const latency = (ratio: number) =>
    sectionOf(
      "a machine",
      [ours, peer(ratio)].map((one) => ({ ...one, case: "500 a second: p99" })),
    );
  expect(regressions(latency(10), latency(1))).toEqual([]);
  expect(regressions(run(10), sectionOf("a machine", [ours]))).toEqual([
    expect.stringMatching(/not measured any more$/),
  ]);
});
