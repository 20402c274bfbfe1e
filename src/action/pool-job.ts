/** What the verifier pool and its threads say to each other. */
/** Something to do, over items one after the other. */
export type PoolWork =
  /** Strict signatures to recover from, {@link JOB_BYTES} each; what comes of each has {@link SIGNER_BYTES}. */
  | { readonly type: "recover"; readonly bytes: Uint8Array<ArrayBuffer> }
  /** Digests to sign with a key, 32 bytes each; what comes of each has {@link SIGNATURE_BYTES}. */
  | { readonly type: "sign"; readonly bytes: Uint8Array<ArrayBuffer>; readonly key: PoolKey };

/** A secret key, and what the pool calls it. */
export type PoolKey = { readonly name: number; readonly secretKey: Uint8Array };

/** What is posted: a thread gets a key with the first job that needs it, and keeps it until it ends. */
export type PoolJob = { readonly id: number } & (
  | Extract<PoolWork, { type: "recover" }>
  | {
      readonly type: "sign";
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly key: number;
      readonly secretKey?: Uint8Array;
    }
);

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
