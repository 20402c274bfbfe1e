import fc from "fast-check";
import { expect, it } from "vitest";
import { wordsOf } from "../../src/indexer/words.ts";

const words = (text: string): string[] => [...wordsOf(text)];

it("makes words without case and accents, and expands compatibility characters", () => {
  expect(words("CRÈME Ａ1, 東京")).toEqual(["creme", "a1", "東", "京"]);
  expect(words("№ 7 Acme™ 25℃ 𝐇𝐢 ǅ")).toEqual(["no", "7", "acmetm", "25", "c", "hi", "dz"]);
  expect(words("Smørrebrød Łódź Đà ẞ Straße Æsir œuvre þorn İstanbul ısı ǾǼ")).toEqual([
    "smorrebrod",
    "lodz",
    "da",
    "ss",
    "strasse",
    "aesir",
    "oeuvre",
    "thorn",
    "istanbul",
    "isi",
    "oae",
  ]);
  expect(words("ΛΌΓΟΣ ἄνθρωπος ᾳ")).toEqual(["λογοσ", "ανθρωποσ", "α"]);
});

it.each([
  ["Hebrew points", "שָׁלוֹם בְּרֵאשִׁ֖ית", "שלום בראשית"],
  ["Hebrew presentation forms", "שּׁלוֹם", "שלום"],
  ["Arabic vowel marks", "مُحَمَّدٌ رَسُولُ", "محمد رسول"],
  ["tatweel", "محـــمد", "محمد"],
  ["a superscript alef", "رَحْمٰن", "رحمن"],
  ["Syriac points", "ܫܠܳܡܳܐ", "ܫܠܡܐ"],
  ["Cyrillic stress", "за́мок", "замок"],
  ["a soft hyphen and variation selectors", "Kon\u00adzert 1\ufe0f\u20e3 葛\u{e0100}", "konzert 1 葛"],
  ["half width", "ｶﾞ ﾊﾟ", "ガ パ"],
])("finds words without %s", (_, written, typed) => {
  expect(words(written)).toEqual(words(typed));
});

it.each([
  ["й", "и"],
  ["ё", "е"],
  ["ї", "і"],
  ["ќ", "к"],
  ["أ", "ا"],
  ["ئ", "ي"],
  ["が", "か"],
  ["कि", "क"],
  ["ที่", "ท"],
])("keeps different letters apart: %s is not %s", (one, other) => {
  expect(words(one)).toHaveLength(1);
  expect(words(one)).not.toEqual(words(other));
  // In any normal form.
  expect(words(one.normalize("NFD"))).toEqual(words(one.normalize("NFC")));
});

it("keeps the mark of a letter that also has vowel marks", () => {
  expect(words("أَحْمَد")).toEqual(words("أحمد"));
  expect(words("ма́йи́")).toEqual(["майи"]);
});

it("makes no word of marks alone", () => {
  expect(words("\u0301\u05b8 \u064e \u3099 \u20e3 *\u0308")).toEqual([]);
  expect(words("東\u0301 \u0301a")).toEqual(["東", "a"]);
});

it("sorts only the first 30 marks of a letter", () => {
  const marks = "\u093e\u093f".repeat(4_000);
  expect(words(`क${marks} ख`)).toEqual([`क${marks.slice(0, 30)}`, "ख"]);
});

it("has the same words in ASCII text alone as beside other letters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary-ascii", maxLength: 40 }), (text) => {
      expect(words(`${text} é`)).toEqual([...words(text), "e"]);
    }),
  );
});
