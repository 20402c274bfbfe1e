import { DatabaseSync } from "node:sqlite";
import { AnchorlogError } from "../errors.ts";

const SQLITE_BUSY = 5;

/**
 * Keeps every other opener of a file away until the returned function is called. The lock is SQLite's own, on an
 * empty database beside the file: it dies with its process, however that ends, and two threads of one process respect
 * it as well. A store's own file cannot be locked like that, since then nothing could read beside the writer.
 *
 * @param code that of the error where the file is open elsewhere.
 * @throws AnchorlogError with that code; what SQLite says where there can be no lock: the disk is full, say.
 */
export function lockFile(
  path: string,
  code: "store_locked" | "guard_locked" | "watch_locked" | "dev_locked",
): () => void {
  const db = new DatabaseSync(`${path}-lock`);
  try {
    db.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    db.close();
    if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) throw cause;
    throw new AnchorlogError(code, `${path} is locked: it is open here already, or in another process`, {
      fix: "let one process open it at a time; the lock ends with the process that holds it",
      cause,
    });
  }
  return () => db.close();
}
