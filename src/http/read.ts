import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { equalBytes } from "../encoding/bytes.ts";
import { abbreviate, toHex } from "../encoding/hex.ts";
import { FormatError, parseStrictJson, readObject } from "../encoding/json.ts";
import { checkAuthority } from "./authority.ts";
import { readBounded } from "./body.ts";
import { ACTION_HEADER, byteSequence, parseActionHeader, readDictionary } from "./header.ts";

/** A request as it was received, before anything decoded, normalised or parsed it. */
export type ReceivedRequest = {
  readonly method: string;
  /** The request target in origin-form (RFC 9112, 3.2.1), byte for byte: path and query. */
  readonly target: string;
  /** Names and values as they came, in any case, repeated ones apart; a `Headers` will do. */
  readonly headers: Iterable<readonly [name: string, value: string]>;
  /** The content: without transfer coding, with its content coding. */
  readonly body: Uint8Array;
};

/** Why no action was read from a request. What the action says is judged later, by `submit`. */
export type CarriageCode =
  | FormatError["kind"]
  | "missing_action"
  | "misplaced_action"
  | "repeated_header"
  | "content_coded"
  | "digest_mismatch"
  | "body_too_large";

/** An action as a request carried it: in form an action, in nothing believed yet. */
export type CarriedAction = {
  /** `header`: the action is this very request. `body`: it is one of a kind of its own, whatever the request's path. */
  readonly carriage: "header" | "body";
  /** For `submit` or `verifyAction`. */
  readonly action: { readonly primaryType: string; readonly message: unknown; readonly signature: unknown };
  /** The bytes that came: for `header`, those that the actor signed. */
  readonly body: Uint8Array;
};

/** What reading a request gave. */
export type ReadAction =
  | ({ readonly status: "read" } & CarriedAction)
  | { readonly status: "refused"; readonly code: CarriageCode; readonly message: string };

/** The most bytes of a body that are read by default. */
export const MAX_BODY_BYTES = 1_048_576;

/**
 * Reads the action that a web-standard request carries (PROTOCOL, "Carriage over HTTP").
 *
 * @param options.authority the API's public name, as configured; see {@link checkAuthority}.
 * @param options.target the target as received, where the server's `Request` may spell it differently.
 */
export async function readAction(
  request: Request,
  options: { readonly authority: string; readonly target?: string; readonly maxBodyBytes?: number },
): Promise<ReadAction> {
  const { authority, maxBodyBytes = MAX_BODY_BYTES } = options;
  const body = await readBounded(request, maxBodyBytes);
  if (body === undefined) return tooLarge(maxBodyBytes);
  const { method, url, headers } = request;
  return readReceived({ method, target: options.target ?? targetOf(url), headers, body }, { authority, maxBodyBytes });
}

/** The request target that a URL stands for: all that follows its origin, without the fragment. */
export function targetOf(url: string): string {
  return /^[^:]+:\/\/[^/]*([^#]*)/.exec(new URL(url).href)?.[1] ?? "";
}

/** The same for a request of any framework, already received. Pure. */
export function readReceived(
  request: ReceivedRequest,
  options: { readonly authority: string; readonly maxBodyBytes?: number },
): ReadAction {
  const { maxBodyBytes = MAX_BODY_BYTES } = options;
  const authority = checkAuthority(options.authority);
  if (request.body.length > maxBodyBytes) return tooLarge(maxBodyBytes);
  const values = (wanted: string): string[] =>
    [...request.headers].filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);
  const [header, ...others] = values(ACTION_HEADER.toLowerCase());
  const contentTypes = values("content-type");
  if (others.length > 0) return refused("repeated_header", `${ACTION_HEADER} is there ${others.length + 1} times`);
  if (contentTypes.length > 1) return refused("repeated_header", "Content-Type is there more than once");
  if (values("content-encoding").length > 0) {
    return refused("content_coded", "Content-Encoding is not covered by the signature: send the content as it is");
  }
  try {
    const contentDigest = values("content-digest").join(", ");
    if (!matchesDigest(contentDigest, request.body)) {
      return refused("digest_mismatch", "Content-Digest is not that of the content received");
    }
    const contentType = contentTypes[0] ?? "";
    const read =
      header === undefined ? fromBody(contentType, request.body) : fromHeader(header, authority, contentType, request);
    return "code" in read ? read : { status: "read", ...read, body: request.body };
  } catch (error) {
    if (error instanceof FormatError) return refused(error.kind, error.message);
    throw error;
  }
}

type Refused = Extract<ReadAction, { status: "refused" }>;

const METHOD = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const TARGET = /^\/[\x21\x22\x24-\x7e]*$/;
const FIELD_VALUE = /^[\t\x20-\x7e]*$/;

/**
 * What the actor signed of the request is taken from the request, so there is nothing that could differ from it. The
 * authority alone is the receiver's own: what Host says is the sender's word.
 */
function fromHeader(
  header: string,
  authority: string,
  contentType: string,
  request: ReceivedRequest,
): Omit<CarriedAction, "body"> {
  const { signature, ...envelope } = parseActionHeader(header);
  const { method, target } = request;
  if (!METHOD.test(method)) throw new FormatError("malformed", "method", `${abbreviate(method)} is not a token`);
  if (!TARGET.test(target)) {
    throw new FormatError("malformed", "target", `${abbreviate(target)} is not an origin-form in ASCII`);
  }
  if (!FIELD_VALUE.test(contentType)) throw new FormatError("malformed", "Content-Type", "is not ASCII");
  const payload = { authority, method, target, contentType, contentDigest: toHex(sha256(request.body)) };
  return {
    carriage: "header",
    action: { primaryType: "HttpRequest", message: { ...envelope, payload }, signature },
  };
}

const JSON_TYPE = /^application\/json[ \t]*(?:;[ \t]*charset=(?:utf-8|"utf-8")[ \t]*)?$/i;
const ACTION_SHAPE = { primaryType: keep, message: keep, signature: keep };

function fromBody(contentType: string, body: Uint8Array): Omit<CarriedAction, "body"> | Refused {
  const nothing = refused("missing_action", `the request has no field ${ACTION_HEADER}, and no action as its body`);
  if (!JSON_TYPE.test(contentType) || body.length === 0) return nothing;
  const value = parseStrictJson(decodeUtf8(body));
  const isAction =
    typeof value === "object" && value !== null && Object.keys(ACTION_SHAPE).some((name) => Object.hasOwn(value, name));
  if (!isAction) return nothing;
  const { primaryType, message, signature } = readObject(value, "", ACTION_SHAPE);
  if (typeof primaryType !== "string") {
    throw new FormatError("malformed", "primaryType", `expected a string, got ${abbreviate(primaryType)}`);
  }
  // As a body, its method, target and content would be those that it claims, not those of any request.
  if (primaryType === "HttpRequest") {
    return refused("misplaced_action", `an HttpRequest is carried by the request it signs, in ${ACTION_HEADER}`);
  }
  return { carriage: "body", action: { primaryType, message, signature } };
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new FormatError("malformed", "", "not UTF-8");
  }
}

const DIGESTS: ReadonlyMap<string, { length: number; hash: (bytes: Uint8Array) => Uint8Array }> = new Map([
  ["sha-256", { length: 32, hash: sha256 }],
  ["sha-512", { length: 64, hash: sha512 }],
]);

/** RFC 9530: every digest by an algorithm that is neither unknown nor deprecated must be that of the content. */
function matchesDigest(field: string, body: Uint8Array): boolean {
  const digests = Object.entries(readDictionary(field, "Content-Digest"));
  return digests.every(([algorithm, item]) => {
    const known = DIGESTS.get(algorithm);
    if (known === undefined) return true;
    return equalBytes(byteSequence(known.length)(item, `Content-Digest.${algorithm}`), known.hash(body));
  });
}

function keep(value: unknown): unknown {
  return value;
}

function tooLarge(maxBodyBytes: number): Refused {
  return refused("body_too_large", `the body is longer than ${maxBodyBytes} bytes`);
}

function refused(code: CarriageCode, message: string): Refused {
  return { status: "refused", code, message };
}
