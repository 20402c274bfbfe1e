import { ANYBODY, PART_ACT, PART_NONE, actionObject, type EncodedMessage } from "anchorlog/action";
import type { Entry } from "anchorlog/log";
import { equalBytes } from "../src/encoding/bytes.ts";

/** What an entry says of its object. */
export type ObjectFields = Pick<Entry, "part" | "objectKey" | "prior" | "holder">;

/** What an entry about nothing says of objects. */
export const ABOUT_NOTHING: ObjectFields = {
  part: PART_NONE,
  objectKey: new Uint8Array(32),
  prior: undefined,
  holder: new Uint8Array(20),
};

/**
 * What an honest entry says of its action's object.
 *
 * @param before the entries of its log before it, in their order.
 */
export function objectFields(
  { kind, payloadWords }: Pick<EncodedMessage, "kind" | "payloadWords">,
  before: readonly Pick<Entry, "index" | "part" | "objectKey" | "holder">[] = [],
): ObjectFields {
  const { part, objectKey, named } = actionObject(kind, payloadWords);
  if (part === PART_NONE) return ABOUT_NOTHING;
  const newest = before.findLast((entry) => entry.part === PART_ACT && equalBytes(entry.objectKey, objectKey));
  return { part, objectKey, prior: newest?.index, holder: named ?? newest?.holder ?? ANYBODY };
}
