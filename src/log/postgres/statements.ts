/** The statements of the hot path, by hand: each is one round trip, whatever the number of entries. */
import { fromHex } from "../../encoding/hex.ts";
import { DIGEST_OFFSET, DIGEST_TAG_BYTES, nonceKeyOfEntry } from "../entry.ts";
import type { SqlInteger } from "../sql/schema.ts";
import type { Head, SqlValue, StoredEntry } from "../store.ts";
import type { SeatActs } from "./actMemory.ts";
import { byteaArray, textArray } from "./arrays.ts";
import type { FlightStatement } from "./flight.ts";

/** Unix ms of the database's clock: leases are measured by no other. */
export const NOW_MS = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/** A log's writer, as the row of its head has it. `log` is the log's number in this database. */
export type Seat = {
  readonly log: SqlInteger;
  readonly epoch: number;
  readonly head: Head;
  /** What it remembers of the acts below its head: nobody else adds any, as long as the head is its own. */
  readonly acts: SeatActs;
};

/**
 * Moves the head by compare-and-set and inserts the entries, or, where another writer came between, does neither.
 * By itself it is a transaction. At READ COMMITTED, the default, that is enough: whoever writes to a log updates its
 * head's row first, and an update that waited for that row looks at it again. SERIALIZABLE would only add conflicts.
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

/** Appends entries behind a head. It is about as many rows; about none where the seat was lost. */
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

/** A row where the log's head is the seat's still. */
export const headQuery = (seat: Seat): FlightStatement => ({ sql: HEAD, values: headValues(seat) });

/** The same, and keeps it so until the transaction's end. */
export const holdQuery = (seat: Seat): FlightStatement => ({
  name: "anchorlog_hold",
  sql: HOLD,
  values: headValues(seat),
});

/** The same, and fails where it is not so, by a division by zero: nothing that is sent behind it is run then. */
export const holdOrFail = (seat: Seat): FlightStatement => ({
  name: "anchorlog_hold_or_fail",
  sql: `WITH held AS (${HOLD}) SELECT 1 / count(*) FROM held`,
  values: headValues(seat),
});
