/** The statements of the hot path, by hand: each is one round trip, whatever the number of entries. */
import { fromHex } from "../../encoding/hex.ts";
import type { Draft, Head, StoredEntry } from "../store.ts";
import { PART_ACT, PART_NONE } from "../../action/part.ts";
import {
  DIGEST_OFFSET,
  DIGEST_TAG_BYTES,
  HOLDER_OFFSET,
  nonceKeyOfEntry,
  OBJECT_KEY_OFFSET,
  PART_OFFSET,
  PRIOR_OFFSET,
  type Entry,
} from "../entry.ts";
import { objectDamaged, type NewestAct, type UsedNonce } from "../link.ts";
import {
  ENTRY_COLUMNS,
  toNewestAct,
  toSafeInteger,
  toUsedNonce,
  type NonceRow,
  type SqlInteger,
} from "../sql/schema.ts";
import { byteaArray, textArray } from "./arrays.ts";
import type { PgClient, PgQuery } from "./connection.ts";
import { keyText, type PreparedCall } from "./draft.ts";

/** Unix ms of the database's clock: leases are measured by no other. */
export const NOW_MS = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/** A log's writer, as the row of its head has it. `log` is the log's number in this database. */
export type Seat = { readonly log: SqlInteger; readonly epoch: number; readonly head: Head };

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
  ), acted AS (
    INSERT INTO anchorlog_objects (log, object_key, idx, holder)
    SELECT DISTINCT ON (object_key) log, substring(bytes FROM ${OBJECT_KEY_OFFSET + 1} FOR 32) AS object_key, idx,
      substring(bytes FROM ${HOLDER_OFFSET + 1} FOR 20)
    FROM fresh WHERE get_byte(bytes, ${PART_OFFSET}) = ${PART_ACT}
    ORDER BY object_key, idx DESC
    ON CONFLICT (log, object_key) DO UPDATE SET idx = excluded.idx, holder = excluded.holder
  ), stepped AS (
    INSERT INTO anchorlog_steps (log, follows, idx)
    SELECT log, CASE substring(bytes FROM ${PRIOR_OFFSET + 1} FOR 8) WHEN '\\xffffffffffffffff'::bytea
      THEN substring(bytes FROM ${OBJECT_KEY_OFFSET + 1} FOR 32)
      ELSE substring(bytes FROM ${PRIOR_OFFSET + 1} FOR 8) END, idx
    FROM fresh WHERE get_byte(bytes, ${PART_OFFSET}) = ${PART_ACT}
  )
  INSERT INTO anchorlog_entries (log, idx, hash, bytes, action, verified_block_hash)
  SELECT log, idx, hash, bytes, action, block_hash FROM fresh
`;

/** Appends entries behind a head. Its `rowCount` is their number; 0 where the seat was lost. */
export function appendQuery(seat: Seat, head: Head, entries: readonly StoredEntry[], leaseMs: number): PgQuery {
  return {
    name: "anchorlog_append",
    queryMode: "extended",
    text: APPEND,
    values: [
      seat.log,
      seat.head.size,
      seat.head.hash,
      seat.epoch,
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

const LOOK_UP = `
  SELECT nonce_key, idx, digest, ${ENTRY_COLUMNS.join(", ")}
  FROM anchorlog_nonces LEFT JOIN anchorlog_entries USING (log, idx)
  WHERE log = $1 AND nonce_key = ANY ($2::bytea[])
`;

/** Who has the key of a nonce of these calls in a log, by {@link keyText}. */
export async function lookUpNonces(
  client: PgClient,
  { log }: Seat,
  calls: readonly PreparedCall[],
): Promise<Map<string, UsedNonce>> {
  const unique = new Map(calls.flatMap(({ drafts }) => drafts.map(({ key, bytes }) => [key, bytes])));
  const values = [log, byteaArray([...unique.values()].map(nonceKeyOfEntry))];
  const { rows } = await client.query({ name: "anchorlog_nonces", queryMode: "extended", text: LOOK_UP, values });
  return new Map(
    (rows as (NonceRow & { nonce_key: Buffer })[]).map((row) => [keyText(row.nonce_key), toUsedNonce(row)]),
  );
}

const LOOK_UP_OBJECTS = `
  SELECT given.object_key, newest.idx, newest.holder, later.idx AS followed_by
  FROM unnest($2::bytea[]) AS given (object_key)
    LEFT JOIN anchorlog_objects AS newest ON newest.log = $1 AND newest.object_key = given.object_key
    LEFT JOIN anchorlog_steps AS later
      ON later.log = $1 AND later.follows = coalesce(int8send(newest.idx), given.object_key)
`;

type ObjectRow = { object_key: Buffer; idx: SqlInteger | null; holder: Buffer | null; followed_by: SqlInteger | null };

/**
 * The newest acts upon objects of a log, by {@link keyText}; asks nothing where there are none.
 *
 * @throws AnchorlogError `store_damaged` where an act follows one of them already.
 */
export async function lookUpObjects(
  client: PgClient,
  { log }: Seat,
  objects: Iterable<Pick<Entry, "part" | "objectKey">>,
): Promise<Map<string, NewestAct>> {
  const keys = new Map<string, Uint8Array>();
  for (const { part, objectKey } of objects) if (part !== PART_NONE) keys.set(keyText(objectKey), objectKey);
  if (keys.size === 0) return new Map();
  const { rows } = await client.query({
    name: "anchorlog_objects",
    queryMode: "extended",
    text: LOOK_UP_OBJECTS,
    values: [log, byteaArray([...keys.values()])],
  });
  const newest = new Map<string, NewestAct>();
  for (const { object_key, idx, holder, followed_by } of rows as ObjectRow[]) {
    const act = idx === null ? undefined : toNewestAct({ idx, holder: holder! });
    if (followed_by !== null) throw objectDamaged(object_key, act, toSafeInteger(followed_by));
    if (act !== undefined) newest.set(keyText(object_key), act);
  }
  return newest;
}

/** The objects that calls are about. */
export const objectsOf = (calls: readonly PreparedCall[]): Draft["object"][] =>
  calls.flatMap(({ drafts }) => drafts.map(({ draft }) => draft.object));
