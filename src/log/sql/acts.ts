/** How both databases find acts by their objects. The thread that writes needs no query builder: none is here. */
import { PART_ACT } from "../../action/part.ts";
import { equalBytes } from "../../encoding/bytes.ts";
import type { Hex } from "../../encoding/hex.ts";
import { storeDamaged } from "../damaged.ts";
import { hashEntry, HOLDER_OFFSET, OBJECT_KEY_OFFSET, objectIn, PART_OFFSET, PREV_OFFSET } from "../entry.ts";
import type { KnownAct, NewestAct } from "../link.ts";
import type { Head } from "../store.ts";
import { toBytes, toSafeInteger, type SqlInteger } from "./schema.ts";

/** Of an entry's bytes in SQL: which object it is about, who may act next, and the hash of the entry before. */
export const OBJECT_KEY = `substr(bytes, ${OBJECT_KEY_OFFSET + 1}, 32)`;
export const HOLDER = `substr(bytes, ${HOLDER_OFFSET + 1}, 20)`;
export const PREV = `substr(bytes, ${PREV_OFFSET + 1}, 32)`;

/** Whether it is an act. An index of acts alone is used where a query says this in the same words. */
export const IS_ACT = {
  postgres: `get_byte(bytes, ${PART_OFFSET}) = ${PART_ACT}`,
  sqlite: `substr(bytes, ${PART_OFFSET + 1}, 1) = x'0${PART_ACT}'`,
} as const;

/** Acts by object and index. It follows from the entries' bytes, so that no row can say otherwise than these. */
export const createActs = (dialect: keyof typeof IS_ACT): string =>
  `CREATE INDEX anchorlog_acts ON anchorlog_entries (log, ${OBJECT_KEY}, idx) WHERE ${IS_ACT[dialect]}`;

/** An act as a database has it: its entry's bytes, or of one that is in the archive who may act next. */
export type ActRow = {
  readonly idx: SqlInteger;
  readonly bytes: Uint8Array | null;
  /** What the entry behind it says is the hash of the one before; null where none is behind it. */
  readonly next: Uint8Array | null;
  readonly holder: Uint8Array | null;
};

/** What an act is to the next one upon its object, as the database says. */
export function toNewestAct({ idx, bytes, holder }: ActRow): NewestAct {
  return { index: toSafeInteger(idx), holder: bytes === null ? toBytes(holder!) : objectIn(toBytes(bytes)).holder };
}

/**
 * The same of one that the log went on from: what a single row says that was changed does not count. One that is in the
 * archive is believed, until its batch is closed.
 *
 * @param head what was made of the log's last entry; without it, another entry must be behind the act.
 * @throws AnchorlogError `store_damaged`.
 */
export function toLinkedAct(log: Hex, row: ActRow, head?: Pick<Head, "size" | "hash">): KnownAct {
  const act = { ...toNewestAct(row), isArchived: row.bytes === null };
  if (row.bytes === null) return act;
  if (head !== undefined && act.index >= head.size) {
    throw storeDamaged(log, act.index, "the log's head is before it");
  }
  const next = row.next ?? (head?.size === act.index + 1 ? head.hash : undefined);
  if (next === undefined) throw storeDamaged(log, act.index + 1, "it is gone");
  if (equalBytes(hashEntry(row.bytes), next)) return act;
  throw storeDamaged(log, act.index, "what follows it, follows another entry");
}
