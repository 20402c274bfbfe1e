// Every export of the reference has an example. `docstrings.slow.test.ts` compiles them.
import { expect, it } from "vitest";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  examplesIn,
  examplesOfSource,
  exportsOfModules,
  exportsWithoutExample,
  isUsedIn,
} from "../../site/examples.ts";
import { ROOT } from "./snippets.ts";

it("shows each exported value in an example of its docstring, in another export's example, or in a guide", async () => {
  expect(await exportsWithoutExample(), "add an @example that uses each").toEqual([]);
});

it("shows in an example no function or constant that only the source can import", async () => {
  const exported = new Set((await exportsOfModules()).map(({ name }) => name));
  const internal = globSync("src/**/*.ts", { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)]
      .map(([, name = ""]) => name)
      .filter((name) => !exported.has(name)),
  );
  const used = examplesOfSource()
    .filter(({ item = "" }) => exported.has(item))
    .flatMap(({ file, code }) => {
      const found = new Set(code.match(/(?<![.\w])(?:\w+(?=\()|[A-Z][A-Z_]+\b)/g));
      return internal.filter((name) => found.has(name) && isUsedIn(code, name)).map((name) => `${file}: ${name}`);
    });
  expect(used).toEqual([]);
});

it("finds an export that is called, passed, constructed or abbreviated", () => {
  for (const code of [
    "made(1)",
    "leaves.map(made)",
    "throw new made()",
    "call({ abi: made })",
    "call({ made })",
    "for (const a of made())",
  ])
    expect(isUsedIn(code, "made"), code).toBe(true);
});

it("finds no export in a member, a key, a comment, a text, or a local name", () => {
  for (const code of ["log.made()", "call({ made: 1 })", "f() // made", 'f("made")', "const made = f()", "unmade()"])
    expect(isUsedIn(code, "made"), code).toBe(false);
  expect(isUsedIn('fetch("https://a.example/", made)', "made")).toBe(true);
});

it("reads the examples of a docstring, with the declaration below it", () => {
  const comment = "/**\n * Makes.\n *\n * @example\n * ```ts\n * made(1)\n * ```\n * @throws if not.\n */\n";
  const [first] = examplesIn(`/** Other. */\nconst a = 1;\n\n${comment}export async function made() {}\n`);
  expect(first?.item).toBe("made");
  expect(first?.code.trim()).toBe("made(1)");
  expect(examplesIn(`${comment}function own() {}\n`)[0]?.item).toBeUndefined();
});
