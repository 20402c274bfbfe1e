// Loaded by the writer thread, so it must not import Kysely.
import type { DatabaseSync } from "node:sqlite";
import { ACTED_UPON, HOLDER, PREV, type ActRow, type LinkedActRow } from "../sql/acts.ts";

/** Lookups of acts, by the log's number. */
export type Acts = {
  /** The newest act upon an object. */
  newest(log: number, objectKey: Uint8Array): ActRow | undefined;
  /** The newest act upon an object below an index. */
  linked(log: number, objectKey: Uint8Array, below: number): LinkedActRow | undefined;
};

const NEWEST = `
  SELECT idx, ${HOLDER} AS holder FROM anchorlog_entries
  WHERE log = ? AND ${ACTED_UPON} = ? AND idx < ? ORDER BY idx DESC LIMIT 1
`;
const LINKED = `
  SELECT act.idx, act.holder, entry.bytes, (
    SELECT ${PREV} FROM anchorlog_entries WHERE log = entry.log AND idx = entry.idx + 1
  ) AS next
  FROM (${NEWEST}) AS act JOIN anchorlog_entries AS entry ON entry.log = ? AND entry.idx = act.idx
`;
const ARCHIVED = `
  SELECT idx, holder, NULL AS bytes, NULL AS next FROM anchorlog_objects WHERE log = ? AND object_key = ? AND idx < ?
`;
/** Exported for a test of their query plans. */
export const ACT_QUERIES = { NEWEST, LINKED };

export function prepareActs(db: DatabaseSync): Acts {
  const [newest, linked, archived] = [db.prepare(NEWEST), db.prepare(LINKED), db.prepare(ARCHIVED)];
  const ALL = Number.MAX_SAFE_INTEGER;
  // Look in the archive's table last, so that an act which is archived in between is still found.
  return {
    newest: (log, objectKey) =>
      (newest.get(log, objectKey, ALL) ?? archived.get(log, objectKey, ALL)) as ActRow | undefined,
    linked: (log, objectKey, below) =>
      (linked.get(log, objectKey, below, log) ?? archived.get(log, objectKey, below)) as LinkedActRow | undefined,
  };
}
