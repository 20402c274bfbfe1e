/** A thread of the verifier pool. It only recovers signers and signs digests. */
import { parentPort } from "node:worker_threads";
import { toHex } from "../base/hex.ts";
import { currentEngine, keccak256, useEngine } from "./engine.ts";
import { frequentSigners, type RecoverAddress } from "./frequent.ts";
import { JOB_BYTES, SIGNATURE_BYTES, SIGNER_BYTES, type PoolJob, type PoolMessage } from "./pool-job.ts";
import { recoverAddress } from "./signature.ts";

const say = (message: PoolMessage, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);

/** The secret keys, by the number that the pool gave each. */
const keys = new Map<number, Uint8Array>();

await useEngine();
const frequent = frequentSigners();
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

function recoverAll(jobs: Uint8Array): Uint8Array<ArrayBuffer> {
  const count = jobs.length / JOB_BYTES;
  const signers = new Uint8Array(count * SIGNER_BYTES);
  const recover = (i: number, by: RecoverAddress): void => {
    const job = jobs.subarray(i * JOB_BYTES, (i + 1) * JOB_BYTES);
    const [digest, signature, expected] = [job.subarray(0, 32), job.subarray(32, 97), job.subarray(97)];
    const strict = { rs: signature.subarray(0, 64), recovery: signature[64] === 27 ? 0 : 1 } as const;
    const address = by(digest, strict, toHex(expected));
    if (address === undefined) return void signers.fill(0, i * SIGNER_BYTES, (i + 1) * SIGNER_BYTES);
    signers[i * SIGNER_BYTES] = 1;
    signers.set(address, i * SIGNER_BYTES + 1);
    signers.set(keccak256(signature), i * SIGNER_BYTES + 21);
  };
  for (let i = 0; i < count; i++) recover(i, (...signed) => frequent.recover(i, ...signed));
  for (const i of frequent.refuted()) recover(i, recoverAddress);
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
