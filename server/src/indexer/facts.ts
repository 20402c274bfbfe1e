/** The searchable facts of an object, and their form in the index: bytes that sort like the values. */
import { remembering } from "../foundation/remembering.ts";
import { hash } from "node:crypto";
import type { Json, Properties } from "../objects/properties.ts";
import type { PlatformObject } from "../objects/project.ts";
import { wordsOf } from "./words.ts";

export type Value = string | number | boolean | null;
/** A searchable fact: `field` has this value. For lists, the value is one of several. */
export type Fact = { readonly field: string; readonly value: Value };
type Described = Pick<PlatformObject, "id" | "template" | "owner" | "state" | "properties"> & {
  readonly templateName: string;
};

export const WORDS = "words";
/** A fact that every object has, so that the index can list all objects. */
export const ALL: Fact = { field: "all", value: true };
/** The field for a path into properties. */
export const fieldOf = (path: readonly string[]): string => JSON.stringify(path);
/** Maximum characters of a condition. */
export const MOST_ASKED = 300;
/** The field of all paths that are too long for a condition. */
const TOO_LONG = fieldOf([]);
const isPath = (field: string): boolean => field.startsWith("[");

/** Maximum words and property values indexed per object. Further ones are left out. */
export const MOST_KEPT = 256;

export function factsOf(object: Described): Fact[] {
  const values = valuesOf(object);
  return [...values, ...wordsIn(object, values)];
}

/** All searchable facts except words. */
export function valuesOf({ template, owner, state, properties }: Described): Fact[] {
  const values: Fact[] = [];
  collect(properties, { path: [], length: 0 }, values);
  return [
    ALL,
    { field: "template_id", value: template },
    { field: "owner", value: owner },
    { field: "state", value: state },
    ...values,
  ];
}

function wordsIn({ id, templateName }: Described, values: readonly Fact[]): Fact[] {
  const words = new Set<string>();
  const texts = values.filter(({ field }) => isPath(field)).map(({ value }) => String(value));
  for (const text of [id, templateName, ...texts]) {
    for (const word of wordsOf(text)) {
      if (words.size >= MOST_KEPT) break;
      words.add(word);
    }
  }
  return [...words].map((value) => ({ field: WORDS, value }));
}

type At = { readonly path: readonly string[]; /** Total length of the path's names. */ readonly length: number };

/** Members of a list become values of the list's own path. */
function collect(value: Json, at: At, found: Fact[]): void {
  if (found.length >= MOST_KEPT) return;
  if (Array.isArray(value)) {
    for (const member of value as readonly Json[]) collect(member, at, found);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, member] of Object.entries(value as Properties))
      collect(member, { path: [...at.path, name], length: at.length + name.length }, found);
  } else found.push({ field: at.length > MOST_ASKED ? TOO_LONG : fieldOf(at.path), value });
}

const KEY = 12;
/** Bytes of a text to index. */
const TEXT = 40;

/** Cached field keys. */
const MOST_KNOWN = 1_000;
const hashed = remembering(MOST_KNOWN, (name: string) => Buffer.from(hash("sha256", name, "buffer").subarray(0, KEY)));
/** The key of a field in an organization. Keys of different organizations begin with different bytes. */
const keyOf = (org: string, field: string): Buffer => hashed(`${org}\0${field}`);

const tagOf = (value: Value): number => (typeof value === "number" ? 2 : typeof value === "string" ? 3 : 1);

/** Encodes a value so that the bytes sort like values. Long texts are truncated. */
function encode(value: Value): Buffer {
  const tag = Buffer.of(tagOf(value));
  if (typeof value === "string") return Buffer.concat([tag, Buffer.from(value).subarray(0, TEXT)]);
  if (typeof value !== "number") return Buffer.concat([tag, Buffer.from(String(value))]);
  const bytes = Buffer.alloc(8);
  // Adding 0 turns -0 into 0.
  bytes.writeDoubleBE(value + 0);
  // Make IEEE 754 bytes sortable: invert all bits of negative numbers, and the sign bit of others.
  const flip = bytes[0]! & 0x80 ? 0xff : 0;
  for (let i = 0; i < 8; i++) bytes[i]! ^= i === 0 ? flip | 0x80 : flip;
  return Buffer.concat([tag, bytes]);
}

export const termOf = (org: string, { field, value }: Fact): Buffer =>
  Buffer.concat([keyOf(org, field), encode(value)]);

/** Sorts after all values of a type, and after all texts with the same beginning. */
const END = Buffer.alloc(9, 0xff);

export type Operator = "=" | "<" | "<=" | ">" | ">=" | "^=";
export type Condition = Fact & { readonly is: Operator };
/** A range of terms, both ends included. It may include terms that do not meet the condition. */
export type Span = { readonly from: Buffer; readonly to: Buffer };

export function spanOf(org: string, condition: Condition): Span {
  const { field, value, is } = condition;
  const term = termOf(org, condition);
  const kind = Buffer.concat([keyOf(org, field), Buffer.of(tagOf(value))]);
  if (is === "=") return { from: term, to: term };
  if (is === "^=") return { from: term, to: Buffer.concat([term, END]) };
  return is.startsWith("<") ? { from: kind, to: term } : { from: term, to: Buffer.concat([kind, END]) };
}

export const meets = (facts: readonly Fact[], condition: Condition): boolean =>
  facts.some(({ field, value }) => field === condition.field && holds(value, condition));

function holds(value: Value, { is, value: wanted }: Condition): boolean {
  if (is === "=") return value === wanted;
  if (is === "^=") return typeof value === "string" && value.startsWith(String(wanted));
  const order = compare(value, wanted);
  if (order === undefined) return false;
  if (order === 0) return is.endsWith("=");
  return is.startsWith("<") ? order < 0 : order > 0;
}

/** Compares texts by their UTF-8 bytes, which also orders times. Values of different types are not comparable. */
function compare(a: Value, b: Value): number | undefined {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string") return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return undefined;
}
