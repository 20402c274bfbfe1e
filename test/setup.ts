import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { SEED } from "./seed.ts";

fc.configureGlobal({ seed: SEED });

// Each store has a thread, and each thread would strip the types of all that it imports.
process.env["NODE_COMPILE_CACHE"] ??= fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url));
