/**
 * A prover's first thread.
 *
 * @module
 */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { circuitReader, type CircuitFiles } from "./prover-files.ts";
import { serveProver } from "./proving.ts";

const { second, circuits } = workerData as {
  readonly second: MessagePort | undefined;
  readonly circuits: CircuitFiles;
};
serveProver(parentPort!, second, circuitReader(circuits));
