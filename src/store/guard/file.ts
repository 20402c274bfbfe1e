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
import type { Hex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { syncFolderSync } from "../../base/folders.ts";
import { lockFile, type FileLock } from "../lock.ts";
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
} from "../../log/guard.ts";

/**
 * Creates an operator's guard in a file, for a store that one machine writes. Create it only once, on the operator's
 * first day. Keep it on another disk than the store, and outside the backups from which the store is restored.
 *
 * @example
 * const guard = createFileGuard("anchorlog.guard", operator) // once; `openFileGuard` from then on
 * const copy = await exportGuard(guard)
 *
 * @throws AnchorlogError `guard_exists` if the file exists; `guard_failed` if it cannot be written.
 */
export function createFileGuard(path: string, operator: OperatorId): Guard {
  const head = writeHead(originOf(operator));
  if (existsSync(path)) throw guardExists(path);
  const draft = `${path}.new-${process.pid}`;
  try {
    // Remove the draft of a crashed process, which may be a hard link to the guard itself. Writing to it would change
    // the guard.
    rmSync(draft, { force: true });
    const file = openSync(draft, "wx");
    try {
      writeSync(file, head);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    // Unlike a rename, a link never replaces a file that another process has just created.
    linkSync(draft, path);
    syncFolderSync(dirname(resolve(path)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw guardExists(path);
    throw guardFailed(path, error);
  } finally {
    rmSync(draft, { force: true });
  }
  return openFileGuard(path, operator);
}

/**
 * Opens an operator's guard. Only one process can open it at a time: the lock is `path-lock` beside it.
 *
 * @throws AnchorlogError `no_guard` if there is none; `bad_guard` if the file is damaged or not a guard;
 *   `foreign_guard` if it is another operator's; `guard_locked` if it is open elsewhere; `guard_failed`.
 */
export function openFileGuard(path: string, operator: OperatorId): Guard {
  if (!existsSync(path)) throw noGuard(path);
  const real = realpathSync(path);
  const load = () => {
    const bytes = inTrouble(path, () => new Uint8Array(readFileSync(real)));
    assertGuardOf({ origin: readHead(path, bytes) }, operator, path);
    return bytes;
  };
  // Check the file before creating a lock beside it, since it may not be a guard.
  load();
  const lock = inTrouble(path, () => lockFile(real, "guard_locked"));
  try {
    const bytes = load();
    readSlots(path, bytes);
    const file = inTrouble(path, () => reviveFile(real, bytes));
    return createGuard(real, readHead(path, bytes), bytes, file, lock);
  } catch (error) {
    lock.unlock();
    throw error;
  }
}

/**
 * Reads an operator's guard without changes, even while another process has it open.
 *
 * @throws AnchorlogError as {@link openFileGuard}, except for `guard_locked`.
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

const sync = (file: number): Promise<void> => promisify(fsync)(file);

type OpenGuard = {
  readonly path: string;
  /** The file's descriptor. */
  readonly file: number;
  readonly lock: FileLock;
  readonly slots: Map<Hex, Slot>;
  readonly marks: Map<Hex, Mark>;
  /** The offset at which the next new slot begins. */
  end: number;
  isOpen: boolean;
  /** Whether marks may be missing on disk. If so, they are written again before anything else. */
  isDoubtful: boolean;
  /** Moves that are not on disk yet, by key. */
  readonly syncing: Map<Hex, Promise<void>>;
};

function createGuard(path: string, origin: string, bytes: Uint8Array, file: number, lock: FileLock): Guard {
  const read = readSlots(path, bytes);
  const guard: OpenGuard = { path, file, lock, ...read, isOpen: true, isDoubtful: false, syncing: new Map() };
  const { marks, syncing } = guard;
  return {
    origin,
    shared: false,
    // Wait for a move under way: a mark counts only once it is on disk.
    mark: (key) =>
      inDoubt(guard, async () => {
        await syncing.get(key);
        return marks.get(key);
      }),
    marks: async () => withoutTime(marks),
    move: (key, from, to, { durable }) => inDoubt(guard, () => move(guard, key, from, to, durable)),
    comparedAt: async () => marks.get(COMPARED_KEY)?.size ?? 0,
    compared: async (at) => {
      const from = marks.get(COMPARED_KEY);
      if (at <= (from?.size ?? 0)) return;
      await inDoubt(guard, () => move(guard, COMPARED_KEY, from, { size: at, hash: NO_HASH }, false));
    },
    close: async () => {
      if (!guard.isOpen) return;
      guard.isOpen = false;
      await Promise.allSettled(syncing.values());
      closeSync(file);
      lock.unlock();
    },
  };
}

/** Runs work once all marks are on disk. After a failure, marks may be missing there. */
async function inDoubt<T>(guard: OpenGuard, work: () => Promise<T>): Promise<T> {
  try {
    await settle(guard);
    return await work();
  } catch (error) {
    if (error instanceof RangeError) throw error;
    guard.isDoubtful = true;
    throw guardFailed(guard.path, error);
  }
}

/** After a failure any of the records may be on disk, or in the system's cache only: write all of them again. */
async function settle(guard: OpenGuard): Promise<void> {
  if (!guard.isOpen) throw new Error("it was closed");
  if (!guard.isDoubtful) return;
  assertThere(guard);
  for (const [key, slot] of guard.slots) put(guard, key, guard.marks.get(key)!, slot);
  await sync(guard.file);
  guard.isDoubtful = false;
}

async function move(guard: OpenGuard, key: Hex, from: Mark | undefined, to: Mark, durable: boolean): Promise<boolean> {
  await guard.syncing.get(key)?.catch(() => {});
  if (!sameMark(guard.marks.get(key), from)) return false;
  if (from !== undefined && to.size <= from.size) throw new RangeError("a mark can only move to a larger size");
  if (durable) assertThere(guard);
  write(guard, key, to);
  if (!durable) return true;
  const synced = sync(guard.file);
  guard.syncing.set(key, synced);
  try {
    await synced;
  } finally {
    guard.syncing.delete(key);
  }
  return true;
}

function write(guard: OpenGuard, key: Hex, mark: Mark): void {
  let slot = guard.slots.get(key);
  if (slot === undefined) {
    guard.slots.set(key, (slot = { at: guard.end, turn: 1 }));
    guard.end += SLOT_BYTES;
  }
  slot.turn = 1 - slot.turn;
  // Keep the mark in memory even if the write fails: the record may have reached the disk after all.
  guard.marks.set(key, { size: mark.size, hash: mark.hash.slice() });
  put(guard, key, mark, slot);
}

function put({ file }: OpenGuard, key: Hex, mark: Mark, { at, turn }: Slot): void {
  const record = writeRecord(key, mark);
  const written = writeSync(file, record, 0, record.length, at + turn * RECORD_BYTES);
  if (written !== record.length) throw new Error(`only ${written} of ${record.length} bytes could be written`);
}

/**
 * Detects a deleted or replaced file: its marks would be lost when the guard is opened again. Without the lock's file,
 * another process may move the marks too.
 */
function assertThere({ path, file, lock }: OpenGuard): void {
  if (!lock.isHeld()) throw new Error(`${path}-lock was deleted or replaced: stop all processes of this guard`);
  const [mine, there] = [fstatSync(file), statSync(path, { throwIfNoEntry: false })];
  if (there?.ino !== mine.ino || there.dev !== mine.dev) throw new Error("its file was deleted or replaced");
}

const NO_HASH = new Uint8Array(32);

/** Writes the whole file again, with an fsync: the writes of an ended process may be in the system's cache only. */
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

function inTrouble<T>(path: string, body: () => T): T {
  try {
    return body();
  } catch (error) {
    throw error instanceof AnchorlogError && error.code !== "unwritable" ? error : guardFailed(path, error);
  }
}

function guardExists(path: string): AnchorlogError {
  return new AnchorlogError("guard_exists", `${path} is there already`, {
    fix: "open it (openFileGuard); a guard is made once, since a new one remembers nothing of what was signed",
  });
}
