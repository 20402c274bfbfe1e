/**
 * Fields of variable length for the compact form of a bundle (protocol/6-tiles §2). Each value has exactly one
 * encoding.
 */
import { bytesToUint, concat, utf8 } from "../../base/bytes.ts";
import { FormatError } from "../../base/json.ts";

/**
 * Reads fields one after the other from attacker-controlled bytes. `path` is the field's place in the bundle, for
 * errors.
 */
export type FieldReader = {
  /** Reads `length` bytes. */
  bytes(length: number, path: string): Uint8Array;
  /**
   * Reads an integer of at most `maxBytes` bytes: its length in one byte, then the bytes, the first of them not zero.
   */
  uint(maxBytes: number, path: string): bigint;
  /** Reads an integer up to 2^53 - 1. */
  count(path: string): number;
  /** Reads a byte that must be 0 or 1. */
  flag(path: string): boolean;
  /** Reads a length and that many bytes, at most `max`. */
  blob(max: number, path: string): Uint8Array;
  /** Reads a length and that many bytes of UTF-8, at most `max`. */
  text(max: number, path: string): string;
  /** Checks that no bytes are left. */
  end(): void;
};

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Opens bytes for reading. Every method of the reader throws FormatError if the bytes do not fit the field. */
export function readFields(source: Uint8Array): FieldReader {
  let offset = 0;
  const bytes = (length: number, path: string): Uint8Array => {
    if (length > source.length - offset) {
      throw new FormatError("malformed", path, `needs ${length} bytes, but ${source.length - offset} are left`);
    }
    return source.slice(offset, (offset += length));
  };
  const uint = (maxBytes: number, path: string): bigint => {
    const length = bytes(1, path)[0]!;
    if (length > maxBytes) throw new FormatError("malformed", path, `is an integer of more than ${maxBytes} bytes`);
    const digits = bytes(length, path);
    if (digits[0] === 0) throw new FormatError("non_canonical", path, "is an integer with a leading zero");
    return bytesToUint(digits);
  };
  const count = (path: string): number => {
    const value = uint(7, path);
    if (value <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(value);
    throw new FormatError("non_canonical", path, "is over 2^53 - 1");
  };
  const blob = (max: number, path: string): Uint8Array => {
    const length = count(path);
    if (length > max) throw new FormatError("malformed", path, `is longer than ${max} bytes`);
    return bytes(length, path);
  };
  return {
    bytes,
    uint,
    count,
    flag: (path) => {
      const byte = bytes(1, path)[0]!;
      if (byte > 1) throw new FormatError("non_canonical", path, `expected the byte 0 or 1, got ${byte}`);
      return byte === 1;
    },
    blob,
    text: (max, path) => {
      try {
        return UTF8.decode(blob(max, path));
      } catch (error) {
        if (error instanceof FormatError) throw error;
        throw new FormatError("non_canonical", path, "is not UTF-8");
      }
    },
    end: () => {
      const left = source.length - offset;
      if (left > 0) throw new FormatError("malformed", "", `${left} bytes follow its end`);
    },
  };
}

/** Writes fields in order; the counterpart of {@link FieldReader}. */
export type FieldWriter = {
  bytes(value: Uint8Array): void;
  uint(value: bigint | number): void;
  flag(value: boolean): void;
  blob(value: Uint8Array): void;
  text(value: string): void;
  finish(): Uint8Array;
};

/** Starts writing. Throws RangeError for an integer below zero. */
export function writeFields(): FieldWriter {
  const parts: Uint8Array[] = [];
  const bytes = (value: Uint8Array): void => void parts.push(value);
  const uint = (value: bigint | number): void => {
    const digits = minimalBytes(BigInt(value));
    bytes(new Uint8Array([digits.length]));
    bytes(digits);
  };
  const blob = (value: Uint8Array): void => {
    uint(value.length);
    bytes(value);
  };
  return {
    bytes,
    uint,
    flag: (value) => bytes(new Uint8Array([value ? 1 : 0])),
    blob,
    text: (value) => blob(utf8(value)),
    finish: () => concat(...parts),
  };
}

/** Returns big-endian bytes without leading zeros; no bytes for zero. */
function minimalBytes(value: bigint): Uint8Array {
  if (value < 0n) throw new RangeError(`${value} is below zero`);
  const digits: number[] = [];
  for (let rest = value; rest > 0n; rest >>= 8n) digits.push(Number(rest & 0xffn));
  return new Uint8Array(digits.reverse());
}
