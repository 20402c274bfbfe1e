// Loaded by threads, so it must not import Kysely.
import type { DatabaseSync } from "node:sqlite";
import { fromHex, type Hex } from "../../base/hex.ts";
import type { KnownAct, NewestAct } from "../../log/link.ts";
import { ACTED_UPON, HOLDER, PREV, toKnownAct, toNewestAct, type ActRow, type LinkedActRow } from "../sql/acts.ts";

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

/** Lookups of acts, by the log's id. */
export type ActsOfLogs = {
  /** The newest act upon an object. */
  readonly newest: (log: Hex, objectKey: Uint8Array) => NewestAct | undefined;
  /** Returns a function that finds a log's newest act upon an object below an index. */
  readonly before: (log: Hex) => FindAct;
};
/** Throws AnchorlogError `store_damaged` if the act's entry is not in the log's chain. */
export type FindAct = (objectKey: Uint8Array, below: number) => KnownAct | undefined;

export function prepareActsOfLogs(db: DatabaseSync): ActsOfLogs {
  const acts = prepareActs(db);
  const logs = db.prepare("SELECT log FROM anchorlog_logs WHERE id = ?");
  const numberOf = (log: Hex) => (logs.get(fromHex(log, 32)) as { log: number } | undefined)?.log;
  return {
    newest: (log, objectKey) => {
      const number = numberOf(log);
      const row = number === undefined ? undefined : acts.newest(number, objectKey);
      return row && toNewestAct(row);
    },
    before: (log) => {
      const number = numberOf(log);
      return (objectKey, below) => {
        const row = number === undefined ? undefined : acts.linked(number, objectKey, below);
        return row && toKnownAct(log, row);
      };
    },
  };
}
