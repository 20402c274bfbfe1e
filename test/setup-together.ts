/**
 * Run before each test file that shares its process: the engine is the default again, whichever the file before chose.
 * It is loaded here, since signatures take ten times as long before.
 */
import { forgetEngine, useEngine } from "../src/action/engine.ts";

forgetEngine();
await useEngine();
