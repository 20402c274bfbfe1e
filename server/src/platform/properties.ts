/** Properties of objects: JSON objects with one reading, kept in one spelling. */
import { badRequest } from "../http/errors.ts";
import { sha256 } from "../secrets.ts";

/** Bytes of the text. */
export const MAX_PROPERTIES = 16_384;
const MAX_DEPTH = 16;

export type Properties = { readonly [name: string]: Json };
export type Json = string | number | boolean | null | readonly Json[] | Properties;

/**
 * Reads properties.
 *
 * @throws ApiError 400 naming what could not be kept as it was signed.
 */
export function readProperties(text: string): Properties {
  if (Buffer.byteLength(text) > MAX_PROPERTIES) throw malformed(`are longer than ${MAX_PROPERTIES} bytes`);
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    throw malformed("are no JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw malformed("are no JSON object");
  // A member that is there twice, and a number that no double is, are gone in the canonical text.
  if (tokensOf(text) !== tokensOf(JSON.stringify(value))) {
    throw malformed("have a member twice, or a number that is not kept exactly");
  }
  assertKept(value, 1);
  return value as Properties;
}

const malformed = (why: string) => badRequest("properties", "malformed", `properties ${why}`);

/** The text without white space, strings and numbers in one spelling. */
function tokensOf(text: string): string {
  const tokens = text.match(/"[^"\\]*(?:\\.[^"\\]*)*"|-?[0-9][0-9.eE+-]*|[{}[\],:]|true|false|null/g) ?? [];
  return tokens.map((token) => (token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : numberOf(token))).join("");
}

/** A number as a double is written, where it is the same number; others keep their spelling. */
function numberOf(token: string): string {
  if (!/^-?[0-9]/.test(token)) return token;
  const isInteger = /^-?[0-9]+$/.test(token);
  const value = Number(token);
  if (!Number.isFinite(value) || (isInteger && !Number.isSafeInteger(value))) return `${token}!`;
  return JSON.stringify(value);
}

function assertKept(value: Json, depth: number): void {
  if (depth > MAX_DEPTH) throw malformed(`are deeper than ${MAX_DEPTH}`);
  if (typeof value === "string" && !isText(value)) throw malformed("have a text that is no Unicode, or has NUL in it");
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value as Properties)) {
    if (name === "__proto__" || !isText(name)) throw malformed("have a name that cannot be kept");
    assertKept(member, depth + 1);
  }
}

/** What each database keeps: Unicode without NUL. */
export function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** The one spelling: members in the order of their names (by UTF-16, as RFC 8785), no white space. */
export function canonical(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonical).join(",")}]`;
  const members = Object.entries(value as Properties).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`;
}

/** What is left of `before` with `patch` put over it: null takes a property away (RFC 7396, for the first level). */
export function merge(before: Properties, patch: Properties): Properties {
  const merged = { ...before, ...patch };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

/** SHA-256 of a canonical text, in hex with 0x. */
export function hashOf(value: Json): string {
  return `0x${sha256(canonical(value))}`;
}
