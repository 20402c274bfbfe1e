import { keccak_256 } from "@noble/hashes/sha3.js";
import { uintToBytes, utf8 } from "../encoding/bytes.ts";
import { abbreviate, fromHex, isHex } from "../encoding/hex.ts";
import { FormatError, stringUpTo } from "../encoding/json.ts";
import type { MemberType } from "./kinds.ts";

/** The most bytes that a `string` or `bytes` member may have. */
export const MAX_DYNAMIC_BYTES = 16_384;

const DECIMAL = /^(?:0|-?[1-9][0-9]{0,77})$/;

/**
 * A member's 32-byte word as EIP-712's `encodeData` has it, if the value is in its one canonical form
 * (PROTOCOL §1, §3).
 *
 * @throws FormatError naming `path` otherwise.
 */
export function encodeWord(type: MemberType, value: unknown, path: string): Uint8Array {
  if (type === "bool") {
    if (typeof value !== "boolean") throw expected("malformed", path, "true or false", value);
    return uintToBytes(value ? 1 : 0, 32);
  }
  if (typeof value !== "string") throw expected("malformed", path, `a string for ${type}`, value);
  if (type === "string") return keccak_256(dynamicBytes(utf8(stringUpTo(MAX_DYNAMIC_BYTES)(value, path)), path));
  if (type === "bytes") {
    if (value.length > 2 + 2 * MAX_DYNAMIC_BYTES) throw tooLong(path);
    if (!isHex(value)) throw expected("non_canonical", path, "0x and lower-case hex of whole bytes", value);
    return keccak_256(fromHex(value));
  }
  if (type === "address") return hexWord(value, 20, 12, path);
  if (type.startsWith("bytes")) return hexWord(value, Number(type.slice(5)), 0, path);
  const signed = type.startsWith("int");
  return integerWord(value, Number(type.slice(signed ? 3 : 4)), signed, path);
}

function dynamicBytes(bytes: Uint8Array, path: string): Uint8Array {
  if (bytes.length > MAX_DYNAMIC_BYTES) throw tooLong(path);
  return bytes;
}

function hexWord(value: string, bytes: number, offset: number, path: string): Uint8Array {
  if (!isHex(value, bytes)) {
    throw expected("non_canonical", path, `0x and lower-case hex of exactly ${bytes} bytes`, value);
  }
  const word = new Uint8Array(32);
  word.set(fromHex(value), offset);
  return word;
}

function integerWord(value: string, bits: number, signed: boolean, path: string): Uint8Array {
  if (!DECIMAL.test(value)) {
    throw expected("non_canonical", path, "a decimal without sign or leading zeros", value);
  }
  const number = BigInt(value);
  const half = 1n << BigInt(bits - 1);
  const [min, max] = signed ? [-half, half - 1n] : [0n, 2n * half - 1n];
  if (number < min || number > max) {
    throw expected("non_canonical", path, `${signed ? "an int" : "a uint"}${bits} in range`, value);
  }
  return uintToBytes(BigInt.asUintN(256, number), 32);
}

function expected(kind: FormatError["kind"], path: string, what: string, value: unknown): FormatError {
  return new FormatError(kind, path, `expected ${what}, got ${abbreviate(value)}`);
}

function tooLong(path: string): FormatError {
  return new FormatError("malformed", path, `is longer than ${MAX_DYNAMIC_BYTES} bytes`);
}
