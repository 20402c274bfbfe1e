/** What an action is about: which object, and who alone may act upon it next (PROTOCOL §4.2). Browser-safe. */
import { concat, equalBytes } from "../encoding/bytes.ts";
import { toHex, type Hex } from "../encoding/hex.ts";
import { keccak256 } from "./engine.ts";
import { encodeMessage } from "./envelope.ts";
import type { Kind, Message } from "./kinds.ts";
import { ANYBODY, PART_ACT, PART_ASK, PART_NONE } from "./part.ts";

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

/** The fields of an entry that follow from its action alone, but for `holder` where that is carried over. */
export type ObjectField = "part" | "objectKey" | "holder";

/**
 * Which field of an entry is not what its action says of an object, if one is. A holder that is carried over from the
 * act before is not judged.
 *
 * @param prior undefined where the entry names none.
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
