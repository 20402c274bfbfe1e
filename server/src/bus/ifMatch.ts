/** `If-Match` (RFC 9110, 13.1.1), by objects' entity tags. It is not signed, and can only have a change refused. */
import type { FastifyRequest } from "fastify";
import { badRequest } from "../http/errors.ts";

/** What an object's state is called as an entity tag. */
export const etagOf = (stateHash: string): string => `"${stateHash}"`;

const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/;
const TAGS = new RegExp(`^${TAG.source}(?:[ \\t]*,[ \\t]*${TAG.source})*$`);

/**
 * The hashes of states of which the object must have one; undefined where any will do. Weak tags are nobody's.
 *
 * @throws ApiError 400
 */
export function readIfMatch({ headers }: Pick<FastifyRequest, "headers">): readonly string[] | undefined {
  const given = headers["if-match"]?.trim();
  if (given === undefined || given === "*") return undefined;
  if (!TAGS.test(given)) throw badRequest("If-Match", "malformed", 'If-Match is neither * nor a list of "tags"');
  return given.match(new RegExp(TAG, "g"))!.map((tag) => tag.slice(1, -1));
}
