/** The records that a store keeps, and their places. */
import type { SignedAction } from "../action/kinds.ts";
import type { Hex } from "../base/hex.ts";

/** A log's head: its number of entries, and the hash that the next one must name. */
export type Head = {
  readonly size: number;
  /** entryHash of the last entry, 32 bytes; the log's identifier for an empty log. */
  readonly hash: Uint8Array;
  /** acceptedAt of the last entry, Unix ms; 0 for an empty log. */
  readonly acceptedAt: number;
};

/** An entry as stored: its bytes, their hash, and its action. */
export type StoredEntry = {
  readonly index: number;
  readonly bytes: Uint8Array;
  readonly hash: Uint8Array;
  readonly digest: Uint8Array;
  readonly action: SignedAction;
  /** Hash of the block `verifiedBlock`, 32 bytes; for scheme 1 only. */
  readonly verifiedBlockHash?: Hex | undefined;
};

/** A closed batch's header and its place in the operator's batch log. */
export type StoredBatch = { readonly position: number; readonly log: Hex; readonly header: Uint8Array };

/** A batch to be appended. */
export type NewBatch = StoredBatch & {
  /** The tree nodes that `nodes` returns. Stored in the same transaction as the batch. */
  readonly nodes?: Uint8Array | undefined;
};

/** A checkpoint that the operator signed. */
export type StoredCheckpoint = { readonly size: number; readonly root: Uint8Array; readonly note: string };

/** A checkpoint as it was last seen on its chain. */
export type SeenCheckpoint = {
  readonly size: number;
  readonly root: Hex;
  /** Time of the block that anchored it, Unix seconds. */
  readonly time: number;
  /** A block at which the registry contained it. */
  readonly block: { readonly number: number; readonly hash: Hex };
  /** `gone`: a reorganization removed the block that anchored it. */
  readonly state: "anchored" | "final" | "gone";
};

/** A checkpoint, and how it was last seen on its chain; undefined if it was never seen there. */
export type ListedCheckpoint = StoredCheckpoint & { readonly seen: SeenCheckpoint | undefined };

/** A transaction that wrote a checkpoint on a further chain. */
export type StoredTimestamp = {
  /** Identifier of the further chain. */
  readonly chainId: number;
  readonly size: number;
  /** 32 bytes. */
  readonly root: Uint8Array;
  /** The transaction's hash. */
  readonly transaction: Hex;
  /** The account that sent it, lower-case. */
  readonly account: Hex;
  /**
   * The block that contains it, with its time in Unix seconds; undefined after a reorganization removed the
   * transaction.
   */
  readonly block: { readonly number: number; readonly hash: Hex; readonly time: number } | undefined;
  /** Whether the block is final, by the operator's rule for that chain. */
  readonly final: boolean;
};

/** A file of the archive: the entries of consecutive batches of the batch log. */
export type Segment = {
  /** Positions `[from, to)` of the batch log. */
  readonly from: number;
  readonly to: number;
  /** The file's name in the archive. */
  readonly name: string;
  /** Number of entries in it. */
  readonly entries: number;
  /** Offsets and hashes to find and check its parts: see `encodeBlocks`. */
  readonly blocks: Uint8Array;
};

/** The entries `[start, until)` of a log in a segment. `first` is the position of the first of them in the segment. */
export type SegmentPart = {
  readonly log: Hex;
  readonly start: number;
  readonly until: number;
  readonly first: number;
};

/** How much of a store is in its archive. */
export type Archived = {
  /** Positions `[0, to)` of the batch log. */
  readonly to: number;
  readonly entries: number;
  /** Segments whose rows the store still holds: dropping them was interrupted, or comes next. */
  readonly undropped: readonly Pick<Segment, "from" | "to">[];
};

/** A log's identifier, and the name from which it is computed. */
export type LogName = { readonly id: Hex; readonly name: string };

/** A log with entries that are not in a batch yet. */
export type UnbatchedLog = {
  readonly log: Hex;
  /** Absent if the log was only written under its identifier. */
  readonly name: string | undefined;
  /** Number of its entries in batches, and of all its entries. */
  readonly batched: number;
  readonly size: number;
};

/** An entry's place. */
export type EntryLocation = { readonly log: Hex; readonly index: number };

/** The parts of an entry that do not depend on its action. */
export type PlacedEntry = EntryLocation & Pick<StoredEntry, "bytes" | "hash">;

/** The process that does a task for all processes, and until when. */
export type Lease = {
  /** The leader's name, from its store's options. */
  readonly leader: string;
  /** Unix ms of the database's clock. */
  readonly until: number;
  /** Increases by one with each change of leader. */
  readonly epoch: number;
};

/** The answer to a request for a lease. */
export type LeaseAnswer = {
  readonly isHeld: boolean;
  /** Milliseconds from the request until the lease ends, for any holder. */
  readonly milliseconds: number;
  /** The lease as stored; undefined if only one process can use the store. */
  readonly lease: Lease | undefined;
};

/** The chain and the account of a pending transaction. */
export type TransactionPlace = {
  readonly chainId: number;
  /** Lower-case. */
  readonly account: Hex;
};
