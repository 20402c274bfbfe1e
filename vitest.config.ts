import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

const slow = "**/*.slow.test.ts";

export default defineConfig(({ mode }) => ({
  // In tests, too, the package's own name means its sources.
  resolve: { tsconfigPaths: true },
  test: {
    include: mode === "slow" ? [`test/${slow}`] : ["test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, ...(mode === "slow" ? [] : [slow])],
    // Processes, not threads: snarkjs breaks inside worker threads.
    pool: "forks",
    testTimeout: mode === "slow" ? 1_800_000 : 60_000,
    hookTimeout: mode === "slow" ? 1_800_000 : 60_000,
    watch: false,
    // Many tests wait, for disks and other processes: two at a time even where there are but two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
}));
