import { PART_NONE } from "../../action/part.ts";
import { ENTRY_BYTES, nonceKeyOfEntry, objectIn } from "../../log/entry.ts";
import { acceptedAfter, judgeHolder, judgeLateness, judgeNonce, placeDraft, refuseBehind } from "../../log/link.ts";
import type { Refusal } from "../../log/link.ts";
import { toUsedNonce, type EntryRow, type NonceRow } from "../sql/schema.ts";
import type { Head } from "../../log/store.ts";
import { findNewestAct, findNonce, headOf, insertEntry, moveHead, type Connection } from "./connection.ts";
import { TransactionEnded, Unguarded } from "./savepoint.ts";
import type { Group, GroupAnswer, OtherOutcome, WriteJob } from "./group.ts";

type AppendJob = Extract<WriteJob, { type: "append" }>;
type Answer = Pick<GroupAnswer, "hashes"> & { readonly others: Map<number, OtherOutcome> };

/**
 * Appends a call's drafts, which are the group's drafts from `first` on.
 *
 * @returns the log's size before the call, if the call is atomic and was undone.
 * @throws AnchorlogError `store_behind`, and nothing is appended. @throws TransactionEnded, Unguarded
 */
export function appendDrafts(
  connection: Connection,
  group: Group,
  job: AppendJob,
  first: number,
  answer: Answer,
): number | undefined {
  const before = headOf(connection, job.log);
  refuseBehind(job.log, before, job.floor);
  let head = before;
  const appendAll = (): Refusal | undefined => {
    let refused: Refusal | undefined;
    for (let i = first; i < first + job.count; i++) {
      const next = naming(i, () => appendDraft(connection, group, job, head, i));
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
  else if (connection.savepoint(appendAll) !== undefined) return before.size;
  if (head !== before) moveHead(connection, job.log, head);
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
  connection: Connection,
  group: Group,
  { log, now, maxDeadlineAhead }: AppendJob,
  head: Head,
  i: number,
): Head | OtherOutcome {
  const bytes = group.bytes.subarray(ENTRY_BYTES * i, ENTRY_BYTES * (i + 1));
  const nonceKey = nonceKeyOfEntry(bytes);
  const { part, objectKey } = objectIn(bytes);
  const newest = part === PART_NONE ? undefined : findNewestAct(connection, log, objectKey);
  const refused =
    judgeLateness(group.deadlines[i]!, acceptedAfter(head, now), maxDeadlineAhead) ?? judgeHolder(bytes, newest);
  const earlier = () => outcomeOfUsed(findNonce(connection, log, nonceKey), bytes);
  if (refused !== undefined) return earlier() ?? refused;

  const next = placeDraft(bytes, head, now, group.namesHolder[i] === 1, newest);
  const { hash, acceptedAt } = next;
  const [action, blockHash] = [group.actions[i]!, group.blockHashes.get(i)];
  const write = () => insertEntry(connection, log, { index: head.size, nonceKey, bytes, hash, action, blockHash });
  const statements = group.effects.get(i);
  let written = false;
  if (statements === undefined) {
    written = write();
  } else {
    const failed = guard(connection, () => {
      written = write();
      const result = written ? connection.effects(statements, { index: head.size, hash, acceptedAt }) : undefined;
      return result?.status === "refused" ? result : undefined;
    });
    if (failed !== undefined) return failed;
  }
  return written ? next : earlier()!;
}

/** Runs a draft's writes, and undoes them if they return a refusal. @throws Unguarded if it cannot undo them alone. */
function guard({ guarded, savepoint }: Connection, body: () => Refusal | undefined): Refusal | undefined {
  if (guarded > 0) return savepoint(body);
  if (body() !== undefined) throw new Unguarded();
  return undefined;
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
