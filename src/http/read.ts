import { decodeUtf8, equalBytes } from "../base/bytes.ts";
import { abbreviate, toHex, type Hex } from "../base/hex.ts";
import { FormatError, parseStrictJson, readObject } from "../base/json.ts";
import { sha256, sha512 } from "../base/digest.ts";
import {
  ACTION_HEADER,
  byteSequence,
  parseActionHeader,
  readDictionary,
  takeSignature,
  type ActionHeader,
} from "./header.ts";

/** The head of a request as it was received, before it is decoded, normalised or parsed. */
export type ReceivedHead = {
  readonly method: string;
  /** The request target in origin-form (RFC 9112, 3.2.1), byte for byte: path and query. */
  readonly target: string;
  /** Names and values as received: in any case, repeated fields not joined. A `Headers` works too. */
  readonly headers: Iterable<readonly [name: string, value: string]>;
};

/** Why no action could be read from a request. The action itself is judged later. */
export type CarriageCode =
  | FormatError["code"]
  | "missing_action"
  | "misplaced_action"
  | "repeated_header"
  | "content_coded"
  | "digest_mismatch"
  | "body_too_large";

/** A request that does not carry an action in the right form. */
export type RefusedCarriage = { readonly status: "refused"; readonly code: CarriageCode; readonly message: string };

/** An action in the right form, not verified yet. */
export type ReadAction = { readonly primaryType: string; readonly message: unknown; readonly signature: unknown };

/** The parts of the action that are in a request's head. */
export type ReadHead = {
  readonly status: "read";
  /** The digests in Content-Digest, by algorithm. */
  readonly digests: ReadonlyMap<string, Uint8Array>;
  /** The header, and the signed parts of the request except the content's digest. Absent if the action is the body. */
  readonly signed?: { readonly header: ActionHeader; readonly request: SignedHead } | undefined;
};

type SignedHead = {
  readonly authority: string;
  readonly method: string;
  readonly target: string;
  readonly contentType: string;
};

/** How requests are read. */
export type ReadOptions = {
  /** The API's public name, as configured; see `checkAuthority`. */
  readonly authority: string;
  /** The accepted kinds: `HttpRequest` by the header, any other as the body. */
  readonly kinds: ReadonlySet<string>;
  readonly maxBodyBytes: number;
};

/**
 * Returns the request target of a URL (RFC 9112, section 3.2.1): all after its origin, without the fragment.
 *
 * @throws TypeError if it is not a whole URL.
 */
export function targetOf(url: string): string {
  return /^[^:]+:\/\/[^/]*([^#]*)/.exec(new URL(url).href)?.[1] ?? "";
}

/** Reads and checks the head, before any byte of the body is read. */
export function readHead(head: ReceivedHead, options: ReadOptions): ReadHead | RefusedCarriage {
  const fields = new Map<string, string[]>();
  for (const [name, value] of head.headers) {
    const key = name.toLowerCase();
    const values = fields.get(key);
    if (values === undefined) fields.set(key, [value]);
    else values.push(value);
  }
  const of = (name: string): readonly string[] => fields.get(name.toLowerCase()) ?? [];
  for (const name of [ACTION_HEADER, "Content-Type"]) {
    if (of(name).length > 1) return refused("repeated_header", `${name} is present ${of(name).length} times`);
  }
  if (of("content-encoding").length > 0) {
    return refused("content_coded", "Content-Encoding is not covered by the signature: send the content as it is");
  }
  if (of("content-length").some((length) => Number(length) > options.maxBodyBytes)) return tooLarge(options);
  try {
    const digests = readDigests(of("content-digest").join(", "));
    const [header] = of(ACTION_HEADER);
    const contentType = of("content-type")[0] ?? "";
    if (header !== undefined) return readSigned(header, contentType, digests, head, options);
    const takesBodies = [...options.kinds].some((kind) => kind !== HTTP_REQUEST);
    return takesBodies && JSON_TYPE.test(contentType) ? { status: "read", digests } : missing(options);
  } catch (error) {
    if (error instanceof FormatError) return refused(error.code, error.message);
    throw error;
  }
}

/**
 * Returns the action if the head alone has all of it, with the digest that the head claims for the content. Returns
 * `undefined` if the action or its signature is in the body.
 */
export function actionOf({ signed }: ReadHead, contentDigest: Uint8Array): ReadAction | undefined {
  if (signed === undefined || typeof signed.header.signature === "number") return undefined;
  return signedAction(signed, signed.header.signature, contentDigest);
}

/** Returns the action of a request whose body is read, and the content without a leading signature. Pure. */
export function readBody(
  { digests, signed }: ReadHead,
  body: Uint8Array,
  options: ReadOptions,
): { readonly action: ReadAction; readonly content: Uint8Array } | RefusedCarriage {
  // RFC 9530: each digest by an algorithm that is neither unknown nor deprecated must match the whole body as sent.
  const own = new Map([...digests.keys()].map((algorithm) => [algorithm, DIGESTS.get(algorithm)!.hash(body)]));
  if ([...digests].some(([algorithm, digest]) => !equalBytes(digest, own.get(algorithm)!))) {
    return refused("digest_mismatch", "Content-Digest is not the digest of the received content");
  }
  try {
    if (signed === undefined) {
      const action = parseBody(body, options);
      return "code" in action ? action : { action, content: body };
    }
    const { signature, content } = takeSignature(signed.header, body);
    const digest = content === body ? own.get("sha-256") : undefined;
    return { action: signedAction(signed, signature, digest ?? sha256(content)), content };
  } catch (error) {
    if (error instanceof FormatError) return refused(error.code, error.message);
    throw error;
  }
}

function signedAction(
  { header, request }: NonNullable<ReadHead["signed"]>,
  signature: Hex,
  contentDigest: Uint8Array,
): ReadAction {
  const { log, actor, nonce, deadline } = header;
  const payload = { ...request, contentDigest: toHex(contentDigest) };
  return { primaryType: HTTP_REQUEST, message: { log, actor, nonce, deadline, payload }, signature };
}

const HTTP_REQUEST = "HttpRequest";
const METHOD = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const TARGET = /^\/[\x21\x22\x24-\x7e]*$/;
const FIELD_VALUE = /^[\t\x20-\x7e]*$/;

/**
 * Builds the signed values from the request itself, so that they cannot differ from it. Only the authority comes from
 * the receiver's configuration, since the sender controls Host.
 */
function readSigned(
  field: string,
  contentType: string,
  digests: ReadHead["digests"],
  { method, target }: ReceivedHead,
  { authority, kinds }: ReadOptions,
): ReadHead | RefusedCarriage {
  if (!kinds.has(HTTP_REQUEST)) return misplaced(HTTP_REQUEST, kinds);
  const header = parseActionHeader(field);
  if (!METHOD.test(method)) throw new FormatError("malformed", "method", `${abbreviate(method)} is not an HTTP method`);
  if (!TARGET.test(target)) {
    throw new FormatError(
      "malformed",
      "target",
      `${abbreviate(target)} is not a path with an optional query, in ASCII (origin-form)`,
    );
  }
  if (!FIELD_VALUE.test(contentType)) throw new FormatError("malformed", "Content-Type", "is not ASCII");
  return { status: "read", digests, signed: { header, request: { authority, method, target, contentType } } };
}

const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
/** Unknown parameters have no meaning, and are ignored (RFC 9110, section 8.3.1). A charset must be UTF-8. */
const PARAMETER = `charset=(?:utf-8|"utf-8")|(?!charset=)${TOKEN}=(?:${TOKEN}|"[^"\\\\]*")`;
const JSON_TYPE = new RegExp(`^application/json(?:[ \\t]*;(?:[ \\t]*(?:${PARAMETER})(?=[ \\t;]|$))?)*[ \\t]*$`, "i");
const ACTION_SHAPE = { primaryType: keep, message: keep, signature: keep };

function parseBody(body: Uint8Array, options: ReadOptions): ReadAction | RefusedCarriage {
  if (body.length === 0) return missing(options);
  const text = decodeUtf8(body);
  if (text === undefined) throw new FormatError("malformed", "", "not UTF-8");
  const value = parseStrictJson(text);
  const isAction =
    typeof value === "object" && value !== null && Object.keys(ACTION_SHAPE).some((name) => Object.hasOwn(value, name));
  if (!isAction) return missing(options);
  const { primaryType, message, signature } = readObject(value, "", ACTION_SHAPE);
  if (typeof primaryType !== "string") {
    throw new FormatError("malformed", "primaryType", `expected a string, got ${abbreviate(primaryType)}`);
  }
  // In a body, an HttpRequest could claim any method, target and content.
  if (primaryType === HTTP_REQUEST) {
    return refused("misplaced_action", `an HttpRequest is carried by the request it signs, in ${ACTION_HEADER}`);
  }
  if (!options.kinds.has(primaryType)) return misplaced(primaryType, options.kinds);
  return { primaryType, message, signature };
}

const DIGESTS: ReadonlyMap<string, { length: number; hash: (bytes: Uint8Array) => Uint8Array }> = new Map([
  ["sha-256", { length: 32, hash: sha256 }],
  ["sha-512", { length: 64, hash: sha512 }],
]);

function readDigests(field: string): Map<string, Uint8Array> {
  const digests = new Map<string, Uint8Array>();
  for (const [algorithm, item] of Object.entries(readDictionary(field, "Content-Digest"))) {
    const known = DIGESTS.get(algorithm);
    if (known !== undefined) digests.set(algorithm, byteSequence(known.length)(item, `Content-Digest.${algorithm}`));
  }
  return digests;
}

function keep(value: unknown): unknown {
  return value;
}

function missing({ kinds }: ReadOptions): RefusedCarriage {
  const ways = kinds.has(HTTP_REQUEST) ? [`no field ${ACTION_HEADER}`] : [];
  if (kinds.size > ways.length) ways.push("no signed action { primaryType, message, signature } as its body");
  return refused("missing_action", `the request has ${ways.join(", and ")}`);
}

/** Returns the refusal of an action whose kind the route does not accept. */
export function misplaced(primaryType: string, kinds: ReadonlySet<string>): RefusedCarriage {
  return refused("misplaced_action", `primaryType ${abbreviate(primaryType)} is not one of ${[...kinds].join(", ")}`);
}

function tooLarge({ maxBodyBytes }: ReadOptions): RefusedCarriage {
  return refused("body_too_large", `the body is longer than ${maxBodyBytes} bytes, with any signature in it`);
}

function refused(code: CarriageCode, message: string): RefusedCarriage {
  return { status: "refused", code, message };
}
