/** A thread that reports the engines that it uses. */
import { parentPort } from "node:worker_threads";
import { engines, useEngine } from "../../src/action/index.ts";

await useEngine();
parentPort!.postMessage(await engines());
