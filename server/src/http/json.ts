import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError, badRequest, clip } from "./errors.ts";
import { readMediaType } from "./mediaType.ts";

/** The maximum depth of a body. The platform's own bodies need less than half of it. */
const MAX_DEPTH = 32;
/**
 * The maximum number of members and items in a body: one per 16 bytes of the route's limit, and never more than this.
 */
const MAX_VALUES = 32_768;
const BYTES_A_VALUE = 16;
/** The maximum number of members of one object. To reject an unknown member, all members are visited several times. */
const MAX_MEMBERS = 2_048;

/**
 * Registers a strict JSON parser: UTF-8, no content coding, no duplicate members, limited depth. An empty body of any
 * type counts as missing.
 */
export function registerJson(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw: { headers } }, _reply, done) => {
    const isEmpty = headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0;
    if (isEmpty) delete headers["content-type"];
    done();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async ({ headers, routeOptions }: FastifyRequest, body: Buffer) => {
      if (body.length === 0) return undefined;
      readMediaType(headers["content-type"]!);
      if (headers["content-encoding"] === undefined) return parseBody(body, routeOptions.bodyLimit / BYTES_A_VALUE);
      throw new ApiError(
        415,
        "content_coded",
        "the body is compressed or encoded: send it as it is, without Content-Encoding",
        {
          field: "Content-Encoding",
        },
      );
    },
  );
  app.addContentTypeParser("*", async (_request: FastifyRequest, content: IncomingMessage) => {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (chunk.length > 0) throw unsupported();
    }
    return undefined;
  });
}

/** The error for an unsupported media type. */
export function unsupported(): ApiError {
  return new ApiError(415, "unsupported_media_type", "the body's type is not accepted here", {
    field: "Content-Type",
  });
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * Parses a body. Depth and number of values are checked before parsing, so that the cost is bounded by the size.
 *
 * @param most maximum number of members and items.
 * @throws ApiError 400 `malformed`, `duplicate_member`, `too_deep`, `too_many_values`, `bad_member`, `bad_text`.
 */
export function parseBody(body: Uint8Array, most = MAX_VALUES): unknown {
  let text: string;
  let value: unknown;
  try {
    text = decoder.decode(body);
  } catch {
    throw notJson();
  }
  const names = countNames(text, Math.min(most, MAX_VALUES));
  try {
    value = JSON.parse(text);
  } catch {
    throw notJson();
  }
  if (names === countMembers(value)) return value;
  assertOneReading(text);
  assertValues(value, "");
  return value;
}

const notJson = (): ApiError => badRequest("body", "malformed", "the body is not JSON in UTF-8");

/** The number of members in all objects of a value; undefined if a string, name or number is not allowed. */
function countMembers(value: unknown): number | undefined {
  if (typeof value === "string") return isKept(value) ? 0 : undefined;
  if (typeof value === "number") return Number.isFinite(value) ? 0 : undefined;
  if (typeof value !== "object" || value === null) return 0;
  const isList = Array.isArray(value);
  let count = 0;
  for (const name of Object.keys(value)) {
    const inner = countMembers((value as Record<string, unknown>)[name]);
    if (inner === undefined || name === "__proto__" || !isKept(name)) return undefined;
    count += isList ? inner : inner + 1;
  }
  return count;
}

const isKept = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

const codeOf = (character: string): number => character.charCodeAt(0);
const [QUOTE, BACKSLASH, COLON, COMMA] = [codeOf('"'), codeOf("\\"), codeOf(":"), codeOf(",")];
const [OBJECT, OBJECT_END, LIST, LIST_END] = [codeOf("{"), codeOf("}"), codeOf("["), codeOf("]")];

/**
 * The number of member names in a valid text, including duplicates.
 *
 * @throws ApiError 400 `too_deep`, `too_many_values`.
 */
function countNames(text: string, most: number): number {
  let [names, values, depth] = [0, 0, 0];
  /** The members of the open object at each depth. */
  const members = [0];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfText(text, i);
    else if (code === COLON) {
      names++;
      if (++members[depth]! > MAX_MEMBERS) {
        throw badRequest("body", "too_many_values", `an object of the body has more than ${MAX_MEMBERS} members`);
      }
    } else if (code === COMMA) values++;
    else if (code === OBJECT || code === LIST) {
      values++;
      if (++depth > MAX_DEPTH) throw badRequest("body", "too_deep", `the body nests deeper than ${MAX_DEPTH}`);
      members[depth] = 0;
    } else if (code === OBJECT_END || code === LIST_END) depth--;
    if (values > most) throw badRequest("body", "too_many_values", `the body has more than ${most} values`);
  }
  return names;
}

/** @returns the index of the quotation mark that ends the string at `start`. */
function endOfText(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === BACKSLASH) i++;
    else if (code === QUOTE) return i;
  }
  return text.length;
}

/**
 * Rejects values that cannot be stored or returned unchanged: NUL, unpaired surrogates, numbers read as infinite, and
 * the name `__proto__`.
 */
function assertValues(value: unknown, path: string): void {
  const at = path === "" ? "body" : clip(path);
  if (typeof value === "string" && !isKept(value))
    throw badRequest(at, "bad_text", "a text must not have NUL or half of a surrogate pair");
  if (typeof value === "number" && !Number.isFinite(value))
    throw badRequest(at, "malformed", "a number is beyond 1.8e308: give it as a text");
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const field = path === "" ? name : `${path}.${name}`;
    if (name === "__proto__") throw badRequest(clip(field), "bad_member", "no member is named __proto__");
    assertValues(name, field);
    assertValues(inner, field);
  }
}

/** @param text valid JSON, not too deep. */
function assertOneReading(text: string): void {
  /** The member names of each open object; undefined for an open list. */
  const open: (Set<string> | undefined)[] = [];
  let isName = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === OBJECT || code === LIST) {
      open.push(code === OBJECT ? new Set() : undefined);
      isName = code === OBJECT;
    } else if (code === OBJECT_END || code === LIST_END) {
      open.pop();
      isName = false;
    } else if (code === COMMA) isName = open.at(-1) !== undefined;
    else if (code === QUOTE) {
      const end = endOfText(text, i);
      if (isName) addName(open.at(-1)!, text.slice(i + 1, end));
      isName = false;
      i = end;
    }
  }
}

function addName(members: Set<string>, raw: string): void {
  const name = raw.includes("\\") ? (JSON.parse(`"${raw}"`) as string) : raw;
  if (members.has(name)) {
    const shown = clip(name);
    throw badRequest(shown, "duplicate_member", `the member ${shown} is repeated`);
  }
  members.add(name);
}
