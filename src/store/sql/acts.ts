/**
 * SQL that finds acts by their objects, for both databases. Loaded by the writer thread, so it must not import Kysely.
 */
import { PART_ACT } from "../../action/part.ts";
import { equalBytes } from "../../base/bytes.ts";
import type { Hex } from "../../base/hex.ts";
import { storeDamaged } from "../../log/damaged.ts";
import { hashEntry, HOLDER_OFFSET, OBJECT_KEY_OFFSET, objectIn, PART_OFFSET, PREV_OFFSET } from "../../log/entry.ts";
import type { KnownAct, NewestAct } from "../../log/link.ts";
import { toBytes, toSafeInteger, type SqlInteger } from "./values.ts";

/** SQL for parts of an entry's bytes: its object, its holder, and the previous entry's hash. */
export const OBJECT_KEY = `substr(bytes, ${OBJECT_KEY_OFFSET + 1}, 32)`;
export const HOLDER = `substr(bytes, ${HOLDER_OFFSET + 1}, 20)`;
export const PREV = `substr(bytes, ${PREV_OFFSET + 1}, 32)`;

/** Whether an entry is an act. */
export const IS_ACT = {
  postgres: `get_byte(bytes, ${PART_OFFSET}) = ${PART_ACT}`,
  sqlite: `substr(bytes, ${PART_OFFSET + 1}, 1) = x'0${PART_ACT}'`,
} as const;

/** The object of an act; null for other entries. One expression, so that SQLite can answer from the index alone. */
export const ACTED_UPON = `CASE WHEN ${IS_ACT.sqlite} THEN ${OBJECT_KEY} END`;

/** Creates the index of acts. It is computed from the entries' bytes, so that it cannot contradict them. */
export const CREATE_ACTS = {
  postgres: `CREATE INDEX anchorlog_acts ON anchorlog_entries (log, ${OBJECT_KEY}, idx) WHERE ${IS_ACT.postgres}`,
  sqlite: `
    CREATE INDEX anchorlog_acts ON anchorlog_entries (log, ${ACTED_UPON}, idx, ${HOLDER}) WHERE ${ACTED_UPON} IS NOT NULL
  `,
} as const;

/** The newest act upon an object, as a database row. */
export type ActRow = { readonly idx: SqlInteger; readonly holder: Uint8Array };

export const toNewestAct = ({ idx, holder }: ActRow): NewestAct => ({
  index: toSafeInteger(idx),
  holder: toBytes(holder),
});

/** An {@link ActRow} with the bytes of the act's entry, which are null if the entry is in the archive. */
export type LinkedActRow = ActRow & {
  readonly bytes: Uint8Array | null;
  /** The previous-entry hash in the next entry; null if there is no next entry. */
  readonly next: Uint8Array | null;
};

/**
 * Checks that an act's entry is part of the log's chain, and returns the act. A single changed row is found by this.
 *
 * @throws AnchorlogError `store_damaged`.
 */
export function toKnownAct(log: Hex, row: LinkedActRow): KnownAct {
  const act = toNewestAct(row);
  if (row.bytes === null) return { ...act, isArchived: true };
  if (row.next === null) throw storeDamaged(log, act.index + 1, "it is gone");
  const bytes = toBytes(row.bytes);
  if (!equalBytes(hashEntry(bytes), row.next)) {
    throw storeDamaged(log, act.index, "the entry after it follows another entry");
  }
  return { index: act.index, holder: objectIn(bytes).holder, isArchived: false };
}
