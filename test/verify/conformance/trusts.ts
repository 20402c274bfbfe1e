/** Cases about trust: unchanged bundles and checkpoints, proofs of trees, and dates. */
import { buildTree, consistencyProof, hashLeaf, inclusionProof, treeRoot } from "anchorlog/crypto/merkle";
import { fromHex, toHex, type Hex } from "anchorlog";
import type { Answer, Request } from "../../../src/cli/conformance.ts";
import type { RefusedCase } from "../bundle/refused.ts";
import {
  bundleCase,
  type Case,
  compactJson,
  doubt,
  golden,
  included,
  invalid,
  NOTE,
  other,
  promised,
  text,
  textAt,
  TRUST,
  valid,
} from "./changes.ts";

const trusts = { none: {}, keys: { trust: TRUST }, note: { trustedCheckpoint: NOTE } };
const both = { trust: TRUST, trustedCheckpoint: NOTE };

export function honest(http: string, ahead: string, own: string): Case[] {
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

export function refused(): Case[] {
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

export function checkpoints(): Case[] {
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

export function proofs(): Record<string, Case[]> {
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

export function dates(): Case[] {
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
