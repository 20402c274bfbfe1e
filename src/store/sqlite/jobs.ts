/** Runs the jobs of a group in the open transaction. */
import type { Hex } from "../../base/hex.ts";
import { AnchorlogError, describeError, type ErrorText } from "../../base/errors.ts";
import { statementError } from "../../log/effects.ts";
import { ENTRY_BYTES, nonceKeyOfEntry } from "../../log/entry.ts";
import { followHead } from "../../log/link.ts";
import type { Statement, StoredEntry } from "../../log/store.ts";
import { appendDrafts } from "./append.ts";
import {
  findNewestAct,
  headOf,
  insertEntry,
  moveHead,
  writeHeads,
  writeRecords,
  type Connection,
} from "./connection.ts";
import { type Group, type GroupAnswer, type OtherOutcome, type WriteJob } from "./group.ts";

/** A job of a group, or one draft of it. `first` is the number in the group of its first draft. */
export type Part = { readonly job: WriteJob; readonly number: number; readonly first: number };

/** A group's answer while it is being built. */
export type Answer = GroupAnswer & {
  readonly others: Map<number, OtherOutcome>;
  readonly takenBack: Map<number, number>;
  readonly rows: Map<number, readonly unknown[]>;
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

/** Runs parts of a group. An AnchorlogError refuses its own part only. @throws TransactionEnded, Unguarded */
export function runParts(connection: Connection, group: Group, parts: readonly Part[], answer: Answer): void {
  for (const part of parts) {
    try {
      runPart(connection, group, part, answer);
    } catch (error) {
      if (!(error instanceof AnchorlogError)) throw error;
      answer.errors.set(part.number, describeError(error, "store_failed"));
    }
  }
  writeHeads(connection);
}

function runPart(connection: Connection, group: Group, { job, number, first }: Part, answer: Answer): void {
  if (job.type === "restore") {
    restore(connection, job.log, job.entries);
  } else if (job.type === "append") {
    const size = appendDrafts(connection, group, job, first, answer);
    if (size !== undefined) answer.takenBack.set(number, size);
  } else {
    const rows =
      job.type === "run"
        ? runStatements(connection, job.statements)
        : writeRecords(connection, job.statements, job.condition);
    if (rows !== undefined) answer.rows.set(number, rows);
  }
}

/** Runs a caller's statements, all or none. Returns how many rows each changed or returned. */
function runStatements({ savepoint, effects }: Connection, statements: readonly Statement[]): readonly number[] {
  let rows: readonly number[] = [];
  const failed = savepoint(() => {
    const result = effects(statements, undefined);
    if (result.status === "refused") return result;
    ({ rows } = result);
    return undefined;
  });
  if (failed !== undefined) throw statementError(failed);
  return rows;
}

/** Puts entries back, all or none. */
function restore(connection: Connection, log: Hex, entries: readonly StoredEntry[]): void {
  const newestAct = (objectKey: Uint8Array) => findNewestAct(connection, log, objectKey);
  const head = followHead(log, headOf(connection, log), entries, newestAct);
  const undone = connection.savepoint(() => {
    for (const { index, bytes, hash, action, verifiedBlockHash: blockHash } of entries) {
      const nonceKey = nonceKeyOfEntry(bytes);
      const entry = { index, nonceKey, bytes, hash, action: JSON.stringify(action), blockHash };
      if (insertEntry(connection, log, entry)) continue;
      return { status: "refused", code: "nonce_used", message: `entry ${index} uses a nonce again` };
    }
    return undefined;
  });
  if (undone === undefined) moveHead(connection, log, head);
  else throw new AnchorlogError("head_moved", `log ${log} cannot be restored: ${undone.message}`);
}
