/**
 * A prover's second thread: computes the point B of each proof.
 *
 * @module
 */
import { messageOf } from "../base/errors.ts";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { openProverB } from "../crypto/bn254/groth16.ts";
import type { Blinding, PartB } from "../crypto/bn254/parts.ts";
import type { CircuitName } from "./keys.ts";
import { type CircuitFiles, keeping, readKey } from "./prover-files.ts";

export type RequestB = { readonly circuit: CircuitName; readonly witness: Uint8Array; readonly blinding: Blinding };
export type ResponseB = PartB | { readonly message: string };

const { first, circuits } = workerData as { readonly first: MessagePort; readonly circuits: CircuitFiles };

const load = keeping(async (circuit) => openProverB(await readKey(circuit, circuits[circuit].zkey)));

// The key's points are loaded while the witness is computed. Why it cannot be is said when it is needed.
parentPort!.on("message", (circuit: CircuitName) => void load(circuit).catch(() => {}));

first.on("message", ({ circuit, witness, blinding }: RequestB) => {
  void load(circuit)
    .then((prove) => prove(witness, blinding))
    .catch((error: unknown) => ({ message: messageOf(error) }))
    .then((response: ResponseB) => first.postMessage(response));
});
