// The tasks of `npm run …`. A task takes the extra arguments and resolves to an exit code.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { build, buildContracts } from "./build.mjs";
import { check } from "./check.mjs";
import { coverage } from "./coverage.mjs";
import { ensureDependencies } from "./install.mjs";
import { Failure, root, runBin, runNode } from "./process.mjs";
import { test, testSlow, testUnit } from "./test.mjs";

// Hardhat's analytics would use the network.
process.env.HARDHAT_DISABLE_TELEMETRY ??= "true";
// Some tools write colours even to a log file.
if (!process.stdout.isTTY && !process.env.FORCE_COLOR) process.env.NO_COLOR ??= "1";

export const tasks = {
  start: {
    help: "build, then run the demonstration",
    run: async (args) => {
      await build();
      return script("scripts/demo.ts", args);
    },
  },
  test: { help: "build, check and run all tests; or only what FILTERs match", usesVite: true, run: test },
  "test:unit": {
    help: "the tests that need no process, thread, chain or database",
    usesVite: true,
    run: testUnit,
  },
  "test:slow": {
    help: "the tests that take minutes (*.slow.test.ts), random tests by a new seed, all in JavaScript, longer fuzzing",
    usesVite: true,
    run: testSlow,
  },
  coverage: { help: "lines and branches of the contracts that the tests reach", usesVite: true, run: coverage },
  mutate: {
    help: "small mistakes in contracts/ and src/, and which no test notices",
    usesVite: true,
    run: (args) => script("scripts/mutate/main.ts", args),
  },
  prove: {
    help: "invariants of the contracts for all inputs, with a prover from npm: docs/PROPERTIES.md",
    run: (args) => script("scripts/prove/main.ts", args),
  },
  check: {
    help: "formatting, lint, types, generated files: of changed files, or of --all, as in CI",
    run: async (args) => {
      const built = build();
      const ended = Promise.allSettled([built]);
      const print = (text) => void ended.then(() => process.stdout.write(text));
      const checked = check(args, print, built);
      await Promise.allSettled([checked, ended]);
      return (await checked).length ? 1 : 0;
    },
  },
  bench: {
    help: "measure AREA beside its peers; --write or --check docs/BENCHMARKS.md",
    run: async (args) => {
      await build();
      return script("scripts/bench/main.ts", args);
    },
  },
  build: {
    help: "src/ to dist/, contracts/ to artifacts/, the server's page, the client",
    run: async () => {
      await build();
      return 0;
    },
  },
  site: {
    help: "the documentation as a static site: site/dist/",
    run: async () => {
      if (/[#?%]/.test(root)) throw new Failure(`Vite reads #, ? and % as parts of URLs: move the folder ${root}`);
      await ensureDependencies("site");
      return script("site/build.ts", []);
    },
  },
  server: {
    help: "the API server for development, over anchorlog: its environment is its configuration, see --help",
    run: async (args) => {
      await build();
      return script("server/src/main/main.ts", args);
    },
  },
  hardhat: { help: "any other Hardhat task", run: (args) => tool("hardhat", args) },
  generate: {
    help: "rewrite generated files from their sources: all, or those of the given paths",
    run: async (args) => {
      await buildContracts();
      return script("scripts/generate.ts", args);
    },
  },
  script: {
    help: "run one of scripts/*.ts on a fresh build",
    run: async ([file, ...args]) => {
      if (!file) throw new Failure("Which script?", undefined, 3);
      await build();
      return script(file, args);
    },
  },
  format: {
    help: "rewrite all files in the one format",
    run: async (args) => {
      const contracts = (args.length > 0 ? args : ["."]).map((path) =>
        path.endsWith(".sol") ? path : `${path}/**/*.sol`,
      );
      const quietly = "--no-error-on-unmatched-pattern";
      const code = await tool("oxfmt", [quietly, ...args]);
      return Math.max(code, await tool("prettier", ["--write", "--log-level=warn", quietly, ...contracts]));
    },
  },
};

async function script(file, args) {
  if (!existsSync(join(root, file))) throw new Failure(`There is no ${file}`, undefined, 3);
  return (await runNode(file, args)).code;
}

async function tool(name, args) {
  return (await runBin(name, args)).code;
}
