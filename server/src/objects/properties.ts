/** Parses and formats properties of objects: JSON objects without ambiguity, stored in canonical form. */
import { ApiError, badRequest } from "../http/errors.ts";
import { parseBody } from "../http/json.ts";
import { sha256 } from "../foundation/secrets.ts";

/** Maximum bytes of an object's properties as JSON text. */
const MAX_PROPERTIES = 16_384;
const MAX_DEPTH = 16;

export type Properties = { readonly [name: string]: Json };
export type Json = string | number | boolean | null | readonly Json[] | Properties;

/**
 * Parses properties, or a schema of properties, which has the same limits.
 *
 * @param field names them in errors.
 * @throws ApiError 400 if a value could not be stored exactly as signed.
 */
export function readProperties(text: string, field = "properties"): Properties {
  if (Buffer.byteLength(text) > MAX_PROPERTIES) throw tooLong(field);
  const malformed = (why: string) => badRequest(field, "malformed", `${field} ${why}`);
  let value: Json;
  try {
    value = parseBody(Buffer.from(text)) as Json;
  } catch (error) {
    throw malformed(`cannot be kept: ${error instanceof ApiError ? error.message : "not JSON"}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw malformed("must be a JSON object");
  const why = faultIn(value, 1);
  if (why !== undefined) throw malformed(why);
  return assertShort(value as Properties, field);
}

/** Checks the length of properties in canonical form. */
export function assertShort(properties: Properties, field = "properties"): Properties {
  // The order of members does not change the length.
  if (Buffer.byteLength(JSON.stringify(properties)) > MAX_PROPERTIES) throw tooLong(field);
  return properties;
}

const tooLong = (field: string) =>
  badRequest(field, "properties_too_long", `${field} must not be longer than ${MAX_PROPERTIES} bytes`);

/** Finds depth, and integers that are not exact: other programs could read them as other numbers. */
function faultIn(value: Json, depth: number): string | undefined {
  if (depth > MAX_DEPTH) return `must not be deeper than ${MAX_DEPTH}`;
  const isNumber = typeof value === "number";
  if (isNumber && (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))))
    return "must not have a number beyond 2^53 - 1: give it as a text";
  if (typeof value !== "object" || value === null) return undefined;
  for (const member of Object.values(value as Properties)) {
    const fault = faultIn(member, typeof member === "object" && member !== null ? depth + 1 : depth);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Formats canonical JSON: members sorted by name (by UTF-16 units, as in RFC 8785), without white space. */
export function canonical(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonical).join(",")}]`;
  let members = "";
  for (const name of sorted(Object.keys(value))) {
    if (members !== "") members += ",";
    members += `${JSON.stringify(name)}:${canonical((value as Properties)[name]!)}`;
  }
  return `{${members}}`;
}

/** Sorts names, which are mostly in order already. */
function sorted(names: string[]): string[] {
  for (let i = 1; i < names.length; i++) if (names[i - 1]! > names[i]!) return names.sort();
  return names;
}

/** Merges `patch` into `before`. A null removes the property (RFC 7396, first level only). */
export function merge(before: Properties, patch: Properties): Properties {
  const merged = Object.entries({ ...before, ...patch });
  return Object.fromEntries(merged.filter(([name, value]) => value !== null || !Object.hasOwn(patch, name)));
}

/** SHA-256 of the canonical text, in hex with 0x. */
export function hashOf(value: Json): string {
  return `0x${sha256(canonical(value))}`;
}
