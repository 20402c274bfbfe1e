/** Queries about archived entries. */
import { sql } from "kysely";
import type { Hex } from "../../base/hex.ts";
import type { LocatedPart, Tables } from "../archive/reading.ts";
import type { Archived, Segment } from "../../log/store.ts";
import { readEntriesAt } from "./logQueries.ts";
import { numberOf, readEntries, readUsedNonce } from "./queries.ts";
import type { LogDatabase } from "./schema.ts";
import { toBytes, toSafeInteger, type SqlInteger } from "./values.ts";

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
async function locateArchived(db: LogDatabase, log: Hex, from: number, to: number): Promise<LocatedPart[]> {
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

/** SQL for the number of batches whose entries are in the archive. */
export const ARCHIVED_TO =
  "coalesce((SELECT until_position FROM anchorlog_segments ORDER BY position DESC LIMIT 1), 0)";

/**
 * SQL condition for the rows that may be deleted: archived entries, except a log's last one. The statement's `this (log,
 * below)` has the log's number and the index up to which to delete.
 */
export const DROPPABLE = `
  log = (SELECT log FROM this) AND idx < (SELECT below FROM this)
  AND idx < (SELECT until FROM anchorlog_archived WHERE log = (SELECT log FROM this) ORDER BY start DESC LIMIT 1)
  AND idx < (SELECT size - 1 FROM anchorlog_heads WHERE log = (SELECT log FROM this))
`;

export async function markDropped(db: LogDatabase, from: number): Promise<void> {
  await db.updateTable("anchorlog_segments").set({ dropped: 1 }).where("position", "=", from).execute();
}
