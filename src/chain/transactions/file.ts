import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { utf8 } from "../../base/bytes.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { putWhole } from "../../base/wholeFile.ts";
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
        const bytes = utf8(formatPending(next) ?? "");
        await putWhole(target, (draft) => writeFile(draft, bytes, { mode: 0o600 }));
      }),
  };
}
