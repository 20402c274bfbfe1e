/**
 * Converts values that JSON cannot express. Bytes become lower-case hex and bigints decimal digits, as in all documents of
 * anchorlog.
 */
import { toHex } from "./hex.ts";

/**
 * A value as JSON can have it: bytes as hex, bigints as decimal digits, a Map as an object, a Set as an array, an error by
 * its name, code and message. Members that are undefined or functions are left out, as in JSON.
 *
 * @example
 * response.json(toJson(decodeEntry(bytes)))
 */
export function toJson(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Uint8Array) return toHex(value);
  if (value instanceof Map) return membersOf(value);
  if (Array.isArray(value) || value instanceof Set) return Array.from(value, (item: unknown) => toJson(item) ?? null);
  if ("toJSON" in value && typeof value.toJSON === "function" && value.toJSON !== ofThis) {
    return (value as { toJSON(): unknown }).toJSON();
  }
  if (value instanceof Error)
    return membersOf([["name", value.name], ["message", value.message], ...Object.entries(value)]);
  return membersOf(Object.entries(value));
}

function membersOf(entries: Iterable<[string, unknown]>): unknown {
  return Object.fromEntries(Array.from(entries, ([name, value]) => [name, toJson(value)]));
}

function ofThis(this: unknown): unknown {
  return toJson(this);
}

/** Not enumerable, so that `toJSON` is not listed or copied with the object's other members. */
const TO_JSON: PropertyDescriptor = { value: ofThis, enumerable: false, configurable: true, writable: true };

/**
 * Adds a `toJSON` to an object and the objects in it if JSON.stringify alone would fail at a bigint, or write bytes as
 * a list of numbers. A copy of the object's members has no `toJSON`: use {@link toJson} for a copy.
 *
 * @returns the same object.
 */
export function withJson<T>(value: T): T {
  mark(value);
  return value;
}

/** Adds `toJSON` to one object that is known to need it; `withJson` finds such objects itself. */
export function withOwnJson<T extends object>(value: T): T {
  return Object.defineProperty(value, "toJSON", TO_JSON);
}

/** Whether JSON has no form for a value. */
function mark(value: unknown): boolean {
  if (typeof value === "bigint") return true;
  if (typeof value !== "object" || value === null) return false;
  if (value instanceof Uint8Array || value instanceof Map || value instanceof Set) return true;
  let needs = false;
  for (const part of Object.values(value)) needs = mark(part) || needs;
  if (needs && Object.isExtensible(value) && !("toJSON" in value)) withOwnJson(value);
  return needs;
}

/** JSON as text in one form: members sorted by name, by UTF-16 units, and no white space (RFC 8785). */
export function canonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const sorted = members.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(",")}}`;
}
