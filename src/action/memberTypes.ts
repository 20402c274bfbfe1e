/** The types of payload members: one table for encoders, proofs and compact bundles. */
import type { MemberType, WordType } from "./kinds.ts";

/** How the values of a type are written. `offset` is the index of the first byte in the 32-byte word. */
type MemberShape =
  | { readonly form: "bool" }
  | { readonly form: "fixed"; readonly bytes: number; readonly offset: number }
  | { readonly form: "integer"; readonly bits: number; readonly isSigned: boolean }
  | { readonly form: "string" }
  | { readonly form: "bytes" }
  | { readonly form: "array"; readonly element: WordType };

/** The most elements of an array. */
export const MAX_ELEMENTS = 256;

const WIDTHS = Array.from({ length: 32 }, (_, i) => i + 1);

const WORDS: readonly (readonly [WordType, MemberShape])[] = [
  ["bool", { form: "bool" }],
  ["address", { form: "fixed", bytes: 20, offset: 12 }],
  ...WIDTHS.flatMap((bytes): [WordType, MemberShape][] => [
    [`bytes${bytes}` as WordType, { form: "fixed", bytes, offset: 0 }],
    [`uint${8 * bytes}` as WordType, { form: "integer", bits: 8 * bytes, isSigned: false }],
    [`int${8 * bytes}` as WordType, { form: "integer", bits: 8 * bytes, isSigned: true }],
  ]),
];

const SHAPES: ReadonlyMap<string, MemberShape> = new Map<string, MemberShape>([
  ...WORDS,
  ["string", { form: "string" }],
  ["bytes", { form: "bytes" }],
  ...WORDS.map(([element]): [string, MemberShape] => [`${element}[]`, { form: "array", element }]),
]);

export const isMemberType = (text: string): text is MemberType => SHAPES.has(text);
export const shapeOf = (type: MemberType): MemberShape => SHAPES.get(type)!;
