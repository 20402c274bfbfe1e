import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";

/** `0x` and hexadecimal digits. */
export type Hex = `0x${string}`;

const CANONICAL_HEX = /^0x(?:[0-9a-f]{2})*$/;

/** Whether a value is `0x` and lower-case hex of exactly `bytes` bytes (any whole number if absent). */
export function isHex(value: unknown, bytes?: number): value is Hex {
  return (
    typeof value === "string" && (bytes === undefined || value.length === 2 + 2 * bytes) && CANONICAL_HEX.test(value)
  );
}

/** Bytes to canonical hex. */
export function toHex(bytes: Uint8Array): Hex {
  return `0x${bytesToHex(bytes)}`;
}

/** Canonical hex to bytes. Throws `RangeError` where the hex is not canonical or not `bytes` long. */
export function fromHex(hex: string, bytes?: number): Uint8Array {
  if (!isHex(hex, bytes)) {
    const expected = bytes === undefined ? "whole bytes" : `${bytes} bytes`;
    throw new RangeError(`expected 0x and lower-case hex of ${expected}, got ${abbreviate(hex)}`);
  }
  return hexToBytes(hex.slice(2));
}

/** A value's text, cut to 80 characters, for error messages. */
export function abbreviate(value: unknown): string {
  const text = typeof value === "string" ? JSON.stringify(value) : nameOf(value);
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`;
}

function nameOf(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  // Never the text that an object makes of itself: JSON may have given it a toString that is no function.
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
