/** A thread of the verifier pool: recovers signers, and knows nothing else of actions. */
import { parentPort, workerData } from "node:worker_threads";
import { useEngine } from "./engine.ts";
import { JOB_BYTES, SIGNER_BYTES, type PoolJob, type PoolMessage, type PoolWorkerData } from "./pool-job.ts";
import { recoverAddress } from "./signature.ts";

const say = (message: PoolMessage, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);

await useEngine((workerData as PoolWorkerData).engine);
parentPort?.on("message", ({ id, signatures }: PoolJob) => {
  try {
    const signers = recoverAll(signatures);
    say({ type: "done", id, signers }, [signers.buffer]);
  } catch (error) {
    say({ type: "failed", id, message: String(error) });
  }
});
say({ type: "ready" });

function recoverAll(signatures: Uint8Array): Uint8Array<ArrayBuffer> {
  const count = signatures.length / JOB_BYTES;
  const signers = new Uint8Array(count * SIGNER_BYTES);
  for (let i = 0; i < count; i++) {
    const at = i * JOB_BYTES;
    const rs = signatures.subarray(at + 32, at + 96);
    const recovery = signatures[at + 96] === 0 ? 0 : 1;
    const address = recoverAddress(signatures.subarray(at, at + 32), { rs, recovery });
    if (address === undefined) continue;
    signers[i * SIGNER_BYTES] = 1;
    signers.set(address, i * SIGNER_BYTES + 1);
  }
  return signers;
}
