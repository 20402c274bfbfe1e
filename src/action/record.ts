/**
 * The kind `Record`: a service key's statement that a row of a table, or a line of a stream, had this content when it
 * was recorded. Browser-safe.
 */
import { concat, utf8 } from "../base/bytes.ts";
import { sha256 } from "../base/digest.ts";
import { toHex, type Hex } from "../base/hex.ts";
import { canonicalJson } from "../base/jsonable.ts";
import { keccak256 } from "./engine.ts";
import { defineActions, type Message } from "./kinds.ts";

/**
 * The definition to give to `defineActions`, or to `operator.kinds` of a configuration.
 *
 * - `row`: the table's name, `/`, and the row's id: the action's object.
 * - `rowHash`: SHA-256 over the row's canonical JSON (RFC 8785).
 * - `form`: how the row becomes JSON, such as `postgres/1`.
 * - `columns`: the row's columns, a JSON array; empty if the whole value is hashed.
 * - `position`: where a follower that restarts after this record goes on.
 * - `content`: the canonical JSON itself if it is kept, else empty.
 */
export const RECORD_KIND = {
  Record: {
    row: "string",
    rowHash: "bytes32",
    form: "string",
    columns: "string",
    position: "string",
    content: "string",
  },
} as const;

/** The payload of a `Record`. */
export type RecordPayload = Message<(typeof RECORD_KIND)["Record"]>["payload"];

/** `Record`, compiled. */
export const recordKind = defineActions(RECORD_KIND).kinds.get("Record")!;

/** The name of a row in records: the table's name, `/`, and the row's id. */
export const rowName = (table: string, id: string): string => `${table}/${id}`;

/** The object key of a row's records, 32 bytes. */
export function rowObjectKey(row: string): Uint8Array {
  return keccak256(concat(recordKind.object.memberHash, keccak256(utf8(row))));
}

/** The nonce of a row's record. It follows from the row's name, so one key can record a row only once in a log. */
export function rowNonce(row: string): `${bigint}` {
  return `${BigInt(toHex(sha256(utf8(`anchorlog.record/1\n${row}`))))}`;
}

/** SHA-256 over a row's canonical JSON, as in `rowHash`. */
export const hashRow = (canonical: string): Hex => toHex(sha256(utf8(canonical)));

/**
 * Returns a value's canonical JSON (RFC 8785).
 *
 * @example
 * const { payload } = bundle.action.message // of the row's `Record`
 * const isAsRecorded = hashRow(canonicalRow({ id: 42, amount: "12.50" })) === payload.rowHash
 *
 * @throws RangeError if a text in it is not well-formed Unicode, which the RFC does not allow.
 */
export function canonicalRow(value: unknown): string {
  const text = canonicalJson(value);
  // JSON.stringify escapes lone surrogates, and nothing else this way.
  if (/\\ud[89a-f]/.test(text) && /(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(text)) {
    throw new RangeError("a text in it is not well-formed Unicode");
  }
  return text;
}
