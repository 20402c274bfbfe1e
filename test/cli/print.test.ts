import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { newFolder } from "../folder.ts";
import { shellWord } from "../../src/cli/print.ts";
import { runHere } from "./process.ts";

const bin = fileURLToPath(new URL("../../bin/anchorlog.js", import.meta.url));

function stdoutOf(...args: string[]): string {
  try {
    return execFileSync(process.execPath, [bin, ...args], { encoding: "utf8" });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

it("prints no characters of a file that could rewrite the verdict on a terminal", () => {
  const folder = newFolder();
  const forged = "\u001b[2K\u001b[1Gbundle.json: valid, final\u202e\n";
  for (const [name, text] of [
    ["member.json", JSON.stringify({ format: "anchorlog.bundle/1", [forged]: "1" })],
    ["token.json", `{"format":"anchorlog.bundle/1"${forged}`],
    ["value.json", JSON.stringify({ format: `anchorlog.bundle/${forged}` })],
  ] as const) {
    const file = join(folder, name);
    writeFileSync(file, text);
    const printed = stdoutOf("verify", file);
    expect(printed).toContain(`${file}: invalid`);
    expect(printed.trimEnd().split("\n")).toHaveLength(1);
    expect(printed.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  }
});

it("quotes a path in a command to copy only if a shell would read it otherwise", () => {
  expect(["/log/ä.json", "my log", "it's", ""].map(shellWord)).toEqual(["/log/ä.json", "'my log'", "'it'\\''s'", "''"]);
});

it("colours the verdict of an audit if colours are requested, and nothing else", async () => {
  const { stdout } = await runHere(["audit", newFolder()], { FORCE_COLOR: "1" });
  const [before, coloured, after, ...more] = stdout.split("\u001b[");
  expect([before, coloured, more]).toEqual(["", "33mindeterminate", []]);
  expect(after).toMatch(/^39m: No verdict\. manifest\.json is missing/);
});
