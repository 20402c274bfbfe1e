import { join } from "node:path";
import fc from "fast-check";
import { SEED } from "./seed.ts";

fc.configureGlobal({ seed: SEED });

// Processes and threads of the tests compile the same files again and again. A test file's own process ends too late to
// leave anything in the run's folder.
process.env["NODE_COMPILE_CACHE"] ??= join(process.env["RUN_FOLDER"]!, "compiled");
