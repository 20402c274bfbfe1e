/** The content of an entry and its action, for programs and in words. */
import type { Kind, MemberType, Message } from "../../action/kinds.ts";
import { ANYBODY, NOBODY, PART_ASK, PART_NONE } from "../../action/part.ts";
import { equalBytes } from "../../base/bytes.ts";
import { toHex, type Hex } from "../../base/hex.ts";
import type { Entry } from "../../log/entry.ts";

/** An entry's fields about the object of its action (protocol/1-verify §6.1). */
export type About = {
  readonly objectKey: Hex;
  /** Index of the newest act upon the object before the entry; undefined if the entry names no such act. */
  readonly prior: number | undefined;
  /** The only account that may act upon the object next. `0xff…ff` means anybody, zero means nobody. */
  readonly holder: Hex;
};

/** Returns an entry's fields about its object; undefined if it has no object. */
export function aboutOf({ part, objectKey, prior, holder }: Entry): About | undefined {
  return part === PART_NONE ? undefined : { objectKey: toHex(objectKey), prior, holder: toHex(holder) };
}

/** Describes them in words; undefined if the entry has no object. */
export function describeObject({ part, index, objectKey, prior, holder }: Entry): string | undefined {
  if (part === PART_NONE) return undefined;
  const object = `object ${toHex(objectKey)}`;
  if (part === PART_ASK) {
    if (prior === undefined) return `when asked at entry ${index}, nothing had acted upon ${object}`;
    return `when asked at entry ${index}, ${holds(holder, "past")} ${object}; last act: entry ${prior}`;
  }
  const before = prior === undefined ? "the first act upon it" : `the act before: entry ${prior}`;
  return `acts upon ${object}; ${before}; from here on ${holds(holder, "present")} it`;
}

function holds(holder: Uint8Array, time: "past" | "present"): string {
  const isPast = time === "past";
  if (equalBytes(holder, ANYBODY)) return isPast ? "anybody could act upon" : "anybody may act upon";
  if (equalBytes(holder, NOBODY)) return isPast ? "nobody could act upon" : "nobody may act upon";
  return `${toHex(holder)} ${isPast ? "held" : "holds"}`;
}

/** An entry's action and its signer (protocol/1-verify §10). */
export type SaidByEntry = {
  /** The log's name. */
  readonly log: string;
  readonly index: number;
  /** The wallet that signed the action, or the contract wallet that accepted the signature. */
  readonly signer: Hex;
  /** The action in words, with long values cut. */
  readonly action: string;
  /** Unix milliseconds. */
  readonly acceptedAt: number;
};

export function saidByEntry(log: string, entry: Entry, kind: Kind, message: Message): SaidByEntry {
  const { index, actor, acceptedAt } = entry;
  return { log, index, signer: toHex(actor), action: describeAction(kind, entry.part, message.payload), acceptedAt };
}

function describeAction(kind: Kind, part: number, payload: Message["payload"]): string {
  const [shown, ...values] = kind.members.map(({ name, type }) => [name, showValue(type, payload[name])] as const);
  if (part === PART_ASK) return `ask who holds object ${shown![1]}`;
  if (part === PART_NONE) {
    const { authority, method, target } = payload as Record<string, string>;
    return cut(`${method} https://${authority}${target}`);
  }
  return `${kind.name}(${[shown!, ...values].map(([name, value]) => `${name}: ${value}`).join(", ")})`;
}

const showValue = (type: MemberType, value: unknown): string =>
  cut(type === "string" ? JSON.stringify(value) : Array.isArray(value) ? `[${value.join(", ")}]` : String(value));

const LONGEST = 100;

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST).toWellFormed()}…`;
}
