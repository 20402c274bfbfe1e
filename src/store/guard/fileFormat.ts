/** The format of a guard's file: a header, and two records for each key. Checksums detect records torn by a crash. */
import { concat, equalBytes, utf8 } from "../../base/bytes.ts";
import { sha256 } from "../../base/digest.ts";
import { fromHex, toHex, type Hex } from "../../base/hex.ts";
import { RecordReader, RecordWriter } from "../../base/records.ts";
import { AnchorlogError } from "../../base/errors.ts";
import type { Mark } from "../../log/guard.ts";

/** The first line. The second line is the origin. Zeros follow, and a checksum. */
const MAGIC = "anchorlog.guard/1\n";
const HEAD_BYTES = 256;
const BODY_BYTES = 72;
const CHECK_BYTES = 8;
export const RECORD_BYTES = BODY_BYTES + CHECK_BYTES;
/** Two records for each key, written alternately: if a crash tears one, the other is still there. */
export const SLOT_BYTES = 2 * RECORD_BYTES;

/** Offset of a key's records, and which of the two is the newest. */
export type Slot = { readonly at: number; turn: number };

export function writeHead(origin: string): Uint8Array {
  const head = new Uint8Array(HEAD_BYTES);
  head.set(utf8(`${MAGIC}${origin}\n`));
  head.set(checkOf(head.subarray(0, HEAD_BYTES - CHECK_BYTES)), HEAD_BYTES - CHECK_BYTES);
  return head;
}

/** @returns the origin. @throws AnchorlogError `bad_guard` naming the path. */
export function readHead(path: string, bytes: Uint8Array): string {
  const head = bytes.subarray(0, HEAD_BYTES);
  const body = head.subarray(0, HEAD_BYTES - CHECK_BYTES);
  const [magic, origin] = new TextDecoder().decode(body).split("\n", 2);
  const whole = head.length === HEAD_BYTES && equalBytes(checkOf(body), head.subarray(HEAD_BYTES - CHECK_BYTES));
  if (!whole || `${magic}\n` !== MAGIC || origin === undefined) throw badGuard(path, "it is not a guard's file");
  return origin;
}

/** Reads each key's records and newest mark, and the offset for the next key. @throws AnchorlogError `bad_guard` */
export function readSlots(path: string, bytes: Uint8Array) {
  const slots = new Map<Hex, Slot>();
  const marks = new Map<Hex, Mark>();
  let end = HEAD_BYTES;
  for (; end < bytes.length; end += SLOT_BYTES) {
    const parts = [0, 1].map((turn) => bytes.subarray(end + turn * RECORD_BYTES).subarray(0, RECORD_BYTES));
    const records = parts.map(readRecord);
    const newest = records.reduce((a, b) => ((b?.mark.size ?? -1) > (a?.mark.size ?? -1) ? b : a));
    if (newest === undefined) {
      // A power cut may leave a key's first record missing or torn. It never tears both, since they are not written at
      // the same time.
      if (parts.every((part) => part.some((byte) => byte !== 0))) throw badGuard(path, `it is damaged at byte ${end}`);
      continue;
    }
    slots.set(newest.key, { at: end, turn: records.indexOf(newest) });
    marks.set(newest.key, newest.mark);
  }
  return { slots, marks, end };
}

export function writeRecord(key: Hex, { size, hash }: Mark): Uint8Array {
  const body = new RecordWriter(BODY_BYTES)
    .bytes(fromHex(key, 32), 32, "key")
    .u64(size, "size")
    .bytes(hash, 32, "hash")
    .finish();
  return concat(body, checkOf(body));
}

/** Undefined for a record that was never written, or only in part. */
function readRecord(record: Uint8Array): { key: Hex; mark: Mark } | undefined {
  const body = record.subarray(0, BODY_BYTES);
  if (record.length !== RECORD_BYTES || !equalBytes(checkOf(body), record.subarray(BODY_BYTES))) return undefined;
  const reader = new RecordReader(body, BODY_BYTES, "a mark");
  const key = toHex(reader.bytes(32));
  return { key, mark: { size: reader.u64("size"), hash: reader.bytes(32).slice() } };
}

const checkOf = (body: Uint8Array): Uint8Array => sha256(body).subarray(0, CHECK_BYTES);

function badGuard(path: string, why: string): AnchorlogError {
  return new AnchorlogError("bad_guard", `${path} cannot be used: ${why}`, {
    fix:
      "name this operator's guard; a damaged one can be made again from an exported one (`npx anchorlog guard import`, " +
      "importGuard), or by `npx anchorlog guard adopt` (adoptStore)",
  });
}
