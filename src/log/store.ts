import type { Hex } from "../encoding/hex.ts";
import type { SignedAction } from "../action/kinds.ts";
import type { ActionObject } from "../action/object.ts";
import type { AnchorlogError } from "../errors.ts";
import type { Archive } from "./archive/archive.ts";
import type { Mark } from "./guard/guard.ts";
import type { KnownAct, NewestAct } from "./link.ts";
import type {
  Archived,
  Head,
  LeaseAnswer,
  ListedCheckpoint,
  LogName,
  NewBatch,
  Place,
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

/** What a statement's parameter may be. */
export type SqlValue = string | number | bigint | null | Uint8Array;

/**
 * Stands for a value of the entry that a statement commits with: `index`, a number; `hash`, its entryHash, 32 bytes;
 * `acceptedAt`, Unix milliseconds, a number.
 */
export type EntryValue = { readonly entry: "index" | "hash" | "acceptedAt" };

/** What is said to a client whose action a statement refuses. */
export type StatementRefusal = {
  /** A name for programs, `[a-z][a-z0-9_]{0,63}`. */
  readonly code: string;
  readonly message: string;
  /** The HTTP status, 400 to 499; 409 by default. */
  readonly status?: number | undefined;
};

/**
 * One statement of the caller's for the store's database, in its own dialect. It may neither control the transaction
 * that it runs in or its settings, nor name a table of the log's (`anchorlog_…`). That keeps from mistakes, and is no
 * boundary: it is looked for in the statement's text alone, and functions, procedures and triggers that it calls are not
 * looked into. Let nobody but the server write statements; what others say belongs into `parameters`.
 */
export type Statement = {
  readonly sql: string;
  readonly parameters?: readonly (SqlValue | EntryValue)[] | undefined;
  /** How many rows it must change, or give where it gives rows (SELECT, RETURNING). Any number by default. */
  readonly expect?: number | undefined;
  /** What it says where it gets other rows than it expects, or violates a constraint. */
  readonly refusal?: StatementRefusal | undefined;
};

/** Which of an action's statements failed, and what is known of it. */
export type FailedStatement = {
  /** Its place among them, from 0. */
  readonly index: number;
  readonly refusal?: StatementRefusal | undefined;
  /** In the database's words, which are not for clients. */
  readonly reason?: string | undefined;
};

/** An action that may become an entry: all of the entry that does not depend on its place in the log. */
export type Draft = {
  /** 20 bytes. */
  readonly actor: Uint8Array;
  /** 32 bytes. */
  readonly nonce: Uint8Array;
  /** 32 bytes. */
  readonly digest: Uint8Array;
  /** 32 bytes. */
  readonly signatureHash: Uint8Array;
  readonly scheme: number;
  readonly verifiedBlock: number;
  readonly verifiedBlockHash?: Hex | undefined;
  /** Unix seconds, inclusive, as the action has it: a decimal uint64. */
  readonly deadline: string;
  readonly object: ActionObject;
  readonly action: SignedAction;
  /** What commits with the entry, in this order. Where one fails, the entry is not appended. */
  readonly effects?: readonly Statement[] | undefined;
};

/** What is appended in one call. */
export type AppendCall = {
  readonly drafts: readonly Draft[];
  /** Unix milliseconds of acceptance; acceptedAt never goes back even where this does. */
  readonly now: number;
  /** Seconds that a deadline may lie ahead of acceptedAt. */
  readonly maxDeadlineAhead: number;
  /** All or nothing: where one draft is refused, no entry is appended. */
  readonly atomic?: boolean | undefined;
  /** How far the log was: where the store does not hold that, it appends nothing. */
  readonly floor?: Mark | undefined;
};

/** What came of one draft. */
export type AppendResult =
  /** `retry`: this very action is in the log already, as this entry. */
  | { readonly status: "appended" | "retry"; readonly entry: StoredEntry }
  | {
      readonly status: "refused";
      /**
       * `effect_failed`: a statement got other rows than it expects, or violates a constraint. `effect_broken`: one
       * cannot be run at all, which is no fault of the action's. `not_appended`: another draft of an atomic call was
       * refused. `not_holder`: another holds the object.
       */
      readonly code:
        | ("nonce_used" | "deadline_passed" | "deadline_too_far" | "not_holder")
        | ("effect_failed" | "effect_broken" | "not_appended");
      readonly message: string;
      /** For `effect_failed` and `effect_broken` only. */
      readonly statement?: FailedStatement | undefined;
    }
  /** This nonce was used by an entry that is in the archive, and that does not give it. Nothing was appended. */
  | { readonly status: "unavailable"; readonly error: AnchorlogError };

/**
 * Durable storage of one operator's logs. Every method that writes is atomic, and resolves only when
 * what it wrote survives a power cut.
 *
 * Any method rejects with an AnchorlogError:
 * - `outcome_unknown` from a method that writes, where the commit itself failed: what was to be written may be
 *   there or not. The store has recovered from disk by then; asking again with the same actions tells.
 * - `store_failed` from a method that writes, where nothing was written: the disk is full, say. Reading goes on.
 * - `not_the_writer` where another process holds the log's lease (`details` name the leader, and say until when).
 * - `store_closed` after `close`.
 */
export type LogStore = {
  /** Whether other processes may write to it at the same time. */
  readonly shared: boolean;
  /** The SQLite file that it is, for threads that read it beside this one; absent where it is none. */
  readonly file?: string | undefined;
  /**
   * Where older entries are, beside the store. What reads entries reads these as well, and rejects with
   * `archive_unavailable` where the archive does not give them, `archive_damaged` where it gives others.
   */
  readonly archive?: Archive | undefined;
  /** Adds logs by name; those that are there already stay as they are. */
  addLogs(logs: readonly LogName[]): Promise<void>;
  /** The names of those among these logs that have one. */
  logNames(logs: readonly Hex[]): Promise<LogName[]>;
  /** All names, in their order. */
  allLogNames(): Promise<LogName[]>;
  /** How many logs there are. */
  countLogs(): Promise<number>;
  /**
   * Whether the disk has less room left than is kept for what was promised already: batches, checkpoints. Then nothing
   * new is to be appended. Absent where it is not known.
   */
  isFull?(): boolean;
  head(log: Hex): Promise<Head>;
  /** Where those among these logs stand that have entries. */
  heads(logs: readonly Hex[]): Promise<Map<Hex, Head>>;
  /** Whether there is any entry at all. */
  hasEntries(): Promise<boolean>;
  /**
   * Appends drafts in their order behind the log's head. Calls that wait for each other are committed together
   * (group commit); each keeps its own results. Nonces come before deadlines, since a retry may come after its own.
   *
   * @throws AnchorlogError `store_behind` where the log does not reach the call's floor.
   */
  append(log: Hex, call: AppendCall): Promise<AppendResult[]>;
  /**
   * Puts entries back that were lost: those of a backup's newer original. All or none.
   *
   * @throws AnchorlogError `head_moved` where the log's head is not what the first entry follows, or the entries do
   * not follow each other.
   */
  restore(log: Hex, entries: readonly StoredEntry[]): Promise<void>;
  /**
   * Runs statements of the server's own, which belong to no action, all or none. Over SQLite they are committed
   * together with whatever waits for the writer, since a second writer in its file would stop every append; over
   * PostgreSQL they are a transaction of their own. For reading, a connection of the server's own serves better: both
   * databases let it read beside the writer.
   *
   * @returns how many rows each changed, or gave.
   * @throws AnchorlogError `bad_effect` where one is no statement or names a value of an entry; `effect_failed`,
   *   `effect_broken` as for an action: `details` are the {@link FailedStatement}.
   */
  run(statements: readonly Statement[]): Promise<number[]>;
  /** Entries from index `from` up to, not including, `to`. */
  entries(log: Hex, from: number, to: number): Promise<StoredEntry[]>;
  /**
   * The entries at these places, those that there are, in no order.
   *
   * @param patience milliseconds that the archive has: what it does not give, or not by then, is left out, and no error.
   */
  entriesAt(places: readonly Place[], patience?: number): Promise<PlacedEntry[]>;
  /** The entry in which an actor (20 bytes) used a nonce (32 bytes), if any. */
  entryByNonce(log: Hex, actor: Uint8Array, nonce: Uint8Array): Promise<StoredEntry | undefined>;
  /** The newest act upon an object (32 bytes), if any. */
  newestAct(log: Hex, objectKey: Uint8Array): Promise<NewestAct | undefined>;
  /**
   * Of each object (32 bytes) the newest act below an index that an entry has; undefined where there is none. Each is one
   * that the log went on from; of one in the archive a row of its own tells, and the archive is to be asked.
   *
   * @throws AnchorlogError `store_damaged` where one is not.
   */
  actsBefore(log: Hex, objectKeys: readonly Uint8Array[], below: number): Promise<(KnownAct | undefined)[]>;
  /** Batches in the order of the batch log, from position `from` up to, not including, `to`; all by default. */
  batches(from?: number, to?: number): Promise<StoredBatch[]>;
  /** Batches of one log below a position, newest first, `limit` of them at most. */
  newestBatches(log: Hex, limit: number, below?: number): Promise<StoredBatch[]>;
  /**
   * Appends headers to the batch log, all or none: the first at a position that must be its size, each other behind the
   * one before.
   *
   * @throws AnchorlogError `head_moved` where it is not.
   */
  appendBatches(batches: readonly NewBatch[]): Promise<void>;
  /** The logs that have entries outside of batches. */
  unbatched(): Promise<UnbatchedLog[]>;
  /** What is kept of the trees of the batch at a position, if anything is: to be checked against its header. */
  nodes(position: number): Promise<Uint8Array | undefined>;
  /** Keeps that for a batch, in place of what is kept. */
  keepNodes(position: number, nodes: Uint8Array): Promise<void>;
  archived(): Promise<Archived>;
  /** Segments of the batches from position `from` up to, not including, `to`, in their order; all by default. */
  segments(from?: number, to?: number): Promise<Segment[]>;
  /**
   * Says that entries are in the archive, behind all that are: from now on they are read there, where their rows are
   * gone.
   *
   * @throws AnchorlogError `head_moved` where the segment does not follow the last one.
   */
  appendSegment(segment: Segment, parts: readonly SegmentPart[]): Promise<void>;
  /** Deletes the rows of a log's entries that are in the archive, below an index. A log's last entry always stays. */
  dropArchived(log: Hex, below: number): Promise<void>;
  /** Says that no rows are left of a segment's entries, but for last ones. */
  endSegment(from: number): Promise<void>;
  /** Checkpoints of more than `above` headers, oldest first; all by default. */
  checkpoints(above?: number): Promise<StoredCheckpoint[]>;
  /** Checkpoints of fewer than `below` headers, newest first, `limit` of them at most. */
  newestCheckpoints(limit: number, below?: number): Promise<ListedCheckpoint[]>;
  appendCheckpoint(checkpoint: StoredCheckpoint): Promise<void>;
  /**
   * The size of the newest signed checkpoint over a position of the batch log that was last seen final; where there is
   * none, of the newest that was seen anchored. By an index, however many there are.
   */
  furthestCheckpoint(position: number): Promise<number | undefined>;
  /** Checkpoints as they were last seen on chain, by size: those that are anchored, and all from the newest final one on. */
  seenCheckpoints(): Promise<SeenCheckpoint[]>;
  /** Keeps how a checkpoint was seen, in place of how it was before. */
  keepSeen(seen: SeenCheckpoint): Promise<void>;
  /**
   * Takes a lease, or prolongs it. It saves work, and is no lock: what must not happen twice is compare-and-swapped.
   *
   * @param epoch under which this process held it last. One in its own name it takes at once, as after a restart,
   *   unless it is of a later epoch: then a younger process of the same name has it.
   */
  takeLease(name: string, epoch: number | undefined): Promise<LeaseAnswer>;
  /** Ends a lease early, where it is still held under that epoch. */
  releaseLease(name: string, epoch: number): Promise<void>;
  /**
   * Says which process writes a log, so that a request can be forwarded to it before its content is read: this one, where
   * nobody did. Absent where the store is one process's alone.
   */
  claim?(log: Hex): Promise<LeaseAnswer>;
  /**
   * Has a check decide whether this process may append to a log, each time that it has taken it: what others wrote is
   * there by then, and until it gives its answer nothing is appended. Where the check rejects, so does `append`. Absent
   * as `claim` is.
   */
  onTaken?(check: (log: Hex) => Promise<void>): void;
  /** A place for what is published which all processes have. Absent as `claim` is. */
  readonly tiles?: TileStore | undefined;
  /** Gives up all logs that this process writes, so that others can take them at once. Absent as `claim` is. */
  giveUp?(): Promise<void>;
  /**
   * Resolves once all that was read before is durable. What can be read may not be so yet: a commit of unknown outcome is
   * there, say, and not on the standby that is to take over. So this comes before anything is signed over what was read.
   * Absent where only what is durable can be read.
   */
  flush?(): Promise<void>;
  /** The transaction of an account that is on its way, in the words of who sends it; undefined where there is none. */
  pendingTransaction(of: TransactionPlace): Promise<string | undefined>;
  /** Replaces it, if it still is `before`. Resolves to whether it was. */
  replacePendingTransaction(
    of: TransactionPlace,
    next: string | undefined,
    before: string | undefined,
  ): Promise<boolean>;
  /** All timestamps that were ever written, by size and chain; those that are gone, too. */
  timestamps(): Promise<StoredTimestamp[]>;
  /** Of one chain the newest that is final, and those of its size or larger; smaller sizes first. */
  recentTimestamps(chainId: number): Promise<StoredTimestamp[]>;
  /** Keeps a timestamp, in place of what is kept of the same transaction unless that is final. */
  keepTimestamp(timestamp: StoredTimestamp): Promise<void>;
  close(): Promise<void>;
};
