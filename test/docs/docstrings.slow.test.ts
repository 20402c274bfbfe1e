// Compiles the examples in docstrings together with the exports that they use. `examples.test.ts` finds exports without
// an example.
import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { examplesOfSource, exportsOfModules, isUsedIn } from "../../site/examples.ts";
import { ROOT } from "./snippets.ts";

const FOLDER = join(ROOT, "cache/docstrings");
/** The types of names that the examples assume. */
const GIVEN: Readonly<Record<string, string>> = {
  publicClient: 'import("viem").PublicClient',
  walletClient: 'import("viem").WalletClient<import("viem").Transport, import("viem").Chain, import("viem").Account>',
  chain: 'import("../../src/chain/index.ts").ChainWriter',
  operator: 'import("../../src/index.ts").OperatorId & { readonly name: string; readonly version: string }',
  bundle: 'import("../../src/verify/bundle/index.ts").Bundle',
  receipt: 'import("../../src/index.ts").Receipt',
  history: 'import("../../src/dispute/index.ts").AnchoredHistory',
  checkpoints: 'readonly import("../../src/dispute/index.ts").StoredCheckpoint[]',
  config: 'import("../../src/daemon/config/index.ts").Config',
  store: 'import("../../src/index.ts").LogStore',
};
/** Compiler errors about other assumed names, such as keys or an app. */
const READERS_OWN = /error TS(?:2304|2552|2584|2593|18004):/;

it("the examples of docstrings compile against the current exports", async () => {
  const exports = await exportsOfModules();
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  let written = 0;
  for (const [i, { file, code }] of examplesOfSource().entries()) {
    const isOfClient = file.startsWith("client/");
    // The client exports a `sentAction` of its own.
    const places = exports.filter(({ page }) => isOfClient || page !== "@anchorlog/client");
    const used = new Map(places.filter(({ name }) => isUsedIn(code, name)).map(({ name, source }) => [name, source]));
    const imports = [...used].map(
      ([name, source]) => `import { ${name} } from ${JSON.stringify(`../../${source}`)};\n`,
    );
    const given = Object.entries(GIVEN)
      .filter(([name]) => isUsedIn(code, name))
      .map(([name, type]) => `declare const ${name}: ${type};\n`);
    // Functions that are not exported have examples for contributors.
    if (imports.length === 0) continue;
    written++;
    writeFileSync(
      join(FOLDER, `${i}.ts`),
      `${[...imports, ...given].join("")}// ${file}\nexport async function example() {\n${code}}\n`,
    );
  }
  expect(written).toBeGreaterThan(80);
  const compilerOptions = { noImplicitAny: false, noUnusedLocals: false, noImplicitReturns: false };
  writeFileSync(
    join(FOLDER, "tsconfig.json"),
    JSON.stringify({ extends: "../../tsconfig.json", compilerOptions, include: ["*.ts"] }),
  );
  const compiler = [join(ROOT, "node_modules/typescript/bin/tsc"), "--noEmit", "-p", FOLDER, "--pretty", "false"];
  const { stdout } = await promisify(execFile)(process.execPath, compiler).catch((error: { stdout: string }) => error);
  expect(stdout.split("\n").filter((line) => line !== "" && !READERS_OWN.test(line))).toEqual([]);
});
