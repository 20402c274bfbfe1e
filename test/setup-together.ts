/** Run before each test file that shares its process: an engine that the file before has chosen is chosen no more. */
import { forgetEngine } from "../src/action/engine.ts";

forgetEngine();
