import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const module = new URL("../scripts/bootstrap/check.mjs", import.meta.url).href;
/** For a changed file, the checks of types, contracts and artifacts that it affects, or all checks. */
const CASES: readonly (readonly [path: string, checks: "all" | readonly string[]])[] = [
  ["docs/OPERATING.md", []],
  ["server/src/main/main.ts", ["types: tsc"]],
  // Verification keys are hashed by src/proof/.
  ["src/proof/groth16.ts", ["types: tsc", "types of the page: tsc", "circuit artifacts"]],
  // The page imports it.
  ["circuits/index.d.ts", ["types: tsc", "types of the page: tsc", "circuit artifacts"]],
  ["contracts/FaultProofs.sol", ["Solidity: solc", "types: tsc"]],
  ["test/contracts/Wallets.t.sol", ["Solidity: solc", "types: tsc"]],
  ["hardhat.config.ts", ["Solidity tests: hardhat build", "Solidity: solc", "types: tsc"]],
  ["package-lock.json", "all"],
  ["src/page/tsconfig.json", "all"],
  [".oxlintrc.json", "all"],
  [".editorconfig", "all"],
  [".gitignore", "all"],
];

it("runs each check that a changed file affects", async () => {
  // In a process of its own: the module's signal handlers end their process.
  const code = `import { affectsAll, checksOf } from ${JSON.stringify(module)};
    const of = (path) => affectsAll([path]) ? "all" : checksOf([path]).map(({ name }) => name);
    console.log(JSON.stringify(${JSON.stringify(CASES.map(([path]) => path))}.map((path) => [path, of(path)])));
    process.exit();`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", code]);
  const found = JSON.parse(stdout) as typeof CASES;
  const isCostly = (name: string): boolean => /^types|^Solidity|circuit/.test(name);
  expect(found.map(([path, names]) => [path, names === "all" ? names : names.filter(isCostly)])).toEqual(CASES);
  // These look at every change.
  for (const [, names] of found) {
    if (names !== "all") expect(names).toEqual(expect.arrayContaining(["format: oxfmt", "generated files"]));
  }
});
