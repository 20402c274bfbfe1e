/** The most frequent statements, written by hand. Each is one round trip for any number of entries. */
import { fromHex } from "../../base/hex.ts";
import { DIGEST_OFFSET, DIGEST_TAG_BYTES, nonceKeyOfEntry } from "../../log/entry.ts";
import type { SqlInteger } from "../sql/values.ts";
import type { Head, SqlValue, StoredEntry } from "../../log/store.ts";
import type { SeatActs } from "./actMemory.ts";
import { byteaArray, textArray } from "./arrays.ts";
import type { FlightStatement } from "./flight.ts";

/** Unix milliseconds of the database's clock. Only this clock measures leases. */
export const NOW_MS = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/** This process's right to write a log, as in the row of its head. `log` is the log's number in this database. */
export type Seat = {
  readonly log: SqlInteger;
  readonly epoch: number;
  readonly head: Head;
  /**
   * Remembered acts below the head. They stay valid as long as the head is the seat's, since only this process adds
   * acts.
   */
  readonly acts: SeatActs;
};

/**
 * Moves the head by compare-and-set and inserts the entries. If another writer moved the head first, does neither. It
 * is a transaction by itself. READ COMMITTED, the default, suffices: every writer updates the head's row first, and an
 * update that waited for that row checks it again. SERIALIZABLE would only add conflicts.
 */
const APPEND = `
  WITH moved AS (
    UPDATE anchorlog_heads SET size = $5, hash = $6, accepted_at = $7, lease_until = ${NOW_MS} + $8
    WHERE log = $1 AND size = $2 AND hash = $3 AND epoch = $4
    RETURNING log
  ), fresh AS (
    SELECT moved.log, $2 + n - 1 AS idx, nonce_key, hash, bytes, action, block_hash
    FROM moved, unnest($9::bytea[], $10::bytea[], $11::bytea[], $12::text[], $13::bytea[])
      WITH ORDINALITY AS given (nonce_key, hash, bytes, action, block_hash, n)
  ), used AS (
    INSERT INTO anchorlog_nonces (log, nonce_key, idx, digest)
    SELECT log, nonce_key, idx, substring(bytes FROM ${DIGEST_OFFSET + 1} FOR ${DIGEST_TAG_BYTES}) FROM fresh
  )
  INSERT INTO anchorlog_entries (log, idx, hash, bytes, action, verified_block_hash)
  SELECT log, idx, hash, bytes, action, block_hash FROM fresh
`;

/** Appends entries after a head. The row count is the number of entries, or 0 if the seat was lost. */
export function appendStatement(
  seat: Seat,
  head: Head,
  entries: readonly StoredEntry[],
  leaseMs: number,
): FlightStatement {
  return {
    name: "anchorlog_append",
    sql: APPEND,
    values: [
      ...headValues(seat),
      head.size,
      head.hash,
      head.acceptedAt,
      leaseMs,
      byteaArray(entries.map(({ bytes }) => nonceKeyOfEntry(bytes))),
      byteaArray(entries.map(({ hash }) => hash)),
      byteaArray(entries.map(({ bytes }) => bytes)),
      textArray(entries.map(({ action }) => JSON.stringify(action))),
      byteaArray(entries.map(({ verifiedBlockHash: hash }) => (hash === undefined ? null : fromHex(hash, 32)))),
    ],
  };
}

const HEAD = "SELECT 1 FROM anchorlog_heads WHERE log = $1 AND size = $2 AND hash = $3 AND epoch = $4";
const HOLD = `${HEAD} FOR UPDATE`;
const headValues = ({ log, head, epoch }: Seat): SqlValue[] => [log, head.size, head.hash, epoch];

/** Returns a row if the log's head is still the seat's. */
export const headQuery = (seat: Seat): FlightStatement => ({ sql: HEAD, values: headValues(seat) });

/** The same, and locks the head's row until the transaction ends. */
export const holdQuery = (seat: Seat): FlightStatement => ({
  name: "anchorlog_hold",
  sql: HOLD,
  values: headValues(seat),
});

/**
 * The same, but fails with a division by zero if the head is not the seat's. The server then skips the statements sent
 * after it.
 */
export const holdOrFail = (seat: Seat): FlightStatement => ({
  name: "anchorlog_hold_or_fail",
  sql: `WITH held AS (${HOLD}) SELECT 1 / count(*) FROM held`,
  values: headValues(seat),
});
