import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { solidityTests } from "../../../hardhat.config.ts";

/** An artifact as Hardhat 3 writes it. */
export type Artifact = {
  readonly contractName: string;
  readonly sourceName: string;
  readonly inputSourceName?: string;
  readonly abi: readonly { readonly type: string; readonly name?: string }[];
  readonly bytecode: string;
  readonly buildInfoId: string;
};
type SuiteResult = {
  readonly testResults: readonly { readonly status: string; readonly name: string; readonly reason?: string }[];
};

/** The part of Hardhat's runner of Solidity tests that is used here. */
type Edr = {
  readonly FsAccessPermission: { readonly ReadDirectory: number };
  readonly L1_CHAIN_TYPE: string;
  readonly l1SolidityTestRunnerFactory: () => object;
  readonly EdrContext: new () => {
    registerSolidityTestRunnerFactory: (chainType: string, factory: object) => Promise<void>;
    runSolidityTests: (
      chainType: string,
      artifacts: readonly object[],
      suites: readonly object[],
      config: object,
      tracing: object,
      onSuite: (result: SuiteResult) => void,
    ) => Promise<unknown>;
  };
};

const SEED = "0x0000000000000000000000000000000000000000000000000000000000000001";

const require = createRequire(import.meta.url);
const edr = createRequire(require.resolve("hardhat/package.json"))("@nomicfoundation/edr") as Edr;

/** Returns a mutant's number as a coinbase address: see `isTurn`. */
const coinbase = (mutant: number) => {
  const bytes = new Uint8Array(20);
  new DataView(bytes.buffer).setUint32(16, mutant);
  return bytes;
};

/** Reads the artifacts that Hardhat built of a project's contracts and tests. */
export const readArtifacts = (project: string): Artifact[] =>
  globSync(["artifacts/**/*.json", "cache/test-artifacts/**/*.json"], { cwd: project })
    .filter((file) => !file.includes("build-info"))
    .map((file) => JSON.parse(readFileSync(join(project, file), "utf8")) as Artifact);

/** Opens a runner for the Solidity tests among a project's artifacts. */
export async function openRunner(project: string, artifacts: readonly Artifact[]) {
  const suites = Map.groupBy(artifacts.filter(isSuite), ({ sourceName }) => sourceName);
  const context = new edr.EdrContext();
  await context.registerSolidityTestRunnerFactory(edr.L1_CHAIN_TYPE, edr.l1SolidityTestRunnerFactory());
  const all = artifacts.map(toEdr);

  return {
    /** Runs a file with a mutant active. Returns its first failure, or `undefined` if it passes. */
    failure: async (file: string, mutant: number): Promise<string | undefined> => {
      const ids = (suites.get(file) ?? []).map((artifact) => toEdr(artifact).id);
      const config = { ...SETTINGS, projectRoot: project, blockCoinbase: coinbase(mutant) };
      const results: SuiteResult[] = [];
      if (ids.length === 0) throw new Error(`${file} has no tests, or was not built`);
      // A suite's result may arrive after the run has ended.
      await new Promise<void>((done, failed) => {
        const onSuite = (result: SuiteResult) => {
          if (results.push(result) === ids.length) done();
        };
        context.runSolidityTests(edr.L1_CHAIN_TYPE, all, ids, config, {}, onSuite).catch(failed);
      });
      const tests = results.flatMap(({ testResults }) => testResults);
      const failed = tests.find(({ status }) => status === "Failure");
      return failed && `${failed.name}: ${failed.reason ?? "it fails"}`;
    },
  };
}

/** The settings of `hardhat test solidity`, with the differences below. */
const { fuzz, invariant, fsPermissions } = solidityTests;
const SETTINGS = {
  hardfork: "osaka",
  fsPermissions: fsPermissions.readDirectory.map((path) => ({ access: edr.FsAccessPermission.ReadDirectory, path })),
  fuzz: { ...fuzz, seed: SEED },
  // One failure is enough, so do not search for the shortest sequence of calls that fails.
  invariant: { ...invariant, shrinkRunLimit: 0 },
  // Skip tests of bounds of gas: contracts use more gas without the optimizer and with the switches.
  excludeTestPattern: "kGas|CreditIsRepaidToo",
  // Enough for every test. An endless loop uses it up within seconds.
  gasLimit: 4_000_000_000n,
  disableBlockGasLimit: true,
  disableTransactionGasCap: true,
};

function toEdr({ contractName, sourceName, inputSourceName, abi, buildInfoId, ...code }: Artifact) {
  const [, major, minor, patch] = /^solc-(\d+)_(\d+)_(\d+)/.exec(buildInfoId)!;
  const id = { name: contractName, source: inputSourceName ?? sourceName, solcVersion: `${major}.${minor}.${patch}` };
  return { id, contract: { ...code, abi: JSON.stringify(abi) } };
}

function isSuite({ sourceName, bytecode, abi }: Artifact): boolean {
  if (!sourceName.endsWith(".t.sol") || bytecode === "0x") return false;
  return abi.some(({ type, name }) => type === "function" && /^(test|invariant)/.test(name ?? ""));
}
