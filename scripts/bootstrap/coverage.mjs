// Measures the lines and branches of the contracts that the Solidity and TypeScript tests reach.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { root, runBin, runNode } from "./process.mjs";
import { solidity, vitest } from "./test.mjs";

/** The TypeScript tests that run contracts on Hardhat's simulated network, which reports probes. */
const TESTS = ["test/contracts", "test/dispute", "test/chain/wallets.test.ts"];

export async function coverage() {
  await build();
  rmSync(join(root, "coverage"), { recursive: true, force: true });
  Object.assign(process.env, {
    HARDHAT_CONFIG: "scripts/probes/hardhat.config.ts",
    HARDHAT_COVERAGE: "true",
  });
  // Tests create the contracts from these artifacts. They must have the probes.
  const built = await runBin("hardhat", ["build", "--no-tests"], {});
  if (built.code !== 0) return built.code;
  const results = [await solidity([]), await vitest(["--config", "scripts/probes/vitest.config.ts", ...TESTS])];
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  process.stdout.write(
    `\n${failed} failed: probes take gas and room, which tests of gas, sizes and addresses see.\n\n`,
  );
  return (await runNode("scripts/probes/report.ts", [])).code;
}
