/** The writer thread of a store. */
import { parentPort, workerData } from "node:worker_threads";
import type { WriterData } from "./group.ts";
import { serveWriter } from "./serveWriter.ts";

serveWriter(parentPort!, workerData as WriterData);
