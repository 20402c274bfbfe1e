// The project with contracts that report which code runs. It is built and cached apart from the real project.
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "hardhat/config";
import type { HardhatPlugin } from "hardhat/types/plugins";
import project from "../../hardhat.config.ts";
import { HITS, instrument } from "./instrument.ts";
import { ARTIFACTS, HIT_FOLDER, isMeasured, root } from "./paths.ts";

const folder = `${HIT_FOLDER}typescript/`;
mkdirSync(folder, { recursive: true });
const seen = new Set<string>();

/** Appends new tags that this process's simulated networks reported to the process's file. */
function record(tags: readonly string[]): void {
  const fresh = [...new Set(tags)].filter((tag) => !seen.has(tag));
  if (fresh.length === 0) return;
  for (const tag of fresh) seen.add(tag);
  // Write immediately: a test runner may kill its workers.
  appendFileSync(`${folder}${process.pid}.txt`, `${fresh.join("\n")}\n`);
}

const coverage: HardhatPlugin = {
  id: "anchorlog-coverage",
  hookHandlers: {
    network: async () => ({ default: async () => ({ onCoverageData: async (_context, tags) => record(tags) }) }),
    solidity: async () => ({
      default: async () => ({
        preprocessProjectFileBeforeBuilding: async (context, name, file, content, version, next) => {
          const path = relative(root, file).replaceAll(sep, "/");
          const source = isMeasured(path) ? instrument(content, path).source : content;
          return next(context, name, file, source, version);
        },
        preprocessSolcInputBeforeBuilding: async (context, input, next) => {
          const content = readFileSync(fileURLToPath(new URL("Hits.sol", import.meta.url)), "utf8");
          return next(context, { ...input, sources: { ...input.sources, [HITS]: { content } } });
        },
      }),
    }),
  },
};

export default defineConfig({
  ...project,
  plugins: [...(project.plugins ?? []), coverage],
  paths: { ...project.paths, artifacts: ARTIFACTS, cache: "cache/coverage/cache" },
  // Hardhat's own instrumentation covers statements only, so it is off. Its collection of hits stays on.
  coverage: { skipFiles: ["**"] },
});
