/** Pages of lists, newest first unless it is said, by cursors that tell nobody anything and fit no other list. */
import { timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sql, type Kysely, type SelectQueryBuilder } from "kysely";
import { Type, type Static, type TObject, type TSchema } from "typebox";
import type { Parts } from "../parts.ts";
import { deprecation, DEPRECATED_SINCE } from "./deprecated.ts";
import { badRequest } from "./errors.ts";
import { page } from "./schemas.ts";

const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 100;

export const PageQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT })),
    next: Type.Optional(Type.String({ maxLength: 256, description: "The cursor that the page before gave." })),
  },
  { additionalProperties: false },
);

/** A list's query that has filters beside those of every page. */
export function pageQuery(filters: TObject["properties"]): TObject {
  return Type.Object({ ...PageQuery.properties, ...filters }, { additionalProperties: false });
}

/** Records that are left out at most: a cursor goes anywhere. */
const MAX_OFFSET = 10_000;
/** Records that are counted: all that offsets lead to. */
const MOST_COUNTED = MAX_OFFSET + MAX_LIMIT;

/** The same for a list that version 2 had, which went by offset and total. */
export function offsetQuery(filters: TObject["properties"]): TObject {
  const description = "How many records to leave out. Version 4 has it no more: follow `next`.";
  const offset = Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_OFFSET, deprecated: true, description }));
  return pageQuery({ ...filters, offset });
}

/** A page of such a list. */
export function offsetPage(item: TSchema): TObject {
  const description = `How many records there are, where it was asked for by offset: ${MOST_COUNTED} where there are more.`;
  return Type.Object({
    ...page(item).properties,
    total: Type.Optional(Type.Integer({ deprecated: true, description })),
  });
}

/** A record of a list, and the index by which it has its place. */
export type Placed = { readonly at: number; readonly item: object };
/** Asks for records with an index below `before`, descending: `limit` of them at most, behind the first `offset`. */
export type Fetch = (range: {
  readonly before: number;
  readonly limit: number;
  readonly offset: number;
}) => Promise<readonly Placed[]>;

type Page = { items: object[]; next: string | null; has_more: boolean };

/**
 * A page of an organization's list, or of one that is everybody's.
 *
 * @param list its name; with the query's filters, a cursor is bound to it.
 * @param byOffset of a list with offsets: how many records there are, and the answer, which says that they are deprecated.
 * @throws ApiError 400 `bad_cursor`, `two_places`.
 */
export async function listPage(
  parts: Pick<Parts, "secrets">,
  request: FastifyRequest,
  list: string,
  fetch: Fetch,
  byOffset?: { readonly reply: FastifyReply; readonly count: () => Promise<number> },
): Promise<Page & { total?: number }> {
  const { next, offset } = request.query as Query;
  if (next !== undefined && offset !== undefined) {
    throw badRequest("offset", "two_places", "next says already where the page begins: give one of them");
  }
  const page = await pageFrom(parts, request, list, async ({ from = Number.MAX_SAFE_INTEGER, limit }) => ({
    found: await fetch({ before: from, limit, offset: offset ?? 0 }),
  }));
  return offset === undefined || byOffset === undefined ? page : { ...page, ...(await totalOf(byOffset)) };
}

/**
 * A page of a list that goes from the oldest record on.
 *
 * @param fetch asks for records with an index above `after`, ascending: `limit` of them at most.
 * @param limit of a query that names none.
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

/** What was found, and, where the end was not reached, the index behind which to look on. */
export type Look = { readonly found: readonly Placed[]; readonly stoppedAt?: number };

/**
 * A page of a list that costs a bounded amount of work: it may be short, or empty, and have more behind it.
 *
 * @param look looks for records with an index below `before`, descending: `limit` of them at most.
 */
export function boundedPage(
  parts: Pick<Parts, "secrets">,
  request: FastifyRequest,
  list: string,
  look: (range: { readonly before: number; readonly limit: number }) => Promise<Look>,
): Promise<Page> {
  return pageFrom(parts, request, list, ({ from = Number.MAX_SAFE_INTEGER, limit }) => look({ before: from, limit }));
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
  // Public lists are everybody's.
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
  throw badRequest("next", "bad_cursor", "next is no cursor of this list with these filters: begin without one");
}

function macOf(secrets: Parts["secrets"], bound: string, index: Uint8Array): Buffer {
  return secrets.mac("cursor", bound, index).subarray(0, MAC);
}

/** How many rows a query has, as far as offsets lead: of a million, all others would wait for the count. */
export async function countReachable<DB, T extends keyof DB, O>(
  db: Kysely<DB>,
  query: SelectQueryBuilder<DB, T, O>,
): Promise<number> {
  const some = query.select(sql.lit(1).as("one")).limit(MOST_COUNTED).as("some");
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${some}`.execute(db);
  return rows[0]!.count;
}

/** How many rows a query has. */
export async function countOf<DB, T extends keyof DB, O>(query: SelectQueryBuilder<DB, T, O>): Promise<number> {
  const counted = query.select((eb) => eb.fn.countAll<number>().as("count"));
  const row: object = await counted.executeTakeFirstOrThrow();
  return (row as { count: number }).count;
}
