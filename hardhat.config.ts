import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import hardhatToolboxViem from "@nomicfoundation/hardhat-toolbox-viem";
import { defineConfig, overrideTask } from "hardhat/config";

// No first-run question, and no analytics, for anyone who only wants to build this.
process.env["HARDHAT_DISABLE_TELEMETRY"] ??= "true";

const compiler = {
  version: "0.8.37",
  // The compiler comes from npm, locked like everything else, instead of a download.
  path: createRequire(import.meta.url).resolve("solc/soljson.js"),
  settings: {
    // Large contracts that are called seldom: their size counts as well as their gas.
    optimizer: { enabled: true, runs: 400 },
    viaIR: false,
    // The oldest that has all they use (docs/DESIGN.md, Chains).
    evmVersion: "cancun",
    // Leave out metadata, so that comments and paths do not change the bytecode.
    metadata: { bytecodeHash: "none", appendCBOR: false },
  },
};

/**
 * For tests, which deploy the released bytecode (test/contracts/released.sol): they need no optimizer, which would take
 * a minute.
 */
export const unoptimized = { ...compiler, settings: { ...compiler.settings, optimizer: { enabled: false } } };

/** How the tests in Solidity are run, here and by `npm run mutate`. */
export const solidityTests = {
  // An expensive test sets `hardhat-config: default.fuzz.runs = 64`, a quarter. This counts in the default profile
  // only.
  fuzz: { runs: 256 },
  // Invariants take a quarter of the time of all Solidity tests. The slow profile runs them 16 times as often, and
  // twice as deep.
  invariant: { runs: 16, depth: 64, failOnRevert: true },
  // Vectors are shared by TypeScript, Solidity and circom.
  fsPermissions: { readDirectory: ["test/vectors"] },
};

// Hardhat's own seed is always the same. The slow profile takes the seed of its run, of 4 bytes.
const seed = `0x${Number(process.env["ANCHORLOG_SEED"] ?? 1)
  .toString(16)
  .padStart(8, "0")}`;

type SuiteResult = { testResults: { status: string }[] };

/** Writes the counts of `hardhat test solidity` to the file that `npm test` names in this variable. */
const reportSolidityTests = overrideTask(["test", "solidity"])
  .setInlineAction(async (args, _hre, runSuper) => {
    const result = await runSuper(args);
    const file = process.env["ANCHORLOG_SOLIDITY_REPORT"];
    if (file !== undefined) {
      // The result has a summary only in a run of all tests, but always the results of each suite.
      const { suiteResults }: { suiteResults: SuiteResult[] } = result.success ? result.value : result.error;
      const tests = suiteResults.flatMap((suite) => suite.testResults);
      const count = (status: string) => tests.filter((test) => test.status === status).length;
      writeFileSync(file, JSON.stringify({ passed: count("Success"), failed: count("Failure") }));
    }
    return result;
  })
  .build();

export default defineConfig({
  plugins: [hardhatToolboxViem],
  tasks: [reportSolidityTests],
  solidity: {
    profiles: {
      default: { compilers: [compiler] },
      tests: { compilers: [unoptimized] },
    },
    // Tests are three quarters of the code to compile, and only `hardhat test solidity` needs them.
    splitTestsCompilation: true,
  },
  paths: {
    sources: "contracts",
    tests: { solidity: "test/contracts" },
  },
  test: {
    solidity: {
      profiles: {
        default: solidityTests,
        // Every call from a test is a transaction of its own, with all that costs: for *Gas.t.sol.
        gas: { ...solidityTests, isolate: true },
        // For `npm run test:slow`.
        slow: {
          ...solidityTests,
          fuzz: { runs: 4_096, seed },
          invariant: { runs: 256, depth: 128, failOnRevert: true },
        },
      },
    },
  },
  networks: {
    default: { type: "edr-simulated", chainType: "l1", chainId: 31_337 },
    node: { type: "edr-simulated", chainType: "l1", chainId: 31_337 },
  },
});
