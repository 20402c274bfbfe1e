/** The statements of the hot path, by hand: each is one round trip, whatever the number of entries. */
import { fromHex } from "../../encoding/hex.ts";
import { decodeEntry } from "../entry.ts";
import type { Head, StoredEntry } from "../store.ts";
import { ENTRY_COLUMNS, toEntry, type EntryRow } from "../sql/schema.ts";
import { byteaArray, textArray } from "./arrays.ts";
import type { PgClient, PgQuery } from "./connection.ts";
import { nonceKey, type PreparedCall } from "./draft.ts";

/** Unix ms of the database's clock: leases are measured by no other. */
export const NOW_MS = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/** A log's writer, as the row of its head has it. */
export type Seat = { readonly epoch: number; readonly head: Head };

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
  )
  INSERT INTO anchorlog_entries (log, idx, actor, nonce, hash, bytes, action, verified_block_hash)
  SELECT moved.log, $2 + n - 1, actor, nonce, hash, bytes, action, block_hash
  FROM moved, unnest($9::bytea[], $10::bytea[], $11::bytea[], $12::bytea[], $13::text[], $14::bytea[])
    WITH ORDINALITY AS fresh (actor, nonce, hash, bytes, action, block_hash, n)
`;

/** Appends entries behind a head. Its `rowCount` is their number; 0 where the seat was lost. */
export function appendQuery(
  log: Uint8Array,
  seat: Seat,
  head: Head,
  entries: readonly StoredEntry[],
  leaseMs: number,
): PgQuery {
  const decoded = entries.map(({ bytes }) => decodeEntry(bytes));
  return {
    name: "anchorlog_append",
    queryMode: "extended",
    text: APPEND,
    values: [
      log,
      seat.head.size,
      seat.head.hash,
      seat.epoch,
      head.size,
      head.hash,
      head.acceptedAt,
      leaseMs,
      byteaArray(decoded.map(({ actor }) => actor)),
      byteaArray(decoded.map(({ nonce }) => nonce)),
      byteaArray(entries.map(({ hash }) => hash)),
      byteaArray(entries.map(({ bytes }) => bytes)),
      textArray(entries.map(({ action }) => JSON.stringify(action))),
      byteaArray(entries.map(({ verifiedBlockHash: hash }) => (hash === undefined ? null : fromHex(hash, 32)))),
    ],
  };
}

const LOOK_UP = `
  SELECT actor, nonce, ${ENTRY_COLUMNS.join(", ")} FROM anchorlog_entries
  JOIN unnest($2::bytea[], $3::bytea[]) AS wanted (actor, nonce) USING (actor, nonce)
  WHERE log = $1
`;

/** The entries that have used a nonce of these calls, by {@link nonceKey}. */
export async function lookUpNonces(
  client: PgClient,
  log: Uint8Array,
  calls: readonly PreparedCall[],
): Promise<Map<string, StoredEntry>> {
  const unique = new Map(calls.flatMap(({ drafts }) => drafts.map(({ key, draft }) => [key, draft])));
  const wanted = [...unique.values()];
  const values = [log, byteaArray(wanted.map(({ actor }) => actor)), byteaArray(wanted.map(({ nonce }) => nonce))];
  const { rows } = await client.query({ name: "anchorlog_nonces", queryMode: "extended", text: LOOK_UP, values });
  return new Map(
    (rows as (EntryRow & { actor: Uint8Array; nonce: Uint8Array })[]).map((row) => [
      nonceKey(row.actor, row.nonce),
      toEntry(row),
    ]),
  );
}
