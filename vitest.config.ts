import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

const slow = "**/*.slow.test.ts";
/** Tests whose inputs are random, which the slow suite runs again with others. */
const random = globSync("{test,server/test}/**/*.test.ts").filter((file) =>
  /from "(fast-check|(\.\.\/)+seed\.ts)"/.test(readFileSync(file, "utf8")),
);

/**
 * What `--mode javascript`, where JavaScript computes everything, leaves out: tests of engines by their names, timings,
 * and what proves by the dozen. test/proof/verify.test.ts has proofs of each circuit.
 */
const notInJavascript = [
  "test/action/engine.test.ts",
  "test/bench/**",
  "test/bn254/**",
  "test/demo.test.ts",
  "test/dispute/claims.test.ts",
  "test/dispute/disputes.test.ts",
  "test/engines/blocks.test.ts",
  "test/engines/flip.test.ts",
  "test/merkle/sha256.test.ts",
  "test/poseidon/engines.test.ts",
  "test/proof/engines.test.ts",
  "test/proof/prover.test.ts",
  "test/secp256k1/**",
];
const patient = (mode: string) => mode === "slow" || mode === "javascript";

export default defineConfig(({ mode }) => ({
  // In tests, too, the package's own name means its sources.
  resolve: { tsconfigPaths: true },
  test: {
    include: mode === "slow" ? [`{test,server/test}/${slow}`, ...random] : ["{test,server/test}/**/*.test.ts"],
    exclude: [
      ...configDefaults.exclude,
      ...(mode === "slow" ? [] : [slow]),
      ...(mode === "javascript" ? notInJavascript : []),
    ],
    env: {
      // The same in every run, unless the slow suite has chosen another.
      ANCHORLOG_SEED: process.env["ANCHORLOG_SEED"] ?? "1",
      ...(mode === "javascript" ? { ANCHORLOG_ENGINE: "javascript" } : {}),
    },
    setupFiles: ["test/setup.ts"],
    globalSetup: ["test/run.ts"],
    // Processes, not threads: snarkjs breaks inside worker threads.
    pool: "forks",
    // Only what hangs ends by these, however busy the machine is.
    testTimeout: patient(mode) ? 1_800_000 : 300_000,
    hookTimeout: patient(mode) ? 1_800_000 : 300_000,
    // What is asked again and again until it holds has as long as it needs on a machine that is busy.
    expect: { poll: { timeout: 30_000 } },
    watch: false,
    // Many tests wait, for disks and other processes: two at a time even where there are but two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
}));
