import { parseDictionary, serializeDictionary } from "structured-headers";
import { bytesToUint, uintToBytes } from "../encoding/bytes.ts";
import { abbreviate, fromHex, toHex, type Hex } from "../encoding/hex.ts";
import { FormatError, readObject } from "../encoding/json.ts";

/** The field that carries all of an `HttpRequest` action but what the request itself says. */
export const ACTION_HEADER = "Anchorlog-Action";

/** What the field `Anchorlog-Action` carries, in the forms of a message (PROTOCOL §1). */
export type ActionHeader = {
  readonly log: Hex;
  readonly actor: Hex;
  readonly nonce: `${bigint}`;
  readonly deadline: `${bigint}`;
  readonly signature: Hex;
};

/** Longer ones do not pass through common servers anyway. */
const MAX_HEADER_LENGTH = 16_384;
/** RFC 9651, section 3.3.1. */
const MAX_INTEGER = 999_999_999_999_999n;

/**
 * The value of the field `Anchorlog-Action`: a Dictionary of RFC 9651 with these five members, in this order.
 *
 * @throws RangeError where a value has not the form or the range of its member.
 */
export function formatActionHeader({ log, actor, nonce, deadline, signature }: ActionHeader): string {
  const seconds = BigInt(deadline);
  if (seconds < 0n || seconds > MAX_INTEGER) throw new RangeError(`the deadline ${seconds} has over 15 digits`);
  return serializeDictionary({
    log: fromHex(log, 32),
    actor: fromHex(actor, 20),
    nonce: uintToBytes(BigInt(nonce), 32),
    deadline: Number(seconds),
    signature: fromHex(signature),
  });
}

/**
 * Reads the value of a field `Anchorlog-Action`, which has one spelling only.
 *
 * @throws FormatError naming the first member that is unknown, missing or not canonical.
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
    signature: byteSequence(),
  });
  const header: ActionHeader = {
    log: toHex(fields.log),
    actor: toHex(fields.actor),
    nonce: `${bytesToUint(fields.nonce)}`,
    deadline: `${BigInt(fields.deadline)}`,
    signature: toHex(fields.signature),
  };
  // Repeated or reordered members, needless spaces, loose base64: whatever two readers might read differently.
  if (formatActionHeader(header) !== value) {
    throw new FormatError("non_canonical", ACTION_HEADER, "is not the one spelling of its members");
  }
  return header;
}

/**
 * A Dictionary's items by key.
 *
 * @throws FormatError where the value is not a Dictionary of RFC 9651.
 */
export function readDictionary(value: string, path: string): Record<string, unknown> {
  try {
    return Object.fromEntries(parseDictionary(value));
  } catch (error) {
    throw new FormatError("malformed", path, `is not a Dictionary of RFC 9651: ${(error as Error).message}`);
  }
}

/** A reader of an Item that is a Byte Sequence of exactly `length` bytes (at least one if absent), without parameters. */
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
