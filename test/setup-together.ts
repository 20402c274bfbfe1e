/**
 * Runs before each test file that shares a process. It resets the engine to the default, and loads it, since signatures
 * are ten times as slow before.
 */
import { forgetEngine, useEngine } from "../src/action/engine.ts";

forgetEngine();
await useEngine();

// Each file loads the CLI again, which listens to these streams.
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);
