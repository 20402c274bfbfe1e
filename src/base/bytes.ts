import { attempt } from "./attempt.ts";
import { fromHex } from "./hex.ts";
import { AnchorlogError } from "./errors.ts";

/** The concatenation of byte strings. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let length = 0;
  for (const part of parts) length += part.length;
  const out = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    out.set(part, offset);
    offset += part.length;
  }
  return out;
}

/** Whether two byte strings are equal. Not constant-time: everything compared here is public. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** A non-negative integer as `width` big-endian bytes. Throws `RangeError` if it does not fit. */
export function uintToBytes(value: bigint | number, width: number): Uint8Array {
  const digits = BigInt(value)
    .toString(16)
    .padStart(2 * width, "0");
  if (value < 0 || digits.length > 2 * width) throw new RangeError(`${value} does not fit ${8 * width} bits`);
  return fromHex(`0x${digits}`);
}

/** Big-endian bytes as an integer. */
export function bytesToUint(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return value;
}

const UTF8 = new TextEncoder();

/** A string as UTF-8. */
export function utf8(text: string): Uint8Array {
  return UTF8.encode(text);
}

/** Decodes UTF-8. Keeps a byte order mark, so that parsers refuse it. Returns undefined if the bytes are not UTF-8. */
export const decodeUtf8 = (bytes: Uint8Array): string | undefined =>
  attempt(() => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));

/** Whether a string takes more than `max` bytes as UTF-8. */
export function isLongerThan(text: string, max: number): boolean {
  refuseParsed(text);
  // A UTF-16 unit takes one to three bytes.
  return text.length > max || (3 * text.length > max && utf8(text).length > max);
}

/** @throws AnchorlogError `bad_option` if a document is not text, as after `JSON.parse`. */
export function refuseParsed(text: unknown): asserts text is string {
  if (typeof text === "string") return;
  throw new AnchorlogError("bad_option", "the document is not text", {
    fix: "give the text or bytes, not what JSON.parse made of it",
  });
}
