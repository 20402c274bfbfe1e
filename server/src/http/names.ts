/** The rule for all names: of organizations, keys, templates, webhooks, wallets and files. */
import { Type, type TString } from "typebox";

/** Scripts that need no joiners. A joiner in them could only make two names look alike. */
const WITHOUT_JOINERS = String.raw`\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}`;
/**
 * U+200C and U+200D, which Persian, Indic scripts and composed symbols need. Allowed between letters, marks or symbols,
 * and after a mark.
 */
const JOINER = String.raw`(?<=(?![${WITHOUT_JOINERS}])[\p{L}\p{M}\p{S}])[\u200c\u200d](?=[\p{L}\p{M}\p{S}])|(?<=\p{M})[\u200c\u200d]`;
const ALLOWED = new RegExp(String.raw`^(?:[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]|${JOINER})+$`, "u");
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Returns whether a text is a name: letters, marks, digits, spaces, punctuation and symbols, at least one of them
 * visible. Line ends, direction controls and invisible characters are not allowed, except joiners within words.
 */
export function isName(text: string): boolean {
  return ALLOWED.test(text) && VISIBLE.test(text);
}

/** Describes names in messages. */
export const NAME_FORM =
  "letters, marks, digits, spaces, punctuation and symbols, without line ends and characters that change a text's direction";

/** A schema for names of at most `maxLength` characters. */
export const nameOf = (maxLength: number, example: string): TString =>
  Type.String({
    format: "name",
    minLength: 1,
    maxLength,
    description: "Letters, marks, digits, spaces, punctuation and symbols, not all of them invisible.",
    examples: [example],
  });
