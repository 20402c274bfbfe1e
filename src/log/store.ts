import type { Hex } from "../base/hex.ts";
import type { SignedAction } from "../action/kinds.ts";
import type { ActionObject } from "../action/object.ts";
import type { AnchorlogError } from "../base/errors.ts";
import type { Archive } from "./archive.ts";
import type { Entry } from "./entry.ts";
import type { Mark } from "./guard.ts";
import type { KnownAct, NewestAct } from "./link.ts";
import type {
  Archived,
  Head,
  LeaseAnswer,
  ListedCheckpoint,
  LogName,
  NewBatch,
  EntryLocation,
  PlacedEntry,
  SeenCheckpoint,
  Segment,
  SegmentPart,
  StoredBatch,
  StoredCheckpoint,
  StoredEntry,
  StoredTimestamp,
  TransactionPlace,
  UnbatchedLog,
} from "./stored.ts";
import type { TileStore } from "../tlog/tileStore.ts";

export type * from "./stored.ts";

/** A value that a statement's parameter can have. */
export type SqlValue = string | number | bigint | null | Uint8Array;

/**
 * Stands for a value of the entry that a statement commits with: `index`, a number; `hash`, its entryHash, 32 bytes;
 * `acceptedAt`, Unix milliseconds, a number.
 */
export type EntryValue = { readonly entry: "index" | "hash" | "acceptedAt" };

/** The error for a client whose action a statement refuses. */
export type StatementRefusal = {
  /** An error code, `[a-z][a-z0-9_]{0,63}`. */
  readonly code: string;
  readonly message: string;
  /** The HTTP status, 400 to 499; 409 by default. */
  readonly status?: number | undefined;
};

/**
 * A statement of the caller's for the store's database, in its SQL dialect. It must not control its transaction or the
 * settings, nor name a table of the log's (`anchorlog_…`). This check prevents mistakes but is not a security boundary:
 * it searches the statement's text only, not the functions, procedures and triggers that it calls. Let only the server
 * write statements; put input from others into `parameters`.
 */
export type Statement = {
  readonly sql: string;
  readonly parameters?: readonly (SqlValue | EntryValue)[] | undefined;
  /** Number of rows that it must change, or return (SELECT, RETURNING). Any number by default. */
  readonly expect?: number | undefined;
  /** The error for the client if it gets another number of rows than it expects, or violates a constraint. */
  readonly refusal?: StatementRefusal | undefined;
};

/** The statement of an action that failed, and why. */
export type FailedStatement = {
  /** Position of the statement in the action's list of statements, from 0. */
  readonly index: number;
  readonly refusal?: StatementRefusal | undefined;
  /** The database's own message, which clients must not see. */
  readonly reason?: string | undefined;
};

/** An action that may become an entry: all fields of the entry that do not depend on its place in the log. */
export type Draft = Pick<Entry, "actor" | "nonce" | "digest" | "signatureHash" | "scheme" | "verifiedBlock"> & {
  readonly verifiedBlockHash?: Hex | undefined;
  /** Unix seconds, inclusive, as in the action: a decimal uint64. */
  readonly deadline: string;
  readonly object: ActionObject;
  readonly action: SignedAction;
  /** Statements that commit with the entry, in this order. If one fails, the entry is not appended. */
  readonly effects?: readonly Statement[] | undefined;
};

/** The arguments of one append. */
export type AppendCall = {
  readonly drafts: readonly Draft[];
  /** Unix milliseconds of acceptance. If it goes back, acceptedAt does not. */
  readonly now: number;
  /** Seconds that a deadline may lie ahead of acceptedAt. */
  readonly maxDeadlineAhead: number;
  /** All or nothing: if one draft is refused, no entry is appended. */
  readonly atomic?: boolean | undefined;
  /** The newest head that the guard knows. If the store does not contain it, the store appends nothing. */
  readonly floor?: Mark | undefined;
};

/** The result for one draft. */
export type AppendResult =
  /** `retry`: the log already has this action, as this entry. */
  | { readonly status: "appended" | "retry"; readonly entry: StoredEntry }
  | {
      readonly status: "refused";
      /**
       * `effect_failed`: a statement got another number of rows than it expects, or violates a constraint.
       * `effect_broken`: a statement cannot be run at all, which is the server's fault. `not_appended`: another draft
       * of an atomic call was refused. `not_holder`: another wallet holds the object.
       */
      readonly code:
        | ("nonce_used" | "deadline_passed" | "deadline_too_far" | "not_holder")
        | ("effect_failed" | "effect_broken" | "not_appended");
      readonly message: string;
      /** For `effect_failed` and `effect_broken` only. */
      readonly statement?: FailedStatement | undefined;
    }
  /** An archived entry used this nonce, and the archive cannot return it. Nothing was appended. */
  | { readonly status: "unavailable"; readonly error: AnchorlogError };

/** Names of logs, and their entries: appending and reading them. */
export type ChainStore = {
  /** Adds logs by name; existing ones stay unchanged. */
  addLogs(logs: readonly LogName[]): Promise<void>;
  /** The names of these logs, leaving out logs without a name. */
  logNames(logs: readonly Hex[]): Promise<LogName[]>;
  /** All names, sorted. */
  allLogNames(): Promise<LogName[]>;
  /** Number of logs. */
  countLogs(): Promise<number>;
  head(log: Hex): Promise<Head>;
  /** The heads of these logs, leaving out logs without entries. */
  heads(logs: readonly Hex[]): Promise<Map<Hex, Head>>;
  /** Whether any log has an entry. */
  hasEntries(): Promise<boolean>;
  /**
   * Appends drafts in order after the log's head. Waiting calls are committed together (group commit), each with its
   * own results. Nonces are judged before deadlines, since a retry may come after its own deadline.
   *
   * @throws AnchorlogError `store_behind` if the log does not reach the call's floor.
   */
  append(log: Hex, call: AppendCall): Promise<AppendResult[]>;
  /**
   * Puts lost entries back, all or none. They are newer than the backup from which the store was restored.
   *
   * @throws AnchorlogError `head_moved` if the first entry does not follow the log's head, or the entries do not follow
   *   each other.
   */
  restore(log: Hex, entries: readonly StoredEntry[]): Promise<void>;
  /** Entries from index `from` up to, not including, `to`. */
  entries(log: Hex, from: number, to: number): Promise<StoredEntry[]>;
  /**
   * The existing entries at these places, in any order.
   *
   * @param patience milliseconds to wait for the archive. Entries that it does not return in time are left out without
   *   an error.
   */
  entriesAt(places: readonly EntryLocation[], patience?: number): Promise<PlacedEntry[]>;
  /** The entry in which an actor (20 bytes) used a nonce (32 bytes), if any. */
  entryByNonce(log: Hex, actor: Uint8Array, nonce: Uint8Array): Promise<StoredEntry | undefined>;
  /** The newest act upon an object (32 bytes), if any. */
  newestAct(log: Hex, objectKey: Uint8Array): Promise<NewestAct | undefined>;
  /**
   * For each object (32 bytes), the newest act below an index that an entry has, or undefined. Each act's entry is
   * checked to be part of the log's chain. An archived act comes from the table of acts only: check it in the archive.
   *
   * @throws AnchorlogError `store_damaged` if an entry is not part of the chain.
   */
  actsBefore(log: Hex, objectKeys: readonly Uint8Array[], below: number): Promise<(KnownAct | undefined)[]>;
};

/** The batch log: headers, tree nodes, and the checkpoints over them. */
export type BatchStore = {
  /** Batches in the order of the batch log, from position `from` up to, not including, `to`; all by default. */
  batches(from?: number, to?: number): Promise<StoredBatch[]>;
  /** The newest batches of one log below a position, newest first, at most `limit`. */
  newestBatches(log: Hex, limit: number, below?: number): Promise<StoredBatch[]>;
  /**
   * Appends headers to the batch log, all or none. The first position must be the batch log's size, and the others must
   * follow.
   *
   * @throws AnchorlogError `head_moved` if the first position is not its size.
   */
  appendBatches(batches: readonly NewBatch[]): Promise<void>;
  /** The logs that have entries which are not in a batch yet. */
  unbatched(): Promise<UnbatchedLog[]>;
  /** The stored tree nodes of the batch at a position, if any. Check them against its header. */
  nodes(position: number): Promise<Uint8Array | undefined>;
  /** Stores the tree nodes of a batch, replacing earlier ones. */
  keepNodes(position: number, nodes: Uint8Array): Promise<void>;
  /** Checkpoints of more than `above` headers, oldest first; all by default. */
  checkpoints(above?: number): Promise<StoredCheckpoint[]>;
  /** The newest checkpoints of fewer than `below` headers, newest first, at most `limit`. */
  newestCheckpoints(limit: number, below?: number): Promise<ListedCheckpoint[]>;
  appendCheckpoint(checkpoint: StoredCheckpoint): Promise<void>;
  /**
   * The size of a signed checkpoint over a position of the batch log: the newest that was last seen final, or else the
   * newest that was seen anchored. Uses an index, so its cost does not grow with the number of checkpoints.
   */
  furthestCheckpoint(position: number): Promise<number | undefined>;
  /** Checkpoints as last seen on chain, by size: the anchored ones, and all from the newest final one on. */
  seenCheckpoints(): Promise<SeenCheckpoint[]>;
  /** Stores how a checkpoint was seen, replacing how it was seen before. */
  keepSeen(seen: SeenCheckpoint): Promise<void>;
};

/** Records which batches' entries are in the archive. */
export type ArchiveStore = {
  /**
   * Storage of older entries beside the store. Methods that read entries read these as well. They reject with
   * `archive_unavailable` if the archive does not return them, and `archive_damaged` if it returns other entries.
   */
  readonly archive?: Archive | undefined;
  archived(): Promise<Archived>;
  /** Segments of the batches from position `from` up to, not including, `to`, in their order; all by default. */
  segments(from?: number, to?: number): Promise<Segment[]>;
  /**
   * Records that a segment's entries are in the archive, after all earlier segments. From now on they are read there if
   * their rows are gone.
   *
   * @throws AnchorlogError `head_moved` if the segment does not follow the last one.
   */
  appendSegment(segment: Segment, parts: readonly SegmentPart[]): Promise<void>;
  /** Deletes the rows of a log's archived entries below an index. A log's last entry always stays. */
  dropArchived(log: Hex, below: number): Promise<void>;
  /** Records that a segment's entries have no rows left, except for last entries of logs. */
  endSegment(from: number): Promise<void>;
};

/** Everything beside the entries that a running operator needs: leases, transactions, timestamps, the disk. */
export type OperationsStore = {
  /** Whether other processes may write to the store at the same time. */
  readonly shared: boolean;
  /** Path of the SQLite file, for threads that read it beside this one; absent for other stores. */
  readonly file?: string | undefined;
  /**
   * Whether the disk's free space is below the reserve for the batches and checkpoints of accepted entries. Do not
   * append then. Absent if the free space is unknown.
   */
  isFull?(): boolean;
  /**
   * Runs statements of the server's own, which belong to no action, all or none. SQLite commits them together with
   * other waiting calls, since a second writer in its file would stop every append. PostgreSQL runs them in a separate
   * transaction. For reading, use a connection of your own: both databases allow it beside the writer.
   *
   * @returns how many rows each statement changed or returned.
   * @throws AnchorlogError `bad_effect` if one is not a statement or names a value of an entry; `effect_failed`,
   *   `effect_broken` as for an action: `details` are the {@link FailedStatement}.
   */
  run(statements: readonly Statement[]): Promise<number[]>;
  /**
   * Takes a lease, or prolongs it. A lease saves work, but is not a lock: writes that must not happen twice use
   * compare-and-swap.
   *
   * @param epoch the epoch under which this process last held it. A process takes a lease in its own name at once, as
   *   after a restart. If the lease's epoch is later, a newer process with the same name has it, and this one does not
   *   take it.
   */
  takeLease(name: string, epoch: number | undefined): Promise<LeaseAnswer>;
  /** Ends a lease early, if it is still held under that epoch. */
  releaseLease(name: string, epoch: number): Promise<void>;
  /**
   * Returns which process writes a log, so that a request can be forwarded before its content is read. If no process
   * does, this one takes the lease. Absent if only one process can use the store.
   */
  claim?(log: Hex): Promise<LeaseAnswer>;
  /**
   * Sets a check that runs each time this process has taken a log's lease. By then it sees everything that other
   * processes wrote, and appends nothing until the check resolves. If the check rejects, `append` rejects as well.
   * Absent as `claim` is.
   */
  onTaken?(check: (log: Hex) => Promise<void>): void;
  /** Storage for published files that all processes share. Absent as `claim` is. */
  readonly tiles?: TileStore | undefined;
  /** Releases all logs that this process writes, so that others can take them at once. Absent as `claim` is. */
  giveUp?(): Promise<void>;
  /**
   * Resolves once everything read before is durable. Call it before signing over data that was read. A commit of
   * unknown outcome can be visible, but missing on the standby that takes over. Absent if only durable data can be
   * read.
   */
  flush?(): Promise<void>;
  /** The pending transaction of an account, as its sender encoded it; undefined if there is none. */
  pendingTransaction(of: TransactionPlace): Promise<string | undefined>;
  /** Replaces the pending transaction if it still is `before`. Returns whether it was. */
  replacePendingTransaction(
    of: TransactionPlace,
    next: string | undefined,
    before: string | undefined,
  ): Promise<boolean>;
  /** All timestamps that were ever written, by size and chain, including timestamps lost in a reorganization. */
  timestamps(): Promise<StoredTimestamp[]>;
  /** The newest final timestamp on one chain, and those with its size or a larger one; smaller sizes first. */
  recentTimestamps(chainId: number): Promise<StoredTimestamp[]>;
  /** Stores a timestamp. It replaces an earlier record of the same transaction, unless that record is final. */
  keepTimestamp(timestamp: StoredTimestamp): Promise<void>;
  close(): Promise<void>;
};

/**
 * Durable storage of one operator's logs. Every method that writes is atomic. It resolves only once its data would
 * survive a power cut.
 *
 * Any method rejects with an AnchorlogError:
 * - `outcome_unknown` from a method that writes, if the commit itself failed: the data may be written or not. The store
 *   has recovered from disk by then. Repeat the call with the same actions to find out.
 * - `store_failed` from a method that writes, if nothing was written, for example on a full disk. Reading still works.
 * - `not_the_writer` if another process holds the log's lease (`details` name the leader and the lease's end).
 * - `store_closed` after `close`.
 */
export type LogStore = ChainStore & BatchStore & ArchiveStore & OperationsStore;
