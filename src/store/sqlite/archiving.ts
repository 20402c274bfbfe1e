import type { DatabaseSync } from "node:sqlite";
import { fromHex, type Hex } from "../../base/hex.ts";
import { HOLDER, IS_ACT, OBJECT_KEY } from "../sql/acts.ts";
import { segmentMoved } from "../../log/archive.ts";
import type { Segment, SegmentPart } from "../../log/store.ts";

/** The writer's operations for the archive. */
export type ArchivingStatements = {
  /** @throws AnchorlogError `head_moved`. */
  append(segment: Segment, parts: readonly SegmentPart[]): void;
  drop(log: Hex, below: number): void;
  end(from: number): void;
};

/** Condition for rows that may be deleted below an index: archived entries, except a log's last one. */
const DROPPED = `
  log = (SELECT log FROM anchorlog_logs WHERE id = :id) AND idx < :below
  AND idx < (SELECT until FROM anchorlog_archived
             WHERE log = (SELECT log FROM anchorlog_logs WHERE id = :id) ORDER BY start DESC LIMIT 1)
  AND idx < (SELECT size - 1 FROM anchorlog_heads
             WHERE log = (SELECT log FROM anchorlog_logs WHERE id = :id))
`;

/**
 * Uses the primary key's index, since the index of acts would read all acts of the log. Next to max(idx), SQLite
 * returns the other columns of the same row.
 */
export const KEEP_ACTS = `
  INSERT INTO anchorlog_objects (log, object_key, idx, holder)
  SELECT log, ${OBJECT_KEY} AS object_key, max(idx), ${HOLDER}
  FROM anchorlog_entries INDEXED BY sqlite_autoindex_anchorlog_entries_1
  WHERE ${DROPPED} AND ${IS_ACT.sqlite} GROUP BY object_key
  ON CONFLICT (log, object_key) DO UPDATE SET idx = excluded.idx, holder = excluded.holder
`;

export function prepareArchiving(db: DatabaseSync): ArchivingStatements {
  const sql = {
    newest: db.prepare("SELECT until_position AS size FROM anchorlog_segments ORDER BY position DESC LIMIT 1"),
    insert: db.prepare(
      `INSERT INTO anchorlog_segments (position, until_position, name, entries, blocks) VALUES (?, ?, ?, ?, ?)`,
    ),
    insertPart: db.prepare(
      `INSERT INTO anchorlog_archived (log, start, until, segment, first)
       VALUES ((SELECT log FROM anchorlog_logs WHERE id = ?), ?, ?, ?, ?)`,
    ),
    keepActs: db.prepare(KEEP_ACTS),
    drop: db.prepare(`DELETE FROM anchorlog_entries WHERE ${DROPPED}`),
    end: db.prepare("UPDATE anchorlog_segments SET dropped = 1 WHERE position = ?"),
  };
  return {
    append: ({ from, to, name, entries, blocks }, parts) => {
      const { size } = (sql.newest.get() as { size: number } | undefined) ?? { size: 0 };
      if (size !== from) throw segmentMoved(size, from);
      sql.insert.run(from, to, name, entries, blocks);
      for (const { log, start, until, first } of parts) sql.insertPart.run(fromHex(log, 32), start, until, from, first);
    },
    drop: (log, below) => {
      const rows = { id: fromHex(log, 32), below };
      sql.keepActs.run(rows);
      sql.drop.run(rows);
    },
    end: (from) => void sql.end.run(from),
  };
}
