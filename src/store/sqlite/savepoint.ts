import type { DatabaseSync } from "node:sqlite";
import type { Refusal } from "../../log/link.ts";

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

/** Thrown if a draft without a savepoint is refused after it has written: its group must run again with savepoints. */
export class Unguarded extends Error {}

/** Runs a body. If it returns a refusal, undoes the body's writes and returns the refusal. */
export type Savepoint = (body: () => Refusal | undefined) => Refusal | undefined;

/**
 * Prepares savepoints, which may be nested.
 *
 * @throws TransactionEnded if a statement of the body already undid all writes of the transaction.
 */
export function prepareSavepoint(db: DatabaseSync): Savepoint {
  const save = db.prepare("SAVEPOINT call");
  const undo = db.prepare("ROLLBACK TO call");
  const release = db.prepare("RELEASE call");
  return (body) => {
    save.run();
    const refusal = body();
    if (refusal !== undefined && !isOpen(db)) throw new TransactionEnded(refusal);
    if (refusal !== undefined) undo.run();
    release.run();
    return refusal;
  };
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
