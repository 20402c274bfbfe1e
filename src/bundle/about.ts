/** What an entry says of an object, for programs and in words. */
import { ANYBODY, NOBODY, PART_ASK, PART_NONE } from "../action/part.ts";
import { equalBytes } from "../encoding/bytes.ts";
import { toHex, type Hex } from "../encoding/hex.ts";
import type { Entry } from "../log/entry.ts";

/** What an entry says of the object that its action is about (PROTOCOL §4.2). */
export type About = {
  readonly objectKey: Hex;
  /** Index of the newest act upon the object before the entry; undefined where there is none. */
  readonly prior: number | undefined;
  /** Who alone may act upon it next; `0xff…ff`: anybody, zero: nobody. */
  readonly holder: Hex;
};

/** What an entry says of an object; undefined where it is about none. */
export function aboutOf({ part, objectKey, prior, holder }: Entry): About | undefined {
  return part === PART_NONE ? undefined : { objectKey: toHex(objectKey), prior, holder: toHex(holder) };
}

/** The same in words; undefined where it is about none. */
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
