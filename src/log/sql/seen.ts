import { sql } from "kysely";
import type { SeenCheckpoint } from "../store.ts";
import { fromSeen, toSeen, type LogDatabase, type SqlInteger } from "./schema.ts";

/** Checkpoints as they were last seen on chain, by size: those that are anchored, and all from the newest final one on. */
export async function readSeen(db: LogDatabase): Promise<SeenCheckpoint[]> {
  const newestFinal = sql<SqlInteger>`coalesce((SELECT max(size) FROM anchorlog_seen WHERE state = 'final'), 0)`;
  const rows = await db
    .selectFrom("anchorlog_seen")
    .selectAll()
    .where((row) => row.or([row("state", "=", "anchored"), row("size", ">=", newestFinal)]))
    .orderBy("size")
    .execute();
  return rows.map(toSeen);
}

/** Keeps how a checkpoint was seen, in place of how it was before. */
export async function writeSeen(db: LogDatabase, seen: SeenCheckpoint): Promise<void> {
  const row = fromSeen(seen);
  await db
    .insertInto("anchorlog_seen")
    .values(row)
    .onConflict((conflict) => conflict.column("size").doUpdateSet(row))
    .execute();
}
