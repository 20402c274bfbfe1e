import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { readArguments } from "../scripts/arguments.ts";
import { isSlowSuite } from "./slow.ts";

const script = {
  command: "npm start --",
  about: "It does something.",
  options: {
    output: { value: "FOLDER", about: "where it is", byDefault: "demo-output" },
    port: { value: "PORT", about: "where it listens", byDefault: "8545", form: /^\d{1,5}$/ },
  },
};

it("a script's options have the given values, or their defaults", () => {
  expect(readArguments(script, ["--output", "here"])).toEqual({ values: { output: "here", port: "8545" } });
});

it("--help shows each option with its default", () => {
  expect(readArguments(script, ["--output", "here", "--help"])).toEqual({
    code: 0,
    text: expect.stringMatching(
      /^npm start -- \[options\]\n\n {2}It does something\.\n\n {2}--output FOLDER {2}where it is \(demo-output\)\n {2}--port PORT {6}.*\(8545\)\n$/,
    ) as string,
  });
});

it.each([
  [["--outptu", "here"], "npm start has no option --outptu; did you mean --output?"],
  [["--output"], "argument missing"],
  [["--output="], "--output has an empty value"],
  [["--port", "http"], '--port takes a PORT, not "http"'],
  [["here"], "npm start takes no argument, but got here"],
])("%j is refused with one line and exit code 3", (args, why) => {
  const read = readArguments(script, args) as { code: number; text: string };
  expect(read.code).toBe(3);
  expect(read.text).toContain(why);
  expect(read.text).toMatch(/^[^\n]+ \(npm start -- --help lists the options\)\n$/);
});

it.runIf(isSlowSuite)("the demonstration does nothing if it has an unknown option", () => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const args = ["--import", "tsx", "scripts/demo.ts", "--outptu", "elsewhere"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  expect([status, stdout]).toEqual([3, ""]);
  expect(stderr).toMatch(/^npm start has no option --outptu[^\n]+\n$/);
});
