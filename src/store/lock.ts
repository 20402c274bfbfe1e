import { DatabaseSync } from "node:sqlite";
import { AnchorlogError } from "../base/errors.ts";

const SQLITE_BUSY = 5;

/**
 * Locks a file against every other opener until the returned function is called. The lock is SQLite's own, on an empty
 * database beside the file. It ends with its process, even after a crash, and also works between two threads of one
 * process. A store's own file cannot be locked like this: then nothing could read beside the writer.
 *
 * @param code error code if the file is open elsewhere.
 * @throws AnchorlogError with that code; SQLite's own error if the lock cannot be made, for example on a full disk.
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
