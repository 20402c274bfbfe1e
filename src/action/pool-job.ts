/** What the verifier pool and its threads say to each other. */
import type { EngineName } from "./engine.ts";

/** What a thread is started with. */
export type PoolWorkerData = { readonly engine: EngineName };

/** Something to do, over items one after the other. */
export type PoolWork =
  /** Strict signatures to recover from, {@link JOB_BYTES} each; what comes of each has {@link SIGNER_BYTES}. */
  | { readonly type: "recover"; readonly bytes: Uint8Array<ArrayBuffer> }
  /** Digests to sign, 32 bytes each; what comes of each has {@link SIGNATURE_BYTES}. The thread forgets the key. */
  | { readonly type: "sign"; readonly bytes: Uint8Array<ArrayBuffer>; readonly secretKey: Uint8Array };

export type PoolJob = PoolWork & { readonly id: number };

/** What a thread says: that it is ready; what came of a job; or why nothing did. */
export type PoolMessage =
  | { readonly type: "ready" }
  | { readonly type: "done"; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: "failed"; readonly id: number; readonly message: string };

/** The digest, and the signature. */
export const JOB_BYTES = 32 + 65;
/** 1, the address and the signature's hash; all zero where nothing can be recovered. */
export const SIGNER_BYTES = 1 + 20 + 32;
/** `r ‖ s ‖ v`. */
export const SIGNATURE_BYTES = 65;
