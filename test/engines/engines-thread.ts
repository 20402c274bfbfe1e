/** A thread that says what computes in it. */
import { parentPort } from "node:worker_threads";
import { engines, useEngine } from "../../src/action/index.ts";

await useEngine();
parentPort!.postMessage(await engines());
