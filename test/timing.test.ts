/** CONTRIBUTING.md: a test does not depend on time. */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

/** Patterns of tests that can fail only because the machine is busy, with examples. */
const RULES: Record<string, readonly [pattern: RegExp, ...examples: string[]]> = {
  "gives a wait no limit of its own: test/limits.ts has one for all": [
    /\.poll\((?:[^;])*?\btimeout:|\bvi\s*\.wait(?:For|Until)\(/,
    `await expect.poll(() => seen, { interval: 5, timeout: 20_000 }).toBe(1);`,
    `await vi.waitFor(() => expect(seen).toBe(1));`,
  ],
  "gives itself no shorter limit than others have": [
    /^\s*\}(?:\)\))?, [\d_]{4,}\);$|^\s*(?:it|test|beforeAll|beforeEach|describe)\b[^\n]*\{ timeout:/m,
    `  expect(seen).toBe(1);\n}, 60_000);\n`,
    `it("is quick", { timeout: 60_000 }, async () => {`,
  ],
  "expects no elapsed time": [
    /expect\([^;]*\b(?:Date|performance)\.now\(\)(?: \/ [\d_]+)? - |expect\([^;]*- (?:Date|performance)\.now\(\)/,
    `expect(performance.now() - start).toBeLessThan(1_000);`,
    `expect(Math.abs(deadline - Date.now() / 1_000)).toBeLessThan(10);`,
  ],
  "expects nothing since some time has passed: it polls, counts or gives a clock, or calls staysFor": [
    /\b(?:sleep\([\d_]+\)|setTimeout\(resolve, [\d_]+\)\));\s*(?:await )?expect[.(]/,
    `await sleep(500);\n  expect(seen).toBe(1);`,
    `await new Promise((resolve) => setTimeout(resolve, 20));\n  await expect(late).rejects.toThrow();`,
  ],
};

const root = fileURLToPath(new URL("..", import.meta.url));
const own = new Set(["test/timing.test.ts", "test/until.ts"]);
const files = globSync("{test,server/test,client/test,engines/test}/**/*.ts", { cwd: root })
  .filter((file) => !own.has(file))
  .map((file): [string, string] => [file, readFileSync(`${root}${file}`, "utf8")])
  // Fake clocks do not depend on the machine.
  .map(([file, text]): [string, string] => [file, text.includes(`"performance"`) ? "" : text]);

describe.each(Object.entries(RULES))("a test %s", (_, [pattern, ...examples]) => {
  it("in every file", () => {
    expect(files.length).toBeGreaterThan(400);
    expect(files.filter(([, text]) => pattern.test(text)).map(([file]) => file)).toEqual([]);
  });

  it.each(examples)("the rule finds %s", (example) => expect(example).toMatch(pattern));
});
