/**
 * Finds the compiler's errors and warnings in contracts and their tests.
 *
 *     node scripts/solidity/check.ts [CHANGED...]    prints them; exit code 1 if there is one
 */
import { globSync, readFileSync } from "node:fs";
import { unoptimized } from "../../hardhat.config.ts";
import { faultsOf } from "./faults.ts";

const files = globSync(["contracts/**/*.sol", "test/contracts/**/*.sol"]).map((file) => file.replaceAll("\\", "/"));
const sources = new Map(files.toSorted().map((file) => [file, readFileSync(file, "utf8")]));
const faults = faultsOf(sources, process.argv.slice(2), unoptimized.settings);
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
