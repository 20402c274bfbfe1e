/** What an action is about: which object, and who alone may act upon it next (PROTOCOL §4.2). Browser-safe. */
import { concat, equalBytes } from "../encoding/bytes.ts";
import { toHex, type Hex } from "../encoding/hex.ts";
import { keccak256 } from "./engine.ts";
import { encodeMessage } from "./envelope.ts";
import type { Kind, Message } from "./kinds.ts";
import { PART_ASK, PART_NONE } from "./part.ts";

/** What one action says of its object. */
export type ActionObject = {
  readonly part: number;
  /** 32 bytes; zero for an action about nothing. */
  readonly objectKey: Uint8Array;
  /** Who may act next, as the action names it, 20 bytes; undefined where it names nobody. */
  readonly named: Uint8Array | undefined;
};

const ABOUT_NOTHING: ActionObject = { part: PART_NONE, objectKey: new Uint8Array(32), named: undefined };
/**
 * What an action is about.
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
 * The key of the object that a payload is about: the same for all kinds whose first members have the same text. Of an
 * `Ask` it is the key that is asked about; of an `HttpRequest`, about nothing, 32 zero bytes.
 *
 * @throws FormatError naming the member that is not in canonical form.
 * @example
 * objectKeyOf(types.kinds.get("Transfer")!, { objectId: "seat-7", holder: "0xbbbb…" })
 */
export function objectKeyOf(kind: Kind, payload: Message["payload"]): Hex {
  const message = {
    log: toHex(new Uint8Array(32)),
    actor: toHex(new Uint8Array(20)),
    nonce: "0",
    deadline: "0",
    payload,
  };
  return toHex(actionObject(kind, encodeMessage(kind, message, new Uint8Array(32)).payloadWords).objectKey);
}

/** The part and key that an entry's fields would have, and whether a named holder is the one in them. */
export function isAboutThat(
  { part, objectKey, holder }: { readonly part: number; readonly objectKey: Uint8Array; readonly holder: Uint8Array },
  said: ActionObject,
): boolean {
  if (part !== said.part || !equalBytes(objectKey, said.objectKey)) return false;
  return said.named === undefined || equalBytes(holder, said.named);
}
