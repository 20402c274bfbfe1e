// The examples in docstrings, compiled beside the exports that they use.
import { execFile } from "node:child_process";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { MODULES } from "../../site/reference.ts";
import { ROOT } from "./snippets.ts";

const FOLDER = join(ROOT, "cache/docstrings");
/** Messages about names that the reader has: a store, keys, an app. */
const READERS_OWN = /error TS(?:2304|2552|2584|2593|18004):/;

/** Returns the code of each `@example` of a file. */
function examplesIn(text: string): string[] {
  return [...text.matchAll(/^ \* @example\n((?: \*(?! @)(?: .*)?\n)+)/gm)].map(([, block = ""]) =>
    block.replaceAll(/^ \* ?/gm, "").replaceAll(/^```.*$/gm, ""),
  );
}

/** Returns where each exported value is: its name, and the source of the module that exports it. */
async function exported(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { name, source } of MODULES) {
    if (name === "@anchorlog/client") continue;
    const names = Object.keys((await import(/* @vite-ignore */ join(ROOT, source))) as object);
    for (const one of names) if (!found.has(one)) found.set(one, source);
  }
  return found;
}

it("are programs of the exports as they are", async () => {
  const places = await exported();
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const examples = globSync("src/**/*.ts", { cwd: ROOT }).flatMap((file) =>
    examplesIn(readFileSync(join(ROOT, file), "utf8")).map((code) => ({ file, code })),
  );
  let written = 0;
  for (const [i, { file, code }] of examples.entries()) {
    const isOwn = (name: string) => new RegExp(`(?:const|import) \\{?[^=()}]*\\b${name}\\b`).test(code);
    const used = [...places].filter(([name]) => new RegExp(`(?<!\\.)\\b${name}\\b(?!:)`).test(code) && !isOwn(name));
    const imports = used.map(([name, source]) => `import { ${name} } from ${JSON.stringify(`../../${source}`)};\n`);
    // Functions that are not exported have examples for contributors.
    if (imports.length === 0) continue;
    written++;
    writeFileSync(
      join(FOLDER, `${i}.ts`),
      `${imports.join("")}// ${file}\nexport async function example() {\n${code}}\n`,
    );
  }
  expect(written).toBeGreaterThan(15);
  const compilerOptions = { noImplicitAny: false, noUnusedLocals: false, noImplicitReturns: false };
  writeFileSync(
    join(FOLDER, "tsconfig.json"),
    JSON.stringify({ extends: "../../tsconfig.json", compilerOptions, include: ["*.ts"] }),
  );
  const compiler = [join(ROOT, "node_modules/typescript/bin/tsc"), "--noEmit", "-p", FOLDER, "--pretty", "false"];
  const { stdout } = await promisify(execFile)(process.execPath, compiler).catch((error: { stdout: string }) => error);
  expect(stdout.split("\n").filter((line) => line !== "" && !READERS_OWN.test(line))).toEqual([]);
});
