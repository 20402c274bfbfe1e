/** A leader's queries before it writes: the used nonces of its drafts, and the newest acts upon their objects. */
import { PART_NONE } from "../../action/part.ts";
import { nonceKeyOfEntry, type Entry } from "../../log/entry.ts";
import type { NewestAct, UsedNonce } from "../../log/link.ts";
import { HOLDER, IS_ACT, OBJECT_KEY, PREV, toNewestAct, type ActRow, type LinkedActRow } from "../sql/acts.ts";
import { ENTRY_COLUMNS, toUsedNonce, type NonceRow } from "../sql/schema.ts";
import { toSafeInteger, type SqlInteger } from "../sql/values.ts";
import type { Draft } from "../../log/store.ts";
import { byteaArray } from "./arrays.ts";
import type { LogContext } from "./commit.ts";
import type { PgClient } from "./connection.ts";
import { keyText, type PreparedCall } from "./draft.ts";
import type { PlanNames } from "./planNames.ts";
import type { Seat } from "./statements.ts";

const NONCES = `
  SELECT nonce_key, idx, digest, ${ENTRY_COLUMNS.join(", ")}
  FROM anchorlog_nonces LEFT JOIN anchorlog_entries USING (log, idx)
  WHERE log = $1 AND nonce_key = ANY ($2::bytea[])
`;

/** The entries that have the nonces' keys of these calls, by {@link keyText}; `lost` if another writer is ahead. */
export async function lookUpNonces(
  { names }: LogContext,
  client: PgClient,
  { log, head }: Seat,
  calls: readonly PreparedCall[],
): Promise<Map<string, UsedNonce> | "lost"> {
  const unique = new Map(calls.flatMap(({ drafts }) => drafts.map(({ key, bytes }) => [key, bytes])));
  const values = [log, byteaArray([...unique.values()].map(nonceKeyOfEntry))];
  const query = { name: names.of("anchorlog_nonces"), queryMode: "extended", text: NONCES, values } as const;
  const rows = (await client.query(query)).rows as (NonceRow & { nonce_key: Buffer })[];
  if (rows.some(({ idx }) => isAhead(idx, head))) return "lost";
  return new Map(rows.map((row) => [keyText(row.nonce_key), toUsedNonce(row)]));
}

/**
 * Looks each object up by the index, even with bad statistics: a join could read all rows of a log. The subselect hides
 * the list's length, since the server would otherwise make a new plan for each short list.
 */
const acts = (more = ""): string => `
  SELECT given.n::integer, coalesce(act.idx, archived.idx) AS idx, coalesce(act.holder, archived.holder) AS holder${more}
  FROM unnest((SELECT $2::bytea[])) WITH ORDINALITY AS given (object_key, n)
    LEFT JOIN LATERAL (
      SELECT idx, ${HOLDER} AS holder, bytes FROM anchorlog_entries
      WHERE log = $1 AND ${OBJECT_KEY} = given.object_key AND ${IS_ACT.postgres} AND idx < $3
      ORDER BY idx DESC LIMIT 1
    ) AS act ON true
    LEFT JOIN LATERAL (
      SELECT idx, holder FROM anchorlog_objects
      WHERE log = $1 AND object_key = given.object_key AND idx < $3 AND act.idx IS NULL LIMIT 1
    ) AS archived ON true
`;
const NEWEST_ACTS = acts();
const LINKED_ACTS = acts(`,
    act.bytes, (SELECT ${PREV} FROM anchorlog_entries WHERE log = $1 AND idx = act.idx + 1) AS next`);

/** The newest act upon each object of a log, by the log's number. */
export function lookUpActs(
  names: PlanNames,
  client: PgClient,
  log: SqlInteger,
  objectKeys: readonly Uint8Array[],
): Promise<(ActRow | undefined)[]> {
  return find<ActRow>(client, names.of("anchorlog_acts"), NEWEST_ACTS, log, objectKeys, Number.MAX_SAFE_INTEGER);
}

/** The newest acts below an index, with the previous-entry hash in the entry after each. */
export function lookUpLinkedActs(
  names: PlanNames,
  client: PgClient,
  log: SqlInteger,
  objectKeys: readonly Uint8Array[],
  below: number,
): Promise<(LinkedActRow | undefined)[]> {
  return find<LinkedActRow>(client, names.of("anchorlog_linked_acts"), LINKED_ACTS, log, objectKeys, below);
}

async function find<R extends ActRow>(
  client: PgClient,
  name: string,
  text: string,
  log: SqlInteger,
  objectKeys: readonly Uint8Array[],
  below: number,
): Promise<(R | undefined)[]> {
  if (objectKeys.length === 0) return [];
  const { rows } = await client.query({
    name,
    queryMode: "extended",
    text,
    values: [log, byteaArray(objectKeys), below],
  });
  const found: (R | undefined)[] = objectKeys.map(() => undefined);
  for (const row of rows as (R & { n: number })[]) if (row.idx !== null) found[row.n - 1] = row;
  return found;
}

/**
 * The newest acts upon objects, by {@link keyText}. Queries only the objects that the seat does not remember. `lost` if
 * another writer is ahead.
 */
export async function lookUpObjects(
  { names }: LogContext,
  client: PgClient,
  { log, head, acts }: Seat,
  objects: Iterable<Pick<Entry, "part" | "objectKey">>,
): Promise<Map<string, NewestAct> | "lost"> {
  const newest = new Map<string, NewestAct>();
  const missing = new Map<string, Uint8Array>();
  for (const { part, objectKey } of objects) {
    if (part === PART_NONE) continue;
    const text = keyText(objectKey);
    if (newest.has(text) || missing.has(text)) continue;
    const known = acts.get(text);
    if (known === undefined) missing.set(text, objectKey);
    else newest.set(text, known);
  }
  const rows = await lookUpActs(names, client, log, [...missing.values()]);
  if (rows.some((row) => row !== undefined && isAhead(row.idx, head))) return "lost";
  for (const [i, text] of [...missing.keys()].entries()) {
    const row = rows[i];
    if (row !== undefined) newest.set(text, toNewestAct(row));
  }
  return newest;
}

/** The objects of calls' drafts. */
export const objectsOf = (calls: readonly PreparedCall[]): Draft["object"][] =>
  calls.flatMap(({ drafts }) => drafts.map(({ draft }) => draft.object));

/** Whether an entry is at or after the seat's head. Then another process wrote it, perhaps not durably yet. */
const isAhead = (index: SqlInteger, { size }: Seat["head"]): boolean => toSafeInteger(index) >= size;
