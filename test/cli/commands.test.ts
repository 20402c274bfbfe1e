import { glob, readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { COMMANDS } from "../../src/cli/commands.ts";
import { runHere } from "./process.ts";
import { schemaOf, validatorOf } from "./schemas.ts";

const anchorlog = (...args: string[]) => runHere(args);

describe("the command line", () => {
  it("lists every command, and prints its version", async () => {
    const { code, stdout } = await anchorlog("--help");
    expect(code).toBe(0);
    for (const { name, usage } of COMMANDS) expect(stdout).toContain(`anchorlog ${name} ${usage}`.trimEnd());
    expect(await anchorlog("--version")).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: "" });
  });

  it.each(COMMANDS.map(({ name }) => name))("explains %s, with all its options and an example", async (name) => {
    const { code, stdout } = await anchorlog(name, "--help");
    expect(code).toBe(0);
    const { options, example, usage } = COMMANDS.find((command) => command.name === name)!;
    for (const option of Object.keys(options)) {
      expect(stdout).toMatch(new RegExp(`^ {2}--${option} `, "m"));
      if (!usage.endsWith("[options]")) expect(usage).toContain(`--${option}`);
    }
    expect(stdout).toContain(`For example:\n\n  ${example.split("\n")[0]}`);
    expect(example).toContain(`anchorlog ${name}`);
    expect(await anchorlog("help", name)).toEqual({ code: 0, stdout, stderr: "" });
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThan(110);
  });

  it("is written as `npx anchorlog` in every message, which works if the package is installed", async () => {
    const names = COMMANDS.map(({ name }) => name).join("|");
    // A name in prose stands in backticks.
    const bare = new RegExp(
      `(?<![\`\\w/.-])(?<!npx )anchorlog (?:${names})\\b|(?:=|=>|return|[?:]) \`anchorlog (?:${names})\\b`,
    );
    // The shell completes the program itself.
    const isKept = (line: string) => /^ *(?:\/?\*|\/\/)/.test(line) || line.includes("completion bash");
    for await (const file of glob("src/**/*.ts", { exclude: ["src/cli/completion.ts"] })) {
      const lines = (await readFile(file, "utf8")).split("\n");
      expect(
        lines.filter((line) => bare.test(line) && !isKept(line)),
        file,
      ).toEqual([]);
    }
  });

  it.each(COMMANDS.filter(({ options }) => "json" in options).map(({ name }) => name))(
    "names a schema for the JSON of %s, which refuses the output of other commands",
    async (name) => {
      const { stdout } = await anchorlog(name, "--help");
      const schema = schemaOf(name)!;
      expect(stdout).toContain(`(docs/schemas/${schema})`);
      expect((await validatorOf(schema))({ another: "output" })).toBe(false);
    },
  );

  it("suggests the nearest command or option for a misspelt one, and none if nothing is near", async () => {
    const said = async (...args: string[]) => {
      const { code, stdout, stderr } = await anchorlog(...args);
      expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
      return stderr.split("\n")[0];
    };
    expect(await said("audti")).toBe("anchorlog: there is no command audti; did you mean audit?");
    expect(await said("restoer")).toContain("did you mean restore?");
    expect(await said("--versoin")).toContain("there is no option --versoin; did you mean version?");
    expect(await said("frobnicate")).toBe("anchorlog: there is no command frobnicate");
    expect(await said("verify", "x", "--jsno")).toBe("anchorlog: verify has no option --jsno; did you mean --json?");
    expect(await said("operate", "--confg", "x")).toContain("did you mean --config?");
    expect(await said("stake", "depost")).toContain("did you mean deposit?");
    expect(await said("rotate", "recipt", "file:x")).toContain("did you mean receipt?");
    expect(await said("init", "--preset", "mainet")).toContain("did you mean mainnet?");
    expect(await said("status", "--config")).toMatch(/--config/);
  });
});
