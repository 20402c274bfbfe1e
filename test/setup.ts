import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { beginTest, endFile, endTest } from "./ends.ts";
import { deleteFolders } from "./folder.ts";
import { SLOW_TEST_LIMIT, TEST_LIMIT } from "./limits.ts";
import { beginRandom, SEED } from "./seed.ts";
import { isSlowSuite } from "./slow.ts";

fc.configureGlobal({ seed: SEED });
beginRandom();
// Vitest calls the first one last.
afterAll(deleteFolders);
afterAll(endFile);
// Of tests that run at the same time, nobody knows which one started something: it ends with the file.
beforeEach(({ task }) => void (task.concurrent || beginTest()));
afterEach(({ task }) => {
  vi.useRealTimers();
  return task.concurrent ? undefined : endTest();
});

// Packages, and the imports of each store's thread, are compiled once for all tests.
process.env["NODE_COMPILE_CACHE"] ??= fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url));
enableCompileCache(process.env["NODE_COMPILE_CACHE"]);

// Vitest does not limit a file's top level, where many files start what their tests share. If it hangs, end the process.
const shared = globalThis as { topLevelLimit?: NodeJS.Timeout };
clearTimeout(shared.topLevelLimit);
const limit = isSlowSuite ? SLOW_TEST_LIMIT : TEST_LIMIT;
shared.topLevelLimit = setTimeout(() => {
  process.stderr.write(`${expect.getState().testPath}: its top level took over ${limit / 1_000} s\n`);
  // Vitest replaces `process.exit`.
  process.kill(process.pid, "SIGKILL");
}, limit).unref();
beforeAll(() => clearTimeout(shared.topLevelLimit));
