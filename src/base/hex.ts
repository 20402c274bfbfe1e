/** `0x` and hexadecimal digits. */
export type Hex = `0x${string}`;

const CANONICAL_HEX = /^0x(?:[0-9a-f]{2})*$/;

/** Whether a value is `0x` and lower-case hex of exactly `bytes` bytes (any whole number if absent). */
export function isHex(value: unknown, bytes?: number): value is Hex {
  return (
    typeof value === "string" && (bytes === undefined || value.length === 2 + 2 * bytes) && CANONICAL_HEX.test(value)
  );
}

/** Hex in any case as canonical hex; an address's capitals (EIP-55) are not judged. */
export function inLowerCase(hex: Hex): Hex {
  return hex.toLowerCase() as Hex;
}

const DIGITS = "0123456789abcdef";
/** The two digits of each byte, as they are in text. */
const PAIRS = new Uint16Array(
  Uint8Array.from({ length: 512 }, (_, i) => DIGITS.charCodeAt(((i >> 1) >> (4 * (1 - (i & 1)))) & 15)).buffer,
);
/** Each character's value; 16 or more if it is not a digit. */
const VALUES = Uint8Array.from({ length: 256 }, (_, code) => DIGITS.indexOf(String.fromCharCode(code)));

const ASCII = new TextDecoder();
/** `0x`, and room for the lengths that are written most often. */
const text = withPrefix(1024);

function withPrefix(bytes: number): Uint16Array<ArrayBuffer> {
  const text = new Uint16Array(1 + bytes);
  new Uint8Array(text.buffer).set([0x30, 0x78]);
  return text;
}

/**
 * Bytes to canonical hex: `0x` and lower-case digits, two for each byte.
 *
 * @example
 * const { log, objectKey } = decodeEntry(fromHex(receipt.entry))
 * const newest = await store.newestAct(toHex(log), objectKey)
 */
export function toHex(bytes: Uint8Array): Hex {
  const { length } = bytes;
  const written = length < text.length ? text : withPrefix(length);
  for (let i = 0; i < length; i++) written[i + 1] = PAIRS[bytes[i]!]!;
  return ASCII.decode(written.subarray(0, length + 1)) as Hex;
}

/** Canonical hex to bytes. Throws `RangeError` if the hex is not canonical or not `bytes` long. */
export function fromHex(hex: string, bytes?: number): Uint8Array {
  return read(hex, bytes) ?? refuse(hex, bytes);
}

function read(hex: string, bytes: number | undefined): Uint8Array | undefined {
  if (typeof hex !== "string" || hex.length % 2 !== 0 || !hex.startsWith("0x")) return undefined;
  const length = hex.length / 2 - 1;
  if (bytes !== undefined && length !== bytes) return undefined;
  const out = new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    const [high, low] = [VALUES[hex.charCodeAt(2 * i + 2)], VALUES[hex.charCodeAt(2 * i + 3)]];
    if (high === undefined || low === undefined || (high | low) > 15) return undefined;
    out[i] = (high << 4) | low;
  }
  return out;
}

function refuse(hex: string, bytes: number | undefined): never {
  const expected = bytes === undefined ? "whole bytes" : `${bytes} bytes`;
  throw new RangeError(`expected 0x and lower-case hex of ${expected}, got ${abbreviate(hex)}`);
}

/** A value's text, cut to 80 characters, for error messages. */
export function abbreviate(value: unknown): string {
  const text = typeof value === "string" ? JSON.stringify(value) : nameOf(value);
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`;
}

function nameOf(value: unknown): string {
  // Never an object's own toString: an attacker's code could run in it.
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  try {
    if (value instanceof Promise) return "a promise, which needs an await";
    return Array.isArray(value) ? "an array" : "an object";
  } catch {
    // A proxy that was revoked.
    return "an object";
  }
}
