import type { Hex } from "../encoding/hex.ts";
import type { SignedAction } from "../action/kinds.ts";

/** Where a log stands: how many entries it has, and what the next one must follow. */
export type Head = {
  readonly size: number;
  /** entryHash of the last entry, 32 bytes; the log's identifier for an empty log. */
  readonly hash: Uint8Array;
  /** acceptedAt of the last entry, Unix ms; 0 for an empty log. */
  readonly acceptedAt: number;
};

/** An entry as it is kept: its bytes, their hash, and the action that it stands for. */
export type StoredEntry = {
  readonly index: number;
  readonly bytes: Uint8Array;
  readonly hash: Uint8Array;
  readonly digest: Uint8Array;
  readonly action: SignedAction;
  /** Hash of the block that `verifiedBlock` numbers, 32 bytes: for scheme 1 only. */
  readonly verifiedBlockHash?: Hex | undefined;
};

/** A closed batch's header and its place in the operator's batch log. */
export type StoredBatch = { readonly position: number; readonly log: Hex; readonly header: Uint8Array };

/** A checkpoint that the operator signed. */
export type StoredCheckpoint = { readonly size: number; readonly root: Uint8Array; readonly note: string };

/**
 * Durable storage of one operator's logs. Every method that writes is atomic, and returns only when
 * what it wrote survives a power cut.
 */
export type LogStore = {
  head(log: Hex): Promise<Head>;
  /**
   * Appends entries behind `expected`; all or none.
   *
   * @throws AnchorlogError `head_moved` where the log's head is not `expected` any more.
   */
  append(log: Hex, expected: Head, entries: readonly StoredEntry[]): Promise<void>;
  /** Entries from index `from` up to, not including, `to`. */
  entries(log: Hex, from: number, to: number): Promise<StoredEntry[]>;
  /** The entry in which an actor (20 bytes) used a nonce (32 bytes), if any. */
  entryByNonce(log: Hex, actor: Uint8Array, nonce: Uint8Array): Promise<StoredEntry | undefined>;
  /** All batches in the order of the batch log, from a position on. */
  batches(from?: number): Promise<StoredBatch[]>;
  /** Appends a header to the batch log at `position`, which must be its size. */
  appendBatch(batch: StoredBatch): Promise<void>;
  /** All checkpoints, oldest first. */
  checkpoints(): Promise<StoredCheckpoint[]>;
  appendCheckpoint(checkpoint: StoredCheckpoint): Promise<void>;
  close(): Promise<void>;
};
