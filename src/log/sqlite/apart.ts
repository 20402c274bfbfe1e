/**
 * What cannot be committed together, is committed apart: a foreign key that is DEFERRABLE INITIALLY DEFERRED is looked
 * at when its transaction ends, and fails all who are in it for what one did; so does a statement that takes its whole
 * transaction back, by OR ROLLBACK, ON CONFLICT ROLLBACK or RAISE(ROLLBACK).
 */
import { ENTRY_BYTES } from "../entry.ts";
import { statementError, statementFailed } from "../effects.ts";
import type { Refusal } from "../link.ts";
import type { Statement } from "../store.ts";
import {
  describeError,
  type ErrorText,
  type Group,
  type GroupAnswer,
  type OtherOutcome,
  type WriteJob,
} from "./group.ts";

/** A job of a group, or one draft of it. `first` is the group's draft that it begins with. */
export type Part = { readonly job: WriteJob; readonly number: number; readonly first: number };

/** An answer in the making. */
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

/** Whether a commit failed for a constraint, which leaves its transaction open: SQLITE_CONSTRAINT. */
export function isViolation(error: unknown): boolean {
  return (((error as { errcode?: number }).errcode ?? 0) & 0xff) === 19;
}

/** Says that a statement took the whole transaction back: of which draft, and how that one is to be refused. */
export class TransactionEnded extends Error {
  readonly refusal: Refusal;
  readonly draft: number | undefined;

  constructor(refusal: Refusal, draft?: number) {
    super("a statement rolled its transaction back");
    this.refusal = refusal;
    this.draft = draft;
  }
}

/** What the writer's connection does for a transaction of its own for each part. */
type Connection = {
  begin(): void;
  /** @throws TransactionEnded */
  runPart(group: Group, part: Part, answer: Answer): void;
  end(): void;
  /** Takes back what is not committed, unless a statement has. */
  undo(): void;
  size(log: Extract<WriteJob, { type: "append" }>["log"]): number;
};

/**
 * Commits a group whose commit failed for a constraint, or whose transaction a statement ended, part by part, of which
 * the one that did it is refused. Where this throws, some parts may be committed.
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

/** Each draft by itself, unless they are appended together or not at all. */
function splitJob({ job, number, first }: Part): Part[] {
  if (job.type !== "append" || job.atomic) return [{ job, number, first }];
  return Array.from({ length: job.count }, (_, i) => ({ job: { ...job, count: 1 }, number, first: first + i }));
}

/** Of several statements the last one is named, as far as can be told. */
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
  // Those behind it may not have been looked at: they have no place.
  const message = `a statement of action ${draft - first} of this call ended its transaction, and nothing of it is appended`;
  for (let i = draft + 1; i < first + job.count; i++) {
    if (!answer.others.has(i)) answer.others.set(i, { status: "refused", code: "not_appended", message });
  }
}
