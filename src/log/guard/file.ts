import {
  closeSync,
  existsSync,
  fstatSync,
  fsync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { promisify } from "node:util";
import type { OperatorId } from "../../action/domain.ts";
import type { Hex } from "../../encoding/hex.ts";
import { AnchorlogError } from "../../errors.ts";
import { lockFile } from "../lock.ts";
import { readHead, readSlots, RECORD_BYTES, SLOT_BYTES, writeHead, writeRecord, type Slot } from "./fileFormat.ts";
import {
  assertGuardOf,
  COMPARED_KEY,
  guardFailed,
  noGuard,
  originOf,
  sameMark,
  type Guard,
  type Mark,
} from "./guard.ts";

/**
 * Makes the guard of an operator in a file, for a store that one machine writes. It is made once: on the day on which
 * the operator begins. Keep it on another disk than the store, and out of the backups that the store is restored from.
 *
 * @throws AnchorlogError `guard_exists` where the file is there; `guard_failed` where it cannot be written.
 */
export function createFileGuard(path: string, operator: OperatorId): Guard {
  const head = writeHead(originOf(operator));
  if (existsSync(path)) throw guardExists(path);
  const draft = `${path}.new-${process.pid}`;
  try {
    // One that a crash left behind may be the guard itself, by another name.
    rmSync(draft, { force: true });
    const file = openSync(draft, "wx");
    try {
      writeSync(file, head);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    // Unlike a rename, a link never replaces what somebody else has just made.
    linkSync(draft, path);
    syncFolder(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw guardExists(path);
    throw guardFailed(path, error);
  } finally {
    rmSync(draft, { force: true });
  }
  return openFileGuard(path, operator);
}

/**
 * Opens an operator's guard. One process has it open at a time: `path-lock` beside it is the lock.
 *
 * @throws AnchorlogError `no_guard` where there is none; `bad_guard` where the file is another or damaged;
 *   `foreign_guard` where it is another operator's; `guard_locked` where it is open elsewhere; `guard_failed`.
 */
export function openFileGuard(path: string, operator: OperatorId): Guard {
  if (!existsSync(path)) throw noGuard(path);
  const real = realpathSync(path);
  const load = () => {
    const bytes = inTrouble(path, () => new Uint8Array(readFileSync(real)));
    assertGuardOf({ origin: readHead(path, bytes) }, operator, path);
    return bytes;
  };
  // Before anything is put beside a file that may be none.
  load();
  const unlock = inTrouble(path, () => lockFile(real, "guard_locked"));
  try {
    const bytes = load();
    readSlots(path, bytes);
    const file = inTrouble(path, () => reviveFile(real, bytes));
    return createGuard(real, readHead(path, bytes), bytes, file, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Reads what an operator's guard remembers, beside the process that has it open, and changes nothing.
 *
 * @throws AnchorlogError as {@link openFileGuard}, but for `guard_locked`.
 */
export function readFileGuard(path: string, operator: OperatorId): Pick<Guard, "origin" | "marks"> {
  if (!existsSync(path)) throw noGuard(path);
  const bytes = inTrouble(path, () => new Uint8Array(readFileSync(path)));
  const origin = readHead(path, bytes);
  assertGuardOf({ origin }, operator, path);
  const { marks } = readSlots(path, bytes);
  return { origin, marks: async () => withoutTime(marks) };
}

const withoutTime = (marks: ReadonlyMap<Hex, Mark>) => new Map([...marks].filter(([key]) => key !== COMPARED_KEY));

function createGuard(path: string, origin: string, bytes: Uint8Array, file: number, unlock: () => void): Guard {
  const { slots, marks, end } = readSlots(path, bytes);
  let next = end;
  let open = true;
  /** Whether what is remembered may not have reached the disk: then it is written again before anything else. */
  let isDoubtful = false;
  /** By key, a move that is not on disk yet. */
  const syncing = new Map<Hex, Promise<void>>();
  const sync = promisify(fsync);

  const put = (key: Hex, mark: Mark, { at, turn }: Slot): void => {
    const record = writeRecord(key, mark);
    const written = writeSync(file, record, 0, record.length, at + turn * RECORD_BYTES);
    if (written !== record.length) throw new Error(`only ${written} of ${record.length} bytes could be written`);
  };

  const write = (key: Hex, mark: Mark): void => {
    let slot = slots.get(key);
    if (slot === undefined) {
      slots.set(key, (slot = { at: next, turn: 1 }));
      next += SLOT_BYTES;
    }
    slot.turn = 1 - slot.turn;
    // Remembered even where it cannot be written: who was refused may have gone further than anybody knows.
    marks.set(key, { size: mark.size, hash: mark.hash.slice() });
    put(key, mark, slot);
  };

  /** Who deletes a guard that is in use would find nothing of it when it is opened again. */
  const assertThere = (): void => {
    const [mine, there] = [fstatSync(file), statSync(path, { throwIfNoEntry: false })];
    if (there?.ino !== mine.ino || there.dev !== mine.dev) throw new Error("its file was deleted or replaced");
  };

  /** After a failure the disk may have any of the records, or the system may only believe so: all are written again. */
  const settle = async (): Promise<void> => {
    if (!open) throw new Error("it was closed");
    if (!isDoubtful) return;
    assertThere();
    for (const [key, slot] of slots) put(key, marks.get(key)!, slot);
    await sync(file);
    isDoubtful = false;
  };

  const inDoubt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      await settle();
      return await work();
    } catch (error) {
      if (error instanceof RangeError) throw error;
      isDoubtful = true;
      throw guardFailed(path, error);
    }
  };

  const move: Guard["move"] = (key, from, to, { durable }) =>
    inDoubt(async () => {
      await syncing.get(key)?.catch(() => {});
      if (!sameMark(marks.get(key), from)) return false;
      if (from !== undefined && to.size <= from.size) throw new RangeError("a mark only moves up");
      if (durable) assertThere();
      write(key, to);
      if (!durable) return true;
      const synced = sync(file);
      syncing.set(key, synced);
      try {
        await synced;
      } finally {
        syncing.delete(key);
      }
      return true;
    });

  return {
    origin,
    shared: false,
    // Nobody relies on a mark that is still on its way to the disk.
    mark: (key) =>
      inDoubt(async () => {
        await syncing.get(key);
        return marks.get(key);
      }),
    marks: async () => withoutTime(marks),
    move,
    comparedAt: async () => marks.get(COMPARED_KEY)?.size ?? 0,
    compared: async (at) => {
      const from = marks.get(COMPARED_KEY);
      if (at > (from?.size ?? 0)) await move(COMPARED_KEY, from, { size: at, hash: NO_HASH }, { durable: false });
    },
    close: async () => {
      if (!open) return;
      open = false;
      await Promise.allSettled(syncing.values());
      closeSync(file);
      unlock();
    },
  };
}

const NO_HASH = new Uint8Array(32);

/** What a process that ended had written may not be on disk, though it can be read: so it is written again. */
function reviveFile(path: string, bytes: Uint8Array): number {
  const file = openSync(path, "r+");
  try {
    writeSync(file, bytes, 0, bytes.length, 0);
    fsyncSync(file);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Makes a new name durable, where folders can be synced at all. */
function syncFolder(path: string): void {
  if (process.platform === "win32") return;
  const folder = openSync(dirname(resolve(path)), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function inTrouble<T>(path: string, body: () => T): T {
  try {
    return body();
  } catch (error) {
    throw error instanceof AnchorlogError ? error : guardFailed(path, error);
  }
}

function guardExists(path: string): AnchorlogError {
  return new AnchorlogError("guard_exists", `${path} is there already`, {
    fix: "open it (openFileGuard); a guard is made once, since a new one remembers nothing of what was signed",
  });
}
