/** How both databases find acts by their objects. The thread that writes needs no query builder: none is here. */
import { PART_ACT } from "../../action/part.ts";
import { equalBytes } from "../../encoding/bytes.ts";
import type { Hex } from "../../encoding/hex.ts";
import { storeDamaged } from "../damaged.ts";
import { hashEntry, HOLDER_OFFSET, OBJECT_KEY_OFFSET, objectIn, PART_OFFSET, PREV_OFFSET } from "../entry.ts";
import type { KnownAct, NewestAct } from "../link.ts";
import { toBytes, toSafeInteger, type SqlInteger } from "./schema.ts";

/** Of an entry's bytes in SQL: which object it is about, who may act next, and the hash of the entry before. */
export const OBJECT_KEY = `substr(bytes, ${OBJECT_KEY_OFFSET + 1}, 32)`;
export const HOLDER = `substr(bytes, ${HOLDER_OFFSET + 1}, 20)`;
export const PREV = `substr(bytes, ${PREV_OFFSET + 1}, 32)`;

/** Whether an entry is an act. */
export const IS_ACT = {
  postgres: `get_byte(bytes, ${PART_OFFSET}) = ${PART_ACT}`,
  sqlite: `substr(bytes, ${PART_OFFSET + 1}, 1) = x'0${PART_ACT}'`,
} as const;

/** Which object an act is upon; null of what is no act. One expression, so that SQLite need not look at the row. */
export const ACTED_UPON = `CASE WHEN ${IS_ACT.sqlite} THEN ${OBJECT_KEY} END`;

/** Makes the index of acts. It follows from the entries' bytes, so that nothing can say otherwise than these. */
export const CREATE_ACTS = {
  postgres: `CREATE INDEX anchorlog_acts ON anchorlog_entries (log, ${OBJECT_KEY}, idx) WHERE ${IS_ACT.postgres}`,
  sqlite: `
    CREATE INDEX anchorlog_acts ON anchorlog_entries (log, ${ACTED_UPON}, idx, ${HOLDER}) WHERE ${ACTED_UPON} IS NOT NULL
  `,
} as const;

/** The newest act upon an object as the database says. */
export type ActRow = { readonly idx: SqlInteger; readonly holder: Uint8Array };

export const toNewestAct = ({ idx, holder }: ActRow): NewestAct => ({
  index: toSafeInteger(idx),
  holder: toBytes(holder),
});

/** The same with its entry's bytes, unless those are in the archive. */
export type LinkedActRow = ActRow & {
  readonly bytes: Uint8Array | null;
  /** What the entry behind it has for the hash of the one before; null where there is none behind it. */
  readonly next: Uint8Array | null;
};

/**
 * An act that the log went on from: what a single row says that was changed does not count.
 *
 * @throws AnchorlogError `store_damaged`.
 */
export function toKnownAct(log: Hex, row: LinkedActRow): KnownAct {
  const act = toNewestAct(row);
  if (row.bytes === null) return { ...act, isArchived: true };
  if (row.next === null) throw storeDamaged(log, act.index + 1, "it is gone");
  const bytes = toBytes(row.bytes);
  if (!equalBytes(hashEntry(bytes), row.next)) {
    throw storeDamaged(log, act.index, "what follows it, follows another entry");
  }
  return { index: act.index, holder: objectIn(bytes).holder, isArchived: false };
}
