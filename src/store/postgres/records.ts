/**
 * Writes of records that take one statement in PostgreSQL, and several in SQLite. All other writes are the same for
 * both.
 */
import { sql } from "kysely";
import { fromHex, type Hex } from "../../base/hex.ts";
import { segmentMoved } from "../../log/archive.ts";
import type { LogName, NewBatch, Segment, SegmentPart } from "../../log/store.ts";
import { HOLDER, IS_ACT, OBJECT_KEY } from "../sql/acts.ts";
import { ARCHIVED_TO, DROPPABLE, readArchived } from "../sql/archiveQueries.ts";
import { batchLogMoved } from "../sql/queries.ts";
import { batchedBy, type LogDatabase } from "../sql/schema.ts";
import { byteaArray, textArray } from "./arrays.ts";
import { isDuplicate } from "./errors.ts";

/**
 * Appends headers after the last one, updates the count of batched entries, and stores tree nodes. One statement, so
 * that only one of two concurrent writers succeeds.
 *
 * @throws AnchorlogError `head_moved` if the first position is not the batch log's size.
 */
export async function insertBatches(db: LogDatabase, batches: readonly NewBatch[]): Promise<void> {
  const first = batches[0]!.position;
  const logs = byteaArray(batches.map(({ log }) => fromHex(log, 32)));
  const headers = byteaArray(batches.map(({ header }) => header));
  const nodes = byteaArray(batches.map((batch) => batch.nodes ?? null));
  const batched = batches.map(({ header }) => String(batchedBy(header)));
  const insert = sql`
    WITH given AS (
      SELECT ${sql.lit(first)}::bigint + n - 1 AS position, log_id, header, nodes, batched
      FROM unnest(
        ${sql.val(logs)}::bytea[], ${sql.val(headers)}::bytea[], ${sql.val(nodes)}::bytea[], ${sql.val(batched)}::bigint[]
      ) WITH ORDINALITY AS given (log_id, header, nodes, batched, n)
      WHERE ${sql.lit(first === 0)} OR EXISTS (SELECT 1 FROM anchorlog_batches WHERE position = ${sql.lit(first - 1)})
    ), added AS (
      INSERT INTO anchorlog_batches (position, log_id, header) SELECT position, log_id, header FROM given
      RETURNING position
    ), counted AS (
      UPDATE anchorlog_logs SET batched = counts.batched
      FROM (SELECT log_id, max(batched) AS batched FROM given GROUP BY log_id) AS counts WHERE id = counts.log_id
    ), kept AS (
      INSERT INTO anchorlog_nodes (position, nodes) SELECT position, nodes FROM given WHERE nodes IS NOT NULL
      ON CONFLICT (position) DO UPDATE SET nodes = excluded.nodes
    )
    SELECT position FROM added
  `;
  try {
    if ((await insert.execute(db)).rows.length === batches.length) return;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
  throw await batchLogMoved(db, first);
}

/** Names logs. A log that was written under its identifier alone gets its name. */
export async function insertLogs(db: LogDatabase, logs: readonly LogName[]): Promise<void> {
  const ids = byteaArray(logs.map(({ id }) => fromHex(id, 32)));
  const names = textArray(logs.map(({ name }) => name));
  await sql`
    INSERT INTO anchorlog_logs (id, name)
    SELECT id, name FROM unnest(${sql.val(ids)}::bytea[], ${sql.val(names)}::text[]) AS given (id, name)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name
  `.execute(db);
}

/** @throws AnchorlogError `head_moved` if the segment does not follow the last one. */
export async function insertSegment(
  db: LogDatabase,
  { from, to, name, entries, blocks }: Segment,
  parts: readonly SegmentPart[],
): Promise<void> {
  const list = JSON.stringify(parts.map((part) => ({ ...part, log: part.log.slice(2) })));
  const { rows } = await sql`
    WITH added AS (
      INSERT INTO anchorlog_segments (position, until_position, name, entries, blocks)
      SELECT ${sql.val(from)}, ${sql.val(to)}, ${sql.val(name)}, ${sql.val(entries)}, ${sql.val(blocks)}
      WHERE ${sql.lit(from)} = ${sql.raw(ARCHIVED_TO)}
      ON CONFLICT (position) DO NOTHING
      RETURNING position
    ), placed AS (
      INSERT INTO anchorlog_archived (log, start, until, segment, first)
      SELECT logs.log, part.start, part.until, added.position, part.first
      FROM added, jsonb_to_recordset(${sql.val(list)}::jsonb)
        AS part (log text, start bigint, until bigint, first bigint)
      JOIN anchorlog_logs AS logs ON logs.id = decode(part.log, 'hex')
    )
    SELECT position FROM added
  `.execute(db);
  if (rows.length === 0) throw segmentMoved((await readArchived(db)).to, from);
}

/** Deletes the rows of archived entries, and keeps the newest act upon each of their objects. */
export async function deleteArchived(db: LogDatabase, log: Hex, below: number): Promise<void> {
  await sql`
    WITH this AS (SELECT log, ${sql.lit(below)}::bigint AS below FROM anchorlog_logs WHERE id = ${sql.val(fromHex(log, 32))}),
    dropped AS (DELETE FROM anchorlog_entries WHERE ${sql.raw(DROPPABLE)} RETURNING log, idx, bytes)
    INSERT INTO anchorlog_objects (log, object_key, idx, holder)
    SELECT DISTINCT ON (object_key) log, ${sql.raw(OBJECT_KEY)} AS object_key, idx, ${sql.raw(HOLDER)}
    FROM dropped WHERE ${sql.raw(IS_ACT.postgres)} ORDER BY object_key, idx DESC
    ON CONFLICT (log, object_key) DO UPDATE SET idx = excluded.idx, holder = excluded.holder
  `.execute(db);
}
