/** What a store keeps, and where it is. */
import type { SignedAction } from "../action/kinds.ts";
import type { Hex } from "../encoding/hex.ts";

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

/** A batch to be appended. */
export type NewBatch = StoredBatch & {
  /** What `nodes` gives back: kept with it, or neither is. */
  readonly nodes?: Uint8Array | undefined;
};

/** A checkpoint that the operator signed. */
export type StoredCheckpoint = { readonly size: number; readonly root: Uint8Array; readonly note: string };

/** A checkpoint as it was last seen on its chain. */
export type SeenCheckpoint = {
  readonly size: number;
  readonly root: Hex;
  /** Of the block that anchored it, Unix seconds. */
  readonly time: number;
  /** A block by which the registry held it. */
  readonly block: { readonly number: number; readonly hash: Hex };
  /** `gone`: with its block, after a reorganization. */
  readonly state: "anchored" | "final" | "gone";
};

/** A checkpoint, and how it was last seen on its chain; undefined where it never was. */
export type ListedCheckpoint = StoredCheckpoint & { readonly seen: SeenCheckpoint | undefined };

/** A transaction that wrote a checkpoint on a further chain. */
export type StoredTimestamp = {
  /** Of the further chain. */
  readonly chainId: number;
  readonly size: number;
  /** 32 bytes. */
  readonly root: Uint8Array;
  /** The transaction's hash. */
  readonly transaction: Hex;
  /** Who sent it, lower-case. */
  readonly account: Hex;
  /** The block that it is in, its time in Unix seconds; undefined where a reorganization took it out. */
  readonly block: { readonly number: number; readonly hash: Hex; readonly time: number } | undefined;
  /** Whether the block is final, by the rule that the operator follows there. */
  readonly final: boolean;
};

/** A file of the archive: the entries of batches that follow each other in the batch log. */
export type Segment = {
  /** Positions `[from, to)` of the batch log. */
  readonly from: number;
  readonly to: number;
  /** Under which the archive keeps it. */
  readonly name: string;
  /** How many entries are in it. */
  readonly entries: number;
  /** By which its parts are found and checked: see `encodeBlocks`. */
  readonly blocks: Uint8Array;
};

/** Which entries of a log, `[start, until)`, are in a segment, from the how many-th of its entries on. */
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
  /** Segments of which the store still holds rows: it was cut off, or is about to drop them. */
  readonly undropped: readonly Pick<Segment, "from" | "to">[];
};

/** A log's identifier, and the name that it is made of. */
export type LogName = { readonly id: Hex; readonly name: string };

/** A log that has entries outside of batches. */
export type UnbatchedLog = {
  readonly log: Hex;
  /** Absent where it was written under its identifier alone. */
  readonly name: string | undefined;
  /** How many of its entries are in batches, and how many there are. */
  readonly batched: number;
  readonly size: number;
};

/** An entry's place. */
export type Place = { readonly log: Hex; readonly index: number };

/** What of an entry does not depend on its action. */
export type PlacedEntry = Place & Pick<StoredEntry, "bytes" | "hash">;

/** Who does something that one process does for all. */
export type Lease = {
  /** The leader's name, as it gave it to its store. */
  readonly leader: string;
  /** Unix ms of the database's clock. */
  readonly until: number;
  /** Grows by one with each change of leader. */
  readonly epoch: number;
};

/** What came of asking for a lease. */
export type LeaseAnswer = {
  readonly isHeld: boolean;
  /** For how many milliseconds from when it was asked for, by whoever holds it. */
  readonly milliseconds: number;
  /** As it stands in the store; undefined where the store is one process's alone. */
  readonly lease: Lease | undefined;
};

/** Whose transaction it is that is on its way. */
export type TransactionPlace = {
  readonly chainId: number;
  /** Lower-case. */
  readonly account: Hex;
};
