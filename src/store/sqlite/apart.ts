/**
 * Commits a group's calls one by one if they cannot be committed together. A foreign key that is DEFERRABLE INITIALLY
 * DEFERRED is checked when its transaction ends, and then fails every call in it. So does a statement that rolls the
 * whole transaction back, with OR ROLLBACK, ON CONFLICT ROLLBACK or RAISE(ROLLBACK).
 */
import { statementError, statementFailed } from "../../log/effects.ts";
import type { Refusal } from "../../log/link.ts";
import type { Statement } from "../../log/store.ts";
import { begin, sizeOf, undo, undoGuarding, type Connection } from "./connection.ts";
import { describeError } from "../../base/errors.ts";
import type { Group, GroupAnswer } from "./group.ts";
import { emptyAnswer, jobsOf, runParts, type Answer, type Part } from "./jobs.ts";
import { TransactionEnded } from "./savepoint.ts";

/** Whether a commit failed because of a constraint (SQLITE_CONSTRAINT), which leaves its transaction open. */
export function isViolation(error: unknown): boolean {
  return (((error as { errcode?: number }).errcode ?? 0) & 0xff) === 19;
}

/**
 * Commits a group part by part, after its commit failed for a constraint or a statement ended its transaction. The part
 * that causes it again is refused. If this throws, some parts may be committed.
 */
export function commitApart(connection: Connection, group: Group): GroupAnswer {
  const answer = emptyAnswer(group);
  undoGuarding(connection);
  for (const part of jobsOf(group).flatMap(splitJob)) {
    begin(connection);
    try {
      runParts(connection, group, [part], answer);
      connection.sql.commit.run();
    } catch (error) {
      const isEnded = error instanceof TransactionEnded;
      if (!isEnded && !isViolation(error)) throw error;
      undo(connection);
      if (isEnded) refusePart(connection, part, answer, error);
      else refuse(connection, group, part, answer, error);
    }
  }
  return answer;
}

/** Splits a job into single drafts, unless it is atomic. */
function splitJob({ job, number, first }: Part): Part[] {
  if (job.type !== "append" || job.atomic) return [{ job, number, first }];
  return Array.from({ length: job.count }, (_, i) => ({ job: { ...job, count: 1 }, number, first: first + i }));
}

/**
 * Refuses a part that violated a constraint at its commit. SQLite does not tell which statement did, so the last one is
 * named.
 */
function refuse(connection: Connection, group: Group, part: Part, answer: Answer, cause: unknown) {
  const { job, first } = part;
  const refusal = (statements: readonly Statement[]): Refusal =>
    statementFailed(statements.length - 1, statements.at(-1)!, { kind: "violated", cause });
  if (job.type === "run") {
    refusePart(connection, part, answer, new TransactionEnded(refusal(job.statements)));
    return;
  }
  const drafts = job.type === "append" ? Array.from({ length: job.count }, (_, i) => first + i) : [];
  const culprit = drafts.findLast((draft) => group.effects.has(draft) && !answer.others.has(draft));
  if (culprit === undefined) throw cause;
  refusePart(connection, part, answer, new TransactionEnded(refusal(group.effects.get(culprit)!), culprit));
}

function refusePart(
  connection: Connection,
  { job, number, first }: Part,
  answer: Answer,
  { refusal, draft }: TransactionEnded,
) {
  answer.rows.delete(number);
  if (job.type !== "append" || draft === undefined) {
    answer.errors.set(number, describeError(statementError(refusal), "store_failed"));
    return;
  }
  answer.others.set(draft, refusal);
  if (!job.atomic) return;
  answer.takenBack.set(number, sizeOf(connection, job.log));
  // The drafts after this one may not have been tried, so they have no place.
  const message = `a statement of action ${draft - first} of this call ended its transaction, and nothing of it is appended`;
  for (let i = draft + 1; i < first + job.count; i++) {
    if (!answer.others.has(i)) answer.others.set(i, { status: "refused", code: "not_appended", message });
  }
}
