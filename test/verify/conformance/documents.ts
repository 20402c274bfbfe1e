/** Cases of a bundle's JSON, of its records byte by byte, and of its paths. */
import type { Hex } from "anchorlog";
import { utf8 } from "../../../src/base/bytes.ts";
import {
  anchored,
  asked,
  at,
  bundleCase,
  type Case,
  changedCase,
  compactJson,
  doubt,
  edit,
  golden,
  included,
  invalid,
  items,
  nameOf,
  other,
  type Path,
  promised,
  TRUST,
  valid,
} from "./changes.ts";

/** The paths of all values in a document, arrays by their first item. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const members = Array.isArray(value) ? Object.entries(value).slice(0, 1) : Object.entries(value);
  const inner = members.flatMap(([name, item]) => pathsOf(item, [...path, Array.isArray(value) ? 0 : name]));
  return path.length === 0 ? inner : [path, ...inner];
}

const DOCUMENTS = [
  ["included", included],
  ["promised", promised],
] as const;

export function members(): Record<string, Case[]> {
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

export function forms(): Record<string, Case[]> {
  const hex: Case[] = [];
  const numbers: Case[] = [];
  for (const path of pathsOf(JSON.parse(included))) {
    const value = at(included, path);
    const add = (list: Case[], says: string, next: string) =>
      list.push(changedCase(`${nameOf(path)} ${says}`, included, path, next, "non_canonical"));
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

export function records(http: string, first: string): Record<string, Case[]> {
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

export function paths(): Record<string, Case[]> {
  const list = (place: Path, code: string, says: string, document: string): Case[] => [
    ...items(at(document, place)).map((_, i) =>
      changedCase(`${says}: hash ${i} is another`, document, [...place, i], other, code),
    ),
    ...(
      [
        ["has a hash too many", (path: unknown) => [...items(path), other]],
        ["has a hash too few", (path: unknown) => items(path).slice(1)],
        ["is reversed", (path: unknown) => items(path).toReversed()],
        ["is empty", () => []],
      ] as const
    ).map(([how, change]) => changedCase(`${says} ${how}`, document, place, change, code)),
    changedCase(
      `${says} has 54 hashes`,
      document,
      place,
      Array.from({ length: 54 }, () => other),
      "malformed",
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
        changedCase(`${nameOf(path.slice(1))} is another`, anchored, path, other, "zk_mismatch"),
      ),
      changedCase(
        "a sibling is r",
        included,
        [...zkPath, 0, 0],
        "0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001",
        "non_canonical",
      ),
      changedCase("seven levels", included, zkPath, (levels) => items(levels).slice(1), "malformed"),
      changedCase("nine levels", included, zkPath, (levels) => [...items(levels), items(levels)[0]], "malformed"),
      changedCase("two siblings", included, [...zkPath, 7], (three) => items(three).slice(1), "malformed"),
      changedCase("four siblings", included, [...zkPath, 7], (three) => [...items(three), other], "malformed"),
      changedCase("a level is reversed", included, [...zkPath, 0], (level) => items(level).toReversed(), "zk_mismatch"),
    ],
  };
}

export function jsons(): Case[] {
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
