import { parseDictionary, serializeDictionary } from "structured-headers";
import type { Message } from "../action/kinds.ts";
import { MAX_SIGNATURE_BYTES } from "../action/wallet.ts";
import { bytesToUint, uintToBytes } from "../base/bytes.ts";
import { abbreviate, fromHex, toHex, type Hex } from "../base/hex.ts";
import { FormatError, readObject } from "../base/json.ts";

/** The field that carries an `HttpRequest` action, except the parts that the request itself has. */
export const ACTION_HEADER = "Anchorlog-Action";

/** The content of the field `Anchorlog-Action`, in the forms of a message (protocol/1-verify §3). */
export type ActionHeader = Readonly<Omit<Message, "payload">> & {
  /** The signature, or its length in bytes if it is too long for the field and stands before the content. */
  readonly signature: Hex | number;
};

/**
 * The longest signature in the field, in bytes. Servers and proxies commonly take 8 KiB per field and 16 KiB in total.
 * A contract wallet's signature, with its deployment, has one or two thousand bytes.
 */
export const MAX_HEADER_SIGNATURE = 2_048;
/** In base64, such a signature has 2,732 characters. The other members take less than 400. */
const MAX_HEADER_LENGTH = 4_096;
/** RFC 9651, section 3.3.1. */
const MAX_INTEGER = 999_999_999_999_999n;

/**
 * Formats the field `Anchorlog-Action`: a Dictionary of RFC 9651 with these five members, in this order.
 *
 * If the signature has over 2,048 bytes, the member is its length, an Integer, and the bytes stand before the content.
 *
 * @throws RangeError if a value does not have the form or the range of its member.
 * @example
 * const sign = createActionSigner({ account, operator, log: "acme", types })
 * const { message, signature } = await sign("HttpRequest", {
 *   authority: checkAuthority("api.example"),
 *   method: "POST",
 *   target: targetOf("https://api.example/orders?dry=1"), // "/orders?dry=1"
 *   contentType: "application/json",
 *   contentDigest: toHex(createHash("sha256").update(body).digest()),
 * })
 * const headers = { "Content-Type": "application/json", [ACTION_HEADER]: formatActionHeader({ ...message, signature }) }
 */
export function formatActionHeader({ log, actor, nonce, deadline, signature }: ActionHeader): string {
  const seconds = BigInt(deadline);
  const length = typeof signature === "number" ? signature : (signature.length - 2) / 2;
  const isBefore = length > MAX_HEADER_SIGNATURE;
  if (isBefore !== (typeof signature === "number") || length > MAX_SIGNATURE_BYTES || !Number.isInteger(length)) {
    throw new RangeError(
      `the signature has ${length} bytes: give up to ${MAX_HEADER_SIGNATURE} as hex, and more, up to ${MAX_SIGNATURE_BYTES}, as their number`,
    );
  }
  if (seconds < 0n || seconds > MAX_INTEGER) throw new RangeError(`the deadline ${seconds} has over 15 digits`);
  return serializeDictionary({
    log: fromHex(log, 32),
    actor: fromHex(actor, 20),
    nonce: uintToBytes(BigInt(nonce), 32),
    deadline: Number(seconds),
    signature: typeof signature === "number" ? signature : fromHex(signature),
  });
}

/**
 * Reads the field `Anchorlog-Action`. Each value has only one valid spelling.
 *
 * @throws FormatError naming the first member that is unknown, missing or not canonical.
 * @example
 * // In a proxy, for its own logs: nothing is verified here.
 * const { actor, deadline } = parseActionHeader(request.headers.get(ACTION_HEADER) ?? "")
 */
export function parseActionHeader(value: string): ActionHeader {
  if (value.length > MAX_HEADER_LENGTH) {
    throw new FormatError("malformed", ACTION_HEADER, `is longer than ${MAX_HEADER_LENGTH}`);
  }
  const fields = readObject(readDictionary(value, ACTION_HEADER), ACTION_HEADER, {
    log: byteSequence(32),
    actor: byteSequence(20),
    nonce: byteSequence(32),
    deadline: readInteger,
    signature: readSignature,
  });
  const header: ActionHeader = {
    log: toHex(fields.log),
    actor: toHex(fields.actor),
    nonce: `${bytesToUint(fields.nonce)}`,
    deadline: `${BigInt(fields.deadline)}`,
    signature: fields.signature,
  };
  // Rejects repeated or reordered members, extra spaces and loose base64: two readers might read them differently.
  if (formatActionHeader(header) !== value) {
    throw new FormatError("non_canonical", ACTION_HEADER, "is not the canonical spelling of its members");
  }
  return header;
}

function readSignature(item: unknown, path: string): Hex | number {
  if (typeof bareItem(item, path) !== "number") {
    const bytes = byteSequence()(item, path);
    if (bytes.length <= MAX_HEADER_SIGNATURE) return toHex(bytes);
    throw new FormatError(
      "malformed",
      path,
      `a signature of ${bytes.length} bytes goes before the content, with its length here: this field takes ${MAX_HEADER_SIGNATURE} at most`,
    );
  }
  const length = readInteger(item, path);
  if (length > MAX_HEADER_SIGNATURE && length <= MAX_SIGNATURE_BYTES) return length;
  throw new FormatError(
    "malformed",
    path,
    `expected the length of a signature before the content, ${MAX_HEADER_SIGNATURE + 1} to ${MAX_SIGNATURE_BYTES}, got ${length}`,
  );
}

/**
 * Returns the signature and the content that it covers. A long signature is cut off the body's start.
 *
 * @throws FormatError if the body is shorter than the stated length of the signature.
 */
export function takeSignature({ signature }: ActionHeader, body: Uint8Array): { signature: Hex; content: Uint8Array } {
  if (typeof signature === "string") return { signature, content: body };
  if (body.length < signature) {
    throw new FormatError(
      "malformed",
      "body",
      `has ${body.length} bytes, fewer than the ${signature} of the signature`,
    );
  }
  return { signature: toHex(body.subarray(0, signature)), content: body.subarray(signature) };
}

/**
 * Returns a Dictionary's items by key.
 *
 * @throws FormatError if the value is not a Dictionary of RFC 9651.
 */
export function readDictionary(value: string, path: string): Record<string, unknown> {
  try {
    return Object.fromEntries(parseDictionary(value));
  } catch (error) {
    throw new FormatError("malformed", path, `is not a Dictionary of RFC 9651: ${(error as Error).message}`);
  }
}

/**
 * Creates a reader of an Item that is a Byte Sequence of exactly `length` bytes (at least one if absent), without
 * parameters.
 */
export function byteSequence(length?: number): (item: unknown, path: string) => Uint8Array<ArrayBuffer> {
  return (item, path) => {
    const value = bareItem(item, path);
    if (!(value instanceof ArrayBuffer)) throw new FormatError("malformed", path, "expected a Byte Sequence");
    const fits = length === undefined ? value.byteLength > 0 : value.byteLength === length;
    if (!fits) throw new FormatError("malformed", path, `expected ${length ?? "some"} bytes, got ${value.byteLength}`);
    return new Uint8Array(value);
  };
}

function readInteger(item: unknown, path: string): number {
  const value = bareItem(item, path);
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw new FormatError("malformed", path, `expected an Integer from 0, got ${abbreviate(value)}`);
}

function bareItem(item: unknown, path: string): unknown {
  const [value, parameters] = item as [unknown, ReadonlyMap<string, unknown>];
  if (parameters.size > 0) throw new FormatError("non_canonical", path, "has parameters");
  return value;
}
