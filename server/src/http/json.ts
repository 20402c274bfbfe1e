import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError, badRequest } from "./errors.ts";

/** How deep a document may be: of the platform's own bodies, none is half of it. */
const MAX_DEPTH = 32;

/**
 * Has JSON bodies read in the one way that they can be read: UTF-8, not coded, no member twice, not too deep. A body of
 * no bytes is no body, whatever its type.
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
    async ({ headers }: FastifyRequest, body: Buffer) => {
      if (body.length === 0) return undefined;
      if (headers["content-encoding"] === undefined) return parseBody(body);
      throw new ApiError(415, "content_coded", "the body is coded: send it as it is, without Content-Encoding", {
        field: "Content-Encoding",
      });
    },
  );
  app.addContentTypeParser("*", async (_request: FastifyRequest, content: IncomingMessage) => {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (chunk.length > 0) throw unsupported();
    }
    return undefined;
  });
}

/** The refusal of a body whose type is not taken. */
export function unsupported(): ApiError {
  return new ApiError(415, "unsupported_media_type", "the body is not of a type that is taken here", {
    field: "Content-Type",
  });
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** @throws ApiError 400 `malformed`, `duplicate_member`, `too_deep`, `bad_member`, `bad_text`. */
export function parseBody(body: Uint8Array): unknown {
  let text: string;
  let value: unknown;
  try {
    text = decoder.decode(body);
    value = JSON.parse(text);
  } catch {
    throw badRequest("body", "malformed", "the body is no JSON in UTF-8");
  }
  // First, whether it is too deep for what follows.
  const names = countNames(text);
  if (names !== undefined && names === countMembers(value)) return value;
  assertOneReading(text);
  assertValues(value, "");
  return value;
}

/** How many members a value has, in all of its objects; undefined where a text, a name or a number is not to be kept. */
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
const [QUOTE, BACKSLASH, COLON] = [codeOf('"'), codeOf("\\"), codeOf(":")];
const [OBJECT, OBJECT_END, LIST, LIST_END] = [codeOf("{"), codeOf("}"), codeOf("["), codeOf("]")];

/** How many members a valid text names, twice those that are there twice; undefined where it is too deep. */
function countNames(text: string): number | undefined {
  let [count, depth] = [0, 0];
  let isText = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (isText) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) isText = false;
    } else if (code === QUOTE) isText = true;
    else if (code === COLON) count++;
    else if (code === OBJECT || code === LIST) {
      if (++depth > MAX_DEPTH) return undefined;
    } else if (code === OBJECT_END || code === LIST_END) depth--;
  }
  return count;
}

/**
 * What no database keeps as it is (NUL, half a surrogate pair), what JSON cannot say again (a number that is read as
 * infinite), and the one name that is no member of an object.
 */
function assertValues(value: unknown, path: string): void {
  const at = path === "" ? "body" : path;
  if (typeof value === "string" && !isKept(value))
    throw badRequest(at, "bad_text", "a text has no NUL and no half of a surrogate pair");
  if (typeof value === "number" && !Number.isFinite(value))
    throw badRequest(at, "malformed", "a number is beyond 1.8e308: give it as a text");
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const field = path === "" ? name.toWellFormed() : `${path}.${name.toWellFormed()}`;
    if (name === "__proto__") throw badRequest(field, "bad_member", "no member is named __proto__");
    assertValues(name, field);
    assertValues(inner, field);
  }
}

/** Tokens that matter: strings, brackets, and the commas and colons between. The text is JSON already. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;

/** @param text valid JSON. */
function assertOneReading(text: string): void {
  /** Of each open object its members; of each open list nothing. */
  const open: (Set<string> | undefined)[] = [];
  let isName = false;
  for (const [token] of text.matchAll(TOKENS)) {
    const members = open.at(-1);
    if (token === "{" || token === "[") {
      if (open.length === MAX_DEPTH) throw badRequest("body", "too_deep", `the body is deeper than ${MAX_DEPTH}`);
      open.push(token === "{" ? new Set() : undefined);
      isName = token === "{";
    } else if (token === "}" || token === "]") {
      open.pop();
      isName = false;
    } else if (token === ",") isName = members !== undefined;
    else if (token === ":") isName = false;
    else if (isName && members !== undefined) {
      const name = JSON.parse(token) as string;
      if (members.has(name)) throw badRequest(name, "duplicate_member", `the member ${name} is there twice`);
      members.add(name);
      isName = false;
    }
  }
}
