import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { SLOW_TEST_LIMIT, TEST_LIMIT, WAIT_LIMIT } from "./test/limits.ts";
import { bundledThreads } from "./test/threads.ts";
import { isUnit } from "./test/units.ts";

const all = globSync("{test,server/test,client/test,engines/test}/**/*.test.ts");
const isSlow = (file: string) => file.endsWith(".slow.test.ts");
/** Whether a file's inputs are random: the slow suite runs it again with other inputs. */
const isRandom = (file: string) => /from "(fast-check|[./]+(test\/)?seed\.ts)"/.test(readFileSync(file, "utf8"));
/** Whether the slow suite runs more of a file's tests, or runs them over more engines. */
const hasMore = (file: string) => /from "[./]+(test\/)?slow\.ts"|\bENGINES\b/.test(readFileSync(file, "utf8"));
/**
 * Whether a file changes nothing in its process. Such files share a process, so that the modules they import are loaded
 * once. Loading takes most of the time of many files.
 */
const isTogether = (file: string) => TOGETHER.test(file) && !LEAVING.test(readFileSync(file, "utf8"));
/** Replaced modules and globals. */
const LEAVING = /vi\.(doMock|mock|resetModules|stubGlobal)\(/;
/** Folders whose tests need a process of their own: tests of engines, programs and benchmarks. */
const APART = "bench|engines|installed|mutate";
const TOGETHER = new RegExp(`^((server|client|engines)/test/|test/(?!(${APART})/))`);

/**
 * Files that `--mode javascript`, in which JavaScript computes everything, leaves out: tests that name an engine,
 * timings, and tests that make dozens of proofs. test/proof/verify.test.ts has proofs of each circuit.
 */
const notInJavascript = [
  "client/test/**",
  "engines/test/**",
  "server/test/**",
  "test/action/engine.test.ts",
  "test/bench/**",
  "test/crypto/bn254/**",
  "test/dispute/claims.test.ts",
  "test/dispute/disputes.test.ts",
  "test/engines/blocks.test.ts",
  "test/engines/flip.test.ts",
  "test/crypto/merkle/sha256.test.ts",
  "test/crypto/poseidon/engines.test.ts",
  "test/proof/engines.test.ts",
  "test/proof/prover.test.ts",
  "test/crypto/secp256k1/**",
];
/** Tests that the default suite runs again without WebAssembly. The slow suite runs nearly all tests that way. */
const inJavascript =
  /^test\/(batch\/batches|verify\/bundle\/golden|crypto\/(merkle\/growingTree|poseidon\/poseidon))\.test\.ts$/;
const isOfMode = (mode: string) => (file: string) => {
  if (mode === "slow") return isSlow(file) || isRandom(file) || hasMore(file);
  return !isSlow(file) && (mode !== "unit" || isUnit(file));
};
const filesOf = (mode: string, isOfProject: (file: string) => boolean) => ({
  include: all.filter(isOfProject).filter(isOfMode(mode)),
  exclude: [...configDefaults.exclude, ...(mode === "javascript" ? notInJavascript : [])],
});
const JAVASCRIPT = { ANCHORLOG_ENGINE: "javascript" };
const patient = (mode: string) => mode === "slow" || mode === "javascript";

export default defineConfig(({ mode }) => ({
  // In tests, too, the package's own name means its sources.
  resolve: { tsconfigPaths: true },
  plugins: [bundledThreads()],
  test: {
    projects: [
      { extends: true, test: { name: "apart", ...filesOf(mode, (file) => !isTogether(file)) } },
      {
        extends: true,
        test: {
          name: "together",
          isolate: false,
          setupFiles: ["test/setup-together.ts"],
          ...filesOf(mode, isTogether),
        },
      },
      ...(mode === "test"
        ? [
            {
              extends: true,
              test: { name: "javascript", env: JAVASCRIPT, include: all.filter((file) => inJavascript.test(file)) },
            } as const,
          ]
        : []),
    ],
    env: {
      // The same in every run, unless the slow suite has chosen another.
      ANCHORLOG_SEED: process.env["ANCHORLOG_SEED"] ?? "1",
      TEST_SUITE: mode,
      ...(mode === "javascript" ? JAVASCRIPT : {}),
    },
    setupFiles: ["test/setup.ts"],
    globalSetup: ["test/run.ts"],
    // Processes, not threads: snarkjs breaks inside worker threads.
    pool: "forks",
    // Collections of short-lived objects took a tenth of the time with V8's own size.
    execArgv: ["--max-semi-space-size=64"],
    testTimeout: patient(mode) ? SLOW_TEST_LIMIT : TEST_LIMIT,
    hookTimeout: patient(mode) ? SLOW_TEST_LIMIT : TEST_LIMIT,
    expect: { poll: { timeout: WAIT_LIMIT } },
    watch: false,
    // Many tests wait for disks and other processes, so four run at a time, even on two cores.
    maxWorkers: Math.max(4, availableParallelism() - 1),
  },
}));
