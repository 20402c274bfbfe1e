import { sql } from "kysely";
import { fromHex, toHex } from "../../encoding/hex.ts";
import type { SeenCheckpoint } from "../store.ts";
import { toSafeInteger, type LogDatabase, type LogTables, type SqlInteger } from "./schema.ts";

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

function toSeen(row: LogTables["anchorlog_seen"]): SeenCheckpoint {
  const { size, root, time, block, block_hash, state } = row;
  const place = { number: toSafeInteger(block), hash: toHex(block_hash) };
  return { size: toSafeInteger(size), root: toHex(root), time: toSafeInteger(time), block: place, state };
}

export function fromSeen({ size, root, time, block, state }: SeenCheckpoint) {
  return { size, root: fromHex(root, 32), time, block: block.number, block_hash: fromHex(block.hash, 32), state };
}
