/** The messages between the store and its writer thread: groups of calls that are committed together. */
import type { SQLInputValue } from "node:sqlite";
import type { ErrorText } from "../../base/errors.ts";
import type { Hex } from "../../base/hex.ts";
import type { Mark } from "../../log/guard.ts";
import type { DraftResult, Refusal } from "../../log/link.ts";
import type { EntryRow } from "../sql/schema.ts";
import type { Statement, StoredEntry } from "../../log/store.ts";
import type { PackedEffects } from "./effectsPack.ts";

/** Start data of a writer thread. */
export type WriterData = { readonly path: string };

/** A statement of the store's own, with the parameters of each of its runs. */
export type RecordStatement = { readonly sql: string; readonly runs: readonly (readonly SQLInputValue[])[] };

/** One call. An `append` has the group's next `count` drafts. */
export type WriteJob =
  | {
      readonly type: "append";
      readonly log: Hex;
      readonly count: number;
      readonly now: number;
      readonly maxDeadlineAhead: number;
      readonly atomic: boolean;
      readonly floor: Mark | undefined;
    }
  | { readonly type: "restore"; readonly log: Hex; readonly entries: readonly StoredEntry[] }
  | {
      readonly type: "records";
      /** If given, and it returns no row, nothing is written. */
      readonly condition?: RecordStatement | undefined;
      readonly statements: readonly RecordStatement[];
    }
  | { readonly type: "run"; readonly statements: readonly Statement[] };

/**
 * Calls that are committed together. Few large values move faster between threads than many small objects. So fields
 * that all drafts have are in buffers and a list. Fields that few drafts have are in maps by the draft's number in the
 * group.
 */
export type Group = {
  readonly jobs: readonly WriteJob[];
  /** The drafts' entries, 267 bytes each. The writer thread sets `index`, `prev` and the like, and returns the buffer. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The drafts' actions, as JSON. */
  readonly actions: readonly string[];
  /** The drafts' deadlines, in Unix seconds. */
  readonly deadlines: BigUint64Array<ArrayBuffer>;
  /** 1 for each draft that names a holder. */
  readonly namesHolder: Uint8Array<ArrayBuffer>;
  readonly blockHashes: ReadonlyMap<number, Hex>;
  readonly effects: ReadonlyMap<number, readonly Statement[]>;
};

/** A group as it is sent to the thread. */
export type GroupMessage = Omit<Group, "effects"> & { readonly effects: PackedEffects };

/** The outcome of a draft that was not appended. */
export type OtherOutcome =
  | Refusal
  // The action was appended before, as this row.
  | { readonly status: "retry"; readonly row: EntryRow }
  | Extract<DraftResult, { status: "archived" }>;

/** The answer for a committed group. Drafts and jobs that it does not mention succeeded. */
export type GroupAnswer = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The entries' hashes, 32 bytes each. */
  readonly hashes: Uint8Array<ArrayBuffer>;
  /** Outcomes of the drafts that were not appended, by the draft's number in the group. */
  readonly others: ReadonlyMap<number, OtherOutcome>;
  /** Sizes of the log before each atomic call that was rolled back, by the job's number. */
  readonly takenBack: ReadonlyMap<number, number>;
  /**
   * By the job's number: how many rows each statement of a `run` changed or returned; the rows that the last statement
   * of `records` returned, or nothing if their condition failed.
   */
  readonly rows: ReadonlyMap<number, readonly unknown[]>;
  /** Errors of the jobs that failed, by the job's number. */
  readonly errors: ReadonlyMap<number, ErrorText>;
};

/** A message from the thread. After `refused` it ends. */
export type WriterMessage =
  | { readonly type: "ready" }
  | { readonly type: "closed" }
  | { readonly type: "done"; readonly answer: GroupAnswer }
  | { readonly type: "failed"; readonly error: ErrorText }
  | { readonly type: "refused"; readonly error: ErrorText };
