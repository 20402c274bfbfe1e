import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const text = readFileSync(new URL("../docs/SECURITY.md", import.meta.url), "utf8");

it("SECURITY.md covers each item of the OWASP Top 10, and names existing tests", () => {
  const rows = text.split("\n").filter((line) => /^- \*\*API\d+ /.test(line));
  expect(rows.map((row) => /API(\d+)/.exec(row)![1])).toEqual(Array.from({ length: 10 }, (_, i) => String(i + 1)));
  const named = rows.map((row) => [...row.matchAll(/`([\w/.]+\.ts)`/g)].map(([, file]) => file!));
  expect(named.filter((files) => files.length === 0)).toEqual([]);
  const all = [...text.matchAll(/`([\w/.]+\.ts)`/g)].map(([, file]) => fileURLToPath(new URL(file!, import.meta.url)));
  expect(all.filter((file) => !existsSync(file))).toEqual([]);
});

it("SECURITY.md has a reason for exactly the dependencies", () => {
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  const { dependencies } = JSON.parse(manifest) as { dependencies: object };
  const [, section] = /\n## Dependencies\n(.*?)\n## /s.exec(text)!;
  const rows = [...section!.matchAll(/^- `([^`]+)`: (\S.*)$/gm)].map(([, name]) => name);
  expect(rows).toEqual(Object.keys(dependencies).toSorted());
});
