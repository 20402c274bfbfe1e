/** Records that need several statements in SQLite, as jobs for the writer. All others are the same in PostgreSQL. */
import { fromHex, type Hex } from "../../base/hex.ts";
import type { LogName, NewBatch, Segment, SegmentPart } from "../../log/store.ts";
import { HOLDER, IS_ACT, OBJECT_KEY } from "../sql/acts.ts";
import { batchedBy } from "../sql/schema.ts";
import { ARCHIVED_TO, DROPPABLE } from "../sql/archiveQueries.ts";
import type { RecordStatement, WriteJob } from "./group.ts";

type RecordJob = Extract<WriteJob, { type: "records" }>;

const job = (statements: readonly RecordStatement[], condition?: RecordStatement): RecordJob => ({
  type: "records",
  statements,
  condition,
});

/** Names logs. A log that was written under its identifier alone gets its name. */
export const namesJob = (logs: readonly LogName[]): RecordJob =>
  job([
    {
      sql: "INSERT INTO anchorlog_logs (id, name) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
      runs: logs.map(({ id, name }) => [fromHex(id, 32), name]),
    },
  ]);

/** Appends batches, which are not empty. Its condition: the first position is the batch log's size. */
export const batchesJob = (batches: readonly NewBatch[]): RecordJob =>
  job(
    [
      {
        sql: "INSERT INTO anchorlog_batches (position, log_id, header) VALUES (?, ?, ?)",
        runs: batches.map(({ position, log, header }) => [position, fromHex(log, 32), header]),
      },
      {
        sql: "UPDATE anchorlog_logs SET batched = ? WHERE id = ?",
        runs: batches.map(({ log, header }) => [batchedBy(header), fromHex(log, 32)]),
      },
      {
        sql: "INSERT OR REPLACE INTO anchorlog_nodes (position, nodes) VALUES (?, ?)",
        runs: batches.flatMap(({ position, nodes }) => (nodes === undefined ? [] : [[position, nodes]])),
      },
    ],
    // Positions have no gaps, and counting rows would take longer with each batch.
    {
      sql: "SELECT 1 WHERE ? = (SELECT coalesce(max(position) + 1, 0) FROM anchorlog_batches)",
      runs: [[batches[0]!.position]],
    },
  );

/** Its condition: the segment follows the last one. */
export const segmentJob = ({ from, to, name, entries, blocks }: Segment, parts: readonly SegmentPart[]): RecordJob =>
  job(
    [
      {
        sql: "INSERT INTO anchorlog_segments (position, until_position, name, entries, blocks) VALUES (?, ?, ?, ?, ?)",
        runs: [[from, to, name, entries, blocks]],
      },
      {
        sql: `INSERT INTO anchorlog_archived (log, start, until, segment, first)
          VALUES ((SELECT log FROM anchorlog_logs WHERE id = ?), ?, ?, ?, ?)`,
        runs: parts.map(({ log, start, until, first }) => [fromHex(log, 32), start, until, from, first]),
      },
    ],
    { sql: `SELECT 1 WHERE ? = ${ARCHIVED_TO}`, runs: [[from]] },
  );

const THIS = "WITH this (log, below) AS (SELECT log, ? FROM anchorlog_logs WHERE id = ?)";
/**
 * Uses the primary key's index, since the index of acts would read all acts of the log. Next to max(idx), SQLite
 * returns the other columns of the same row.
 */
export const KEEP_ACTS = `
  ${THIS}
  INSERT INTO anchorlog_objects (log, object_key, idx, holder)
  SELECT log, ${OBJECT_KEY} AS object_key, max(idx), ${HOLDER}
  FROM anchorlog_entries INDEXED BY sqlite_autoindex_anchorlog_entries_1
  WHERE ${DROPPABLE} AND ${IS_ACT.sqlite} GROUP BY object_key
  ON CONFLICT (log, object_key) DO UPDATE SET idx = excluded.idx, holder = excluded.holder
`;
const DROP = `${THIS} DELETE FROM anchorlog_entries WHERE ${DROPPABLE}`;

/** Deletes the rows of a log's archived entries, and keeps the newest act upon each of their objects. */
export function dropJob(log: Hex, below: number): RecordJob {
  const runs = [[below, fromHex(log, 32)]];
  return job([
    { sql: KEEP_ACTS, runs },
    { sql: DROP, runs },
  ]);
}
