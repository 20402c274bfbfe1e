import type { Hex } from "../../base/hex.ts";
import { PART_NONE } from "../../action/part.ts";
import { ENTRY_BYTES, nonceKeyOfEntry, objectIn } from "../../log/entry.ts";
import {
  acceptedAfter,
  judgeHolder,
  judgeLateness,
  judgeNonce,
  placeDraft,
  refuseBehind,
  type NewestAct,
  type Refusal,
} from "../../log/link.ts";
import { toUsedNonce, type EntryRow, type NonceRow } from "../sql/schema.ts";
import type { Head } from "../../log/store.ts";
import { TransactionEnded } from "./apart.ts";
import type { RunStatements } from "./effects.ts";
import type { Group, GroupAnswer, OtherOutcome, WriteJob } from "./group.ts";

/** The operations of an append within a transaction. */
export type Transaction = {
  /** A log's head, including the transaction's own entries. */
  readonly head: (log: Hex) => Head;
  readonly moveHead: (log: Hex, head: Head) => void;
  /** The row of a nonce's key in a log, if it is used. */
  readonly find: (log: Hex, nonceKey: Uint8Array) => NonceRow | undefined;
  /** The newest act upon an object, including the transaction's own entries. */
  readonly newestAct: (log: Hex, objectKey: Uint8Array) => NewestAct | undefined;
  /** Inserts an entry. Returns false, and inserts nothing, if its nonce's key is used in the log. */
  readonly insert: (
    log: Hex,
    index: number,
    nonceKey: Uint8Array,
    bytes: Uint8Array,
    hash: Uint8Array,
    action: string,
    blockHash: Hex | undefined,
  ) => boolean;
  /**
   * Runs a body. If it returns a refusal, undoes the body's writes and returns the refusal.
   *
   * @throws TransactionEnded if a statement already undid all writes of the transaction.
   */
  readonly savepoint: (body: () => Refusal | undefined) => Refusal | undefined;
  readonly effects: RunStatements;
};

type Answer = Pick<GroupAnswer, "hashes"> & { readonly others: Map<number, OtherOutcome> };

/**
 * Appends a call's drafts, which are the group's drafts from `first` on.
 *
 * @returns the log's size before the call, if the call is atomic and was undone.
 * @throws AnchorlogError `store_behind`, and nothing is appended. @throws TransactionEnded
 */
export function appendDrafts(
  transaction: Transaction,
  group: Group,
  job: Extract<WriteJob, { type: "append" }>,
  first: number,
  answer: Answer,
): number | undefined {
  const before = transaction.head(job.log);
  refuseBehind(job.log, before, job.floor);
  let head = before;
  const appendAll = (): Refusal | undefined => {
    let refused: Refusal | undefined;
    for (let i = first; i < first + job.count; i++) {
      const next = naming(i, () => appendDraft(transaction, group, job, head, i));
      if ("status" in next) {
        answer.others.set(i, next);
        if (next.status === "refused") refused ??= next;
      } else {
        answer.hashes.set(next.hash, 32 * i);
        head = next;
      }
    }
    return refused;
  };
  if (!job.atomic) appendAll();
  else if (transaction.savepoint(appendAll) !== undefined) return before.size;
  if (head !== before) transaction.moveHead(job.log, head);
  return undefined;
}

/** Adds the draft's number to the error of a statement that ended the transaction. */
function naming<T>(draft: number, append: () => T): T {
  try {
    return append();
  } catch (error) {
    throw error instanceof TransactionEnded ? new TransactionEnded(error.refusal, draft) : error;
  }
}

/** Appends one draft. Returns the new head, or the outcome if the draft is not appended. */
function appendDraft(
  { find, newestAct, insert, savepoint, effects }: Transaction,
  group: Group,
  job: Extract<WriteJob, { type: "append" }>,
  head: Head,
  i: number,
): Head | OtherOutcome {
  const bytes = group.bytes.subarray(ENTRY_BYTES * i, ENTRY_BYTES * (i + 1));
  const key = nonceKeyOfEntry(bytes);
  const { part, objectKey } = objectIn(bytes);
  const newest = part === PART_NONE ? undefined : newestAct(job.log, objectKey);
  const refused =
    judgeLateness(group.deadlines[i]!, acceptedAfter(head, job.now), job.maxDeadlineAhead) ??
    judgeHolder(bytes, newest);
  if (refused !== undefined) return outcomeOfUsed(find(job.log, key), bytes) ?? refused;

  const next = placeDraft(bytes, head, job.now, group.namesHolder[i] === 1, newest);
  const write = () => insert(job.log, head.size, key, bytes, next.hash, group.actions[i]!, group.blockHashes.get(i));
  const statements = group.effects.get(i);
  let written = false;
  if (statements === undefined) {
    written = write();
  } else {
    const entry = { index: head.size, hash: next.hash, acceptedAt: next.acceptedAt };
    const failed = savepoint(() => {
      written = write();
      const result = written ? effects(statements, entry) : undefined;
      return result?.status === "refused" ? result : undefined;
    });
    if (failed !== undefined) return failed;
  }
  return written ? next : outcomeOfUsed(find(job.log, key), bytes)!;
}

/** The outcome of a draft whose nonce's key has this row; undefined if there is no row. */
function outcomeOfUsed(row: NonceRow | undefined, bytes: Uint8Array): OtherOutcome | undefined {
  if (row === undefined) return undefined;
  const used = toUsedNonce(row);
  const verdict = judgeNonce(bytes, used);
  if (verdict !== "retry") return verdict;
  return used.entry === undefined
    ? { status: "archived", index: used.index }
    : { status: "retry", row: row as EntryRow };
}
