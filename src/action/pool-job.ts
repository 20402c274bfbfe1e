/** The messages between the verifier pool and its threads. */
/** A job over a list of items. */
export type PoolWork =
  /** Strict signatures to recover from, {@link JOB_BYTES} each. The result has {@link SIGNER_BYTES} for each. */
  | { readonly type: "recover"; readonly bytes: Uint8Array<ArrayBuffer> }
  /** Digests to sign with a key, 32 bytes each. The result has {@link SIGNATURE_BYTES} for each. */
  | { readonly type: "sign"; readonly bytes: Uint8Array<ArrayBuffer>; readonly key: PoolKey };

/** A secret key, and its name within the pool. */
export type PoolKey = { readonly name: number; readonly secretKey: Uint8Array };

/** A message to a thread. A thread receives a key with the first job that needs it, and keeps the key until it ends. */
export type PoolJob = { readonly id: number } & (
  | Extract<PoolWork, { type: "recover" }>
  | {
      readonly type: "sign";
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly key: number;
      readonly secretKey?: Uint8Array;
    }
);

/** A message from a thread: it is ready, a job is done, or a job failed. */
export type PoolMessage =
  | { readonly type: "ready" }
  | { readonly type: "done"; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: "failed"; readonly id: number; readonly message: string };

/** The digest, the signature and the expected signer's address. */
export const JOB_BYTES = 32 + 65 + 20;
/** The byte 1, the address and the signature's hash; all zero if recovery failed. */
export const SIGNER_BYTES = 1 + 20 + 32;
/** `r ‖ s ‖ v`. */
export const SIGNATURE_BYTES = 65;
