import { existsSync, readFileSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { AnchorlogError } from "../../base/errors.ts";
import { formatPending, pendingMoved, readPending } from "./store.ts";
import type { PendingStore } from "./types.ts";

/**
 * Keeps the pending transaction in a file of its own, for a process without a store, such as a watchtower. One process
 * uses it at a time.
 *
 * @throws AnchorlogError `store_failed` from `read` and `write`, if nothing was changed.
 */
export function filePendingStore(path: string): PendingStore {
  const target = resolve(path);
  const inTrouble = async <T>(body: () => T | Promise<T>): Promise<T> => {
    try {
      return await body();
    } catch (cause) {
      if (cause instanceof AnchorlogError) throw cause;
      throw new AnchorlogError("store_failed", `${path} cannot be used: ${(cause as Error).message}`, {
        fix: "check that its directory exists and is writable, and that the disk has space",
        cause,
      });
    }
  };
  const read = (): string | undefined => {
    const text = existsSync(target) ? readFileSync(target, "utf8") : "";
    return text === "" ? undefined : text;
  };
  return {
    read: () => inTrouble(() => readPending(read())),
    write: (next, before) =>
      inTrouble(async () => {
        if (read() !== formatPending(before)) throw pendingMoved();
        await replace(target, formatPending(next) ?? "");
      }),
  };
}

/** Replaces the file atomically: a reader finds either the old text or the new text, even after a crash. */
async function replace(path: string, text: string): Promise<void> {
  const draft = `${path}.new-${process.pid}`;
  try {
    const file = await open(draft, "w", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  // Makes the file's name durable. Windows cannot sync directories.
  if (process.platform === "win32") return;
  const folder = await open(dirname(path), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
