/** Pages of lists, newest first, by cursors that tell nobody anything and fit no other list. */
import { timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { Type, type Static, type TObject } from "typebox";
import type { Platform } from "../platform.ts";
import { callerOf } from "./access.ts";
import { badRequest } from "./errors.ts";

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

/** A record of a list, and the index by which it has its place. */
export type Placed = { readonly at: number; readonly item: object };
/** Asks for records with an index below `before`, descending, `limit` of them at most. */
export type Fetch = (range: { readonly before: number; readonly limit: number }) => Promise<readonly Placed[]>;

/**
 * A page of an organization's list.
 *
 * @param list its name; with the query's filters, a cursor is bound to it.
 * @throws ApiError 400 `bad_cursor`.
 */
export async function listPage(
  { secrets }: Pick<Platform, "secrets">,
  request: FastifyRequest,
  list: string,
  fetch: Fetch,
): Promise<{ items: object[]; next: string | null; has_more: boolean }> {
  const { limit = DEFAULT_LIMIT, next, ...filters } = request.query as Static<typeof PageQuery>;
  const org = callerOf(request).organization.id;
  const bound = JSON.stringify([org, list, Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
  const before = next === undefined ? Number.MAX_SAFE_INTEGER : readCursor(secrets, bound, next);
  const found = await fetch({ before, limit: limit + 1 });
  const items = found.slice(0, limit);
  const isMore = found.length > limit;
  return {
    items: items.map(({ item }) => item),
    next: isMore ? formatCursor(secrets, bound, items.at(-1)!.at) : null,
    has_more: isMore,
  };
}

const INDEX = 8;
const MAC = 16;

function formatCursor(secrets: Platform["secrets"], bound: string, at: number): string {
  const index = Buffer.alloc(INDEX);
  index.writeBigUInt64BE(BigInt(at));
  return Buffer.concat([index, macOf(secrets, bound, index)]).toString("base64url");
}

function readCursor(secrets: Platform["secrets"], bound: string, text: string): number {
  const bytes = Buffer.from(text, "base64url");
  const isWhole = bytes.length === INDEX + MAC && bytes.toString("base64url") === text;
  const index = bytes.subarray(0, INDEX);
  if (isWhole && timingSafeEqual(bytes.subarray(INDEX), macOf(secrets, bound, index))) {
    return Number(index.readBigUInt64BE());
  }
  throw badRequest("next", "bad_cursor", "next is no cursor of this list with these filters: begin without one");
}

function macOf(secrets: Platform["secrets"], bound: string, index: Uint8Array): Buffer {
  return secrets.mac("cursor", bound, index).subarray(0, MAC);
}
