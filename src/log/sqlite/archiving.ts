import type { DatabaseSync } from "node:sqlite";
import { fromHex, type Hex } from "../../encoding/hex.ts";
import { segmentMoved } from "../archive/archive.ts";
import type { Segment, SegmentPart } from "../store.ts";

/** What the writer does for the archive. */
export type ArchivingStatements = {
  /** @throws AnchorlogError `head_moved`. */
  append(segment: Segment, parts: readonly SegmentPart[]): void;
  drop(log: Hex, below: number): void;
  end(from: number): void;
};

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
    drop: db.prepare(
      `DELETE FROM anchorlog_entries WHERE log = (SELECT log FROM anchorlog_logs WHERE id = :id) AND idx < :below
       AND idx < (SELECT until FROM anchorlog_archived
                  WHERE log = (SELECT log FROM anchorlog_logs WHERE id = :id) ORDER BY start DESC LIMIT 1)
       AND idx < (SELECT size - 1 FROM anchorlog_heads
                  WHERE log = (SELECT log FROM anchorlog_logs WHERE id = :id))`,
    ),
    end: db.prepare("UPDATE anchorlog_segments SET dropped = 1 WHERE position = ?"),
  };
  return {
    append: ({ from, to, name, entries, blocks }, parts) => {
      const { size } = (sql.newest.get() as { size: number } | undefined) ?? { size: 0 };
      if (size !== from) throw segmentMoved(size, from);
      sql.insert.run(from, to, name, entries, blocks);
      for (const { log, start, until, first } of parts) sql.insertPart.run(fromHex(log, 32), start, until, from, first);
    },
    drop: (log, below) => void sql.drop.run({ id: fromHex(log, 32), below }),
    end: (from) => void sql.end.run(from),
  };
}
