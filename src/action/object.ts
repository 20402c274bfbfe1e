/** The object of an action, and the account that may act upon it next (protocol/1-verify §6.1). Browser-safe. */
import { concat, equalBytes } from "../base/bytes.ts";
import { AnchorlogError } from "../base/errors.ts";
import { toHex, type Hex } from "../base/hex.ts";
import { keccak256 } from "./engine.ts";
import { encodeMessage } from "./envelope.ts";
import type { Kind, Message } from "./kinds.ts";
import { ANYBODY, PART_ACT, PART_ASK, PART_NONE } from "./part.ts";

/** An action's statement about its object. */
export type ActionObject = {
  readonly part: number;
  /** 32 bytes; zero for an action without an object. */
  readonly objectKey: Uint8Array;
  /** The account that may act next, as the action names it, 20 bytes; undefined if the action does not name one. */
  readonly named: Uint8Array | undefined;
};

const ABOUT_NOTHING: ActionObject = { part: PART_NONE, objectKey: new Uint8Array(32), named: undefined };

/**
 * Returns an action's statement about its object (protocol/1-verify §6.1).
 *
 * @param words the payload's words, without the type hash.
 */
export function actionObject({ object }: Pick<Kind, "object">, words: readonly Uint8Array[]): ActionObject {
  const { part, memberHash, namesHolder } = object;
  if (part === PART_NONE) return ABOUT_NOTHING;
  const objectKey = part === PART_ASK ? words[0]! : keccak256(concat(memberHash, words[0]!));
  return { part, objectKey, named: namesHolder ? words[1]!.slice(12) : undefined };
}

/**
 * Returns the key of a payload's object. Kinds whose first members have the same text share their keys. For an `Ask` it
 * is the key in the question. For an `HttpRequest`, which has no object, it is 32 zero bytes.
 *
 * @throws FormatError naming the member that is not in canonical form. @throws AnchorlogError `unknown_kind` without a
 * kind: `kinds.get` returns undefined for a name that is not defined.
 * @example
 * objectKeyOf(types.kinds.get("Transfer")!, { objectId: "seat-7", holder: "0xbbbb…" })
 */
export function objectKeyOf(kind: Kind, payload: Message["payload"]): Hex {
  if ((kind as Kind | undefined) === undefined) {
    throw new AnchorlogError("unknown_kind", "objectKeyOf got no kind", {
      fix: "give one that defineActions returned: types.kinds.get(name)",
    });
  }
  const message = {
    log: toHex(new Uint8Array(32)),
    actor: toHex(new Uint8Array(20)),
    nonce: "0",
    deadline: "0",
    payload,
  };
  return toHex(actionObject(kind, encodeMessage(kind, message, new Uint8Array(32)).payloadWords).objectKey);
}

/** The fields of an entry that follow from its action alone, except for a carried-over `holder`. */
export type ObjectField = "part" | "objectKey" | "holder";

/**
 * Returns the field of an entry that contradicts its action's object, if one does. A holder carried over from the prior
 * act is not checked.
 *
 * @param prior undefined if the entry has no prior act.
 * @example
 * const entry = decodeEntry(fromHex(bundle.entry))
 * const { kind, message, payloadWords, digest } = encodeMessage(kindOfBundle, bundle.action.message, domain)
 * const isOfAction =
 *   toHex(entry.digest) === toHex(digest) &&
 *   toHex(entry.signatureHash) === toHex(hashSignature(bundle.action.signature)) &&
 *   objectMismatch(entry, actionObject(kind, payloadWords)) === undefined &&
 *   isInTime(entry.acceptedAt, message.deadline)
 */
export function objectMismatch(
  entry: {
    readonly part: number;
    readonly objectKey: Uint8Array;
    readonly prior: number | undefined;
    readonly holder: Uint8Array;
  },
  { part, objectKey, named }: ActionObject,
): ObjectField | undefined {
  if (entry.part !== part) return "part";
  if (!equalBytes(entry.objectKey, objectKey)) return "objectKey";
  const said = named ?? (part === PART_ACT && entry.prior === undefined ? ANYBODY : undefined);
  return said === undefined || equalBytes(entry.holder, said) ? undefined : "holder";
}
