import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { AnchorlogError } from "../base/errors.ts";
import { unwritable } from "../base/wholeFile.ts";

const SQLITE_BUSY = 5;

/** A held lock. */
export type FileLock = {
  /** Returns false if the lock's file was deleted or replaced: another process may hold a lock of the same name. */
  readonly isHeld: () => boolean;
  readonly unlock: () => void;
};

/**
 * Locks a file against every other opener until `unlock` is called. The lock is SQLite's own, on an empty
 * database beside the file. It ends with its process, even after a crash, and also works between two threads of one
 * process. A store's own file cannot be locked like this: then nothing could read beside the writer.
 *
 * @param code error code if the file is open elsewhere.
 * @throws AnchorlogError with that code; `unwritable` if
 *   the lock cannot be made, for example on a full disk or in another user's file.
 */
export function lockFile(
  path: string,
  code: "store_locked" | "guard_locked" | "watch_locked" | "dev_locked",
): FileLock {
  const file = `${path}-lock`;
  const db = open(file);
  try {
    // If this user cannot write the file, SQLite begins a transaction that excludes nobody. The write then fails.
    db.exec("BEGIN EXCLUSIVE; PRAGMA user_version = 1;");
  } catch (cause) {
    db.close();
    if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) throw unwritable(file, cause);
    throw new AnchorlogError(code, `${path} is locked: it is open here already, or in another process`, {
      fix: "let one process open it at a time; the lock ends with the process that holds it",
      cause,
    });
  }
  const held = statSync(file, { throwIfNoEntry: false });
  const isHeld = () => {
    const there = statSync(file, { throwIfNoEntry: false });
    return there !== undefined && there.ino === held?.ino && there.dev === held.dev;
  };
  return { isHeld, unlock: () => db.close() };
}

function open(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file);
  } catch (cause) {
    throw unwritable(file, cause);
  }
}
