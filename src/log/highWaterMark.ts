import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { sha256 } from "@noble/hashes/sha2.js";
import { concat, equalBytes, utf8 } from "../encoding/bytes.ts";
import { fromHex, toHex, type Hex } from "../encoding/hex.ts";
import { RecordReader, RecordWriter } from "../encoding/records.ts";
import { AnchorlogError } from "../errors.ts";

/** How far a log once was: its size, and the hash of its last entry, 32 bytes. */
export type Mark = { readonly size: number; readonly hash: Uint8Array };

/** A file that remembers how far logs were, apart from the store that may be restored from a backup. */
export type HighWaterMark = {
  /** The marks that the file held when it was opened, and those that were raised since. */
  marks(): ReadonlyMap<Hex, Mark>;
  /** Raises a log's mark; a smaller or equal size changes nothing. */
  raise(log: Hex, mark: Mark): void;
  close(): void;
};

const MAGIC = utf8("anchorlog.mark/1");
const BODY_BYTES = 72;
const CHECK_BYTES = 8;
const RECORD_BYTES = BODY_BYTES + CHECK_BYTES;
/** Two records a log, written in turn: one that a crash tore leaves the other. */
const SLOT_BYTES = 2 * RECORD_BYTES;

/**
 * Opens a file of high-water marks, or begins one.
 *
 * A mark is written, not fsync'd: it outlives the process, and a power cut may take the newest ones back. That is
 * enough to notice a store that was restored, which is what it is for, and it keeps fsyncs to one a commit. Keep the
 * file on another disk than the store, and out of its backups.
 *
 * @throws AnchorlogError `bad_mark` where the file is none.
 */
export function openHighWaterMark(path: string): HighWaterMark {
  const descriptor = openSync(path, "a+");
  closeSync(descriptor);
  const bytes = new Uint8Array(readFileSync(path));
  const file = openSync(path, "r+");
  const slots = new Map<Hex, { at: number; turn: number }>();
  const marks = new Map<Hex, Mark>();
  if (bytes.length < MAGIC.length) {
    if (!equalBytes(bytes, MAGIC.subarray(0, bytes.length))) throw badMark(path);
    writeSync(file, MAGIC, 0, MAGIC.length, 0);
    fsyncSync(file);
  } else if (!equalBytes(bytes.subarray(0, MAGIC.length), MAGIC)) throw badMark(path);

  let end = MAGIC.length;
  for (; end + RECORD_BYTES <= bytes.length; end += SLOT_BYTES) {
    const records = [0, 1].map((turn) =>
      readRecord(bytes.subarray(end + turn * RECORD_BYTES).subarray(0, RECORD_BYTES)),
    );
    const newest = records.reduce((a, b) => ((b?.mark.size ?? -1) > (a?.mark.size ?? -1) ? b : a));
    if (newest === undefined) continue;
    slots.set(newest.log, { at: end, turn: records.indexOf(newest) });
    marks.set(newest.log, newest.mark);
  }

  return {
    marks: () => marks,
    raise: (log, mark) => {
      if (mark.size <= (marks.get(log)?.size ?? 0)) return;
      let slot = slots.get(log);
      if (slot === undefined) {
        slots.set(log, (slot = { at: end, turn: 1 }));
        end += SLOT_BYTES;
      }
      slot.turn = 1 - slot.turn;
      const record = writeRecord(log, mark);
      writeSync(file, record, 0, record.length, slot.at + slot.turn * RECORD_BYTES);
      marks.set(log, { size: mark.size, hash: mark.hash.slice() });
    },
    close: () => closeSync(file),
  };
}

function writeRecord(log: Hex, { size, hash }: Mark): Uint8Array {
  const body = new RecordWriter(BODY_BYTES)
    .bytes(fromHex(log, 32), 32, "log")
    .u64(size, "size")
    .bytes(hash, 32, "hash")
    .finish();
  return concat(body, sha256(body).subarray(0, CHECK_BYTES));
}

/** Undefined for a record that was never written, or not wholly. */
function readRecord(record: Uint8Array): { log: Hex; mark: Mark } | undefined {
  const body = record.subarray(0, BODY_BYTES);
  if (record.length !== RECORD_BYTES || !equalBytes(sha256(body).subarray(0, CHECK_BYTES), record.subarray(BODY_BYTES)))
    return undefined;
  const reader = new RecordReader(body, BODY_BYTES, "a mark");
  const log = toHex(reader.bytes(32));
  return { log, mark: { size: reader.u64("size"), hash: reader.bytes(32).slice() } };
}

function badMark(path: string): AnchorlogError {
  return new AnchorlogError("bad_mark", `${path} is not a file of high-water marks`, {
    fix: "name the file that this operator's marks are kept in, or one that does not exist yet",
  });
}
