/** Queries about archived entries. */
import { sql } from "kysely";
import { fromHex, type Hex } from "../../base/hex.ts";
import { segmentMoved } from "../../log/archive.ts";
import type { LocatedPart, Tables } from "../archive/reading.ts";
import type { Archived, Segment, SegmentPart } from "../../log/store.ts";
import { HOLDER, IS_ACT, OBJECT_KEY } from "./acts.ts";
import { readEntriesAt } from "./logQueries.ts";
import { numberOf, readEntries, readUsedNonce } from "./queries.ts";
import { toBytes, toSafeInteger, type LogDatabase, type SqlInteger } from "./schema.ts";

/** The table reads that `readThrough` needs. */
export function tablesOf(db: LogDatabase): Tables {
  return {
    entries: (log, from, to) => readEntries(db, log, from, to),
    entriesAt: (places) => readEntriesAt(db, places),
    usedNonce: (log, actor, nonce) => readUsedNonce(db, log, actor, nonce),
    locate: (log, from, to) => locateArchived(db, log, from, to),
    segments: (from, to) => readSegments(db, from, to),
  };
}

export async function readArchived(db: LogDatabase): Promise<Archived> {
  const { to, entries } = await db
    .selectFrom("anchorlog_segments")
    .select((row) => [
      row.fn.max<SqlInteger | null>("until_position").as("to"),
      row.fn.sum<SqlInteger | null>("entries").as("entries"),
    ])
    .executeTakeFirstOrThrow();
  const undropped = await db
    .selectFrom("anchorlog_segments")
    .select(["position", "until_position"])
    .where("dropped", "=", 0)
    .orderBy("position")
    .execute();
  return {
    to: toSafeInteger(to ?? 0),
    entries: toSafeInteger(entries ?? 0),
    undropped: undropped.map((row) => ({
      from: toSafeInteger(row.position),
      to: toSafeInteger(row.until_position),
    })),
  };
}

export async function readSegments(
  db: LogDatabase,
  from = 0,
  to: number = Number.MAX_SAFE_INTEGER,
): Promise<Segment[]> {
  const rows = await db
    .selectFrom("anchorlog_segments")
    .selectAll()
    .where("until_position", ">", from)
    .where("position", "<", to)
    .orderBy("position")
    .execute();
  return rows.map(({ position, until_position, name, entries, blocks }) => ({
    from: toSafeInteger(position),
    to: toSafeInteger(until_position),
    name,
    entries: toSafeInteger(entries),
    blocks: toBytes(blocks),
  }));
}

/** The parts of the archive with entries of a log, from index `from` up to, not including, `to`, in order. */
export async function locateArchived(db: LogDatabase, log: Hex, from: number, to: number): Promise<LocatedPart[]> {
  const number = numberOf(db, log);
  // The part that contains `from` is the last one that begins at or before it.
  const begin = db
    .selectFrom("anchorlog_archived")
    .select("start")
    .where("log", "=", number)
    .where("start", "<=", from)
    .orderBy("start", "desc")
    .limit(1);
  const parts = await db
    .selectFrom("anchorlog_archived")
    .select(["start", "until", "segment", "first"])
    .where("log", "=", number)
    .where("start", ">=", (row) => row.fn.coalesce(begin, sql<number>`0`))
    .where("start", "<", to)
    .where("until", ">", from)
    .orderBy("start")
    .execute();
  return parts.map(({ start, until, segment, first }) => ({
    start: toSafeInteger(start),
    until: toSafeInteger(until),
    segment: toSafeInteger(segment),
    first: toSafeInteger(first),
  }));
}

/** @throws AnchorlogError `head_moved` if the segment does not follow the last one. PostgreSQL only. */
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
      WHERE ${sql.lit(from)} = coalesce(
        (SELECT until_position FROM anchorlog_segments ORDER BY position DESC LIMIT 1), 0)
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
  if (rows.length > 0) return;
  throw segmentMoved((await readArchived(db)).to, from);
}

/**
 * Deletes the rows of archived entries, and keeps the newest act upon each of their objects. A log's last row stays.
 * PostgreSQL only.
 */
export async function deleteArchived(db: LogDatabase, log: Hex, below: number): Promise<void> {
  await sql`
    WITH this AS (SELECT log FROM anchorlog_logs WHERE id = ${sql.val(fromHex(log, 32))}), dropped AS (
      DELETE FROM anchorlog_entries
      WHERE log = (SELECT log FROM this) AND idx < ${sql.lit(below)}
        AND idx < (SELECT until FROM anchorlog_archived WHERE log = (SELECT log FROM this) ORDER BY start DESC LIMIT 1)
        AND idx < (SELECT size - 1 FROM anchorlog_heads WHERE log = (SELECT log FROM this))
      RETURNING log, idx, bytes
    )
    INSERT INTO anchorlog_objects (log, object_key, idx, holder)
    SELECT DISTINCT ON (object_key) log, ${sql.raw(OBJECT_KEY)} AS object_key, idx, ${sql.raw(HOLDER)}
    FROM dropped WHERE ${sql.raw(IS_ACT.postgres)} ORDER BY object_key, idx DESC
    ON CONFLICT (log, object_key) DO UPDATE SET idx = excluded.idx, holder = excluded.holder
  `.execute(db);
}

export async function markDropped(db: LogDatabase, from: number): Promise<void> {
  await db.updateTable("anchorlog_segments").set({ dropped: 1 }).where("position", "=", from).execute();
}
