/** Paged lists. A cursor is opaque, and valid only for the list, filters and organization that it was made for. */
import { timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sql, type Kysely, type SelectQueryBuilder } from "kysely";
import { Type, type Static, type TObject, type TProperties, type TSchema } from "typebox";
import type { RowTable } from "../foundation/db/rows.ts";
import type { Tables } from "../foundation/db/tables.ts";
import type { Parts } from "../foundation/parts.ts";
import { deprecation, DEPRECATED_SINCE } from "./deprecated.ts";
import { badRequest } from "./errors.ts";
import { page } from "./schemas.ts";

const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 100;

export const PageQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT })),
    next: Type.Optional(Type.String({ maxLength: 256, description: "The cursor from the previous page." })),
  },
  { additionalProperties: false },
);

/** The query of a list with its own filters. */
export const pageQuery = <T extends TProperties>(filters: T) =>
  Type.Object({ ...PageQuery.properties, ...filters }, { additionalProperties: false });

/** The largest offset. Cursors have no such limit. */
const MAX_OFFSET = 10_000;
/** Records counted at most: all that an offset can reach. */
export const MOST_COUNTED = MAX_OFFSET + MAX_LIMIT;

/** The query of a list that version 2 also had, with an offset. */
export const offsetQuery = <T extends TProperties>(filters: T) => pageQuery({ ...filters, offset: Offset });
const Offset = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: MAX_OFFSET,
    deprecated: true,
    description: "The number of records to skip. Version 4 will not have it: follow `next`.",
  }),
);

/** A page of such a list, with a total. */
export function offsetPage(item: TSchema): TObject {
  const description = `The number of records, if the request has an offset. If there are more than ${MOST_COUNTED}, it is ${MOST_COUNTED}.`;
  return Type.Object({
    ...page(item).properties,
    total: Type.Optional(Type.Integer({ deprecated: true, description })),
  });
}

/** A record of a list, with its position. */
export type Placed = { readonly at: number; readonly item: object };
/** @property offset undefined if the query names none. */
export type Range = { readonly before: number; readonly limit: number; readonly offset: number | undefined };
/** Fetches at most `limit` records with positions below `before`, in descending order, after the first `offset`. */
export type Fetch = (range: Range & { readonly offset: number }) => Promise<readonly Placed[]>;
type ByOffset = { readonly reply: FastifyReply; readonly count: () => Promise<number> };

type Page = { items: object[]; next: string | null; has_more: boolean };

/**
 * A page of an organization's list, or of a public list, newest first.
 *
 * @param list its name. A cursor is bound to it and to the query's filters.
 * @throws ApiError 400 `bad_cursor`, `two_places`.
 */
export async function listPage(
  parts: Pick<Parts, "secrets">,
  request: FastifyRequest,
  list: string,
  fetch: Fetch,
  byOffset?: ByOffset,
): Promise<Page & { total?: number }> {
  return boundedPage(
    parts,
    request,
    list,
    async (range) => ({ found: await fetch({ ...range, offset: range.offset ?? 0 }) }),
    byOffset,
  );
}

/**
 * A page of an organization's rows, newest first.
 *
 * @param showing returns the function that shows a row. It may first read more about the rows.
 */
export function listRows<T extends RowTable, Row extends { readonly idx: number }>(
  parts: Pick<Parts, "secrets">,
  request: FastifyRequest,
  list: string,
  query: SelectQueryBuilder<Tables, T, Row>,
  showing: (rows: readonly Row[]) => ((row: Row) => object) | Promise<(row: Row) => object>,
  byOffset?: ByOffset,
): Promise<Page & { total?: number }> {
  const fetch: Fetch = async ({ before, limit, offset }) => {
    const older = (query as unknown as SelectQueryBuilder<Tables, "file", Row>).where("idx", "<", before);
    const rows = await older.orderBy("idx", "desc").limit(limit).offset(offset).execute();
    const show = await showing(rows);
    return rows.map((row) => ({ at: row.idx, item: show(row) }));
  };
  return listPage(parts, request, list, fetch, byOffset);
}

/**
 * A page of a list in ascending order.
 *
 * @param fetch fetches at most `limit` records with positions above `after`, in ascending order.
 * @param limit the default of the query's `limit`.
 */
export function oldestFirst(
  parts: Pick<Parts, "secrets">,
  request: FastifyRequest,
  list: string,
  fetch: (range: { readonly after: number; readonly limit: number }) => Promise<readonly Placed[]>,
  limit: number,
): Promise<Page> {
  const look = async ({ from = -1, limit: most }: Bounds): Promise<Look> => ({
    found: await fetch({ after: from, limit: most }),
  });
  return pageFrom(parts, request, list, look, limit);
}

/** The records found. `stoppedAt` is set if the search stopped before the end: the position to continue from. */
export type Look = { readonly found: readonly Placed[]; readonly stoppedAt?: number };

/**
 * A page of a list with a bounded cost. A page may be short or empty although more records follow.
 *
 * @param look finds at most `limit` records below `before`, in descending order, after the first `offset`.
 * @param byOffset for lists with offsets: counts the records. The answer gets a Deprecation header if an offset is
 *   used.
 */
export async function boundedPage(
  parts: Pick<Parts, "secrets">,
  request: FastifyRequest,
  list: string,
  look: (range: Range) => Promise<Look>,
  byOffset?: ByOffset,
): Promise<Page & { total?: number }> {
  const { next, offset } = request.query as Query;
  if (next !== undefined && offset !== undefined) {
    throw badRequest("offset", "two_places", "next and offset both say where the page begins: give one of them");
  }
  const page = await pageFrom(parts, request, list, ({ from = Number.MAX_SAFE_INTEGER, limit }) =>
    look({ before: from, limit, offset }),
  );
  return offset === undefined || byOffset === undefined ? page : { ...page, ...(await totalOf(byOffset)) };
}

type Bounds = { readonly from: number | undefined; readonly limit: number };
type Query = Static<typeof PageQuery> & { readonly offset?: number };

async function pageFrom(
  { secrets }: Pick<Parts, "secrets">,
  request: FastifyRequest,
  list: string,
  look: (bounds: Bounds) => Promise<Look>,
  usual = DEFAULT_LIMIT,
): Promise<Page> {
  const { limit = usual, next, offset: _, ...filters } = request.query as Query;
  // Public lists have no organization.
  const org = request.caller?.organization.id ?? null;
  const bound = JSON.stringify([org, list, Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
  const from = next === undefined ? undefined : readCursor(secrets, bound, next);
  const { found, stoppedAt } = await look({ from, limit: limit + 1 });
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1)!.at : stoppedAt;
  return {
    items: items.map(({ item }) => item),
    next: last === undefined ? null : formatCursor(secrets, bound, last),
    has_more: last !== undefined,
  };
}

async function totalOf({ reply, count }: { reply: FastifyReply; count: () => Promise<number> }) {
  reply.header("Deprecation", deprecation(DEPRECATED_SINCE));
  return { total: await count() };
}

const INDEX = 8;
const MAC = 16;

function formatCursor(secrets: Parts["secrets"], bound: string, at: number): string {
  const index = Buffer.alloc(INDEX);
  index.writeBigUInt64BE(BigInt(at));
  return Buffer.concat([index, macOf(secrets, bound, index)]).toString("base64url");
}

function readCursor(secrets: Parts["secrets"], bound: string, text: string): number {
  const bytes = Buffer.from(text, "base64url");
  const isWhole = bytes.length === INDEX + MAC && bytes.toString("base64url") === text;
  const index = bytes.subarray(0, INDEX);
  if (isWhole && timingSafeEqual(bytes.subarray(INDEX), macOf(secrets, bound, index))) {
    return Number(index.readBigUInt64BE());
  }
  throw badRequest(
    "next",
    "bad_cursor",
    "next is not a cursor of this list with these filters. Begin without a cursor",
  );
}

function macOf(secrets: Parts["secrets"], bound: string, index: Uint8Array): Buffer {
  return secrets.mac("cursor", bound, index).subarray(0, MAC);
}

/** Counts the rows of a query up to the largest offset. Counting all of a million rows would delay other queries. */
export async function countReachable<DB, T extends keyof DB, O>(
  db: Kysely<DB>,
  query: SelectQueryBuilder<DB, T, O>,
): Promise<number> {
  const some = query.select(sql.lit(1).as("one")).limit(MOST_COUNTED).as("some");
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${some}`.execute(db);
  return rows[0]!.count;
}

export async function countOf<DB, T extends keyof DB, O>(query: SelectQueryBuilder<DB, T, O>): Promise<number> {
  const counted = query.select((eb) => eb.fn.countAll<number>().as("count"));
  const row: object = await counted.executeTakeFirstOrThrow();
  return (row as { count: number }).count;
}
