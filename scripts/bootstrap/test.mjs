// Runs the test suites and adds up their results.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build, filesIn } from "./build.mjs";
import { check } from "./check.mjs";
import { Failure, root, runBin } from "./process.mjs";

const reports = {
  vitest: join(root, "cache", "vitest.json"),
  solidity: join(root, "cache", "solidity-tests.json"),
};

/** The contracts are built before, with the release profile. The tests use the profile `tests` of hardhat.config.ts. */
const SOLIDITY = ["--build-profile", "tests", "--no-compile"];

/**
 * Runs all tests, or only the tests that match the given filters: `.t.sol`
 * files under Hardhat, and anything else (paths, `-t name`) under vitest.
 */
export async function test(args) {
  if (args.length === 0) return conclude(await everything());
  const files = ["", "server/", "client/", "engines/"].flatMap((place) => filesIn(`${place}test`));
  // vitest would print the names of all files. The argument after an option is its value.
  const unknown = args.find((arg, i) => /^[^-].*\//.test(arg) && !args[i - 1]?.startsWith("-") && !isIn(files, arg));
  if (unknown !== undefined) throw new Failure(`No test's path contains ${unknown}`, undefined, 3);
  await build();
  const solidityFiles = args.filter((arg) => arg.endsWith(".t.sol"));
  const vitestArgs = args.filter((arg) => !arg.endsWith(".t.sol"));
  const results = [];
  if (vitestArgs.length) results.push(await vitest(vitestArgs));
  if (solidityFiles.length) results.push(await solidity(solidityFiles));
  return conclude(results);
}

/**
 * Builds and runs vitest, and beside it the check and then the Solidity tests: many tests of vitest wait, and each
 * compiler uses one core. The other output follows when vitest has ended.
 */
async function everything() {
  const held = [];
  let write = (text) => held.push(text);
  const print = (text) => write(text);
  const built = build();
  const beside = (async () => {
    // A failed check counts as a failure, so that a failed run never prints "0 failed".
    const checked = { passed: 0, failed: (await check([], print, built)).length };
    return [checked, await solidity([], { print }), await gas(print)];
  })();
  const ofVitest = built.then(() => vitest([])).finally(release);
  await Promise.allSettled([ofVitest, beside]);
  return [await ofVitest, ...(await beside)];

  function release() {
    write = (text) => process.stdout.write(text);
    write(`\n${held.join("")}`);
  }
}

const isIn = (files, filter) => files.some((file) => join(root, file).includes(filter.replace(/^\.\/|:\d+$/g, "")));

export async function testUnit(args) {
  await build();
  return conclude([await vitest(["--mode", "unit", ...args])]);
}

export async function testSlow(args) {
  await build();
  // Random values differ in every run. The same seed gives the same values again.
  process.env.ANCHORLOG_SEED ??= String(Date.now() % 2 ** 31);
  process.stdout.write(`\nANCHORLOG_SEED=${process.env.ANCHORLOG_SEED}\n`);
  const results = [await vitest(["--mode", "slow", ...args])];
  if (args.length === 0) results.push(await vitest(["--mode", "javascript"]));
  if (args.length === 0) results.push(await solidity([], { profile: "slow" }));
  return conclude(results);
}

export async function vitest(args) {
  process.stdout.write("\n");
  const { code, report } = await reporting(reports.vitest, () =>
    runBin("vitest", ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${reports.vitest}`, ...args]),
  );
  // A file that does not load has failed, although none of its tests has.
  const unloadable = report?.testResults?.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  return tally(code, report?.numPassedTests, (report?.numFailedTests ?? 0) + (unloadable?.length ?? 0));
}

/** @param print writes the output once the tests have ended. Without it, they write to the terminal as they run. */
export async function solidity(files, { profile = "default", print } = {}) {
  // hardhat.config.ts writes the task's result to the path in this variable.
  const env = { ...process.env, ANCHORLOG_SOLIDITY_REPORT: reports.solidity };
  const args = ["test", "solidity", ...SOLIDITY, "--test-profile", profile, ...files];
  const { code, report } = await reporting(reports.solidity, () => hardhat(args, { env, print }));
  return tally(code, report?.passed, report?.failed);
}

/** Compares the transactions' gas with snapshots/ and .gas-snapshot, or writes both with `--snapshot`. */
async function gas(print) {
  const files = filesIn("test/contracts").filter((file) => file.endsWith("Gas.t.sol"));
  const gasOnly = ["--test-profile", "gas", "--snapshot-check"];
  const { code } = await hardhat(["test", "solidity", ...SOLIDITY, ...gasOnly, ...files], { print });
  return { passed: 0, failed: code === 0 ? 0 : 1 };
}

async function hardhat(args, { print, ...options }) {
  if (print === undefined) process.stdout.write("\n");
  const ended = await runBin("hardhat", args, { ...options, capture: print !== undefined });
  print?.(`\n${ended.output}`);
  return ended;
}

async function reporting(file, run) {
  // Never read the report of an earlier run.
  rmSync(file, { force: true });
  mkdirSync(join(root, "cache"), { recursive: true });
  const { code } = await run();
  try {
    return { code, report: JSON.parse(readFileSync(file, "utf8")) };
  } catch {
    return { code, report: undefined };
  }
}

/** Counts at least one failure for a suite with a nonzero exit code, even if it reported none. */
function tally(code, passed = 0, failed = 0) {
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) };
}

function conclude(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const [passed, failed] = [sum("passed"), sum("failed")];
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  return failed === 0 && passed > 0 ? 0 : 1;
}
