import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COLUMNS, costOf, costTable } from "../../scripts/generate/scaling.ts";

const page = readFileSync(new URL("../../docs/SCALING.md", import.meta.url), "utf8");

describe("the cost of organizations in docs/SCALING.md", () => {
  it("equals the formulas", () => {
    const [, shown] = /<!-- table: cost -->\n([^]*?)<!-- \/table -->/.exec(page)!;
    const rowsOf = (table: string) => table.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
    const isRow = ([first, ...cells]: string[]) => first === "" && cells.length > 2 && !cells[0]!.startsWith("--");
    expect(rowsOf(shown!).filter(isRow)).toEqual(rowsOf(costTable()).filter(isRow));
  });

  it("is right for a million actions a second, calculated by hand", () => {
    const million = costOf(COLUMNS.at(-1)!);
    // 864,000 organizations × 100,000 actions / 86,400 s.
    expect(million.rate).toBe(1_000_000);
    expect(million).toMatchObject({ cells: 2_000, machines: 10_000, cores: 600, stake: 8_000 });
    // Six hours of delay: an anchor each 45 minutes.
    expect(million.anchors).toBe(2_000 * 32);
    expect(million.gas).toBe(2_000 * 32 * 70_000);
    // 86.4 billion actions a day, for 15 days, of 4,900 bytes, three times.
    expect(million.database).toBe(86_400_000_000 * 15 * 4_900 * 3);
  });

  it("needs a new cell only once all cells are full", () => {
    // 432 organizations act 500 times a second.
    expect([1, 432, 433].map((organizations) => costOf(organizations).cells)).toEqual([1, 1, 2]);
  });
});
