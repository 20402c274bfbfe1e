import { sql } from "kysely";
import type { ListedCheckpoint, SeenCheckpoint } from "../../log/store.ts";
import { fromSeen, toCheckpoint, toSeen, type LogDatabase } from "./schema.ts";
import type { SqlInteger } from "./values.ts";
import type { LogTables } from "./tables.ts";

/** Checkpoints as last seen on chain, by size: the anchored ones, and all from the newest final one on. */
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

/** Checkpoints of fewer than `below` headers, newest first, each with how it was last seen on chain. */
export async function readNewestCheckpoints(
  db: LogDatabase,
  limit: number,
  below: number = Number.MAX_SAFE_INTEGER,
): Promise<ListedCheckpoint[]> {
  const rows = await db
    .selectFrom("anchorlog_checkpoints as signed")
    .leftJoin("anchorlog_seen as seen", "seen.size", "signed.size")
    .select(["signed.size", "signed.root", "signed.note"])
    .select(["seen.root as seen_root", "seen.time", "seen.block", "seen.block_hash", "seen.state"])
    .where("signed.size", "<", below)
    .orderBy("signed.size", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ seen_root, time, block, block_hash, state, ...signed }) => {
    const seen = { size: signed.size, root: seen_root, time, block, block_hash, state };
    return { ...toCheckpoint(signed), seen: state === null ? undefined : toSeen(seen as LogTables["anchorlog_seen"]) };
  });
}

/**
 * Size of the newest final signed checkpoint of more than `position` headers; if none is final, of the newest anchored
 * one.
 */
export async function readFurthestCheckpoint(db: LogDatabase, position: number): Promise<number | undefined> {
  for (const state of ["final", "anchored"] as const) {
    const row = await db
      .selectFrom("anchorlog_seen as seen")
      .innerJoin("anchorlog_checkpoints as signed", (join) =>
        join.onRef("signed.size", "=", "seen.size").onRef("signed.root", "=", "seen.root"),
      )
      .select("seen.size")
      .where("seen.state", "=", state)
      .where("seen.size", ">", position)
      .orderBy("seen.size", "desc")
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) return Number(row.size);
  }
  return undefined;
}

/** Stores how a checkpoint was seen, replacing how it was seen before. */
export async function writeSeen(db: LogDatabase, seen: SeenCheckpoint): Promise<void> {
  const row = fromSeen(seen);
  await db
    .insertInto("anchorlog_seen")
    .values(row)
    .onConflict((conflict) => conflict.column("size").doUpdateSet(row))
    .execute();
}
