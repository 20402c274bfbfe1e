import { ANYBODY, PART_ACT, PART_NONE, actionObject, type EncodedMessage } from "anchorlog/action";
import type { Entry } from "anchorlog/log";
import { equalBytes } from "../src/base/bytes.ts";

/** The fields of an entry about its object. */
export type ObjectFields = Pick<Entry, "part" | "objectKey" | "prior" | "holder">;

/** The object fields of an entry about no object. */
export const ABOUT_NOTHING: ObjectFields = {
  part: PART_NONE,
  objectKey: new Uint8Array(32),
  prior: undefined,
  holder: new Uint8Array(20),
};

/**
 * The object fields of an honest entry.
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
