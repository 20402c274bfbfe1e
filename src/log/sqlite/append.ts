import type { Hex } from "../../encoding/hex.ts";
import { PART_NONE } from "../../action/part.ts";
import { ENTRY_BYTES, nonceKeyOfEntry, objectIn } from "../entry.ts";
import {
  acceptedAfter,
  judgeHolder,
  judgeLateness,
  judgeNonce,
  placeDraft,
  refuseBehind,
  type NewestAct,
  type Refusal,
} from "../link.ts";
import { toUsedNonce, type EntryRow, type NonceRow } from "../sql/schema.ts";
import type { Head } from "../store.ts";
import { TransactionEnded } from "./apart.ts";
import type { RunStatements } from "./effects.ts";
import type { Group, GroupAnswer, OtherOutcome, WriteJob } from "./group.ts";

/** What appending does within a transaction. */
export type Transaction = {
  /** Where a log stands, with what the transaction has appended. */
  readonly head: (log: Hex) => Head;
  readonly moveHead: (log: Hex, head: Head) => void;
  /** Who has a nonce's key in a log, if anybody. */
  readonly find: (log: Hex, nonceKey: Uint8Array) => NonceRow | undefined;
  /** The newest act upon an object, with what the transaction has appended. */
  readonly newestAct: (log: Hex, objectKey: Uint8Array) => NewestAct | undefined;
  /** Inserts an entry; false, and nothing is inserted, where its log has one with its nonce's key. */
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
   * Runs a body, and undoes what it wrote where it returns a refusal: that is returned.
   *
   * @throws TransactionEnded where all that the transaction wrote is undone already.
   */
  readonly savepoint: (body: () => Refusal | undefined) => Refusal | undefined;
  readonly effects: RunStatements;
};

type Answer = Pick<GroupAnswer, "hashes"> & { readonly others: Map<number, OtherOutcome> };

/**
 * Appends a call's drafts, the group's from `first` on.
 *
 * @returns the log's size before the call where the call is atomic and was taken back.
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

/** Says of which draft a statement was that ended the transaction. */
function naming<T>(draft: number, append: () => T): T {
  try {
    return append();
  } catch (error) {
    throw error instanceof TransactionEnded ? new TransactionEnded(error.refusal, draft) : error;
  }
}

/** Appends one draft: the head that it makes, or what came of it instead. */
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

/** What comes of a draft with these bytes whose nonce's key is the row's, if there is any. */
function outcomeOfUsed(row: NonceRow | undefined, bytes: Uint8Array): OtherOutcome | undefined {
  if (row === undefined) return undefined;
  const used = toUsedNonce(row);
  const verdict = judgeNonce(bytes, used);
  if (verdict !== "retry") return verdict;
  return used.entry === undefined
    ? { status: "archived", index: used.index }
    : { status: "retry", row: row as EntryRow };
}
