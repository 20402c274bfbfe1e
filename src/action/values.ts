import { bytesToUint } from "../base/bytes.ts";
import { abbreviate } from "../base/hex.ts";
import { FormatError } from "../base/json.ts";
import { currentEngine } from "./engine.ts";
import { BYTES, MAX_DYNAMIC_BYTES, WORD, WORDS, type Hasher } from "./hasher.ts";
import type { MemberType, WordType } from "./kinds.ts";
import { MAX_ELEMENTS, shapeOf } from "./memberTypes.ts";

export { MAX_DYNAMIC_BYTES };

/**
 * Writes a member's 32-byte word by EIP-712's `encodeData` to a hasher's memory at `at`. The memory there must be zero.
 * The value must be canonical (protocol/1-verify §3 and §5). Words must be written in order, since writing one may zero
 * bytes after it.
 *
 * @throws FormatError naming `path` otherwise.
 */
export type WordWriter = (value: unknown, path: string, hasher: Hasher, at: number) => void;

/** Returns the writer of a type. */
export function wordWriter(type: MemberType): WordWriter {
  const shape = shapeOf(type);
  switch (shape.form) {
    case "bool":
      return writeBool;
    case "string":
      return writeString;
    case "bytes":
      return writeBytes;
    case "fixed":
      return fixedBytes(type, shape.bytes, shape.offset);
    case "array":
      return arrayOf(shape.element);
    case "integer":
  }
  return integer(type, shape.bits, shape.isSigned);
}

/**
 * Copies an array, whose elements may be foreign code's. Other values are returned as they are. If an array has too
 * many elements, the copy has one more than the limit, so that later checks refuse it.
 */
export function copyArray(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const length = Math.min(value.length, MAX_ELEMENTS + 1);
  return Array.from({ length }, (_, i) => value[i] as unknown);
}

/**
 * Returns the 32-byte word of a single value, as a number.
 *
 * @throws FormatError naming `path` if the value is not canonical.
 */
export function wordOf(type: MemberType, value: unknown, path: string): bigint {
  const { hasher } = currentEngine();
  const { memory } = hasher;
  const copy = copyArray(value);
  memory.fill(0, WORDS, WORDS + WORD);
  wordWriter(type)(copy, path, hasher, WORDS);
  return bytesToUint(memory.subarray(WORDS, WORDS + WORD));
}

const writeBool: WordWriter = (value, path, { memory }, at) => {
  if (typeof value !== "boolean") throw expected("malformed", path, "true or false", value);
  memory[at + 31] = value ? 1 : 0;
};

const UTF8 = new TextEncoder();

const writeString: WordWriter = (value, path, { text, keccak }, at) => {
  if (typeof value !== "string") throw expected("malformed", path, "a string for string", value);
  const { length } = value;
  if (length > MAX_DYNAMIC_BYTES) throw new FormatError("malformed", path, `is longer than ${MAX_DYNAMIC_BYTES}`);
  const { read, written } = UTF8.encodeInto(value, text);
  // As many bytes as UTF-16 units means that the text is ASCII.
  if (written !== length) {
    if (!value.isWellFormed()) throw new FormatError("non_canonical", path, "is not well-formed Unicode");
    if (read < length || written > MAX_DYNAMIC_BYTES) throw tooLong(path);
  }
  keccak(BYTES, written, at);
};

const writeBytes: WordWriter = (value, path, { writeHex, keccak }, at) => {
  if (typeof value !== "string") throw expected("malformed", path, "a string for bytes", value);
  if (value.length > 2 + 2 * MAX_DYNAMIC_BYTES) throw tooLong(path);
  if (!writeHex(value, BYTES)) throw expected("non_canonical", path, "0x and lower-case hex of whole bytes", value);
  keccak(BYTES, (value.length - 2) / 2, at);
};

function fixedBytes(type: MemberType, bytes: number, offset: number): WordWriter {
  const length = 2 + 2 * bytes;
  return (value, path, { writeHex }, at) => {
    if (typeof value !== "string") throw expected("malformed", path, `a string for ${type}`, value);
    if (value.length !== length || !writeHex(value, at + offset)) {
      throw expected("non_canonical", path, `0x and lower-case hex of exactly ${bytes} bytes`, value);
    }
  };
}

/** Writes the hash of an array's words. The array must be a copy by {@link copyArray}. */
function arrayOf(element: WordType): WordWriter {
  const write = wordWriter(element);
  return (value, path, hasher, at) => {
    if (!Array.isArray(value)) throw expected("malformed", path, `an array for ${element}[]`, value);
    const { length } = value;
    if (length > MAX_ELEMENTS) throw new FormatError("malformed", path, `has more than ${MAX_ELEMENTS} elements`);
    hasher.memory.fill(0, BYTES, BYTES + WORD * length);
    for (let i = 0; i < length; i++) write(value[i], `${path}[${i}]`, hasher, BYTES + WORD * i);
    hasher.keccak(BYTES, WORD * length, at);
  };
}

const DECIMAL_DIGITS = 78;
const WORD_LIMBS = 16;
// Limbs of 16 bits: a limb times 10^9, plus the carry, is still exact as a number.
const limbs = new Float64Array(WORD_LIMBS);

/** Writes integers of up to 256 bits without a bigint, since most are small. */
function integer(type: MemberType, bits: number, signed: boolean): WordWriter {
  const outOfRange = (path: string, value: string) =>
    expected("non_canonical", path, `${signed ? "an int" : "a uint"}${bits} in range`, value);
  // Any magnitude up to this fits the type.
  const safe = 2 ** Math.min(signed ? bits - 1 : bits, 53) - 1;
  return (value, path, { memory: out }, at) => {
    if (typeof value !== "string") throw expected("malformed", path, `a string of decimal digits for ${type}`, value);
    const { length } = value;
    const negative = length > 1 && value.charCodeAt(0) === 0x2d;
    const first = negative ? 1 : 0;
    const digits = length - first;
    const leading = value.charCodeAt(first);
    // Zero must be a single digit without a sign. An empty string gives NaN, which is refused here too.
    if (!(leading >= 0x30 && leading <= 0x39) || digits > DECIMAL_DIGITS || (leading === 0x30 && length > 1)) {
      throw notDecimal(path, value);
    }
    if (digits <= 15) {
      let magnitude = 0;
      for (let i = first; i < length; i++) {
        const digit = value.charCodeAt(i) - 0x30;
        if (digit < 0 || digit > 9) throw notDecimal(path, value);
        magnitude = magnitude * 10 + digit;
      }
      if (negative ? !signed || magnitude > safe + 1 : magnitude > safe) throw outOfRange(path, value);
      const upper = Math.floor(magnitude / 2 ** 32);
      writeUint32(out, at + 28, magnitude - upper * 2 ** 32);
      writeUint32(out, at + 24, upper);
    } else {
      const used = readLimbs(value, first);
      if (used < 0) throw notDecimal(path, value);
      if (used > WORD_LIMBS) throw outOfRange(path, value);
      for (let i = 0; i < used; i++) {
        const limb = limbs[i]!;
        out[at + 31 - 2 * i] = limb;
        out[at + 30 - 2 * i] = limb >>> 8;
      }
      if (!fits(out, at, bits, signed, negative)) throw outOfRange(path, value);
    }
    if (negative) negate(out, at);
  };
}

function writeUint32(out: Uint8Array, at: number, value: number): void {
  out[at] = value >>> 24;
  out[at + 1] = value >>> 16;
  out[at + 2] = value >>> 8;
  out[at + 3] = value;
}

/**
 * Reads decimal digits into the limbs. Returns the number of limbs used, over 16 on overflow, and -1 for a character
 * that is not a digit.
 */
function readLimbs(value: string, first: number): number {
  const { length } = value;
  let used = 0;
  let overflow = false;
  for (let i = first; i < length;) {
    let chunk = 0;
    let scale = 1;
    for (const end = Math.min(i + 9, length); i < end; i++) {
      const digit = value.charCodeAt(i) - 0x30;
      if (digit < 0 || digit > 9) return -1;
      chunk = chunk * 10 + digit;
      scale *= 10;
    }
    let carry = chunk;
    for (let j = 0; j < used; j++) {
      const product = limbs[j]! * scale + carry;
      carry = Math.floor(product / 65_536);
      limbs[j] = product - carry * 65_536;
    }
    while (carry > 0) {
      if (used === WORD_LIMBS) {
        overflow = true;
        break;
      }
      limbs[used++] = carry % 65_536;
      carry = Math.floor(carry / 65_536);
    }
  }
  return overflow ? WORD_LIMBS + 1 : used;
}

/** Whether a word's magnitude with this sign is a value of the type. */
function fits(out: Uint8Array, at: number, bits: number, signed: boolean, negative: boolean): boolean {
  if (negative && !signed) return false;
  const top = at + 32 - bits / 8;
  for (let i = at; i < top; i++) if (out[i] !== 0) return false;
  if (!signed || out[top]! < 0x80) return true;
  // Only the least value of the type has the top bit: -2^(bits - 1).
  return negative && bytesToUint(out.subarray(top, at + 32)) === 1n << BigInt(bits - 1);
}

/** Negates a word in place, in two's complement. */
function negate(out: Uint8Array, at: number): void {
  let carry = 1;
  for (let i = at + 31; i >= at; i--) {
    const byte = (out[i]! ^ 0xff) + carry;
    out[i] = byte;
    carry = byte >> 8;
  }
}

function notDecimal(path: string, value: string): FormatError {
  return expected("non_canonical", path, "a decimal without sign or leading zeros", value);
}

function expected(code: FormatError["code"], path: string, what: string, value: unknown): FormatError {
  return new FormatError(code, path, `expected ${what}, got ${abbreviate(value)}`);
}

function tooLong(path: string): FormatError {
  return new FormatError("malformed", path, `is longer than ${MAX_DYNAMIC_BYTES} bytes`);
}
