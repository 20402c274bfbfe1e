/**
 * Dishonest exports: an honest one in which one thing is changed, and the findings that an audit must have. They are
 * generated here instead of being stored.
 */

/** The files of an export by name. */
export type Files = ReadonlyMap<string, string>;

/** A dishonest export, and its findings as code and place. */
export type Dishonest = {
  readonly says: string;
  readonly files: Files;
  readonly findings: readonly string[];
};

export const LOG = "logs/a.example.jsonl";
export const OTHER_LOG = "logs/b.example.jsonl";
export const BATCHES = "batches.jsonl";
const MANIFEST = "manifest.json";

type Change = (text: string) => string;
type Case = readonly [says: string, file: string, change: Change, findings: readonly string[]];

const lines = (text: string): string[] => text.trimEnd().split("\n");
const join = (all: readonly string[]): string => all.map((line) => `${line}\n`).join("");

/** Changes one line of a file, counted from 1. */
const line =
  (number: number, change: Change): Change =>
  (text) =>
    join(lines(text).map((one, i) => (i + 1 === number ? change(one) : one)));

/** Changes the value of a member of hex, wherever it stands on a line. */
const hex =
  (member: string, change: (digits: string) => string): Change =>
  (text) =>
    text.replace(
      new RegExp(`("${member}":"0x)([0-9a-f]+)`),
      (_, before: string, digits: string) => before + change(digits),
    );

/** Changes one digit of a value, counted from the end if it is below zero. */
const flip =
  (at: number): ((digits: string) => string) =>
  (digits) => {
    const i = at < 0 ? digits.length + at : at;
    return `${digits.slice(0, i)}${digits[i] === "0" ? "1" : "0"}${digits.slice(i + 1)}`;
  };

const same = (text: string): string => text;
const deep = "[".repeat(50_000);

/** Changes of one line of a log that leave the rest of the export as it is. */
const OF_LINE: readonly (readonly [says: string, change: Change, codes: readonly string[]])[] = [
  ["another object", (text) => text.replace(/"objectId":"object \d"/, '"objectId":"object 9"'), ["bad_signature"]],
  ["another recipient", (text) => text.replace(/"to":"0x../, '"to":"0xee'), ["bad_signature"]],
  ["a later deadline", (text) => text.replace(/"deadline":"1/, '"deadline":"9'), ["bad_signature"]],
  ["another nonce", (text) => text.replace(/"nonce":"\d/, '"nonce":"7'), ["bad_signature"]],
  ["another actor", (text) => text.replace(/"actor":"0x../, '"actor":"0x11'), ["bad_signature"]],
  ["another kind's name", (text) => text.replace('"primaryType":"Transfer"', '"primaryType":"Burn"'), ["unknown_kind"]],
  [
    "another kind of the operator",
    (text) => text.replace('"primaryType":"Transfer"', '"primaryType":"Vote"'),
    ["bad_action"],
  ],
  ["a signature with a flipped digit", hex("signature", flip(10)), ["bad_signature"]],
  ["a signature that is cut", hex("signature", (digits) => digits.slice(0, 64)), ["bad_signature"]],
  ["an empty signature", hex("signature", () => ""), ["malformed"]],
  ["a receipt with a flipped digit", hex("receipt", flip(10)), ["bad_receipt"]],
  ["a receipt that is cut", hex("receipt", (digits) => digits.slice(2)), ["malformed"]],
  ["no receipt", (text) => text.replace(/,"receipt":"0x[0-9a-f]+"/, ""), ["malformed"]],
  ["no action", (text) => text.replace(/"action":\{.*\},/, ""), ["malformed"]],
  ["a member more", (text) => text.replace("{", '{"more":1,'), ["malformed"]],
  ["a member twice", (text) => text.replace("{", '{"receipt":"0x00",'), ["malformed"]],
  ["an entry that is cut", hex("entry", (digits) => digits.slice(2)), ["malformed"]],
  ["an entry in capitals", hex("entry", (digits) => digits.toUpperCase()), ["malformed"]],
  ["nothing", () => "", ["malformed"]],
  ["half of its text", (text) => text.slice(0, text.length / 2), ["malformed"]],
  ["null", () => "null", ["malformed"]],
  ["a list", (text) => `[${text}]`, ["malformed"]],
  ["50,000 brackets", () => deep, ["malformed"]],
  [
    "a payload of 5,000 brackets",
    (text) => text.replace(/"objectId":"[^"]*"/, `"objectId":${"[".repeat(5_000)}${"]".repeat(5_000)}`),
    ["malformed"],
  ],
  ["two mebibytes of blanks", (text) => `${" ".repeat(1 << 21)}${text}`, ["malformed"]],
  ["a byte order mark", (text) => `\ufeff${text}`, ["malformed"]],
  ["a null character", (text) => `${text}\u0000`, ["malformed"]],
  ["an unpaired surrogate", (text) => text.replace(/"objectId":"[^"]*"/, '"objectId":"\\ud800"'), ["bad_action"]],
  [
    "a block's hash, as for a wallet",
    (text) => text.replace(/\}$/, `,"verifiedBlockHash":"0x${"00".repeat(32)}"}`),
    ["malformed"],
  ],
];

const casesOfLines: readonly Case[] = [1, 3, 5].flatMap((number) =>
  OF_LINE.map(([says, change, codes]): Case => {
    return [`line ${number} has ${says}`, LOG, line(number, change), codes.map((code) => `${code} ${LOG}:${number}`)];
  }),
);

/** Lines and files that are missing, repeated, exchanged or from elsewhere. */
const cases: readonly Case[] = [
  ["nothing is changed", LOG, same, []],
  ["carriage returns end the lines", LOG, (text) => text.replaceAll("\n", "\r\n"), []],
  ...[1, 2, 3, 4].map((number): Case => [
    `line ${number} is left out`,
    LOG,
    (text) => join(lines(text).toSpliced(number - 1, 1)),
    [`broken_chain ${LOG}:${number}`, `batch_mismatch ${BATCHES}:${number <= 2 ? 1 : 2}`],
  ]),
  ["the last line is left out", LOG, (text) => join(lines(text).slice(0, -1)), [`batch_mismatch ${BATCHES}:2`]],
  ["the last line is cut", LOG, (text) => text.slice(0, -100), [`batch_mismatch ${BATCHES}:2`]],
  ["all lines are left out", LOG, () => "", [`batch_mismatch ${BATCHES}:1`, `batch_mismatch ${BATCHES}:2`]],
  [
    "line 2 is there twice",
    LOG,
    (text) => join(lines(text).toSpliced(2, 0, lines(text)[1]!)),
    [`broken_chain ${LOG}:3`, `wrong_prior ${LOG}:3`, `replay ${LOG}:3`],
  ],
  [
    "line 1 is there again at the end",
    LOG,
    (text) => join([...lines(text), lines(text)[0]!]),
    [`broken_chain ${LOG}:6`, `wrong_prior ${LOG}:6`, `replay ${LOG}:6`],
  ],
  [
    "lines 2 and 3 are exchanged",
    LOG,
    (text) => join([0, 2, 1, 3, 4].map((i) => lines(text)[i]!)),
    [`broken_chain ${LOG}:2`, `broken_chain ${LOG}:3`, `broken_chain ${LOG}:4`],
  ],
  [
    "the batches are left out",
    BATCHES,
    () => "",
    ["checkpoint_mismatch checkpoints/1", "checkpoint_mismatch checkpoints/3"],
  ],
  ...[1, 2, 3].flatMap((number): Case[] => [
    [`header ${number} is no JSON`, BATCHES, line(number, () => "{"), [`malformed ${BATCHES}:${number}`]],
    [
      `header ${number} is cut`,
      BATCHES,
      line(
        number,
        hex("header", (digits) => digits.slice(2)),
      ),
      [`malformed ${BATCHES}:${number}`],
    ],
    [`header ${number} has 50,000 brackets`, BATCHES, line(number, () => deep), [`malformed ${BATCHES}:${number}`]],
  ]),
  ["the manifest is cut", MANIFEST, (text) => text.slice(0, -2), [`malformed ${MANIFEST}`]],
  ["the manifest is empty", MANIFEST, () => "", [`malformed ${MANIFEST}`]],
  ["the manifest has a byte order mark", MANIFEST, (text) => `\ufeff${text}`, [`malformed ${MANIFEST}`]],
  ["the manifest has 50,000 brackets", MANIFEST, () => deep, [`malformed ${MANIFEST}`]],
  ["the manifest has a member twice", MANIFEST, (text) => text.replace("{", '{"logs":[],'), [`malformed ${MANIFEST}`]],
  [
    "the manifest leaves the kinds out",
    MANIFEST,
    (text) => JSON.stringify({ ...(JSON.parse(text) as object), kinds: [] }),
    [LOG, OTHER_LOG].flatMap((file) =>
      Array.from({ length: file === LOG ? 5 : 3 }, (_, i) => `unknown_kind ${file}:${i + 1}`),
    ),
  ],
  ["a checkpoint is empty", "checkpoints/3", () => "", ["malformed checkpoints/3"]],
  ["a checkpoint is cut", "checkpoints/3", (text) => text.slice(0, 60), ["malformed checkpoints/3"]],
  [
    "a checkpoint has another size",
    "checkpoints/3",
    (text) => text.replace("\n3\n", "\n2\n"),
    ["checkpoint_mismatch checkpoints/3"],
  ],
];

/** Makes the corpus from the files of an honest export. */
export function dishonestExports(honest: Files): readonly Dishonest[] {
  return [...cases, ...casesOfLines].map(([says, file, change, findings]) => ({
    says,
    files: new Map(honest).set(file, change(honest.get(file)!)),
    findings,
  }));
}
