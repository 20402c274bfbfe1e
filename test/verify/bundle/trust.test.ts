import { describe, expect, it } from "vitest";
import { hashTypedData } from "viem";
import { privateKeySigner, type DigestSigner, type Hex } from "anchorlog/action";
import { parseCheckpoint, signCheckpoint } from "anchorlog/batch";
import { ed25519NoteKey, formatVerifierKey } from "anchorlog/tlog";
import { formatTrust, parseTrust, type TrustedOperator } from "anchorlog/verify/bundle";
import {
  isDescriptionBy,
  isTrustedCheckpoint,
  leadsFrom,
  receiptKeyAt,
  signDescription,
  signSuccessor,
} from "../../../src/batch/trusted.ts";
import { readTrust, receiptKeyDoubt, type Trust } from "../../../src/verify/trust.ts";
import { keys, operator, trusted } from "../../operator.ts";

const signerOf = (byte: string) => privateKeySigner(`0x${byte.repeat(32)}`);
const [first, second, third, stranger] = [signerOf("a1"), signerOf("a2"), signerOf("a3"), signerOf("a4")];
const keyOf = ({ address }: typeof first) => address.toLowerCase() as Hex;
const [a, b, c, other] = [keyOf(first), keyOf(second), keyOf(third), keyOf(stranger)];
const noteKeyOf = (name: string) => ed25519NoteKey(name, new Uint8Array(32).fill(2));
const noteKey = noteKeyOf(trusted.noteKey.name);

/** An operator whose receipt keys were `a` until 1 s, `b` until 2 s, and are `c` now. */
const rotated = async (change: { by?: typeof first; to?: Hex; from?: number } = {}): Promise<TrustedOperator> => {
  const { by = first, to = b, from = 1 } = change;
  const endorsement = await signSuccessor(operator, { key: to, from }, by);
  return {
    ...trusted,
    receiptKey: c,
    earlier: [
      { role: "anchor", key: other, until: 9 },
      { role: "receipt", key: a, until: 1, endorsement },
      { role: "note", key: noteKey },
      { role: "note", key: noteKey, until: 3 },
      { role: "note", key: noteKey },
      { role: "receipt", key: b, until: 2, endorsement: await signSuccessor(operator, { key: c, from: 2 }, second) },
    ],
  };
};

describe("a trust file", () => {
  const file = JSON.parse(formatTrust(trusted)) as object;
  const receipt = { role: "receipt", key: a, until: "5" };
  const many = (count: number) => ({ earlier: Array.from({ length: count }, () => ({ role: "note", key: note })) });
  const note = formatVerifierKey(noteKey);
  const foreign = formatVerifierKey(noteKeyOf("example.org/log"));

  it("is read as it was written, with up to 1,024 earlier keys", async () => {
    const given = await rotated();
    const few = { ...given, earlier: given.earlier!.slice(0, 1) };
    for (const one of [given, few]) expect(parseTrust(formatTrust(one))).toEqual(one);
    expect(JSON.parse(formatTrust({ ...trusted, earlier: [] }))).toEqual(file);
    expect(parseTrust(JSON.stringify({ ...file, ...many(1_024) })).earlier).toHaveLength(1_024);
  });

  it.each([
    [{ noteKey: foreign }, /^noteKey: is named "example.org\/log", and the operator's origin is anchorlog/],
    [{ earlier: [{ role: "note", key: foreign }] }, /^earlier\[0\]\.key: is named/],
    [{ earlier: [receipt, receipt] }, /^earlier\[1\]: does not end after the one before in its role/],
    [{ earlier: [receipt, { role: "note", key: note }, { ...receipt, until: "4" }] }, /^earlier\[2\]: does not end/],
    [{ earlier: [{ ...receipt, role: "witness" }] }, /^earlier\[0\]\.role: expected .*"witness"/],
    [{ earlier: [{ ...receipt, role: "anchor", endorsement: `0x${"00".repeat(65)}` }] }, /earlier\[0\].*endorsement/],
    [{ earlier: [{ ...receipt, endorsement: `0x${"00".repeat(64)}` }] }, /^earlier\[0\]\.endorsement/],
    [{ earlier: [{ ...receipt, key: `${a}00` }] }, /^earlier\[0\]\.key/],
    [{ earlier: [{ role: "receipt", key: a }] }, /^earlier\[0\].*until/],
    [many(1_025), /^earlier/],
  ])("is refused by the place of its fault, %#", (change, message) => {
    expect(() => parseTrust(JSON.stringify({ ...file, ...change }))).toThrow(message);
  });
});

it("an operator or chain of another form is the caller's mistake", async () => {
  const chain = new Error("no answer") as Trust["chain"];
  expect(readTrust({ operator: trusted, chain })).toMatchObject({ operator: trusted, chain });
  for (const [given, message] of [
    [{ operator: "{}" }, "the trusted operator has no operator"],
    [{ chain: "https://eth.example" }, "the trusted chain has no chainId"],
  ] as const)
    expect(() => readTrust(given as unknown as Trust)).toThrow(
      expect.objectContaining({ code: "bad_option", message: expect.stringContaining(message) as string }),
    );
});

it("a receipt key serves until its end, in its role only", async () => {
  const given = await rotated();
  const at = (key: Hex, ms: number) => receiptKeyAt(given, key, ms);
  expect([at(c, 0), at(c, 9e9), at(a, 1_000), at(b, 2_000)]).toEqual(Array(4).fill("serves"));
  expect([at(a, 1_001), at(b, 2_001), at(other, 0)]).toEqual(["ended", "ended", "unknown"]);
  const doubts = [receiptKeyDoubt(given, c, 0), receiptKeyDoubt(given, a, 1_001), receiptKeyDoubt(given, other, 0)];
  expect(doubts).toEqual([undefined, expect.stringContaining("had ended"), expect.stringContaining("is not in the")]);
});

it("receipt keys lead from one to a later one if each has endorsed the next", async () => {
  const leading = (given: TrustedOperator) =>
    [a, b, c, other].map((from) => [a, b, c, other].map((to) => (leadsFrom(from, given, to) ? "x" : "-")).join(""));
  expect(leading(await rotated())).toEqual(["xxx-", "-xx-", "--x-", "----"]);
  for (const change of [{ by: stranger }, { to: c }, { from: 2 }])
    expect(leading(await rotated(change))).toEqual(["----", "-xx-", "--x-", "----"]);
});

it("successors and descriptions are signed as the typed data that a signer shows", async () => {
  const shown: string[] = [];
  const signer: DigestSigner = {
    address: first.address,
    sign: async ({ hash, typedData }) => {
      expect(hashTypedData(typedData as never)).toBe(hash);
      shown.push(typedData!.primaryType);
      return first.sign({ hash });
    },
  };
  await signSuccessor(operator, { key: b, from: 1 }, signer);
  const content = { authority: "api.example" };
  const signature = await signDescription(operator, content, signer);
  expect(shown).toEqual(["Successor", "Description"]);
  expect(isDescriptionBy(a, operator, content, signature)).toBe(true);
  expect(isDescriptionBy(b, operator, content, signature)).toBe(false);
  expect(isDescriptionBy(a, operator, {}, signature)).toBe(false);
  expect(isDescriptionBy(a, operator, content, "0x")).toBe(false);
});

it("a checkpoint needs the signatures of an anchor key and of a note key, of any time", async () => {
  const note = await signCheckpoint(operator, { size: 1, root: new Uint8Array(32) }, keys);
  const { anchorKey } = trusted;
  const late = { ...trusted, anchorKey: other, noteKey };
  const anchor = { role: "anchor", key: anchorKey, until: 1 } as const;
  const earlierNote = { role: "note", key: trusted.noteKey } as const;
  const judge = (given: TrustedOperator) => isTrustedCheckpoint(parseCheckpoint(note), given);
  expect(judge(trusted)).toBe(true);
  expect(judge({ ...late, earlier: [anchor, earlierNote] })).toBe(true);
  for (const earlier of [[], [anchor], [earlierNote], [{ ...anchor, role: "receipt" } as const, earlierNote]])
    expect(judge({ ...late, earlier })).toBe(false);
});
