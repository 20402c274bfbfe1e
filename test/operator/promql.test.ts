import { describe, expect, it } from "vitest";
import { evaluate, holds, type Scrape } from "./promql.ts";

const scrapes: Scrape[] = [
  { at: 0, text: '# HELP c x\nc{kind="a"} 2\nc{kind="b"} 9\n' },
  { at: 600, text: 'c{kind="a"} 5\nc{kind="b"} 1\nx 4\ny 2\nn NaN\ni +Inf\n' },
];

describe("the evaluator of alarms' conditions", () => {
  it("selects, computes and compares", () => {
    expect(evaluate("x / (x + y) * 3", scrapes)).toEqual([{ labels: {}, value: 2 }]);
    expect(evaluate('c{kind="a"}', scrapes)).toEqual([{ labels: { kind: "a" }, value: 5 }]);
    expect(evaluate("sum(c)", scrapes)).toEqual([{ labels: {}, value: 6 }]);
    for (const expr of ["x > y", "n != n", "absent(z)", "c == 1", "x - y > 1", "sum(x) < 5", "i > 1"])
      expect(holds(expr, scrapes), expr).toBe(true);
    for (const expr of ["x < y", "x != x", "absent(x)", "c == 2", "z > 0", "n > 0", "n < 1", "x / i > 0"])
      expect(holds(expr, scrapes), expr).toBe(false);
  });

  it("counts increases within a range, through resets", () => {
    expect(evaluate("increase(c[15m])", scrapes)).toEqual([
      { labels: { kind: "a" }, value: 3 },
      { labels: { kind: "b" }, value: 1 },
    ]);
    expect(holds('increase(c{kind="a"}[15m]) > 2', scrapes)).toBe(true);
    expect(holds("increase(c[5m]) > 0", scrapes)).toBe(false);
  });

  it("refuses what it does not know", () => {
    for (const expr of ["rate(c[5m])", "x >", "x y", "(x", "increase(c)", "x ~ 2"])
      expect(() => evaluate(expr, scrapes), expr).toThrow(Error);
  });
});
