/** Payload members as words, where the claims of proofs speak of them. */
import { keccak_256 } from "@noble/hashes/sha3.js";
import type { MemberType } from "../action/kinds.ts";
import { bytesToUint, utf8 } from "../encoding/bytes.ts";
import { abbreviate, fromHex, isHex } from "../encoding/hex.ts";
import { FormatError } from "../encoding/json.ts";

/**
 * The 32-byte word of a value in the form that actions have it (PROTOCOL, section 3), as EIP-712 encodes it.
 *
 * @throws FormatError naming `path` where it is not a value of the type in its one canonical form.
 */
export function wordOf(type: MemberType, value: unknown, path: string): bigint {
  if (type === "bool") {
    if (typeof value === "boolean") return value ? 1n : 0n;
    throw new FormatError("malformed", path, `expected true or false, got ${abbreviate(value)}`);
  }
  if (typeof value !== "string") throw new FormatError("malformed", path, `expected a string for ${type}`);
  if (type === "string") {
    if (!value.isWellFormed()) throw new FormatError("non_canonical", path, "is not well-formed Unicode");
    return bytesToUint(keccak_256(utf8(value)));
  }
  if (type === "bytes") return bytesToUint(keccak_256(hexBytes(value, undefined, path)));
  if (type === "address") return bytesToUint(hexBytes(value, 20, path));
  if (type.startsWith("bytes")) {
    const length = Number(type.slice(5));
    return bytesToUint(hexBytes(value, length, path)) << BigInt(8 * (32 - length));
  }
  const bits = Number(type.replace(/^u?int/, ""));
  const signed = type.startsWith("int");
  const canonical = value.length <= 79 && /^(?:0|-?[1-9][0-9]*)$/.test(value) ? BigInt(value) : undefined;
  const fits =
    canonical !== undefined &&
    (signed ? BigInt.asIntN(bits, canonical) : BigInt.asUintN(bits, canonical)) === canonical;
  if (!fits) throw new FormatError("non_canonical", path, `expected a decimal of ${type}, got ${abbreviate(value)}`);
  return BigInt.asUintN(256, canonical);
}

function hexBytes(value: string, length: number | undefined, path: string): Uint8Array {
  if (isHex(value, length)) return fromHex(value);
  throw new FormatError("non_canonical", path, `expected 0x and lower-case hex of ${length ?? "whole"} bytes`);
}
