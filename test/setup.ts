import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll } from "vitest";
import { deleteFolders } from "./folder.ts";
import { beginRandom, SEED } from "./seed.ts";

fc.configureGlobal({ seed: SEED });
beginRandom();
afterAll(deleteFolders);

// Packages, and the imports of each store's thread, are compiled once for all tests.
process.env["NODE_COMPILE_CACHE"] ??= fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url));
enableCompileCache(process.env["NODE_COMPILE_CACHE"]);
