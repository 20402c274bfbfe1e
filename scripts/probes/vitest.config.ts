// Runs the TypeScript tests with the rewritten project's contracts.
import { readdirSync, readFileSync } from "node:fs";
import { defineConfig, mergeConfig, type Plugin } from "vitest/config";
import project from "../../vitest.config.ts";
import { ARTIFACTS, root } from "./paths.ts";

/** Replaces the bytecode in src/, which was generated from the real contracts. */
const rewrittenBytecode: Plugin = {
  name: "anchorlog-coverage",
  enforce: "pre",
  transform: (code, id) => {
    const contract = /\/src\/chain\/generated\/(\w+)\.ts$/.exec(id)?.[1];
    const bytecode = contract && bytecodes.get(contract);
    return bytecode ? code.replace(/(CreationBytecode: Hex =\s*)"0x[0-9a-f]*"/, `$1"${bytecode}"`) : undefined;
  },
};

const bytecodes = new Map(
  readdirSync(`${ARTIFACTS}/contracts`, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith(".json"))
    .map(({ parentPath, name }) => JSON.parse(readFileSync(`${parentPath}/${name}`, "utf8")) as Artifact)
    .map(({ contractName, bytecode }) => [contractName, bytecode]),
);
type Artifact = { readonly contractName: string; readonly bytecode: string };

const test = {
  // Anvil does not report probes, and accepts no contracts of this size.
  exclude: ["test/dispute/challenges.test.ts"],
  // Rewriting takes a while if a test builds first.
  testTimeout: 600_000,
  hookTimeout: 600_000,
};

export default defineConfig((env) => mergeConfig(project(env), { root, plugins: [rewrittenBytecode], test }));
