// Runs all checks that need not run the code: format, lint, types, generated files.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { filesIn, memory } from "./build.mjs";
import { root, runBin, runNode, seconds } from "./process.mjs";

const capture = { capture: true };

const solidityTests = "Solidity tests: hardhat build";

/** The checks, longest first. They run at the same time, unless `after` names a check to wait for. */
const checks = [
  {
    name: solidityTests,
    run: () => runBin("hardhat", ["build", "--no-contracts", "--quiet", "--build-profile", "tests"], capture),
  },
  { name: "format: prettier", run: prettier },
  { name: "lint: oxlint", run: oxlint },
  { name: "lint: solhint", run: solhint },
  { name: "types: tsc", run: types },
  { name: "types of the page: tsc", run: () => runBin("tsc", ["--noEmit", "-p", "server/src/proofs/page"], capture) },
  { name: "rooms: each import goes down its list", run: () => runNode("scripts/rooms.ts", [], capture) },
  {
    name: "generated files",
    run: () => runNode("scripts/generate.ts", ["--check"], capture),
    needs: "scripts/generate.ts",
    // Both checks write Hardhat's cache.
    after: solidityTests,
  },
  { name: "circuit artifacts", run: () => runNode("scripts/build-circuits.ts", ["--check"], capture) },
];

/** Runs all checks, prints the failures, and resolves to the names of the failed checks. */
export async function check() {
  const failed = [];
  const running = new Map();
  for (const { name, run, needs, after } of checks) {
    if (needs && !existsSync(join(root, needs))) continue;
    const work = async () => {
      await running.get(after);
      const start = performance.now();
      const { code, output } = await run();
      const ok = code === 0;
      if (!ok) failed.push(name);
      const shown = ok ? "" : `\n${output.trimEnd()}\n`;
      process.stdout.write(`${ok ? "·" : "✗"} ${name} … ${ok ? seconds(start) : "failed"}\n${shown}`);
    };
    running.set(name, work());
  }
  await Promise.all(running.values());
  return failed;
}

/** Checks the format. Files that were found formatted and have not changed are skipped. */
function prettier() {
  const cache = memory("prettier.json", [".prettierrc.json"]);
  const remember = ["--cache", "--cache-strategy", "content", "--cache-location", cache];
  return runBin("prettier", ["--check", "--log-level=warn", ...remember, "."], capture);
}

/** Lints on one thread, because each further thread would load the libraries' types again. */
function oxlint() {
  const env = { ...process.env, GOMAXPROCS: "1" };
  return runBin("oxlint", ["--type-aware", "--deny-warnings"], { ...capture, env });
}

/** Checks types, but only in files that a change affects. It uses one checker, for the same reason as `oxlint`. */
function types() {
  const cache = memory("types.tsbuildinfo", ["tsconfig.json"]);
  const remember = ["--incremental", "--tsBuildInfoFile", cache];
  return runBin("tsc", ["--noEmit", "-p", "tsconfig.json", "--checkers", "1", ...remember], capture);
}

/** Lints contracts, and tests with looser rules. Generated verifiers are not linted. */
async function solhint() {
  const files = [...filesIn("contracts"), ...filesIn("test/contracts")].filter((file) => file.endsWith(".sol"));
  const tests = files.filter((file) => /^(test|contracts\/test)\//.test(file));
  const contracts = files.filter((file) => !tests.includes(file) && !file.startsWith("contracts/verifiers/"));
  // --disc and --noPoster switch off the search for updates and the advertisement.
  const lint = (config, list) =>
    list.length === 0
      ? { code: 0, output: "" }
      : runBin("solhint", ["--disc", "--noPoster", "--max-warnings", "0", "-c", config, ...list], capture);
  const results = [await lint(".solhint.json", contracts), await lint(".solhint.tests.json", tests)];
  return {
    code: Math.max(...results.map(({ code }) => code)),
    output: results.map(({ output }) => output).join(""),
  };
}
