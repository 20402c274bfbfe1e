/** What the verifier pool and its threads say to each other. */
import type { EngineName } from "./engine.ts";

/** What a thread is started with. */
export type PoolWorkerData = { readonly engine: EngineName };

/** Strict signatures to recover from, {@link JOB_BYTES} each, one after the other. */
export type PoolJob = { readonly id: number; readonly signatures: Uint8Array<ArrayBuffer> };

/** What a thread says: that it is ready; a job's signers, {@link SIGNER_BYTES} each; or why there are none. */
export type PoolMessage =
  | { readonly type: "ready" }
  | { readonly type: "done"; readonly id: number; readonly signers: Uint8Array<ArrayBuffer> }
  | { readonly type: "failed"; readonly id: number; readonly message: string };

/** The digest, and the signature. */
export const JOB_BYTES = 32 + 65;
/** 1, the address and the signature's hash; all zero where nothing can be recovered. */
export const SIGNER_BYTES = 1 + 20 + 32;
