import { fromHex, toHex } from "../../base/hex.ts";
import type { StoredTimestamp } from "../../log/store.ts";
import type { LogDatabase } from "./schema.ts";
import { toBytes, toSafeInteger } from "./values.ts";
import type { LogTables } from "./tables.ts";

type TimestampRow = LogTables["anchorlog_timestamps"];

function toRow({ chainId, size, root, transaction, account, block, final }: StoredTimestamp) {
  return {
    chain: chainId,
    size,
    hash: fromHex(transaction, 32),
    root,
    account: fromHex(account, 20),
    block: block?.number ?? null,
    block_hash: block === undefined ? null : fromHex(block.hash, 32),
    time: block?.time ?? null,
    final: final ? 1 : 0,
  } satisfies TimestampRow;
}

function toTimestamp(row: TimestampRow): StoredTimestamp {
  const { chain, size, hash, root, account, block, block_hash, time, final } = row;
  const isIn = block !== null && block_hash !== null && time !== null;
  return {
    chainId: toSafeInteger(chain),
    size: toSafeInteger(size),
    root: toBytes(root),
    transaction: toHex(toBytes(hash)),
    account: toHex(toBytes(account)),
    block: isIn
      ? { number: toSafeInteger(block), hash: toHex(toBytes(block_hash)), time: toSafeInteger(time) }
      : undefined,
    final: toSafeInteger(final) === 1,
  };
}

/** All timestamps, by size and chain. */
export async function readTimestamps(db: LogDatabase): Promise<StoredTimestamp[]> {
  const rows = await db
    .selectFrom("anchorlog_timestamps")
    .selectAll()
    .orderBy("size")
    .orderBy("chain")
    .orderBy("block")
    .orderBy("hash")
    .execute();
  return rows.map(toTimestamp);
}

/** The newest final timestamp of a chain, and those with its size or a larger one. */
export async function readRecentTimestamps(db: LogDatabase, chainId: number): Promise<StoredTimestamp[]> {
  const newest = await db
    .selectFrom("anchorlog_timestamps")
    .select("size")
    .where("chain", "=", chainId)
    .where("final", "=", 1)
    .orderBy("size", "desc")
    .limit(1)
    .executeTakeFirst();
  const rows = await db
    .selectFrom("anchorlog_timestamps")
    .selectAll()
    .where("chain", "=", chainId)
    .where("size", ">=", newest === undefined ? 0 : newest.size)
    .orderBy("size")
    .orderBy("hash")
    .execute();
  return rows.map(toTimestamp);
}

/** Writes a timestamp, replacing an earlier row of its transaction unless that row is final. */
export async function upsertTimestamp(db: LogDatabase, timestamp: StoredTimestamp): Promise<void> {
  const row = toRow(timestamp);
  const { block, block_hash, time, final } = row;
  await db
    .insertInto("anchorlog_timestamps")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["chain", "size", "hash"])
        .doUpdateSet({ block, block_hash, time, final })
        .where("anchorlog_timestamps.final", "=", 0),
    )
    .execute();
}
