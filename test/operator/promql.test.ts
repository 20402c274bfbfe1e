import { describe, expect, it } from "vitest";
import { evaluate, holds, type Scrape } from "./promql.ts";

const scrapes: Scrape[] = [
  { at: 0, text: '# HELP c x\nc{kind="a"} 2\nc{kind="b"} 9\n' },
  { at: 600, text: 'c{kind="a"} 5\nc{kind="b"} 1\nx 4\ny 2\nn NaN\ni +Inf\n' },
];
const of = { job: "anchorlog", instance: "a" };

describe("the evaluator of alarms' conditions", () => {
  it("selects, computes and compares", () => {
    expect(evaluate("x / (x + y) * 3", scrapes)).toEqual([{ labels: of, value: 2 }]);
    expect(evaluate('c{kind="a"}', scrapes)).toEqual([{ labels: { ...of, kind: "a" }, value: 5 }]);
    expect(evaluate('c{kind=~"b|z"}', scrapes)).toEqual([{ labels: { ...of, kind: "b" }, value: 1 }]);
    expect(evaluate("sum(c)", scrapes)).toEqual([{ labels: {}, value: 6 }]);
    expect(evaluate("max(c)", scrapes)).toEqual([{ labels: {}, value: 5 }]);
    for (const expr of ["x > y", "n != n", "absent(z)", "c == 1", "x - y > 1", "sum(x) < 5", "i > 1", "x < Inf"])
      expect(holds(expr, scrapes), expr).toBe(true);
    for (const expr of ["x < y", "x != x", "absent(x)", "c == 2", "z > 0", "n > 0", "n < 1", "x / i > 0", "i < Inf"])
      expect(holds(expr, scrapes), expr).toBe(false);
  });

  it("joins by labels, separately for each job", () => {
    const b = { job: "other", instance: "b" };
    const two = [...scrapes, { at: 600, text: "x 7\nz 1\n", ...b }];
    expect(evaluate("sum by (job) (x)", two)).toEqual([
      { labels: { job: "anchorlog" }, value: 4 },
      { labels: { job: "other" }, value: 7 },
    ]);
    expect(evaluate("x and on (job) z", two)).toEqual([{ labels: b, value: 7 }]);
    expect(evaluate("x unless z", two)).toEqual([{ labels: of, value: 4 }]);
    expect(evaluate("y or z", two)).toEqual([
      { labels: of, value: 2 },
      { labels: b, value: 1 },
    ]);
    expect(evaluate("absent(q) unless on () x", two)).toEqual([]);
    expect(evaluate("z > 0 or y > 0 and x > 4", two)).toEqual([{ labels: b, value: 1 }]);
  });

  it("counts increases within a range, through resets, and finds values of the past", () => {
    expect(evaluate("increase(c[15m])", scrapes)).toEqual([
      { labels: { ...of, kind: "a" }, value: 3 },
      { labels: { ...of, kind: "b" }, value: 1 },
    ]);
    expect(holds('increase(c{kind="a"}[15m]) > 2', scrapes)).toBe(true);
    expect(holds("increase(c[5m]) > 0", scrapes)).toBe(false);
    const gone = [...scrapes, { at: 900, text: "" }];
    expect(holds("x > 0", gone)).toBe(false);
    expect(evaluate("last_over_time(x[1h])", gone)).toEqual([{ labels: of, value: 4 }]);
    expect(holds("last_over_time(x[1m]) > 0", gone)).toBe(false);
  });

  it("refuses syntax that it does not support", () => {
    for (const expr of ["rate(c[5m])", "x >", "x y", "(x", "increase(c)", "x ~ 2", "1 and x"])
      expect(() => evaluate(expr, scrapes), expr).toThrow(Error);
  });
});
