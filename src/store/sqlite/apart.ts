/**
 * Commits a group's calls one by one if they cannot be committed together. A foreign key that is DEFERRABLE INITIALLY
 * DEFERRED is checked when its transaction ends, and then fails every call in it. So does a statement that rolls the
 * whole transaction back, with OR ROLLBACK, ON CONFLICT ROLLBACK or RAISE(ROLLBACK).
 */
import { ENTRY_BYTES } from "../../log/entry.ts";
import { statementError, statementFailed } from "../../log/effects.ts";
import type { Refusal } from "../../log/link.ts";
import type { Statement } from "../../log/store.ts";
import {
  describeError,
  type ErrorText,
  type Group,
  type GroupAnswer,
  type OtherOutcome,
  type WriteJob,
} from "./group.ts";

/** A job of a group, or one draft of it. `first` is the number in the group of its first draft. */
export type Part = { readonly job: WriteJob; readonly number: number; readonly first: number };

/** A group's answer while it is being built. */
export type Answer = GroupAnswer & {
  readonly others: Map<number, OtherOutcome>;
  readonly takenBack: Map<number, number>;
  readonly rows: Map<number, readonly number[]>;
  readonly errors: Map<number, ErrorText>;
};

export function emptyAnswer({ bytes }: Group): Answer {
  const hashes = new Uint8Array((32 * bytes.length) / ENTRY_BYTES);
  return { bytes, hashes, others: new Map(), takenBack: new Map(), rows: new Map(), errors: new Map() };
}

export function jobsOf({ jobs }: Group): Part[] {
  let first = 0;
  return jobs.map((job, number) => {
    const part = { job, number, first };
    if (job.type === "append") first += job.count;
    return part;
  });
}

/** Whether a commit failed because of a constraint (SQLITE_CONSTRAINT), which leaves its transaction open. */
export function isViolation(error: unknown): boolean {
  return (((error as { errcode?: number }).errcode ?? 0) & 0xff) === 19;
}

/** Thrown if a statement rolled the whole transaction back. Has its draft's number, and the refusal for that draft. */
export class TransactionEnded extends Error {
  readonly refusal: Refusal;
  readonly draft: number | undefined;

  constructor(refusal: Refusal, draft?: number) {
    super("a statement rolled its transaction back");
    this.refusal = refusal;
    this.draft = draft;
  }
}

/** The writer's operations to commit each part in its own transaction. */
type Connection = {
  begin(): void;
  /** @throws TransactionEnded */
  runPart(group: Group, part: Part, answer: Answer): void;
  end(): void;
  /** Rolls back uncommitted changes, unless a statement already has. */
  undo(): void;
  size(log: Extract<WriteJob, { type: "append" }>["log"]): number;
};

/**
 * Commits a group part by part, after its commit failed for a constraint or a statement ended its transaction. The part
 * that causes it again is refused. If this throws, some parts may be committed.
 */
export function commitApart(connection: Connection, group: Group): GroupAnswer {
  const answer = emptyAnswer(group);
  connection.undo();
  for (const part of jobsOf(group).flatMap(splitJob)) {
    connection.begin();
    try {
      connection.runPart(group, part, answer);
      connection.end();
    } catch (error) {
      const isEnded = error instanceof TransactionEnded;
      if (!isEnded && !isViolation(error)) throw error;
      connection.undo();
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
    answer.errors.set(number, describeError(statementError(refusal)));
    return;
  }
  answer.others.set(draft, refusal);
  if (!job.atomic) return;
  answer.takenBack.set(number, connection.size(job.log));
  // The drafts after this one may not have been tried, so they have no place.
  const message = `a statement of action ${draft - first} of this call ended its transaction, and nothing of it is appended`;
  for (let i = draft + 1; i < first + job.count; i++) {
    if (!answer.others.has(i)) answer.others.set(i, { status: "refused", code: "not_appended", message });
  }
}
