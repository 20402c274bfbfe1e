// Runs the test suites and adds up what they report.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build, filesIn } from "./build.mjs";
import { check } from "./check.mjs";
import { root, runBin } from "./process.mjs";

const reports = {
  vitest: join(root, "cache", "vitest.json"),
  solidity: join(root, "cache", "solidity-tests.json"),
};

/** The contracts are built already, as they are released; the tests are compiled as hardhat.config.ts says. */
const SOLIDITY = ["--build-profile", "tests", "--no-compile"];

/** What `npm test` runs again where JavaScript computes everything; `npm run test:slow` runs nearly all so. */
const inJavascript = ["test/batch/batches", "test/bundle/golden", "test/merkle/growingTree", "test/poseidon/poseidon"];

/**
 * Everything; or, given filters, only the tests they match: `.t.sol` files
 * under Hardhat, anything else (paths, `-t name`) under vitest.
 */
export async function test(args) {
  await build();
  const solidityFiles = args.filter((arg) => arg.endsWith(".t.sol"));
  const vitestArgs = args.filter((arg) => !arg.endsWith(".t.sol"));
  const all = args.length === 0;

  const results = [];
  // A failed check counts as a failure: "0 failed" is never printed over a red run.
  if (all) results.push({ passed: 0, failed: (await check()).length });
  if (all || vitestArgs.length) results.push(await vitest(vitestArgs));
  if (all) results.push(await vitest(["--mode", "javascript", ...inJavascript]));
  const hasSolidity = filesIn("test/contracts").some((file) => file.endsWith(".t.sol"));
  if ((all && hasSolidity) || solidityFiles.length) results.push(await solidity(solidityFiles));
  if (all) results.push(await gas());
  return conclude(results);
}

export async function testUnit(args) {
  await build();
  return conclude([await vitest(["--mode", "unit", ...args])]);
}

export async function testSlow(args) {
  await build();
  // What is random is something else in every run, and the same again with its seed.
  process.env.ANCHORLOG_SEED ??= String(Date.now() % 2 ** 31);
  process.stdout.write(`\nANCHORLOG_SEED=${process.env.ANCHORLOG_SEED}\n`);
  const results = [await vitest(["--mode", "slow", ...args])];
  if (args.length === 0) results.push(await vitest(["--mode", "javascript"]));
  if (args.length === 0) results.push(await solidity([], "slow"));
  return conclude(results);
}

export async function vitest(args) {
  const { code, report } = await reporting(reports.vitest, () =>
    runBin("vitest", ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${reports.vitest}`, ...args]),
  );
  // A file that does not even load has failed without a failing test in it.
  const unloadable = report?.testResults?.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  return tally(code, report?.numPassedTests, (report?.numFailedTests ?? 0) + (unloadable?.length ?? 0));
}

export async function solidity(files, profile = "default") {
  // hardhat.config.ts writes the result of the task where this variable says.
  const env = { ...process.env, ANCHORLOG_SOLIDITY_REPORT: reports.solidity };
  const { code, report } = await reporting(reports.solidity, () =>
    runBin("hardhat", ["test", "solidity", ...SOLIDITY, "--test-profile", profile, ...files], { env }),
  );
  return tally(code, report?.passed, report?.failed);
}

/** Compares what transactions cost with snapshots/ and .gas-snapshot; `--snapshot` instead writes them. */
async function gas() {
  const files = filesIn("test/contracts").filter((file) => file.endsWith("Gas.t.sol"));
  const gasOnly = ["--test-profile", "gas", "--snapshot-check"];
  const { code } = await runBin("hardhat", ["test", "solidity", ...SOLIDITY, ...gasOnly, ...files]);
  return { passed: 0, failed: code === 0 ? 0 : 1 };
}

async function reporting(file, run) {
  // Never read the report of an earlier run.
  rmSync(file, { force: true });
  mkdirSync(join(root, "cache"), { recursive: true });
  process.stdout.write("\n");
  const { code } = await run();
  try {
    return { code, report: JSON.parse(readFileSync(file, "utf8")) };
  } catch {
    return { code, report: undefined };
  }
}

/** A suite that ended badly has at least one failure, whatever it managed to report. */
function tally(code, passed = 0, failed = 0) {
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) };
}

function conclude(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const [passed, failed] = [sum("passed"), sum("failed")];
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  return failed === 0 && passed > 0 ? 0 : 1;
}
