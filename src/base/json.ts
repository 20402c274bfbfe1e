import { refuseParsed } from "./bytes.ts";
import { abbreviate, isHex, type Hex } from "./hex.ts";

/** Thrown by the strict reader: the place in the document, and the reason. */
export class FormatError extends Error {
  readonly path: string;
  readonly code: "malformed" | "unknown_member" | "missing_member" | "non_canonical";

  constructor(code: FormatError["code"], path: string, message: string) {
    super(`${path === "" ? "document" : path}: ${message}`);
    this.name = "FormatError";
    this.code = code;
    this.path = path;
  }
}

/** A document of a later version than this code reads. It gets no verdict. */
export class NewerFormatError extends Error {
  constructor(found: string, known: string) {
    super(`the document is ${found}, and this version reads ${known}: judge it with a newer release`);
    this.name = "NewerFormatError";
  }
}

/**
 * Tells a document of a later version, by its member `format`, from one that is malformed.
 *
 * @param known the format that is read, such as `anchorlog.bundle/1`.
 * @throws NewerFormatError
 */
export function refuseNewer(value: unknown, known: string): void {
  const { format } = Object(value) as { format?: unknown };
  if (typeof format !== "string") return;
  const [name, version] = known.split("/");
  const found = /^([a-z.]{1,64})\/([1-9][0-9]{0,8})$/.exec(format);
  if (found !== null && found[1] === name && Number(found[2]) > Number(version)) {
    throw new NewerFormatError(format, known);
  }
}

/** How many arrays and objects may stand around a value of a document (protocol/1-verify §3.1). */
const MAX_JSON_DEPTH = 64;

/**
 * Parses JSON that has one reading only: no duplicate members, no needless escapes, no other spelling
 * of a number; white space between tokens is free. Two parsers cannot read such a text differently.
 *
 * @throws FormatError if the text is not such JSON, or nests more than 64 arrays and objects.
 * @example
 * try {
 *   await anchorlog.submit(parseStrictJson(body))
 * } catch (error) {
 *   if (!(error instanceof FormatError)) throw error
 *   // "non_canonical", for example, if a member is there twice.
 *   res.status(400).json({ code: error.code, field: error.path, message: error.message })
 * }
 */
export function parseStrictJson(text: string): unknown {
  const value = parseShallowJson(text);
  const canonical = JSON.stringify(value);
  if (text !== canonical && withoutWhitespace(text) !== canonical) {
    throw new FormatError(
      "non_canonical",
      "",
      "the JSON has a duplicate member, or a string or number in an unusual spelling",
    );
  }
  return value;
}

/**
 * Parses foreign JSON in any spelling that has one meaning: no member twice, and no number that a double cannot hold.
 *
 * @throws FormatError if the text is not such JSON, or nests more than 64 arrays and objects.
 */
export function parseExactJson(text: string): unknown {
  const value = parseShallowJson(text);
  if (JSON.stringify(value) === text) return value;
  const bare = text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"/g, '""');
  for (const [number] of bare.matchAll(/-?[0-9][0-9.eE+-]*/g)) {
    if (digitsOf(number) === digitsOf(String(Number(number)))) continue;
    throw new FormatError("non_canonical", "", `no double holds the number ${number.slice(0, 40)}`);
  }
  if (bare.split(":").length - 1 === countMembers(value)) return value;
  throw new FormatError("non_canonical", "", "the JSON has a duplicate member");
}

/** Parses JSON, and refuses what nests too deep before anything recurses over it. */
function parseShallowJson(text: string): unknown {
  let value: unknown;
  refuseParsed(text);
  try {
    value = JSON.parse(text);
  } catch (error) {
    // A parser that recurses runs out of stack.
    if (error instanceof RangeError) throw tooDeep();
    const why = text.startsWith("\ufeff") ? "it begins with a byte order mark" : (error as Error).message;
    throw new FormatError("malformed", "", `not JSON: ${why}`);
  }
  if (isDeeper(value, MAX_JSON_DEPTH)) throw tooDeep();
  return value;
}

/** A number's sign, significant digits and exponent, in one form for each value. */
function digitsOf(number: string): string {
  const parts = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(number);
  if (parts === null) return number;
  const [, sign, whole, fraction = "", exponent = "0"] = parts;
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

function countMembers(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((sum, part) => sum + countMembers(part), own);
}

function isDeeper(value: unknown, most: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (most === 0) return true;
  if (Array.isArray(value)) return value.some((item) => isDeeper(item, most - 1));
  for (const name in value) if (isDeeper((value as Record<string, unknown>)[name], most - 1)) return true;
  return false;
}

function tooDeep(): FormatError {
  return new FormatError("malformed", "", `nests more than ${MAX_JSON_DEPTH} arrays and objects in each other`);
}

function withoutWhitespace(json: string): string {
  return json.replace(/("[^"\\]*(?:\\.[^"\\]*)*")|[ \t\r\n]+/g, (_, string?: string) => string ?? "");
}

/** A JSON object with exactly these members, each read by its reader. */
export type ObjectShape = Record<string, (value: unknown, path: string) => unknown>;

type ReadMembers<S extends ObjectShape> = { [K in keyof S]: ReturnType<S[K]> };

/**
 * Reads an object with all the `required` members and any of the `optional` ones.
 *
 * @throws FormatError naming the first member that is unknown, missing or badly formed.
 */
export function readObject<S extends ObjectShape, O extends ObjectShape = Record<never, never>>(
  value: unknown,
  path: string,
  required: S,
  optional?: O,
): ReadMembers<S> & Partial<ReadMembers<O>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new FormatError("malformed", path, `expected an object, got ${abbreviate(value)}`);
  }
  const shape: ObjectShape = { ...required, ...optional };
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(shape, name)) {
      throw new FormatError("unknown_member", joinPath(path, name), "is an unknown member: leave it out");
    }
  }
  const out: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(shape)) {
    const at = path === "" ? name : `${path}.${name}`;
    if (Object.hasOwn(value, name)) {
      out[name] = read((value as Record<string, unknown>)[name], at);
    } else if (Object.hasOwn(required, name)) {
      throw new FormatError("missing_member", at, "is missing");
    }
  }
  return out as ReadMembers<S> & Partial<ReadMembers<O>>;
}

/** A member's path in a document. */
export function joinPath(path: string, name: string): string {
  const shown = /^\w{1,64}$/.test(name) ? name : abbreviate(name);
  return path === "" ? shown : `${path}.${shown}`;
}

/** A reader of canonical hex of exactly `bytes` bytes (any whole number if absent). */
export function hexOf(bytes?: number): (value: unknown, path: string) => Hex {
  return (value, path) => {
    if (isHex(value, bytes)) return value;
    const length = bytes === undefined ? "whole bytes" : `exactly ${bytes} bytes`;
    const kind = typeof value === "string" ? "non_canonical" : "malformed";
    throw new FormatError(kind, path, `expected 0x and lower-case hex of ${length}, got ${abbreviate(value)}`);
  };
}

/** A reader of canonical hex of 1 to `max` bytes. */
export function hexUpTo(max: number): (value: unknown, path: string) => Hex {
  const read = hexOf();
  return (value, path) => {
    if (typeof value === "string" && value.length > 2 + 2 * max) {
      throw new FormatError("malformed", path, `is longer than ${max} bytes`);
    }
    if (value === "0x") throw new FormatError("non_canonical", path, `expected hex of 1 to ${max} bytes`);
    return read(value, path);
  };
}

/** A reader of a decimal string, as a number from 0 to 2^53 - 1. */
export function readCount(value: unknown, path: string): number {
  if (typeof value !== "string") {
    throw new FormatError("malformed", path, `expected a decimal string, got ${abbreviate(value)}`);
  }
  const number = /^(?:0|[1-9][0-9]{0,15})$/.test(value) ? Number(value) : NaN;
  if (Number.isSafeInteger(number)) return number;
  throw new FormatError("non_canonical", path, `expected a decimal from 0 to 2^53 - 1, got ${abbreviate(value)}`);
}

/** An integer from 0 to 2^53 - 1 in decimal digits, as documents have it. */
export type Decimal = `${bigint}`;

/** A reader that accepts a decimal string, and returns it as a string. */
export function readDecimal(value: unknown, path: string): Decimal {
  return toDecimal(readCount(value, path));
}

/** A number from 0 to 2^53 - 1 as documents have it. */
export function toDecimal(value: number): Decimal {
  return `${value}` as Decimal;
}

/** A reader of a string of at most `max` UTF-16 units, well-formed. */
export function stringUpTo(max: number): (value: unknown, path: string) => string {
  return (value, path) => {
    if (typeof value !== "string") {
      throw new FormatError("malformed", path, `expected a string, got ${abbreviate(value)}`);
    }
    if (value.length > max) throw new FormatError("malformed", path, `is longer than ${max}`);
    if (!value.isWellFormed()) {
      throw new FormatError("non_canonical", path, "is not well-formed Unicode");
    }
    return value;
  };
}

/** A reader that accepts only this text. */
export function literal<T extends string>(text: T): (value: unknown, path: string) => T {
  return (value, path) => {
    if (value === text) return text;
    throw new FormatError("malformed", path, `expected ${JSON.stringify(text)}, got ${abbreviate(value)}`);
  };
}

/** A reader of an array of at most `max` items. */
export function arrayOf<T>(
  read: (value: unknown, path: string) => T,
  max: number,
): (value: unknown, path: string) => T[] {
  return (value, path) => {
    if (!Array.isArray(value)) {
      throw new FormatError("malformed", path, `expected an array, got ${abbreviate(value)}`);
    }
    if (value.length > max) throw new FormatError("malformed", path, `has more than ${max} items`);
    return value.map((item, i) => read(item, `${path}[${i}]`));
  };
}
