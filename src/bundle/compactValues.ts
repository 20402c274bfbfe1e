/** The values of a payload in the compact form of a bundle (PROTOCOL §9.1): by the types of their kind. */
import { utf8 } from "../encoding/bytes.ts";
import { fromHex, toHex } from "../encoding/hex.ts";
import type { MemberType, MemberValue } from "../action/kinds.ts";
import { MAX_DYNAMIC_BYTES } from "../action/values.ts";
import type { FieldReader, FieldWriter } from "./fields.ts";

/** Writes a value that is in its canonical form. */
export function writeValue(writer: FieldWriter, type: MemberType, value: MemberValue): void {
  if (type === "bool") writer.flag(value === true);
  else if (type === "string") writer.blob(utf8(value as string));
  else if (type === "bytes") writer.blob(fromHex(value as string));
  else if (type === "address" || type.startsWith("bytes")) writer.bytes(fromHex(value as string));
  else writer.uint(BigInt.asUintN(widthOf(type), BigInt(value)));
}

/** Reads a value, as it travels in JSON. */
export function readValue(reader: FieldReader, type: MemberType, path: string): MemberValue {
  if (type === "bool") return reader.flag(path);
  if (type === "string") return reader.text(MAX_DYNAMIC_BYTES, path);
  if (type === "bytes") return toHex(reader.blob(MAX_DYNAMIC_BYTES, path));
  if (type === "address") return toHex(reader.bytes(20, path));
  if (type.startsWith("bytes")) return toHex(reader.bytes(Number(type.slice(5)), path));
  const bits = widthOf(type);
  const value = reader.uint(bits / 8, path);
  return `${type.startsWith("int") ? BigInt.asIntN(bits, value) : value}`;
}

/** Bits of an integer type. */
function widthOf(type: MemberType): number {
  return Number(type.replace(/^u?int/, ""));
}
