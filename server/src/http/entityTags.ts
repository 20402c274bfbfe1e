/** What something's state is called, and requests that are about a state alone (RFC 9110, 13.1). */
import type { FastifyReply, FastifyRequest } from "fastify";
import { badRequest } from "./errors.ts";

/** @param hash of the state. */
export const etagOf = (hash: string): string => `"${hash}"`;

/** An entity tag; what is between its quotes is the first group. */
const TAG = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/;
const TAGS = new RegExp(`^${TAG.source}(?:[ \\t]*,[ \\t]*${TAG.source})*$`);

/**
 * The hashes of the states that `If-Match` names; undefined if any state matches. A tag that a proxy made weak, as
 * compressing ones do, still has the hash of the state. The field is not signed, and can only have a change refused.
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
 * Answers with a state, or 304 where the client has it already, by `If-None-Match`. It is nobody else's, and asked for
 * again each time.
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
  // What is no list of tags names none.
  const isKnown = given === "*" || given.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
  if (isKnown) return reply.code(304).send();
  return reply.type("application/json; charset=utf-8").send(answer);
}
