/**
 * A prover's second thread.
 *
 * @module
 */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { circuitReader, type CircuitFiles } from "./prover-files.ts";
import { serveSecondProver } from "./proving.ts";

const { first, circuits } = workerData as { readonly first: MessagePort; readonly circuits: CircuitFiles };
serveSecondProver(parentPort!, first, circuitReader(circuits));
