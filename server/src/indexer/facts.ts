/** What of an object can be asked for, and the form in which the index has it: bytes in an order. */
import { hash } from "node:crypto";
import type { Json, Properties } from "../platform/properties.ts";
import type { PlatformObject } from "../platform/project.ts";
import { wordsOf } from "./words.ts";

export type Value = string | number | boolean | null;
/** Something that is so of an object: its `field` has this value, or is this value among others. */
export type Fact = { readonly field: string; readonly value: Value };
export type Described = Pick<PlatformObject, "id" | "template" | "owner" | "state" | "properties"> & {
  readonly templateName: string;
};

export const WORDS = "words";
/** Every object of an organization has it. */
export const ALL: Fact = { field: "all", value: true };
/** The field of a path into properties. */
export const fieldOf = (path: readonly string[]): string => JSON.stringify(path);
/** Characters of a condition. */
export const MOST_ASKED = 300;
/** The field of paths that no condition has room for. */
const TOO_LONG = fieldOf([]);
const isPath = (field: string): boolean => field.startsWith("[");

/** Words, and values in properties, that are kept of an object: the first ones. */
export const MOST_KEPT = 256;

/** All that can be asked for of an object. */
export function factsOf(object: Described): Fact[] {
  const values = valuesOf(object);
  return [...values, ...wordsIn(object, values)];
}

/** What can be asked for but its words. */
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

type At = { readonly path: readonly string[]; /** Of its names. */ readonly length: number };

/** The members of a list are values of its own path. */
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
/** Bytes of a text that are kept. */
const TEXT = 40;

/** Fields of organizations that are remembered. */
const MOST_KNOWN = 1_000;
const keys = new Map<string, Buffer>();

/** The bytes of an organization's field: what is another's begins with others. */
function keyOf(org: string, field: string): Buffer {
  const name = `${org}\0${field}`;
  let key = keys.get(name);
  if (key !== undefined) return key;
  key = Buffer.from(hash("sha256", name, "buffer").subarray(0, KEY));
  if (keys.size >= MOST_KNOWN) keys.clear();
  keys.set(name, key);
  return key;
}

const tagOf = (value: Value): number => (typeof value === "number" ? 2 : typeof value === "string" ? 3 : 1);

/** A value's bytes, in the order of values; long texts are cut off. */
function encode(value: Value): Buffer {
  const tag = Buffer.of(tagOf(value));
  if (typeof value === "string") return Buffer.concat([tag, Buffer.from(value).subarray(0, TEXT)]);
  if (typeof value !== "number") return Buffer.concat([tag, Buffer.from(String(value))]);
  const bytes = Buffer.alloc(8);
  // Of -0, it makes 0.
  bytes.writeDoubleBE(value + 0);
  // IEEE 754 in an order: negative numbers are turned around, all others put behind them.
  const flip = bytes[0]! & 0x80 ? 0xff : 0;
  for (let i = 0; i < 8; i++) bytes[i]! ^= i === 0 ? flip | 0x80 : flip;
  return Buffer.concat([tag, bytes]);
}

/** The term of a fact. */
export const termOf = (org: string, { field, value }: Fact): Buffer =>
  Buffer.concat([keyOf(org, field), encode(value)]);

/** Behind all values of a kind, and all texts that begin alike. */
const END = Buffer.alloc(9, 0xff);

export type Operator = "=" | "<" | "<=" | ">" | ">=" | "^=";
export type Condition = Fact & { readonly is: Operator };
/** Terms from one to another, both among them. Not all that are there need meet the condition. */
export type Span = { readonly from: Buffer; readonly to: Buffer };

export function spanOf(org: string, condition: Condition): Span {
  const { field, value, is } = condition;
  const term = termOf(org, condition);
  const kind = Buffer.concat([keyOf(org, field), Buffer.of(tagOf(value))]);
  if (is === "=") return { from: term, to: term };
  if (is === "^=") return { from: term, to: Buffer.concat([term, END]) };
  return is.startsWith("<") ? { from: kind, to: term } : { from: term, to: Buffer.concat([kind, END]) };
}

/** Whether one of an object's facts meets a condition. */
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

/** Texts are ordered by their bytes in UTF-8, so that times are, too. What is of another kind is neither more nor less. */
function compare(a: Value, b: Value): number | undefined {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string") return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return undefined;
}
