/** Extracts the words of texts, folded so that searches ignore case, accents and vowel marks. */

/** Scripts with optional marks: accents or vowel points. All of them are removed. */
const BARE = /\p{Script=Latin}|\p{Script=Greek}|\p{Script=Hebrew}|\p{Script=Syriac}/u;
/** Scripts in which some marks are part of a letter (й, أ). Only stress and vowel marks are removed. */
const LETTERED = /\p{Script=Cyrillic}|\p{Script=Arabic}/u;

/** Describes folding in the API's document. In all other scripts, marks are vowels or tones, and are kept. */
export const FOLDING =
  "Case and width do not count. Marks do not count in Latin, Greek, Hebrew and Syriac; in Cyrillic and Arabic, stress and vowel marks do not, while letters such as й, ё and أ stay letters; in all other scripts marks count. ß is ss, æ ae, œ oe, þ th, and ø, ł, đ, ð, ħ, ŧ, ŋ and ı are o, l, d, d, h, t, n and i.";

/** Letters that Unicode does not decompose. */
const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ß: "ss",
    æ: "ae",
    œ: "oe",
    þ: "th",
    ø: "o",
    ł: "l",
    đ: "d",
    ð: "d",
    ħ: "h",
    ŧ: "t",
    ŋ: "n",
    ı: "i",
    // The final form of sigma.
    ς: "σ",
  }),
);
const UNDECOMPOSED = new RegExp(`[${[...LETTERS.keys()].join("")}]`, "gu");
/** Tatweel, enclosing marks, and code points without a width. A zero-width space ends a word. */
const UNSEEN = /\u0640|\p{Me}|(?!\u200b)[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
/** Marks of one letter after the first 30. No script needs so many, and sorting them takes quadratic time. */
const TOO_MANY_MARKS = /(?<=\p{M}{30})\p{M}+/gu;
const MARKED = /(\p{L})(\p{M}+)/gu;
const WORD = /\p{Ideographic}|(?:(?!\p{Ideographic})[\p{L}\p{N}])(?:(?!\p{Ideographic})[\p{L}\p{M}\p{N}])*/gu;

/** ASCII text needs no folding except for capitals. */
const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /[a-z0-9]+/g;

/** Returns the words of a text, folded. Each ideograph is a word. A word begins with a letter or a digit. */
export const wordsOf = (text: string): Iterable<string> =>
  ASCII.test(text) ? (text.toLowerCase().match(ASCII_WORD) ?? []) : foldedWordsOf(text);

function* foldedWordsOf(text: string): Generator<string> {
  const folded = text
    .replaceAll(TOO_MANY_MARKS, "")
    .normalize("NFKD")
    // After the decomposition, since signs such as ™ decompose to capitals.
    .toLowerCase()
    .replaceAll(UNSEEN, "")
    .replaceAll(MARKED, (_, letter: string, marks: string) => letter + keptMarks(letter, marks))
    .replaceAll(UNDECOMPOSED, (letter) => LETTERS.get(letter)!)
    .normalize("NFC");
  for (const [word] of folded.matchAll(WORD)) yield word;
}

function keptMarks(letter: string, marks: string): string {
  if (BARE.test(letter)) return "";
  if (!LETTERED.test(letter)) return marks;
  return Array.from(marks).find((mark) => (letter + mark).normalize("NFC").length === 1) ?? "";
}
