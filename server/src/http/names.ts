/** One rule for all names that people give: of organizations, keys, templates, webhooks, wallets and files. */
import { Type, type TString } from "typebox";

/** Scripts whose words need no joiner: one in them would only tell apart names that look alike. */
const WITHOUT_JOINERS = String.raw`\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}`;
/**
 * U+200C and U+200D, as the words of Persian, of Indic scripts and composed symbols need them: between letters, marks or
 * symbols, and behind a mark.
 */
const JOINER = String.raw`(?<=(?![${WITHOUT_JOINERS}])[\p{L}\p{M}\p{S}])[\u200c\u200d](?=[\p{L}\p{M}\p{S}])|(?<=\p{M})[\u200c\u200d]`;
const ALLOWED = new RegExp(String.raw`^(?:[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]|${JOINER})+$`, "u");
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Returns whether a text is a name: letters, marks, digits, spaces, punctuation and symbols, at least one of them visible.
 * No character in it ends a line, turns how a text runs, or is there without being seen, but for joiners within words.
 */
export function isName(text: string): boolean {
  return ALLOWED.test(text) && VISIBLE.test(text);
}

/** In words, for messages. */
export const NAME_FORM =
  "letters, marks, digits, spaces, punctuation and symbols, without line ends and characters that turn how a text runs";

/** A name of so many characters at most. */
export const nameOf = (maxLength: number, example: string): TString =>
  Type.String({
    format: "name",
    minLength: 1,
    maxLength,
    description: "Letters, marks, digits, spaces, punctuation and symbols, not all of them invisible.",
    examples: [example],
  });
