/** Entity tags and conditional requests (RFC 9110, section 13.1). */
import type { FastifyReply, FastifyRequest } from "fastify";
import { badRequest } from "./errors.ts";

/** @param hash of the state. */
export const etagOf = (hash: string): string => `"${hash}"`;

/** An entity tag. The first group is the text between the quotes. */
const TAG = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/;
const TAGS = new RegExp(`^${TAG.source}(?:[ \\t]*,[ \\t]*${TAG.source})*$`);

/**
 * The hashes in `If-Match`; undefined if any state matches. Weak tags are accepted, because compressing proxies weaken
 * tags without changing the hash. The field is not signed, but it can only cause a change to be rejected.
 *
 * @throws ApiError 400
 */
export function readIfMatch({ headers }: Pick<FastifyRequest, "headers">): readonly string[] | undefined {
  const given = headers["if-match"]?.trim();
  if (given === undefined || given === "*") return undefined;
  if (!TAGS.test(given)) throw badRequest("If-Match", "malformed", 'If-Match is neither * nor a list of "tags"');
  return [...given.matchAll(new RegExp(TAG, "g"))].map(([, hash]) => hash!);
}

/**
 * Sends a state with its entity tag, or 304 if `If-None-Match` shows that the client has it. The answer is private, and
 * must be revalidated.
 *
 * @param answer an object, or JSON as text.
 */
export function sendTagged(
  { headers }: Pick<FastifyRequest, "headers">,
  reply: FastifyReply,
  etag: string,
  answer: object | string,
): FastifyReply {
  reply.headers({ "Cache-Control": "private, no-cache", ETag: etag });
  const given = headers["if-none-match"]?.trim() ?? "";
  // A malformed list matches nothing.
  const isKnown = given === "*" || given.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
  if (isKnown) return reply.code(304).send();
  return reply.type("application/json; charset=utf-8").send(answer);
}
