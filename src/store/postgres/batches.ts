/** The batch log in PostgreSQL. */
import { sql } from "kysely";
import { fromHex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { batchedBy, toSafeInteger, type LogDatabase } from "../sql/schema.ts";
import type { NewBatch } from "../../log/store.ts";
import { byteaArray } from "./arrays.ts";
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
  const { size } = await db
    .selectFrom("anchorlog_batches")
    .select((row) => row.fn.countAll().as("size"))
    .executeTakeFirstOrThrow();
  throw new AnchorlogError(
    "head_moved",
    `the batch log has ${toSafeInteger(size)} headers, not ${first}: another writer was here`,
    { fix: "read the batch log again, and append behind its last header" },
  );
}
