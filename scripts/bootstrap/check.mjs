// Runs the checks that need not run the code: format, lint, types, generated files.
import { filesIn, memory } from "./build.mjs";
import { changedFiles } from "./changed.mjs";
import { Failure, ONE_THREAD, run, runBin, runNode, seconds } from "./process.mjs";

const capture = { capture: true };
const fine = { code: 0, output: "" };

const STRIPPING = ["--disable-warning=ExperimentalWarning", "--import", "./test/typescript.mjs"];

/**
 * The checks, longest first. They run at the same time. A check that is `unbuilt` reads nothing that the build writes.
 * `concerns` matches the files that a check depends on; without it, a check depends on all files. A check of single files
 * gets the paths of those that exist, and then all paths.
 */
const checks = [
  {
    name: "Solidity tests: hardhat build",
    run: () => runBin("hardhat", ["build", "--no-contracts", "--quiet", "--build-profile", "tests"], capture),
    concerns: /^hardhat\.config\.ts$/,
  },
  {
    name: "Solidity: solc",
    run: (_files, paths = []) => runStripped("scripts/solidity/check.ts", paths),
    unbuilt: true,
    concerns: /\.sol$|^hardhat\.config\.ts$/,
  },
  { name: "format of contracts: prettier", run: prettier, unbuilt: true, concerns: /\.sol$/ },
  { name: "format: oxfmt", run: oxfmt, unbuilt: true },
  { name: "lint: oxlint", run: oxlint, concerns: /\.[cm]?[jt]s$|^\.oxlintrc/ },
  { name: "lint: solhint", run: solhint, unbuilt: true, concerns: /\.sol$|^\.solhint/ },
  { name: "types: tsc", run: types, concerns: /\.([cm]?ts|json|sol)$/ },
  {
    name: "types of the page: tsc",
    run: () => runBin("tsc", ["--noEmit", "-p", "src/page", "--checkers", "1"], { ...capture, env: ONE_THREAD }),
    concerns: /^(src|engines|circuits|scripts)\/|\.json$/,
  },
  {
    name: "rooms: each import goes down its list",
    run: () => runNode("scripts/rooms.ts", [], capture),
    unbuilt: true, // A wrong import can break the build, too.
  },
  {
    name: "generated files",
    run: generated,
  },
  {
    name: "circuit artifacts",
    run: () => runNode("scripts/build-circuits.ts", ["--check"], capture),
    concerns: /^(circuits|scripts|src)\/|\.json$/,
  },
];

/** Files whose change affects the checks of all other files. */
const SETTINGS =
  /^(package-lock\.json|(.*\/)?tsconfig\.json|\.(editorconfig|gitignore|(prettier|oxfmt|oxlint|solhint).*))$/;

/** Returns the checks that a change of these paths affects, each with its name. */
export const checksOf = (paths) =>
  checks.filter(({ concerns }) => !concerns || paths.some((path) => concerns.test(path)));

/** Whether a change of these paths affects all files. */
export const affectsAll = (paths) => paths.some((path) => SETTINGS.test(path));

/**
 * Runs the checks, prints the failures, and resolves to the names of the failed checks.
 *
 * In CI or with `--all`, everything is checked. Otherwise only what the files changed since the main branch affect.
 *
 * @param print writes a text.
 * @param built the build. The checks that are `unbuilt` do not wait for it.
 */
export async function check(args, print, built) {
  const changed = await scope(args, print);
  const failed = [];
  const running = [];
  for (const { name, run, unbuilt } of changed ? checksOf(changed.paths) : checks) {
    const work = async () => {
      if (!unbuilt) await built;
      const start = performance.now();
      const { code, output } = await run(changed?.present, changed?.paths);
      const ok = code === 0;
      if (!ok) failed.push(name);
      const shown = ok ? "" : `\n${output.trimEnd()}\n`;
      print(`${ok ? "·" : "✗"} ${name} … ${ok ? seconds(start) : "failed"}\n${shown}`);
    };
    running.push(work());
  }
  // A build that failed leaves no check running.
  await Promise.allSettled(running);
  await Promise.all(running);
  return failed;
}

/** Resolves to the changed files, or to undefined if everything is to be checked. */
async function scope(args, print) {
  const unknown = args.filter((arg) => arg !== "--all");
  if (unknown.length > 0) throw new Failure(`${unknown[0]} is not understood. npm run check -- [--all]`, undefined, 3);
  const inCi = !["", "0", "false"].includes(process.env.CI ?? "");
  if (inCi || args.length > 0) return undefined;
  const changed = await changedFiles();
  if (!changed || affectsAll(changed.paths)) return undefined;
  const count = changed.paths.length === 1 ? "1 file that differs" : `${changed.paths.length} files that differ`;
  print(`Checking ${count} from the main branch (everything: npm run check -- --all)\n`);
  return changed;
}

/** Checks the format of these contracts, or of all. It skips contracts that were formatted and have not changed. */
async function prettier(files = ["**/*.sol"]) {
  const contracts = files.filter((file) => file.endsWith(".sol"));
  if (contracts.length === 0) return fine;
  const cache = memory("prettier.json", [".prettierrc.json"]);
  const remember = ["--cache", "--cache-strategy", "content", "--cache-location", cache];
  return toFormat(await runBin("prettier", ["--check", "--log-level=warn", ...remember, ...contracts], capture));
}

const toFormat = ({ code, output }) => ({ code, output: `${output.trimEnd()}\nRun: npm run format` });

/** Checks the format of these files, or of all, except contracts. */
async function oxfmt(files = ["."]) {
  if (files.length === 0) return fine;
  return toFormat(await runBin("oxfmt", ["--check", "--no-error-on-unmatched-pattern", ...files], capture));
}

/**
 * Lints these files, or all. It uses one thread, because each further thread would load the libraries' types again.
 * `types` checks the types: `--type-check` takes more time here than both take apart.
 */
function oxlint(files) {
  const list = files?.filter((file) => /\.[cm]?[jt]s$/.test(file)) ?? [];
  if (files && list.length === 0) return fine;
  const args = ["--type-aware", "--deny-warnings", "--no-error-on-unmatched-pattern", ...list];
  return runBin("oxlint", args, { ...capture, env: ONE_THREAD });
}

/** Checks types, but only in files that a change affects. It uses one checker, for the same reason as `oxlint`. */
function types() {
  const cache = memory("types.tsbuildinfo", ["tsconfig.json"]);
  const remember = ["--incremental", "--tsBuildInfoFile", cache];
  return runBin("tsc", ["--noEmit", "-p", "tsconfig.json", "--checkers", "1", ...remember], {
    ...capture,
    env: ONE_THREAD,
  });
}

/** Makes the generated files that a change of these paths affects, or all, and compares them. */
function generated(_files, paths) {
  const changed = paths ? ["--changed", ...paths] : [];
  return runStripped("scripts/generate.ts", ["--check", ...changed]);
}

/** Runs a script whose types Node itself strips. It starts in three quarters of the time that it takes with tsx. */
const runStripped = (file, args) => run(process.execPath, [...STRIPPING, file, ...args], capture);

/** Lints these contracts, or all, and tests with looser rules. Generated verifiers are not linted. */
async function solhint(changed) {
  const all = [...filesIn("contracts"), ...filesIn("test/contracts")].filter((file) => file.endsWith(".sol"));
  const files = changed ? all.filter((file) => changed.includes(file)) : all;
  const tests = files.filter((file) => /^(test|contracts\/test)\//.test(file));
  const contracts = files.filter((file) => !tests.includes(file) && !file.startsWith("contracts/verifiers/"));
  // --disc and --noPoster switch off the search for updates and the advertisement.
  const lint = (config, list) =>
    list.length === 0
      ? fine
      : runBin("solhint", ["--disc", "--noPoster", "--max-warnings", "0", "-c", config, ...list], capture);
  const results = [await lint(".solhint.json", contracts), await lint(".solhint.tests.json", tests)];
  return {
    code: Math.max(...results.map(({ code }) => code)),
    output: results.map(({ output }) => output).join(""),
  };
}
