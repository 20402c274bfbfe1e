/** The types of payload members: one table for encoders, proofs and compact bundles. */
import type { MemberType } from "./kinds.ts";

/** How the values of a type are written. `offset` is the index of the first byte in the 32-byte word. */
export type MemberShape =
  | { readonly form: "bool" }
  | { readonly form: "string" }
  | { readonly form: "bytes" }
  | { readonly form: "fixed"; readonly bytes: number; readonly offset: number }
  | { readonly form: "integer"; readonly bits: number; readonly isSigned: boolean };

const WIDTHS = Array.from({ length: 32 }, (_, i) => i + 1);

const SHAPES: ReadonlyMap<string, MemberShape> = new Map<string, MemberShape>([
  ["bool", { form: "bool" }],
  ["string", { form: "string" }],
  ["bytes", { form: "bytes" }],
  ["address", { form: "fixed", bytes: 20, offset: 12 }],
  ...WIDTHS.flatMap((bytes): [string, MemberShape][] => [
    [`bytes${bytes}`, { form: "fixed", bytes, offset: 0 }],
    [`uint${8 * bytes}`, { form: "integer", bits: 8 * bytes, isSigned: false }],
    [`int${8 * bytes}`, { form: "integer", bits: 8 * bytes, isSigned: true }],
  ]),
]);

export const isMemberType = (text: string): text is MemberType => SHAPES.has(text);
export const shapeOf = (type: MemberType): MemberShape => SHAPES.get(type)!;
