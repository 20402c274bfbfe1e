import { execFileSync, spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { runHere } from "./process.ts";

const scriptOf = async (shell: string): Promise<string> => {
  const { code, stdout } = await runHere(["completion", shell]);
  expect(code).toBe(0);
  return stdout;
};
const isHere = (shell: string): boolean => spawnSync(shell, ["-c", "exit 0"]).status === 0;

/** The completions of a line in bash; the last word is being typed. */
async function inBash(...words: string[]): Promise<string[]> {
  const line = ["anchorlog", ...words].map((word) => `'${word}'`).join(" ");
  const ask = `COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _anchorlog; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const said = execFileSync("bash", ["-c", `${await scriptOf("bash")}\n${ask}`], { cwd: import.meta.dirname });
  return said.toString().trimEnd().split("\n");
}

it("completes commands, each command's options, and files in bash", async () => {
  expect(await inBash("")).toEqual([...COMMANDS.map(({ name }) => name), "help", "--help", "--version"]);
  expect(await inBash("con")).toEqual(["consistency", "conformance"]);
  for (const { name, options } of COMMANDS) {
    const expected = ["--help", ...Object.keys(options).map((option) => `--${option}`)];
    expect(await inBash(name, "--")).toEqual(expected);
  }
  expect(await inBash("verify", "--trust", "completion.t")).toEqual(["completion.test.ts"]);
  expect(await inBash("verify", "completion.t")).toEqual(["completion.test.ts"]);
});

it.each(["zsh", "fish"])(
  "prints a script with all commands and options that %s can read, if it is here",
  async (shell) => {
    const script = await scriptOf(shell);
    for (const { name, options } of COMMANDS) {
      expect(script).toContain(name);
      for (const option of Object.keys(options))
        expect(script).toContain(shell === "zsh" ? `'--${option}` : `-l ${option}`);
    }
    if (!isHere(shell)) return;
    expect(spawnSync(shell, ["-n"], { input: script }).stderr.toString()).toBe("");
  },
);

it("takes no other shell", async () => {
  expect(await runHere(["completion", "toString"])).toMatchObject({ code: 3, stdout: "" });
});
