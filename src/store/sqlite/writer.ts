import { AnchorlogError, messageOf } from "../../base/errors.ts";
import { commitApart, isViolation } from "./apart.ts";
import { begin, connect, settle, undoGuarding, type Connection } from "./connection.ts";
import { type Group, type GroupAnswer } from "./group.ts";
import { emptyAnswer, jobsOf, runParts, type Answer } from "./jobs.ts";
import { TransactionEnded, Unguarded } from "./savepoint.ts";

/** The only connection that writes a store. */
export type Writer = {
  readonly path: string;
  /** Undefined after a failure, until the recovery succeeds. */
  connection: Connection | undefined;
};

/** Opens the writer. Throws SQLite's error. */
export const openWriter = (path: string): Writer => ({ path, connection: connectAndSettle(path) });

/**
 * Commits a group of calls in one transaction. It is durable on return.
 *
 * @throws AnchorlogError `outcome_unknown` if the commit failed; `store_failed` if nothing was written.
 */
export function commit(writer: Writer, group: Group): GroupAnswer {
  if (writer.connection === undefined) attempt(() => recover(writer), storeFailed);
  const connection = writer.connection!;
  // For example, another connection may be writing to the file. Nothing was written yet.
  attempt(() => begin(connection), storeFailed);
  let answer: Answer | undefined;
  try {
    answer = runWhole(connection, group);
  } catch (error) {
    if (!(error instanceof TransactionEnded)) {
      attempt(
        () => recover(writer),
        () => storeFailed(error),
      );
      throw storeFailed(error);
    }
  }
  try {
    return answer === undefined ? commitApart(connection, group) : commitWhole(connection, group, answer);
  } catch (error) {
    attempt(
      () => recover(writer),
      () => outcomeUnknown(error),
    );
    throw outcomeUnknown(error);
  }
}

/** Copies the rest of the write-ahead log into the file. The next commit then reuses the log from its start. */
export function copyWal({ connection }: Writer): void {
  try {
    connection?.db.exec("PRAGMA wal_checkpoint(PASSIVE)");
  } catch {
    // The data is durable in the write-ahead log as well.
  }
}

export function closeWriter(writer: Writer): void {
  // If the caller has other connections open, closing this one does not fold the write-ahead log into the file.
  copyWal(writer);
  writer.connection?.db.close();
}

/** After a failure, trust neither this code's memory nor SQLite's: open a new connection. */
function recover(writer: Writer): void {
  writer.connection?.db.close();
  writer.connection = undefined;
  writer.connection = connectAndSettle(writer.path);
}

/** Runs a group in the open transaction. If a draft without a savepoint is refused, runs it again with savepoints. */
function runWhole(connection: Connection, group: Group): Answer {
  if (connection.guarded > 0) connection.guarded--;
  for (;;) {
    const answer = emptyAnswer(group);
    try {
      runParts(connection, group, jobsOf(group), answer);
      return answer;
    } catch (error) {
      if (!(error instanceof Unguarded)) throw error;
      undoGuarding(connection);
      begin(connection);
    }
  }
}

function commitWhole(connection: Connection, group: Group, answer: GroupAnswer): GroupAnswer {
  try {
    connection.sql.commit.run();
    return answer;
  } catch (error) {
    if (!isViolation(error)) throw error;
    return commitApart(connection, group);
  }
}

function connectAndSettle(path: string): Connection {
  const connection = connect(path);
  try {
    settle(connection);
    return connection;
  } catch (error) {
    connection.db.close();
    throw error;
  }
}

function attempt(body: () => void, failed: (error: unknown) => AnchorlogError): void {
  try {
    body();
  } catch (error) {
    throw failed(error);
  }
}

function storeFailed(error: unknown): AnchorlogError {
  if (error instanceof Error && error.cause instanceof AnchorlogError) return error.cause;
  return new AnchorlogError("store_failed", `nothing was written: ${messageOf(error)}`, {
    fix: "repair the disk, then try again: the store recovers without a restart",
    cause: error,
  });
}

function outcomeUnknown(error: unknown): AnchorlogError {
  return new AnchorlogError("outcome_unknown", `the commit failed: ${messageOf(error)}`, {
    fix: "try again with the same actions: those that were written after all are answered as retries",
    cause: error,
  });
}
