import { DatabaseSync } from "node:sqlite";
import { AnchorlogError } from "../../errors.ts";

/**
 * Keeps every other opener of a store away until the returned function is called. The lock is SQLite's own, on an
 * empty database beside the store's: it dies with its process, however that ends, and two threads of one process
 * respect it as well. The store's own file cannot be locked like that, since then nothing could read beside the
 * writer.
 *
 * @throws AnchorlogError `store_locked` where the store is open elsewhere.
 */
export function lockStore(path: string): () => void {
  const db = new DatabaseSync(`${path}-lock`);
  try {
    db.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    db.close();
    throw new AnchorlogError("store_locked", `${path} is locked: it is open here already, or in another process`, {
      fix: "let one process open a store at a time; the lock ends with the process that holds it",
      cause,
    });
  }
  return () => db.close();
}
