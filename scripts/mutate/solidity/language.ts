import { execFile } from "node:child_process";
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { copyProject } from "../copy.ts";
import type { Copy, Language } from "../language.ts";
import { filesIn } from "../notes.ts";
import { drawContracts, viewed } from "./draw.ts";
import { openRunner, readArtifacts } from "./runner.ts";

type Written = ReadonlyMap<string, string>;

/** TypeScript tests, run on a node, that cover more than the Solidity tests do; each with the contract it tests. */
const ON_A_NODE: Readonly<Record<string, string>> = {
  "test/contracts/actions.test.ts": "ActionsHarness",
  "test/dispute/attacks.test.ts": "FaultProofs",
};

/** Solidity tests, except for gas tests: they would measure the switches too. */
const TEST = /(?<!Gas)\.t\.sol$/;

export function solidity(root: string, count: number, seed: string, isChosen?: (file: string) => boolean): Language {
  const { mutants, keys, written } = drawContracts(root, count, seed, isChosen);
  const tests = filesIn(root, "test/contracts").filter((file) => file.endsWith(".sol"));
  const users = new Map<string, readonly string[]>();
  const texts = new Map(tests.map((file) => [file, readFileSync(join(root, file), "utf8")]));
  return {
    name: "solidity",
    mutants,
    keys,
    tests: [...tests.filter((file) => TEST.test(file)), ...Object.keys(ON_A_NODE)],
    shared: tests.filter((file) => !file.endsWith(".t.sol")),
    // First the tests of the contracts that contain the file, and no tests that name none of these contracts. The tests
    // on a node come last: they take longest.
    rank: (test, { file }) => {
      if (!users.has(file)) users.set(file, usersOf(file, written));
      const names = users.get(file)!;
      const onNode = ON_A_NODE[test];
      if (onNode !== undefined) return names.includes(onNode) ? 2 : undefined;
      if (names.some((name) => basename(test).startsWith(name))) return 0;
      return names.some((name) => reads(texts, test).includes(name)) ? 1 : undefined;
    },
    open: (copy, wanted) => openCopy(root, copy, written, wanted),
  };
}

async function openCopy(root: string, copy: string, written: Written, wanted: readonly string[]): Promise<Copy> {
  copyProject(root, copy);
  for (const [file, content] of written) writeFileSync(join(copy, file), content);
  for (const file of globSync("test/contracts/**/*.sol", { cwd: copy })) {
    if (file.endsWith(".t.sol") && !wanted.includes(file)) rmSync(join(copy, file));
    else writeFileSync(join(copy, file), viewed(readFileSync(join(copy, file), "utf8")));
  }
  await build(copy);
  const { failure } = await openRunner(copy, readArtifacts(copy));
  const failureOf = (file: string, mutant: number, limit: number) =>
    Object.hasOwn(ON_A_NODE, file) ? failureOnNode(copy, file, mutant, limit) : failure(file, mutant);
  return {
    measure: async (file) => {
      const failed = await failureOf(file, 0, 1_800);
      if (failed !== undefined) throw new Error(`${file} fails without a mutant: ${failed}`);
      return {};
    },
    run: async (file, mutant, limit) => {
      const failed = await failureOf(file, mutant?.number ?? 0, limit);
      if (failed === undefined) return "passes";
      return failed === LATE ? "late" : "fails";
    },
  };
}

/** The failure of a file that does not end in time. */
export const LATE = "it takes too long";

/** Runs a TypeScript test file on Hardhat's node. Returns the failure, if any. */
export async function failureOnNode(
  copy: string,
  file: string,
  mutant: number,
  limit: number,
): Promise<string | undefined> {
  const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
  const env = {
    ...process.env,
    MUTANT: String(mutant),
    HARDHAT_CONFIG: join(copy, "scripts/mutate/solidity/hardhat.config.ts"),
    // Avoid anvil: its blocks have another coinbase.
    HARDHAT_COVERAGE: "true",
  };
  const options = { cwd: copy, env, maxBuffer: 2 ** 28, timeout: Math.ceil(limit * 1_000) };
  try {
    await promisify(execFile)(process.execPath, [vitest, "run", "--bail", "1", file], options);
    return undefined;
  } catch (error) {
    const { code, killed, stdout } = error as { code?: unknown; killed?: boolean; stdout?: string };
    // A process that did not start says nothing about the mutant.
    if (typeof code !== "number" && killed !== true) throw error;
    return killed === true ? LATE : (stdout ?? "");
  }
}

/** Builds all contracts, with their mutants, and the tests at once. The optimizer is off: it takes a minute. */
async function build(copy: string): Promise<void> {
  const hardhat = join(dirname(createRequire(import.meta.url).resolve("hardhat/package.json")), "dist/src/cli.js");
  const build = ["--import", "tsx", hardhat, "build", "--build-profile", "tests", "--quiet"];
  try {
    await promisify(execFile)(process.execPath, build, { cwd: copy, maxBuffer: 2 ** 28 });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`The contracts with their mutants do not build:\n${stderr}${stdout}`, { cause: error });
  }
}

/** Returns the text of a test and of all test files that it imports, but not of the one that deploys any contract. */
function reads(texts: ReadonlyMap<string, string>, test: string): string {
  const read = filesFrom(test, texts).filter((file) => basename(file) !== "released.sol");
  return read.map((file) => texts.get(file)).join("\n");
}

/** Returns the names of the contracts that contain a source. The file names of their tests begin with these. */
function usersOf(source: string, written: Written): string[] {
  const users = new Set([source]);
  for (const user of users) {
    for (const [file, content] of written) if (importsOf(file, content).includes(user)) users.add(file);
  }
  return [...users].map((file) => basename(file, ".sol"));
}

/** Returns a file and all files among `texts` that it imports, directly or not. */
function filesFrom(file: string, texts: Written): string[] {
  const found = new Set([file]);
  for (const one of found) {
    for (const imported of importsOf(one, texts.get(one)!)) if (texts.has(imported)) found.add(imported);
  }
  return [...found];
}

const importsOf = (file: string, content: string): string[] =>
  [...content.matchAll(/from "(\.[^"]+)"/g)].map(([, path]) => join(dirname(file), path!));
