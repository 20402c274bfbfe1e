/** The cases of `verifiers/conformance/`. Each expected answer is written by hand from docs/protocol/1-verify.md. */
import { readFileSync } from "node:fs";
import { buildTree, consistencyProof, hashLeaf, inclusionProof, treeRoot } from "anchorlog/crypto/merkle";
import { formatBundle, formatTrust } from "anchorlog/verify/bundle";
import { fromHex, toHex, type Hex } from "anchorlog";
import { utf8 } from "../../../src/base/bytes.ts";
import type { Answer, Case as ConformanceCase, Request } from "../../../src/cli/conformance.ts";
import { HTTP_REQUEST, openTestOperator, signAction, trusted, wallets } from "../../operator.ts";
import type { RefusedCase } from "../bundle/refused.ts";

type Case = Omit<ConformanceCase, "name">;
type Json = { [name: string | number]: Json };
const items = (value: unknown): unknown[] => value as unknown[];
type Path = readonly (string | number)[];

const read = (name: string): Uint8Array => readFileSync(new URL(`../../vectors/${name}`, import.meta.url));
const text = (name: string): string => new TextDecoder().decode(read(name));
const golden = (name: string): string => text(`bundles/v1/${name}.json`);
const compactJson = (json: string): string => JSON.stringify(JSON.parse(json));
const TRUST = text("bundles/v1/trust.json");
const NOTE = text("bundles/v1/checkpoint");
const [promised, included, asked, anchored] = ["promised", "included", "asked", "anchored"].map(golden) as [
  string,
  string,
  string,
  string,
];

const invalid = (code: string): Answer => ({ verdict: "invalid", state: null, code });
const doubt = (code: string, state: string | null = null): Answer => ({ verdict: "indeterminate", state, code });
const valid = (state: string | null): Answer => ({ verdict: "valid", state, code: "ok" });
const bundleCase = (says: string, bundle: string | Uint8Array, expected: Answer, trust: object = {}): Case => ({
  says,
  request: {
    command: "verify-bundle",
    bundle: typeof bundle === "string" ? bundle : { base64: Buffer.from(bundle).toString("base64") },
    ...trust,
  },
  expected,
});

/** Changes the value at a path; undefined deletes it. */
function edit(document: string, path: Path, change: (value: unknown) => unknown): string {
  const root = JSON.parse(document) as Json;
  const parent = path.slice(0, -1).reduce((value, step) => value[step as number]!, root);
  const last = path.at(-1) as number;
  const next = change(parent[last]);
  if (next === undefined) delete parent[last];
  else parent[last] = next as Json;
  return JSON.stringify(root);
}

/** The paths of all values in a document, arrays by their first item. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const members = Array.isArray(value) ? Object.entries(value).slice(0, 1) : Object.entries(value);
  const inner = members.flatMap(([name, item]) => pathsOf(item, [...path, Array.isArray(value) ? 0 : name]));
  return path.length === 0 ? inner : [path, ...inner];
}
const at = (document: string, path: Path): unknown =>
  path.reduce((value, step) => value[step]!, JSON.parse(document) as Json);
const textAt = (document: string, path: Path): string => at(document, path) as string;
const nameOf = (path: Path): string => path.join(".");
const DOCUMENTS = [
  ["included", included],
  ["promised", promised],
] as const;

function members(): Record<string, Case[]> {
  const found: Record<string, Case[]> = { "missing-member": [], "unknown-member": [], "wrong-type": [] };
  for (const [name, document] of DOCUMENTS) {
    for (const path of pathsOf(JSON.parse(document))) {
      const [where, value] = [`${name}: ${nameOf(path)}`, at(document, path)];
      const isItem = typeof path.at(-1) === "number";
      // The second document adds only the members of its payload.
      if (name === "promised" && path[2] !== "payload") continue;
      if (!isItem && nameOf(path) !== "inclusion") {
        const bundle = edit(document, path, () => undefined);
        found["missing-member"]!.push(bundleCase(`${where} is missing`, bundle, invalid("missing_member")));
      }
      const isObject = typeof value === "object" && !Array.isArray(value);
      const bundle = edit(document, path, () => (isObject ? [] : 7));
      found["wrong-type"]!.push(bundleCase(`${where} has another type`, bundle, invalid("malformed")));
      if (!isObject) continue;
      const more = edit(document, path, (object) => ({ ...(object as object), extra: "1" }));
      found["unknown-member"]!.push(bundleCase(`${where} has one more member`, more, invalid("unknown_member")));
    }
  }
  return found;
}

function forms(): Record<string, Case[]> {
  const hex: Case[] = [];
  const numbers: Case[] = [];
  for (const path of pathsOf(JSON.parse(included))) {
    const value = at(included, path);
    const add = (list: Case[], says: string, next: string) =>
      list.push(
        bundleCase(
          `${nameOf(path)} ${says}`,
          edit(included, path, () => next),
          invalid("non_canonical"),
        ),
      );
    if (typeof value !== "string") continue;
    if (value.startsWith("0x")) {
      add(hex, "has a capital", `0x${value.slice(2, -1)}A`);
      add(hex, "lacks 0x", value.slice(2));
      add(hex, "has half a byte too many", `${value}0`);
      if (nameOf(path) !== "action.signature") add(hex, "is a byte short", value.slice(0, -2));
    } else if (/^[0-9]+$/.test(value) && path.at(-1) !== "version") {
      add(numbers, "has a leading zero", `0${value}`);
      add(numbers, "is negative", `-${value}1`);
      add(numbers, "is empty", "");
      add(numbers, "is out of range", `1${"0".repeat(78)}`);
      add(numbers, "is in Arabic-Indic digits", "١");
    }
  }
  return { "hex-form": hex, "number-form": numbers };
}

const set = (hex: Hex, offset: number, bytes: string): Hex => {
  const from = 2 + 2 * offset;
  return `0x${hex.slice(2, from)}${bytes}${hex.slice(from + bytes.length)}`;
};
const inEntry = (document: string, offset: number, bytes: string): string =>
  edit(document, ["entry"], (entry) => set(entry as Hex, offset, bytes));
const inHeader = (document: string, offset: number, bytes: string): string =>
  edit(document, ["inclusion", "header"], (header) => set(header as Hex, offset, bytes));
const MAX = "ffffffffffffffff";
const UNSAFE = "0020000000000000";

function records(http: string, first: string): Record<string, Case[]> {
  const entry = (says: string, code: string, offset: number, bytes: string, document = promised) =>
    bundleCase(`the entry's ${says}`, inEntry(document, offset, bytes), invalid(code));
  const header = (says: string, code: string, offset: number, bytes: string, document = included) =>
    bundleCase(`the header's ${says}`, inHeader(document, offset, bytes), invalid(code));
  return {
    "changed-entry": [
      entry("tag is another", "bad_entry", 0, "02"),
      entry("log is another", "entry_mismatch", 1, "ab".repeat(32)),
      entry("index is another", "receipt_mismatch", 40, "02"),
      entry("index is above 2^53 - 1", "bad_entry", 33, UNSAFE),
      entry("prev is another", "receipt_mismatch", 41, "ab"),
      entry("index is 0, and prev not the log", "entry_mismatch", 33, "0".repeat(16)),
      entry("actor is another", "entry_mismatch", 73, "ab"),
      entry("nonce is another", "entry_mismatch", 93, "ab"),
      entry("digest is another", "entry_mismatch", 125, "ab"),
      entry("signatureHash is another", "entry_mismatch", 157, "ab"),
      entry("scheme is 2", "bad_entry", 189, "02"),
      entry("scheme is 0, and a block named", "bad_entry", 197, "01"),
      entry("scheme is 1, for a valid signature of scheme 0", "entry_mismatch", 189, "010000000000000001"),
      entry("block is 0 for scheme 1", "bad_entry", 190, "0".repeat(16), golden("wallet")),
      entry("block is above 2^53 - 1", "bad_entry", 190, UNSAFE, golden("wallet")),
      entry("block is another", "receipt_mismatch", 197, "ab", golden("wallet")),
      entry("time is above 2^53 - 1", "bad_entry", 198, UNSAFE),
      entry("time is another", "receipt_mismatch", 205, "ab"),
      entry("time is after the deadline", "deadline_passed", 198, "0000019b8e000000"),
      entry("part is 3", "bad_entry", 206, "03"),
      entry("part is of an ask", "object_mismatch", 206, "02"),
      entry("part is 0", "bad_entry", 206, "00"),
      entry("part is 0 with a holder", "bad_entry", 206, `00${"00".repeat(40)}${"ff".repeat(20)}`),
      entry("part is 0, with nothing about an object", "object_mismatch", 206, `00${"00".repeat(60)}`),
      entry("objectKey is another", "object_mismatch", 207, "ab"),
      entry("prior is the entry itself", "bad_entry", 239, "0000000000000001"),
      entry("prior is after it", "bad_entry", 239, "0000000000000009"),
      entry("holder is another, though the action names none", "object_mismatch", 247, "ab".repeat(20)),
      entry("holder is not the one that the action names", "object_mismatch", 247, "ab".repeat(20), golden("held")),
      entry("objectKey is not the one asked about", "object_mismatch", 207, "ab", asked),
      entry("holder of an object that nobody acted upon is an account", "bad_entry", 239, MAX, asked),
      entry("part of an ask is an act's", "object_mismatch", 206, "01", asked),
      entry("objectKey is not zero in part 0", "bad_entry", 207, "ab", http),
      entry("prior is not zero in part 0", "bad_entry", 239, MAX, http),
      entry("holder is not zero in part 0", "bad_entry", 247, "ab", http),
      entry("part makes an act of a request", "object_mismatch", 206, `01${"00".repeat(32)}${MAX}`, http),
    ],
    "changed-header": [
      header("tag is another", "bad_header", 0, "01"),
      header("log is zero", "bad_header", 1, "00".repeat(32), anchored),
      header("log is another", "header_mismatch", 1, "ab", anchored),
      header("log and prevHead are another's", "bad_header", 1, "ab"),
      header("number is above 2^53 - 1", "bad_header", 33, UNSAFE, anchored),
      header("number is 0 with a previous header", "bad_header", 40, "00", anchored),
      header("number is 1 without a previous header", "bad_header", 40, "01"),
      header("start is above 2^53 - 1", "bad_header", 41, UNSAFE, anchored),
      header("start is not 0 for number 0", "bad_header", 48, "01"),
      header("start is 0 for number 1", "bad_header", 41, "0".repeat(16), anchored),
      header("start is another", "inclusion_mismatch", 48, "04", anchored),
      header("start is behind the entry", "inclusion_mismatch", 48, "77", anchored),
      header("count is 0", "bad_header", 49, "00000000"),
      header("count is above 65,536", "bad_header", 49, "00010001"),
      header("count is another", "inclusion_mismatch", 49, "00000009"),
      header("count ends before the entry", "inclusion_mismatch", 49, "00000001"),
      header("prevLeaf is above 2^53 - 1", "bad_header", 53, UNSAFE, anchored),
      header("prevLeaf is there for number 0", "bad_header", 53, "0".repeat(16)),
      header("prevLeaf is missing for number 1", "bad_header", 53, MAX, anchored),
      header("prevLeaf is another", "checkpoint_inclusion_mismatch", 60, "05", anchored),
      header("parent is there for number 0", "bad_header", 61, "ab"),
      header("parent is another", "checkpoint_inclusion_mismatch", 61, "ab", anchored),
      header("prevHead is not the log for number 0", "bad_header", 93, "ab"),
      header("prevHead is another, not of the first entry", "checkpoint_inclusion_mismatch", 93, "ab", anchored),
      header("prevHead is not the first entry's prev", "header_mismatch", 93, "ab", first),
      header("head is another, not of the last entry", "checkpoint_inclusion_mismatch", 125, "ab"),
      header("head is not the last entry's", "header_mismatch", 125, "ab", asked),
      header("root is another", "inclusion_mismatch", 157, "ab"),
      header("zkRoot is r or more", "bad_header", 189, "ff"),
      header("zkRoot is another", "zk_mismatch", 220, "ab"),
      header("time is above 2^53 - 1", "bad_header", 221, UNSAFE),
      header("time is before the entry's", "header_mismatch", 221, "0000000000000001"),
      header("time is another", "checkpoint_inclusion_mismatch", 221, "0000019c00000000"),
    ],
  };
}

const other: Hex = `0x${"0e".repeat(32)}`;

function paths(): Record<string, Case[]> {
  const list = (place: Path, code: string, says: string, document: string): Case[] => [
    ...items(at(document, place)).map((_, i) =>
      bundleCase(
        `${says}: hash ${i} is another`,
        edit(document, [...place, i], () => other),
        invalid(code),
      ),
    ),
    ...(
      [
        ["has a hash too many", (path: unknown) => [...items(path), other]],
        ["has a hash too few", (path: unknown) => items(path).slice(1)],
        ["is reversed", (path: unknown) => items(path).toReversed()],
        ["is empty", () => []],
      ] as const
    ).map(([how, change]) => bundleCase(`${says} ${how}`, edit(document, place, change), invalid(code))),
    bundleCase(
      `${says} has 54 hashes`,
      edit(document, place, () => Array.from({ length: 54 }, () => other)),
      invalid("malformed"),
    ),
  ];
  const zkPath = ["inclusion", "zkPath"];
  const siblings = Array.from({ length: 24 }, (_, i) => [...zkPath, Math.floor(i / 3), i % 3]);
  const place = (name: string, value: string) => edit(included, ["inclusion", "checkpoint", name], () => value);
  return {
    "batch-path": list(["inclusion", "path"], "inclusion_mismatch", "the path", anchored),
    "checkpoint-path": [
      ...list(["inclusion", "checkpoint", "path"], "checkpoint_inclusion_mismatch", "the path", included),
      ...["1", "2", "3", "4"].map((position) =>
        bundleCase(
          `the position is ${position}`,
          place("position", position),
          invalid("checkpoint_inclusion_mismatch"),
        ),
      ),
      ...["0", "1", "2", "5"].map((size) =>
        bundleCase(`the size is ${size}`, place("size", size), invalid("checkpoint_inclusion_mismatch")),
      ),
      bundleCase("the root is another", place("root", other), invalid("checkpoint_inclusion_mismatch")),
    ],
    "zk-path": [
      ...siblings.map((path) =>
        bundleCase(
          `${nameOf(path.slice(1))} is another`,
          edit(anchored, path, () => other),
          invalid("zk_mismatch"),
        ),
      ),
      bundleCase(
        "a sibling is r",
        edit(included, [...zkPath, 0, 0], () => "0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001"),
        invalid("non_canonical"),
      ),
      bundleCase(
        "seven levels",
        edit(included, zkPath, (levels) => items(levels).slice(1)),
        invalid("malformed"),
      ),
      bundleCase(
        "nine levels",
        edit(included, zkPath, (levels) => [...items(levels), items(levels)[0]]),
        invalid("malformed"),
      ),
      bundleCase(
        "two siblings",
        edit(included, [...zkPath, 7], (three) => items(three).slice(1)),
        invalid("malformed"),
      ),
      bundleCase(
        "four siblings",
        edit(included, [...zkPath, 7], (three) => [...items(three), other]),
        invalid("malformed"),
      ),
      bundleCase(
        "a level is reversed",
        edit(included, [...zkPath, 0], (level) => items(level).toReversed()),
        invalid("zk_mismatch"),
      ),
    ],
  };
}

function jsons(): Case[] {
  const json = compactJson(promised);
  const swap = (from: string, to: string) => json.replace(from, to);
  const texts: [says: string, text: string | Uint8Array, code: string][] = [
    ["is empty", "", "malformed"],
    ["is null", "null", "malformed"],
    ["is a number", "1", "malformed"],
    ["spells a number unlike ECMAScript", "1.0", "non_canonical"],
    ["spells a large number unlike ECMAScript", "[1e3,100000000000000000000000]", "non_canonical"],
    ["has numbers in ECMAScript's form", "[1e+21,0.000001,1e-7,-1.5,123456789012345680000]", "malformed"],
    ["is minus zero", "-0", "non_canonical"],
    ["has a comma too many", swap(/\}$/.exec(json)![0], ",}"), "malformed"],
    ["is cut", json.slice(0, -1), "malformed"],
    ["is followed by another", `${json}${json}`, "malformed"],
    ["has a comment", `${json}//`, "malformed"],
    ["has a member twice", swap('"log"', '"log":"b.example","log"'), "non_canonical"],
    ["escapes a letter", swap('"log"', '"\\u006cog"'), "non_canonical"],
    ["escapes a slash", swap("anchorlog.bundle/1", "anchorlog.bundle\\/1"), "non_canonical"],
    ["writes a line feed as six characters", swap('"text":"', '"text":"\\u000a'), "non_canonical"],
    ["writes a control character in capitals", swap('"text":"', '"text":"\\u001F'), "non_canonical"],
    ["has a raw control character", swap('"text":"', '"text":"\u0001'), "malformed"],
    ["escapes a pair of surrogates", swap('"text":"', '"text":"\\ud83d\\uddff'), "non_canonical"],
    ["has a lone surrogate", swap('"text":"', '"text":"\\ud83d'), "non_canonical"],
    ["writes a lone surrogate in capitals", swap('"text":"', '"text":"\\uD83D'), "non_canonical"],
    ["has an index behind a name", '{"b":"1","0":"1"}', "non_canonical"],
    ["has indexes in descending order", '{"10":"1","9":"1"}', "non_canonical"],
    ["has indexes in ascending order, then names", '{"9":"1","10":"1","b":"1"}', "unknown_member"],
    ["nests 65 deep", `${"[".repeat(65)}${"]".repeat(65)}`, "malformed"],
    ["nests 100,000 deep", "[".repeat(100_000), "malformed"],
    ["nests 65 deep in a member", `{"x":${"[".repeat(64)}${"]".repeat(64)}}`, "malformed"],
    ["nests 64 deep in a member", `{"x":${"[".repeat(63)}${"]".repeat(63)}}`, "unknown_member"],
    ["begins with a byte order mark", `\ufeff${json}`, "malformed"],
    ["is Latin-1", Uint8Array.of(...utf8(json.slice(0, 100)), 0xe9, ...utf8(json.slice(100))), "malformed"],
    ["has white space of Unicode", `\u00a0${json}`, "malformed"],
    ["is of another format", swap("anchorlog.bundle/1", "anchorlog.bundles/1"), "malformed"],
    ["is of version 0", swap("anchorlog.bundle/1", "anchorlog.bundle/0"), "malformed"],
    ["is of version 01", swap("anchorlog.bundle/1", "anchorlog.bundle/01"), "malformed"],
    ["is of a version of ten digits", swap("anchorlog.bundle/1", "anchorlog.bundle/1000000000"), "malformed"],
  ];
  return [
    ...texts.map(([says, document, code]) => bundleCase(`the text ${says}`, document, invalid(code))),
    ...["2", "10", "999999999"].map((version) =>
      bundleCase(
        `the version is ${version}, and all else unknown`,
        `{"format":"anchorlog.bundle/${version}","new":1}`,
        doubt("newer_format"),
      ),
    ),
    { ...bundleCase("the text is over 2 MiB", json, invalid("malformed")), spaces: 1 << 21 },
    bundleCase("white space is free", `\n ${promised.replaceAll(":", " :\t")}\r\n`, valid("promised"), {
      trust: TRUST,
    }),
  ];
}

function kinds(): Case[] {
  const type = textAt(promised, ["action", "payloadType"]);
  const of = (says: string, payloadType: string, name = "Everything") =>
    bundleCase(
      `the kind ${says}`,
      edit(
        edit(promised, ["action", "payloadType"], () => payloadType),
        ["action", "primaryType"],
        () => name,
      ),
      invalid("bad_kind"),
    );
  const only = (members: string) => `EverythingPayload(${members})`;
  const many = Array.from({ length: 17 }, (_, i) => `bool m${i}`).join(",");
  return [
    of("has a small letter first", type.replace("Every", "every"), "everything"),
    of("has 33 letters", `${"E".repeat(33)}Payload(bool m)`, "E".repeat(33)),
    of("has another payload's name", type, "Nothing"),
    of("has no members", only("")),
    of("has 17 members", only(many)),
    of("has a space behind a comma", type.replace(",", ", ")),
    of("has two spaces", only("bool  m")),
    of("has a member twice", only("bool m,string m")),
    of("has a member with a capital", only("bool M")),
    of("has a member of 33 letters", only(`bool ${"m".repeat(33)}`)),
    of("has a member without a name", only("bool")),
    of("has more behind it", `${only("bool m")}Other(bool m)`),
    of("has a line break behind it", `${only("bool m")}\n`),
    ...["uint", "int", "byte", "bytes0", "bytes33", "bytes01", "uint7", "uint264", "uint08", "float", "Other"].map(
      (t) => of(`has a member of type ${t}`, only(`${t} m`)),
    ),
    ...["string[]", "bytes[]", "bool[2]", "bool[][]"].map((t) => of(`has a member of type ${t}`, only(`${t} m`))),
    // The names of the built-in kinds are free for other payload types.
    ...["HttpRequest", "Ask"].map((name) => ({
      ...of(`is named ${name}, and the message is not of it`, `${name}Payload(bool m)`, name),
      expected: invalid("unknown_member"),
    })),
  ];
}

function values(): Case[] {
  const of = (name: string, value: unknown, code: string, says: string) =>
    bundleCase(
      `${name} ${says}`,
      edit(promised, ["action", "message", "payload", name], () => value),
      invalid(code),
    );
  const message = (name: string, value: string, says: string) =>
    bundleCase(
      `${name} ${says}`,
      edit(promised, ["action", "message", name], () => value),
      invalid("non_canonical"),
    );
  return [
    of("small", "256", "non_canonical", "is above a uint8"),
    of("small", "-1", "non_canonical", "is below a uint8"),
    of("debt", "9223372036854775808", "non_canonical", "is above an int64"),
    of("debt", "-9223372036854775809", "non_canonical", "is below an int64"),
    of("debt", "-0", "non_canonical", "is minus zero"),
    of("whole", String(2n ** 256n), "non_canonical", "is above a uint256"),
    of("yes", "true", "malformed", "is a text"),
    of("text", "x".repeat(16_385), "malformed", "has 16,385 bytes"),
    of("text", "é".repeat(8_193), "malformed", "has 16,386 bytes in 8,193 characters"),
    of("text", "\ud800", "non_canonical", "has a lone surrogate"),
    of("text", "another", "signature_mismatch", "is another"),
    of("data", "0x0", "non_canonical", "has half a byte"),
    of("data", `0x${"00".repeat(16_385)}`, "malformed", "has 16,385 bytes"),
    of("tag", "0xdeadbe", "non_canonical", "has 3 bytes for bytes4"),
    bundleCase(
      "the kind has a lone surrogate",
      edit(promised, ["action", "primaryType"], () => "\ud800"),
      invalid("non_canonical"),
    ),
    message("nonce", String(2n ** 256n), "is above a uint256"),
    message("deadline", String(2n ** 64n), "is above a uint64"),
    bundleCase(
      "the log's name has a capital",
      edit(promised, ["log"], () => "B.example"),
      invalid("non_canonical"),
    ),
    bundleCase(
      "the log's name is empty",
      edit(promised, ["log"], () => ""),
      invalid("non_canonical"),
    ),
    bundleCase(
      "the log's name is long",
      edit(promised, ["log"], () => "b".repeat(65)),
      invalid("malformed"),
    ),
    bundleCase(
      "the log's name is another",
      edit(promised, ["log"], () => "c.example"),
      invalid("log_mismatch"),
    ),
    ...["name", "version"].flatMap((name) => [
      bundleCase(
        `the ${name} is empty`,
        edit(promised, ["operator", name], () => ""),
        invalid("non_canonical"),
      ),
      bundleCase(
        `the ${name} has an é`,
        edit(promised, ["operator", name], () => "é"),
        invalid("non_canonical"),
      ),
      bundleCase(
        `the ${name} is long`,
        edit(promised, ["operator", name], () => "x".repeat(65)),
        invalid("malformed"),
      ),
      bundleCase(
        `the ${name} is another`,
        edit(promised, ["operator", name], () => "x"),
        invalid("signature_mismatch"),
      ),
    ]),
    bundleCase(
      "the registry is another",
      edit(promised, ["operator", "registry"], () => `0x${"0e".repeat(20)}`),
      invalid("log_mismatch"),
    ),
    bundleCase(
      "the chain is another",
      edit(promised, ["operator", "chainId"], () => "1"),
      invalid("log_mismatch"),
    ),
    bundleCase(
      "the chain is above 2^53 - 1",
      edit(promised, ["operator", "chainId"], () => String(2n ** 53n)),
      invalid("non_canonical"),
    ),
  ];
}

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const word = (value: bigint): string => value.toString(16).padStart(64, "0");

function signatures(): Record<string, Case[]> {
  const forms = (signature: string): [says: string, signature: string, code: string][] => {
    const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), signature.slice(130)];
    const flipped = v === "1b" ? "1c" : "1b";
    return [
      ["has 64 bytes", `0x${r}${s}`, "signature_malformed"],
      ["has 66 bytes", `0x${r}${s}${v}00`, "signature_malformed"],
      ["has 1 byte", "0x01", "signature_malformed"],
      ["has r = 0", `0x${word(0n)}${s}${v}`, "signature_non_canonical"],
      ["has r = n", `0x${word(ORDER)}${s}${v}`, "signature_non_canonical"],
      ["has s = 0", `0x${r}${word(0n)}${v}`, "signature_non_canonical"],
      ["has s = n", `0x${r}${word(ORDER)}${v}`, "signature_non_canonical"],
      ["has a high s", `0x${r}${word(ORDER - BigInt(`0x${s}`))}${flipped}`, "signature_non_canonical"],
      ["has v = 0", `0x${r}${s}00`, "signature_non_canonical"],
      ["has v = 1", `0x${r}${s}01`, "signature_non_canonical"],
      ["has v = 29", `0x${r}${s}1d`, "signature_non_canonical"],
      // 5 is not the x of a point.
      ["has an r of no point", `0x${word(5n)}${s}${v}`, "signature_non_canonical"],
      ["has the other v", `0x${r}${s}${flipped}`, "signature_mismatch"],
      ["is of another message", `0x${word(1n)}${s}${v}`, "signature_mismatch"],
    ];
  };
  const place = ["action", "signature"];
  const receipt = ["receipt", "signature"];
  const wallet = golden("wallet");
  const magic = "6492".repeat(16);
  return {
    "forged-signature": [
      ...forms(textAt(promised, place)).map(([says, signature, code]) =>
        bundleCase(
          `it ${says}`,
          edit(promised, place, () => signature),
          invalid(code),
        ),
      ),
      bundleCase(
        "it is empty",
        edit(promised, place, () => "0x"),
        invalid("non_canonical"),
      ),
      bundleCase(
        "it has 16,385 bytes",
        edit(promised, place, () => `0x${"01".repeat(16_385)}`),
        invalid("malformed"),
      ),
      ...["0x", "0x00", `0x${"00".repeat(160)}`].map((prefix) =>
        bundleCase(
          `a wallet's: a wrapper of ERC-6492 around ${prefix.length / 2 - 1} bytes that are not its ABI`,
          edit(wallet, place, () => `${prefix}${magic}`),
          invalid("signature_malformed"),
        ),
      ),
      bundleCase(
        "a wallet's: it is another",
        edit(wallet, place, () => "0x01"),
        invalid("entry_mismatch"),
      ),
    ],
    "forged-receipt": [
      ...forms(textAt(promised, receipt))
        .filter(([, signature]) => signature.length === 132)
        .map(([says, signature]) =>
          bundleCase(
            `it ${says}`,
            edit(promised, receipt, () => signature),
            invalid("receipt_mismatch"),
          ),
        ),
      bundleCase(
        "it is by another key",
        edit(promised, ["receipt", "key"], () => `0x${"0e".repeat(20)}`),
        invalid("receipt_mismatch"),
      ),
      bundleCase(
        "it is another entry's",
        edit(promised, receipt, () => at(included, receipt)),
        invalid("receipt_mismatch"),
      ),
    ],
  };
}

const trusts = { none: {}, keys: { trust: TRUST }, note: { trustedCheckpoint: NOTE } };
const both = { trust: TRUST, trustedCheckpoint: NOTE };

function honest(http: string, ahead: string, own: string): Case[] {
  const all = ["included", "anchored", "wallet", "held", "asked", "promised"];
  return [
    ...all.flatMap((name) => {
      const isIn = name !== "promised";
      const of = (says: string, trust: object, expected: Answer) =>
        bundleCase(`${name}, with ${says}`, compactJson(golden(name)), expected, trust);
      return [
        of("nothing", trusts.none, doubt("no_trust")),
        of("keys", trusts.keys, valid("promised")),
        of("a checkpoint", trusts.note, isIn ? valid("included") : doubt("no_trust")),
        of("both", both, isIn ? valid("included") : valid("promised")),
      ];
    }),
    bundleCase("a request over HTTP", http, valid("promised"), { trust: own }),
    bundleCase("a promise that is dated 2096", ahead, doubt("receipt_misdated"), { trust: own }),
  ];
}

function refused(): Case[] {
  const { cases } = JSON.parse(text("refused/index.json")) as { cases: readonly RefusedCase[] };
  return cases
    .filter(({ chain, bundle }) => chain === undefined && !bundle.endsWith(".bin"))
    .map(({ says, bundle, keys, checkpoint, receivedAt, verdict, state, code }) =>
      bundleCase(
        says,
        text(`refused/${bundle}`),
        { verdict, state, code },
        {
          ...(keys !== undefined && { trust: text(`refused/${keys}`) }),
          ...(checkpoint !== undefined && { trustedCheckpoint: text(`refused/${checkpoint}`) }),
          ...(receivedAt !== undefined && { receivedAt }),
        },
      ),
    );
}

function checkpoints(): Case[] {
  const of = (says: string, checkpoint: string, expected: Answer, trust: object = trusts.keys): Case => ({
    says,
    request: { command: "verify-checkpoint", checkpoint, ...trust },
    expected,
  });
  const [origin, size, root, , note, anchor] = NOTE.split("\n") as [string, string, string, string, string, string];
  const lines = (...body: string[]) => `${body.join("\n")}\n\n${note}\n${anchor}\n`;
  const broken = (line: string) => line.replace(/(.{8})=*$/, (end) => (end.startsWith("A") ? "B" : "A") + end.slice(1));
  const foreign = `— example.com/witness ${"A".repeat(92)}`;
  const signed = (...signatures: string[]) => `${origin}\n${size}\n${root}\n\n${signatures.join("\n")}\n`;
  const ofOther = text("refused/checkpoint-operator");
  return [
    of("signed by the keys", NOTE, valid(null)),
    of("nothing is trusted", NOTE, doubt("no_trust"), {}),
    of("the trusted one", NOTE, valid(null), trusts.note),
    of("another size than the trusted one", text("refused/checkpoint-size"), doubt("other_checkpoint"), trusts.note),
    of(
      "another root than the trusted one",
      text("refused/checkpoint-root"),
      invalid("checkpoint_mismatch"),
      trusts.note,
    ),
    of("of another operator than the keys", ofOther, doubt("other_operator")),
    of("of another operator than the trusted one", ofOther, doubt("other_operator"), trusts.note),
    of("a line of a witness that is not known", signed(note, anchor, foreign), valid(null)),
    of("64 lines", signed(note, anchor, ...Array.from({ length: 62 }, () => foreign)), valid(null)),
    of("65 lines", signed(note, anchor, ...Array.from({ length: 63 }, () => foreign)), invalid("malformed")),
    of("no line of the anchor key", signed(note), doubt("unsigned_checkpoint")),
    of("no line of the note key", signed(anchor), doubt("unsigned_checkpoint")),
    of("a wrong line of the anchor key", signed(note, broken(anchor)), doubt("unsigned_checkpoint")),
    of("a wrong and a right line of the anchor key", signed(note, broken(anchor), anchor), valid(null)),
    of("a wrong line of the note key", signed(broken(note), anchor), doubt("unsigned_checkpoint")),
    of("a wrong and a right line of the note key", signed(broken(note), note, anchor), doubt("unsigned_checkpoint")),
    of("another size below the signatures", lines(origin, "2", root), doubt("unsigned_checkpoint")),
    of("a line more", lines(origin, size, root, "extension"), invalid("malformed")),
    of("no root", lines(origin, size), invalid("malformed")),
    of("a size with a leading zero", lines(origin, `0${size}`, root), invalid("malformed")),
    of("a negative size", lines(origin, `-${size}`, root), invalid("malformed")),
    of("a size above 2^53 - 1", lines(origin, String(2n ** 53n), root), invalid("malformed")),
    of("a root of 31 bytes", lines(origin, size, "A".repeat(42)), invalid("malformed")),
    of("a root that is not canonical base64", lines(origin, size, root.replace(/.=$/, "B=")), invalid("malformed")),
    of("a root without padding", lines(origin, size, root.replace("=", "")), invalid("malformed")),
    of("no signature", `${origin}\n${size}\n${root}\n`, invalid("malformed")),
    of("no line break at its end", NOTE.slice(0, -1), invalid("malformed")),
    of("a blank for its last line break", `${NOTE.slice(0, -1)} `, invalid("malformed")),
    of("a root at size 0 that is not the empty tree's", lines(origin, "0", root), invalid("malformed")),
    of(
      "a control character in a witness's name",
      signed(note, anchor, foreign.replace(".", "\u0001")),
      invalid("malformed"),
    ),
    of("a witness's signature that is not base64", signed(note, anchor, `${foreign}A`), invalid("malformed")),
    of("a witness's signature of two bytes", signed(note, anchor, "— example.com/witness AAA="), invalid("malformed")),
    of("carriage returns", NOTE.replaceAll("\n", "\r\n"), invalid("malformed")),
    of("a hyphen for the dash", NOTE.replaceAll("—", "-"), invalid("malformed")),
    of("an origin of no operator", lines("example.com/log", size, root), invalid("malformed"), {}),
  ];
}

function proofs(): Record<string, Case[]> {
  const leaves = Array.from({ length: 9 }, (_, i) => hashLeaf(Uint8Array.of(i)));
  const tree = (size: number) => buildTree(leaves.slice(0, size));
  const root = (size: number) => toHex(treeRoot(tree(size)));
  const inclusion: Case[] = [];
  const consistency: Case[] = [];
  const variants = (path: Hex[]): [says: string, path: Hex[]][] => [
    ["with a hash too many", [...path, other]],
    ...(path.length === 0 ? [] : [["with a hash too few", path.slice(1)] as [string, Hex[]]]),
    ...(path.length === 0 ? [] : [["with another hash", [other, ...path.slice(1)]] as [string, Hex[]]]),
  ];
  for (const [index, size] of [
    [0, 1],
    [0, 2],
    [1, 3],
    [2, 3],
    [3, 7],
    [6, 7],
    [5, 8],
    [8, 9],
  ] as const) {
    const path = inclusionProof(tree(size), index).map(toHex);
    const request = { command: "verify-inclusion", leaf: toHex(leaves[index]!), index, size, root: root(size), path };
    const add = (says: string, change: object, expected = invalid("inclusion_mismatch")) =>
      inclusion.push({
        says: `leaf ${index} of ${size} ${says}`,
        request: { ...request, ...change } as Request,
        expected,
      });
    add("is in the tree", {}, valid(null));
    for (const [says, changed] of variants(path)) add(says, { path: changed });
    add("as another leaf", { leaf: other });
    add("behind the end", { index: size });
    if (size > 1) add("as of a smaller tree", { size: size - 1, root: root(size - 1) });
  }
  for (const [from, to] of [
    [0, 5],
    [1, 2],
    [2, 4],
    [3, 7],
    [4, 8],
    [6, 8],
    [7, 9],
    [8, 9],
    [5, 5],
  ] as const) {
    const path = from === 0 || from === to ? [] : consistencyProof(tree(to), from).map(toHex);
    const oldRoot =
      from === 0 ? toHex(fromHex("0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")) : root(from);
    const request = { command: "verify-consistency", oldSize: from, oldRoot, newSize: to, newRoot: root(to), path };
    const add = (says: string, change: object, expected = invalid("consistency_mismatch")) =>
      consistency.push({ says: `${from} to ${to} ${says}`, request: { ...request, ...change } as Request, expected });
    add("only grew", {}, valid(null));
    for (const [says, changed] of variants(path)) add(says, { path: changed });
    add("from another root", { oldRoot: other });
    if (from !== 0) add("to another root", { newRoot: other });
    if (from !== to) add("backwards", { oldSize: to, newSize: from, oldRoot: root(to), newRoot: oldRoot });
  }
  return { "inclusion-proof": inclusion, "consistency-proof": consistency };
}

function dates(): Case[] {
  const accepted = Number(BigInt(`0x${textAt(promised, ["entry"]).slice(2 + 2 * 198, 2 + 2 * 206)}`));
  const of = (says: string, bundle: string, receivedAt: number, expected: Answer, trust: object = trusts.keys) =>
    bundleCase(`a receipt that came ${says}`, compactJson(bundle), expected, { ...trust, receivedAt });
  const misdated = doubt("receipt_misdated");
  return [
    of("five minutes after its date", promised, accepted + 300_000, valid("promised")),
    of("more than five minutes after its date", promised, accepted + 300_001, misdated),
    of("five minutes before its date", promised, accepted - 300_000, valid("promised")),
    of("more than five minutes before its date", promised, accepted - 300_001, misdated),
    of("late, of an included entry", included, accepted + 9_000_000, doubt("receipt_misdated", "included"), both),
    of("late, and nothing is trusted", included, accepted + 9_000_000, misdated, {}),
  ];
}

/** The files of all cases: a folder for each attack, and a case a line. */
export async function conformanceFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const [attack, cases] of Object.entries(await conformanceCases())) {
    if (new Set(cases.map(({ says }) => says)).size < cases.length) throw new Error(`${attack}: a case is there twice`);
    files.set(`${attack}/cases.jsonl`, cases.map((one) => `${JSON.stringify(one)}\n`).join(""));
  }
  return files;
}

/** A promise that is dated ahead of every verifier's clock. */
async function aheadOfClock(): Promise<string> {
  const test = await openTestOperator(undefined, () => 4_000_000_000_000);
  try {
    await test.anchorlog.submit(await signAction(wallets[0]!, "a.example", 0, { deadline: 4_000_000_060 }));
    return compactJson(formatBundle(await test.anchorlog.bundle({ log: "a.example", index: 0 })));
  } finally {
    await test.close();
  }
}

/** All cases, by attack. */
async function conformanceCases(): Promise<Record<string, Case[]>> {
  const test = await openTestOperator();
  try {
    for (let nonce = 0; nonce < 3; nonce++) {
      await test.anchorlog.submit(await signAction(wallets[0]!, "a.example", nonce));
      if (nonce !== 1) await test.anchorlog.closeBatches();
    }
    await test.anchorlog.submit(
      await signAction(wallets[0]!, "b.example", 0, { kind: "HttpRequest", payload: HTTP_REQUEST }),
    );
    await test.anchorlog.closeBatches();
    await test.anchorlog.checkpoint();
    const bundle = async (log: string, index: number) =>
      compactJson(formatBundle(await test.anchorlog.bundle({ log, index })));
    const http = edit(await bundle("b.example", 0), ["inclusion"], () => undefined);
    const first = await bundle("a.example", 1);
    return {
      honest: honest(http, await aheadOfClock(), formatTrust(trusted)),
      refused: refused(),
      ...members(),
      ...forms(),
      ...records(http, first),
      ...paths(),
      "strict-json": jsons(),
      kind: kinds(),
      value: values(),
      ...signatures(),
      "receipt-date": dates(),
      checkpoint: checkpoints(),
      ...proofs(),
    };
  } finally {
    await test.close();
  }
}
