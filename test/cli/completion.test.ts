import { execFileSync, spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { newFolder } from "../folder.ts";
import { isSlowSuite } from "../slow.ts";
import { runHere } from "./process.ts";

const scriptOf = async (shell: string): Promise<string> => {
  const { code, stdout } = await runHere(["completion", shell]);
  expect(code).toBe(0);
  return stdout;
};
const isHere = (shell: string): boolean => spawnSync(shell, ["-c", "exit 0"]).status === 0;

/** The completions of lines in bash; the last word of each is being typed. */
async function inBash(lines: readonly (readonly string[])[]): Promise<string[][]> {
  const asks = lines.map((words) => {
    const line = ["anchorlog", ...words].map((word) => `'${word}'`).join(" ");
    return `COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _anchorlog; printf '%s\\t' "\${COMPREPLY[@]}"; echo`;
  });
  const script = [await scriptOf("bash"), ...asks].join("\n");
  const said = execFileSync("bash", ["-c", script], { cwd: import.meta.dirname }).toString();
  return said
    .trimEnd()
    .split("\n")
    .map((line) => line.trimEnd().split("\t"));
}

it("completes commands, each command's options, and files in bash", async () => {
  const spaced = join(newFolder(), "my file.json");
  await writeFile(spaced, "");
  const expected: readonly (readonly [line: readonly string[], completions: readonly string[]])[] = [
    [[""], [...COMMANDS.map(({ name }) => name), "help", "--help", "--version"]],
    [["con"], ["consistency", "conformance"]],
    ...COMMANDS.map(
      ({ name, options }) =>
        [
          [name, "--"],
          ["--help", ...Object.keys(options).map((option) => `--${option}`)],
        ] as const,
    ),
    [["verify", "--trust", "completion.t"], ["completion.test.ts"]],
    [["verify", "completion.t"], ["completion.test.ts"]],
    [["verify", spaced.slice(0, -7)], [spaced]],
  ];
  expect(await inBash(expected.map(([line]) => line))).toEqual(expected.map(([, completions]) => completions));
});

/** Prints the matches of a line in zsh, which completes in a terminal only. It ends once the line is completed. */
const IN_ZSH = `zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'autoload -Uz compinit; compinit -u -D; source $SCRIPT
compadd() {
  [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]] && { builtin compadd "$@"; return }
  local -a hits; builtin compadd -A hits "$@"; print -rl -- $hits >>$OUT
}
finish() { exit }
comppostfuncs=(finish)'
zpty -w -n z "$1"$'\\t'
while zpty -r z line; do :; done
`;

/** The completions of a line in zsh or fish; its last word is being typed. */
async function completionsIn(shell: string, line: string): Promise<string[]> {
  const folder = newFolder();
  const [script, out, program] = ["script", "out", "program"].map((name) => join(folder, name));
  await writeFile(script!, await scriptOf(shell));
  await writeFile(out!, "");
  await writeFile(program!, IN_ZSH);
  const env = { ...process.env, HOME: folder, ZDOTDIR: folder, SCRIPT: script!, OUT: out!, TERM: "dumb" };
  const options = { env, cwd: import.meta.dirname };
  const found =
    shell === "zsh"
      ? (execFileSync("zsh", ["-f", program!, line], options), await readFile(out!, "utf8"))
      : execFileSync("fish", ["--no-config", "-c", `source $SCRIPT; complete -C '${line}'`], options).toString();
  return found
    .split("\n")
    .map((text) => text.split("\t")[0]!)
    .filter((text) => text !== "")
    .sort();
}

describe.each(["zsh", "fish"])("%s", (shell) => {
  it("gets a script with all commands and options", async () => {
    const script = await scriptOf(shell);
    for (const { name, options } of COMMANDS) {
      expect(script).toContain(name);
      for (const option of Object.keys(options))
        expect(script).toContain(shell === "zsh" ? `'--${option}` : `-l ${option}`);
    }
  });

  it.runIf(isHere(shell))("completes commands, options, and files", async () => {
    expect(await completionsIn(shell, "anchorlog con")).toEqual(["conformance", "consistency"]);
    expect(await completionsIn(shell, "anchorlog verify --r")).toEqual(["--row", "--rpc"]);
    // zsh takes seconds to start.
    if (shell === "zsh" && !isSlowSuite) return;
    expect(await completionsIn(shell, "anchorlog verify --trust completion.t")).toEqual(["completion.test.ts"]);
    expect(await completionsIn(shell, "anchorlog verify completion.t")).toEqual(["completion.test.ts"]);
  });
});

it("refuses an unknown shell", async () => {
  expect(await runHere(["completion", "toString"])).toMatchObject({ code: 3, stdout: "" });
});
