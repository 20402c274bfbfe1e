import type { DatabaseSync } from "node:sqlite";

/**
 * Runs a body that is undone where it returns a reason to, or throws.
 *
 * @param ended what is thrown where the body has ended the transaction, and undone with it all that was in it.
 */
export function savepoint<T>(db: DatabaseSync, body: () => T | undefined, ended?: (reason: T) => Error): T | undefined {
  db.exec("SAVEPOINT call");
  const undo = body();
  if (undo !== undefined && ended !== undefined && !isOpen(db)) throw ended(undo);
  db.exec(undo === undefined ? "RELEASE call" : "ROLLBACK TO call; RELEASE call");
  return undo;
}

/** Whether a transaction is open: SQLite refuses to begin another within it. */
export function isOpen(db: DatabaseSync): boolean {
  try {
    db.exec("BEGIN");
  } catch {
    return true;
  }
  db.exec("ROLLBACK");
  return false;
}
