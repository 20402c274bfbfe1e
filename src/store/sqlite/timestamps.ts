import type { DatabaseSync } from "node:sqlite";
import { toRow } from "../sql/timestamps.ts";
import type { StoredTimestamp } from "../../log/store.ts";

/**
 * Prepares the statement that writes a timestamp. It replaces an earlier row of its transaction unless that row is
 * final.
 */
export function prepareTimestamps(db: DatabaseSync): (timestamp: StoredTimestamp) => void {
  const statement = db.prepare(
    `INSERT INTO anchorlog_timestamps (chain, size, hash, root, account, block, block_hash, time, final)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (chain, size, hash) DO UPDATE SET block = excluded.block,
     block_hash = excluded.block_hash, time = excluded.time, final = excluded.final WHERE final = 0`,
  );
  return (timestamp) => {
    const { chain, size, hash, root, account, block, block_hash, time, final } = toRow(timestamp);
    statement.run(chain, size, hash, root, account, block, block_hash, time, final);
  };
}
