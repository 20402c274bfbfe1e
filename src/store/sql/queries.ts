import { sql } from "kysely";
import { fromHex, type Hex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import type { Head, StoredBatch, StoredCheckpoint, StoredEntry, TransactionPlace } from "../../log/store.ts";
import { nonceKeyOf } from "../../log/entry.ts";
import type { UsedNonce } from "../../log/link.ts";
import {
  ENTRY_COLUMNS,
  toBatch,
  toBound,
  toCheckpoint,
  toEntry,
  toHead,
  toUsedNonce,
  type LogDatabase,
} from "./schema.ts";
import { toBytes, toSafeInteger } from "./values.ts";
import { countOf } from "../../base/countOf.ts";

/** A log's head. */
export async function readHead(db: LogDatabase, log: Hex): Promise<Head> {
  const row = await db
    .selectFrom("anchorlog_heads")
    .select(["size", "hash", "accepted_at"])
    .where("log", "=", numberOf(db, log))
    .executeTakeFirst();
  return toHead(log, row);
}

/** A log's entries from index `from` up to, not including, `to`. */
export async function readEntries(db: LogDatabase, log: Hex, from: number, to: number): Promise<StoredEntry[]> {
  const rows = await db
    .selectFrom("anchorlog_entries")
    .select(ENTRY_COLUMNS)
    .where("log", "=", numberOf(db, log))
    .where("idx", ">=", toBound(from))
    .where("idx", "<", toBound(to))
    .orderBy("idx")
    .execute();
  return rows.map(toEntry);
}

/** Subquery of a log's number; no row if the log was never written. */
export const numberOf = (db: LogDatabase, log: Hex) =>
  db.selectFrom("anchorlog_logs").select("anchorlog_logs.log").where("id", "=", fromHex(log, 32));

/** The entry that used a nonce's key, if any. If its entry is in the archive, its nonce may be another one. */
export async function readUsedNonce(
  db: LogDatabase,
  log: Hex,
  actor: Uint8Array,
  nonce: Uint8Array,
): Promise<UsedNonce | undefined> {
  const row = await db
    .selectFrom("anchorlog_nonces as used")
    .leftJoin("anchorlog_entries as entry", (on) =>
      on.onRef("entry.log", "=", "used.log").onRef("entry.idx", "=", "used.idx"),
    )
    .select(["used.idx", "used.digest", "hash", "bytes", "action", "verified_block_hash"])
    .where("used.log", "=", numberOf(db, log))
    .where("used.nonce_key", "=", nonceKeyOf(actor, nonce))
    .executeTakeFirst();
  return row && toUsedNonce(row);
}

/** Batches from position `from` up to, not including, `to`. */
export async function readBatches(
  db: LogDatabase,
  from = 0,
  to: number = Number.MAX_SAFE_INTEGER,
): Promise<StoredBatch[]> {
  const rows = await db
    .selectFrom("anchorlog_batches")
    .selectAll()
    .where("position", ">=", from)
    .where("position", "<", to)
    .orderBy("position")
    .execute();
  return rows.map(toBatch);
}

/** The error if a batch is appended at another position than the batch log's size. */
export async function batchLogMoved(db: LogDatabase, first: number): Promise<AnchorlogError> {
  const newest = await db
    .selectFrom("anchorlog_batches")
    .select((row) => row.fn.max("position").as("at"))
    .executeTakeFirst();
  const size = newest?.at == null ? 0 : toSafeInteger(newest.at) + 1;
  return new AnchorlogError(
    "head_moved",
    `the batch log has ${countOf(size, "header")}, not ${first}: another writer was here`,
    {
      fix: "let one process close batches at a time; read the batch log again, and append after its last header",
    },
  );
}

/** Batches of one log below a position, newest first. */
export async function readNewestBatches(
  db: LogDatabase,
  log: Hex,
  limit: number,
  below: number = Number.MAX_SAFE_INTEGER,
): Promise<StoredBatch[]> {
  const rows = await db
    .selectFrom("anchorlog_batches")
    .selectAll()
    .where("log_id", "=", fromHex(log, 32))
    .where("position", "<", below)
    .orderBy("position", "desc")
    .limit(limit)
    .execute();
  return rows.map(toBatch);
}

/** The stored tree nodes of the batch at a position, if any. */
export async function readNodes(db: LogDatabase, position: number): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom("anchorlog_nodes")
    .select("nodes")
    .where("position", "=", position)
    .executeTakeFirst();
  return row && toBytes(row.nodes);
}

/** Stores a batch's tree nodes, replacing earlier ones. */
export async function writeNodes(db: LogDatabase, position: number, nodes: Uint8Array): Promise<void> {
  await db
    .insertInto("anchorlog_nodes")
    .values({ position, nodes })
    .onConflict((conflict) => conflict.column("position").doUpdateSet({ nodes }))
    .execute();
}

/** Checkpoints of more than `above` headers, oldest first. */
export async function readCheckpoints(db: LogDatabase, above = 0): Promise<StoredCheckpoint[]> {
  const rows = await db
    .selectFrom("anchorlog_checkpoints")
    .selectAll()
    .where("size", ">", above)
    .orderBy("size")
    .execute();
  return rows.map(toCheckpoint);
}

/**
 * Appends a checkpoint that is larger than all before it.
 *
 * @throws AnchorlogError `head_moved` if there is one of its size or larger.
 */
export async function insertCheckpoint(db: LogDatabase, { size, root, note }: StoredCheckpoint): Promise<void> {
  const { rows } = await sql`
    INSERT INTO anchorlog_checkpoints (size, root, note)
    SELECT ${sql.val(size)}, ${sql.val(root)}, ${sql.val(note)}
    WHERE NOT EXISTS (SELECT 1 FROM anchorlog_checkpoints WHERE size >= ${size})
    ON CONFLICT (size) DO NOTHING
    RETURNING size
  `.execute(db);
  if (rows.length > 0) return;
  throw new AnchorlogError("head_moved", `there is a checkpoint of size ${size} or more: another writer was here`, {
    fix: "read the checkpoints again, and sign only one that is larger than the last",
  });
}

/** An account's pending transaction. */
export async function readPendingTransaction(
  db: LogDatabase,
  { chainId, account }: TransactionPlace,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("anchorlog_transactions")
    .select("pending")
    .where("chain", "=", chainId)
    .where("account", "=", fromHex(account, 20))
    .executeTakeFirst();
  return row?.pending ?? undefined;
}

/**
 * Replaces an account's pending transaction if it still is `before`. One statement, so that only one of two concurrent
 * writers succeeds.
 */
export async function swapPendingTransaction(
  db: LogDatabase,
  { chainId, account }: TransactionPlace,
  next: string | undefined,
  before: string | undefined,
): Promise<boolean> {
  const key = fromHex(account, 20);
  const { rows } =
    before === undefined
      ? await sql`
          INSERT INTO anchorlog_transactions (chain, account, pending)
          VALUES (${sql.val(chainId)}, ${sql.val(key)}, ${sql.val(next ?? null)})
          ON CONFLICT (chain, account) DO UPDATE SET pending = excluded.pending
          WHERE anchorlog_transactions.pending IS NULL
          RETURNING chain
        `.execute(db)
      : await sql`
          UPDATE anchorlog_transactions SET pending = ${sql.val(next ?? null)}
          WHERE chain = ${sql.val(chainId)} AND account = ${sql.val(key)} AND pending = ${sql.val(before)}
          RETURNING chain
        `.execute(db);
  return rows.length > 0;
}
