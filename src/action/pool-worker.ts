/** A thread of the verifier pool. It only recovers signers and signs digests. */
import { parentPort } from "node:worker_threads";
import { currentEngine, keccak256, useEngine } from "./engine.ts";
import { JOB_BYTES, SIGNATURE_BYTES, SIGNER_BYTES, type PoolJob, type PoolMessage } from "./pool-job.ts";
import { recoverAddress } from "./signature.ts";

const say = (message: PoolMessage, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);

/** The secret keys, by the number that the pool gave each. */
const keys = new Map<number, Uint8Array>();

await useEngine();
parentPort?.on("message", (job: PoolJob) => {
  const { id } = job;
  try {
    const bytes = job.type === "recover" ? recoverAll(job.bytes) : signAll(job.bytes, keyOf(job));
    say({ type: "done", id, bytes }, [bytes.buffer]);
  } catch (error) {
    say({ type: "failed", id, message: String(error) });
  }
});
say({ type: "ready" });

function recoverAll(signatures: Uint8Array): Uint8Array<ArrayBuffer> {
  const count = signatures.length / JOB_BYTES;
  const signers = new Uint8Array(count * SIGNER_BYTES);
  for (let i = 0; i < count; i++) {
    const job = signatures.subarray(i * JOB_BYTES, (i + 1) * JOB_BYTES);
    const signature = job.subarray(32);
    const address = recoverAddress(job.subarray(0, 32), {
      rs: signature.subarray(0, 64),
      recovery: signature[64] === 27 ? 0 : 1,
    });
    if (address === undefined) continue;
    signers[i * SIGNER_BYTES] = 1;
    signers.set(address, i * SIGNER_BYTES + 1);
    signers.set(keccak256(signature), i * SIGNER_BYTES + 21);
  }
  return signers;
}

function keyOf({ key, secretKey }: Extract<PoolJob, { type: "sign" }>): Uint8Array {
  if (secretKey !== undefined) keys.set(key, secretKey);
  return keys.get(key)!;
}

function signAll(digests: Uint8Array, secretKey: Uint8Array): Uint8Array<ArrayBuffer> {
  const count = digests.length / 32;
  const signatures = new Uint8Array(count * SIGNATURE_BYTES);
  for (let i = 0; i < count; i++) {
    signatures.set(currentEngine().sign(digests.subarray(32 * i, 32 * (i + 1)), secretKey), i * SIGNATURE_BYTES);
  }
  return signatures;
}
