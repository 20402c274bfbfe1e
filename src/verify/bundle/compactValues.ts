/** The values of a payload in the compact form of a bundle (protocol/6-tiles §2), by the types of their kind. */
import { utf8 } from "../../base/bytes.ts";
import { fromHex, toHex } from "../../base/hex.ts";
import type { MemberType, MemberValue } from "../../action/kinds.ts";
import { MAX_ELEMENTS, shapeOf } from "../../action/memberTypes.ts";
import { MAX_DYNAMIC_BYTES } from "../../action/values.ts";
import { FormatError } from "../../base/json.ts";
import type { FieldReader, FieldWriter } from "./fields.ts";

/** Writes a canonical value. */
export function writeValue(writer: FieldWriter, type: MemberType, value: MemberValue): void {
  const shape = shapeOf(type);
  if (shape.form === "bool") writer.flag(value === true);
  else if (shape.form === "string") writer.blob(utf8(value as string));
  else if (shape.form === "bytes") writer.blob(fromHex(value as string));
  else if (shape.form === "fixed") writer.bytes(fromHex(value as string));
  else if (shape.form === "integer") writer.uint(BigInt.asUintN(shape.bits, BigInt(value as string)));
  else {
    const elements = value as readonly MemberValue[];
    writer.uint(elements.length);
    for (const element of elements) writeValue(writer, shape.element, element);
  }
}

/** Reads a value into its JSON form. */
export function readValue(reader: FieldReader, type: MemberType, path: string): MemberValue {
  const shape = shapeOf(type);
  if (shape.form === "bool") return reader.flag(path);
  if (shape.form === "string") return reader.text(MAX_DYNAMIC_BYTES, path);
  if (shape.form === "bytes") return toHex(reader.blob(MAX_DYNAMIC_BYTES, path));
  if (shape.form === "fixed") return toHex(reader.bytes(shape.bytes, path));
  if (shape.form === "integer") {
    const value = reader.uint(shape.bits / 8, path);
    return `${shape.isSigned ? BigInt.asIntN(shape.bits, value) : value}`;
  }
  const length = reader.count(path);
  if (length > MAX_ELEMENTS) throw new FormatError("malformed", path, `has more than ${MAX_ELEMENTS} elements`);
  const { element } = shape;
  return Array.from({ length }, (_, i) => readValue(reader, element, `${path}[${i}]`)) as MemberValue;
}
