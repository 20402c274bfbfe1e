import { closeSync, existsSync, fsync, fsyncSync, linkSync, openSync, readFileSync, realpathSync } from "node:fs";
import { rmSync, writeSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { promisify } from "node:util";
import { sha256 } from "@noble/hashes/sha2.js";
import { checkpointOrigin, type OperatorId } from "../../action/domain.ts";
import { concat, equalBytes, utf8 } from "../../encoding/bytes.ts";
import { fromHex, toHex, type Hex } from "../../encoding/hex.ts";
import { RecordReader, RecordWriter } from "../../encoding/records.ts";
import { AnchorlogError } from "../../errors.ts";
import { lockFile } from "../lock.ts";
import { assertGuardOf, COMPARED_KEY, guardFailed, noGuard, sameMark, type Guard, type Mark } from "./guard.ts";

/** The first line of the file; the second is the origin. Zeros follow, and a checksum. */
const MAGIC = "anchorlog.guard/1\n";
const HEAD_BYTES = 256;
const BODY_BYTES = 72;
const CHECK_BYTES = 8;
const RECORD_BYTES = BODY_BYTES + CHECK_BYTES;
/** Two records a key, written in turn: one that a crash tore leaves the other. */
const SLOT_BYTES = 2 * RECORD_BYTES;

/** Where a key's records are, and which of the two is the newest. */
type Slot = { readonly at: number; turn: number };

/**
 * Makes the guard of an operator in a file, for a store that one machine writes. It is made once: on the day on which
 * the operator begins. Keep it on another disk than the store, and out of the backups that the store is restored from.
 *
 * @throws AnchorlogError `guard_exists` where the file is there; `guard_failed` where it cannot be written.
 */
export function createFileGuard(path: string, operator: OperatorId): Guard {
  const origin = checkpointOrigin(operator);
  const head = new Uint8Array(HEAD_BYTES);
  head.set(utf8(`${MAGIC}${origin}\n`));
  head.set(checkOf(head.subarray(0, HEAD_BYTES - CHECK_BYTES)), HEAD_BYTES - CHECK_BYTES);
  if (existsSync(path)) throw guardExists(path);
  const draft = `${path}.new-${process.pid}`;
  try {
    const file = openSync(draft, "w");
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
  const unlock = inTrouble(path, () => lockFile(real, "guard_locked"));
  try {
    const bytes = inTrouble(path, () => new Uint8Array(readFileSync(real)));
    const origin = readHead(path, bytes);
    assertGuardOf({ origin }, operator, path);
    return createGuard(
      path,
      origin,
      bytes,
      inTrouble(path, () => openSync(real, "r+")),
      unlock,
    );
  } catch (error) {
    unlock();
    throw error;
  }
}

function createGuard(path: string, origin: string, bytes: Uint8Array, file: number, unlock: () => void): Guard {
  const { slots, marks, end } = readSlots(path, bytes);
  let next = end;
  let open = true;

  const write = (key: Hex, mark: Mark): void => {
    if (!open) throw guardFailed(path, new Error("it was closed"));
    let slot = slots.get(key);
    if (slot === undefined) {
      slots.set(key, (slot = { at: next, turn: 1 }));
      next += SLOT_BYTES;
    }
    const turn = 1 - slot.turn;
    const record = writeRecord(key, mark);
    const written = writeSync(file, record, 0, record.length, slot.at + turn * RECORD_BYTES);
    if (written !== record.length) throw new Error(`only ${written} of ${record.length} bytes could be written`);
    slot.turn = turn;
    marks.set(key, { size: mark.size, hash: mark.hash.slice() });
  };

  const move: Guard["move"] = async (key, from, to, { durable }) => {
    if (!sameMark(marks.get(key), from)) return false;
    if (from !== undefined && to.size <= from.size) throw new RangeError("a mark only moves up");
    try {
      write(key, to);
      if (durable) await promisify(fsync)(file);
    } catch (error) {
      throw guardFailed(path, error);
    }
    return true;
  };

  return {
    origin,
    shared: false,
    mark: async (key) => marks.get(key),
    marks: async () => new Map([...marks].filter(([key]) => key !== COMPARED_KEY)),
    move,
    comparedAt: async () => marks.get(COMPARED_KEY)?.size ?? 0,
    compared: async (at) => {
      const from = marks.get(COMPARED_KEY);
      if (at > (from?.size ?? 0)) await move(COMPARED_KEY, from, { size: at, hash: NO_HASH }, { durable: false });
    },
    close: async () => {
      if (!open) return;
      open = false;
      closeSync(file);
      unlock();
    },
  };
}

const NO_HASH = new Uint8Array(32);

function readHead(path: string, bytes: Uint8Array): string {
  const head = bytes.subarray(0, HEAD_BYTES);
  const body = head.subarray(0, HEAD_BYTES - CHECK_BYTES);
  const [magic, origin] = new TextDecoder().decode(body).split("\n", 2);
  const whole = head.length === HEAD_BYTES && equalBytes(checkOf(body), head.subarray(HEAD_BYTES - CHECK_BYTES));
  if (!whole || `${magic}\n` !== MAGIC || origin === undefined) throw badGuard(path, "it is no guard's file");
  return origin;
}

function readSlots(path: string, bytes: Uint8Array) {
  const slots = new Map<Hex, Slot>();
  const marks = new Map<Hex, Mark>();
  let end = HEAD_BYTES;
  for (; end < bytes.length; end += SLOT_BYTES) {
    const parts = [0, 1].map((turn) => bytes.subarray(end + turn * RECORD_BYTES).subarray(0, RECORD_BYTES));
    const records = parts.map(readRecord);
    const newest = records.reduce((a, b) => ((b?.mark.size ?? -1) > (a?.mark.size ?? -1) ? b : a));
    if (newest === undefined) {
      // A power cut may leave a first record out, or tear it; both records are never written at the same time.
      if (parts.every((part) => part.some((byte) => byte !== 0))) throw badGuard(path, `it is damaged at byte ${end}`);
      continue;
    }
    slots.set(newest.key, { at: end, turn: records.indexOf(newest) });
    marks.set(newest.key, newest.mark);
  }
  return { slots, marks, end };
}

function writeRecord(key: Hex, { size, hash }: Mark): Uint8Array {
  const body = new RecordWriter(BODY_BYTES)
    .bytes(fromHex(key, 32), 32, "key")
    .u64(size, "size")
    .bytes(hash, 32, "hash")
    .finish();
  return concat(body, checkOf(body));
}

/** Undefined for a record that was never written, or not wholly. */
function readRecord(record: Uint8Array): { key: Hex; mark: Mark } | undefined {
  const body = record.subarray(0, BODY_BYTES);
  if (record.length !== RECORD_BYTES || !equalBytes(checkOf(body), record.subarray(BODY_BYTES))) return undefined;
  const reader = new RecordReader(body, BODY_BYTES, "a mark");
  const key = toHex(reader.bytes(32));
  return { key, mark: { size: reader.u64("size"), hash: reader.bytes(32).slice() } };
}

const checkOf = (body: Uint8Array): Uint8Array => sha256(body).subarray(0, CHECK_BYTES);

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

function badGuard(path: string, why: string): AnchorlogError {
  return new AnchorlogError("bad_guard", `${path} cannot be used: ${why}`, {
    fix: "name this operator's guard; a damaged one is made anew from an exported one (importGuard) or by adoptStore",
  });
}
