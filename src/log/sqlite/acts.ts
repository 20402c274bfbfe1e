// The thread that writes loads this: nothing of Kysely here.
import type { DatabaseSync } from "node:sqlite";
import { IS_ACT, OBJECT_KEY, PREV, type ActRow } from "../sql/acts.ts";

/** Finds the newest act upon an object below an index, by the log's number. */
export type FindAct = (log: number, objectKey: Uint8Array, below?: number) => ActRow | undefined;

/** For a test of how it is planned. */
export const NEWEST_ACT = `
  SELECT idx, bytes, (
    SELECT ${PREV} FROM anchorlog_entries AS behind WHERE behind.log = act.log AND behind.idx = act.idx + 1
  ) AS next, NULL AS holder
  FROM (
    SELECT log, idx, bytes FROM anchorlog_entries
    WHERE log = ? AND ${OBJECT_KEY} = ? AND ${IS_ACT.sqlite} AND idx < ? ORDER BY idx DESC LIMIT 1
  ) AS act
`;
const ARCHIVED = `
  SELECT idx, NULL AS bytes, NULL AS next, holder FROM anchorlog_objects WHERE log = ? AND object_key = ? AND idx < ?
`;

export function prepareActs(db: DatabaseSync): FindAct {
  const [newest, archived] = [NEWEST_ACT, ARCHIVED].map((sql) => db.prepare(sql));
  // In this order: what goes to the archive in between is found there.
  return (log, objectKey, below = Number.MAX_SAFE_INTEGER) =>
    (newest!.get(log, objectKey, below) ?? archived!.get(log, objectKey, below)) as ActRow | undefined;
}
