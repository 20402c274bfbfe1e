import type { DatabaseSync } from "node:sqlite";

/**
 * Runs a body, and undoes its writes if it returns a reason.
 *
 * @param ended makes the error to throw if the body's statements ended the transaction, which undid everything in it.
 */
export function savepoint<T>(db: DatabaseSync, body: () => T | undefined, ended?: (reason: T) => Error): T | undefined {
  db.exec("SAVEPOINT call");
  const undo = body();
  if (undo !== undefined && ended !== undefined && !isOpen(db)) throw ended(undo);
  db.exec(undo === undefined ? "RELEASE call" : "ROLLBACK TO call; RELEASE call");
  return undo;
}

/** Whether a transaction is open. Tries BEGIN, which SQLite refuses inside a transaction. */
export function isOpen(db: DatabaseSync): boolean {
  try {
    db.exec("BEGIN");
  } catch {
    return true;
  }
  db.exec("ROLLBACK");
  return false;
}
