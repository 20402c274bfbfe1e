/**
 * A verifier written from protocol/1-verify §6, §6.1 and §9 alone: nothing of this project is imported. It
 * must agree with the vectors that TypeScript and Solidity read.
 */
import { readFileSync } from "node:fs";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { describe, expect, it } from "vitest";

type Kind = {
  name: string;
  primaryType: string;
  payloadType: string;
  payload: Record<string, string | boolean>;
  words: string[];
  part: number;
  objectKey: string;
  holder?: string;
};
type Pair = { name: string; earlier: string; later: string; wrongPrior: boolean };
type Single = { name: string; kind: string; entry: string; deadline: string; wrongObject: boolean };
type Carry = { name: string; kind: string; earlier: string; later: string; wrongCarry: boolean };

const vectors = JSON.parse(readFileSync(new URL("../../vectors/objects.json", import.meta.url), "utf8")) as {
  kinds: Kind[];
  pairs: Pair[];
  objects: Single[];
  carries: Carry[];
};
const kindOf = (name: string) => vectors.kinds.find((kind) => kind.name === name)!;

const NONE = 2n ** 64n - 1n;
const MAX = 2n ** 53n - 1n;
const ZERO_WORD = "0".repeat(64);
const NOBODY = "0".repeat(40);
const ANYBODY = "f".repeat(40);

// Bytes are lower-case hexadecimal without a prefix throughout.
const bare = (hex: string) => hex.slice(2).toLowerCase();
const keccak = (bytes: Uint8Array) => Buffer.from(keccak_256(bytes)).toString("hex");
const textHash = (text: string) => keccak(Buffer.from(text, "utf8"));

/** The 32-byte word of EIP-712's encodeData for a value of an atomic or dynamic type. */
function wordOf(type: string, value: string | boolean): string {
  if (type === "bool") return (value === true ? "1" : "0").padStart(64, "0");
  const text = value as string;
  if (type === "string") return textHash(text);
  if (type === "bytes") return keccak(Buffer.from(bare(text), "hex"));
  if (type === "address") return bare(text).padStart(64, "0");
  if (/^bytes\d+$/.test(type)) return bare(text).padEnd(64, "0");
  if (/^u?int\d+$/.test(type)) return BigInt.asUintN(256, BigInt(text)).toString(16).padStart(64, "0");
  throw new Error(`no word for the type ${type}`);
}

/** The texts of a payload type's members, such as `string objectId`. */
const membersOf = (payloadType: string) => payloadType.slice(payloadType.indexOf("(") + 1, -1).split(",");

function wordsOf({ payloadType, payload }: Kind): string[] {
  return membersOf(payloadType).map((member) => {
    const [type, name] = member.split(" ") as [string, string];
    return wordOf(type, payload[name]!);
  });
}

const REQUEST =
  "HttpRequestPayload(string authority,string method,string target,string contentType,bytes32 contentDigest)";
const ASK = "AskPayload(bytes32 objectKey)";

/** The table of section 4.2. */
function readAction(payloadType: string, words: readonly string[]) {
  if (payloadType === REQUEST) return { part: 0, objectKey: ZERO_WORD, named: undefined };
  if (payloadType === ASK) return { part: 2, objectKey: words[0]!, named: undefined };
  const [first, second] = membersOf(payloadType);
  return {
    part: 1,
    objectKey: keccak(Buffer.from(textHash(first!) + words[0]!, "hex")),
    named: second === "address holder" ? words[1]!.slice(24) : undefined,
  };
}

/** The table of section 4. */
function decode(hex: string) {
  const bytes = bare(hex);
  if (bytes.length !== 2 * 267) throw new Error(`an entry of ${bytes.length / 2} bytes`);
  const at = (offset: number, length: number) => bytes.slice(2 * offset, 2 * (offset + length));
  const number = (offset: number, length: number) => BigInt(`0x${at(offset, length)}`);
  return {
    tag: number(0, 1),
    log: at(1, 32),
    index: number(33, 8),
    actor: at(73, 20),
    scheme: number(189, 1),
    verifiedBlock: number(190, 8),
    acceptedAt: number(198, 8),
    part: Number(number(206, 1)),
    objectKey: at(207, 32),
    prior: number(239, 8),
    holder: at(247, 20),
  };
}
type Entry = ReturnType<typeof decode>;

/** Section 8.3's "well-formed entry". */
function isWellFormed(e: Entry): boolean {
  if (e.tag !== 1n || e.index > MAX || e.verifiedBlock > MAX || e.acceptedAt > MAX) return false;
  if (!(e.scheme === 0n ? e.verifiedBlock === 0n : e.scheme === 1n && e.verifiedBlock > 0n)) return false;
  if (e.part === 0) return e.objectKey === ZERO_WORD && e.prior === 0n && e.holder === NOBODY;
  if (e.part !== 1 && e.part !== 2) return false;
  if (e.prior !== NONE && e.prior >= e.index) return false;
  return !(e.part === 2 && e.prior === NONE && e.holder !== ANYBODY);
}

/** Fault 9, of two entries that are well-formed. */
function isWrongPrior(earlier: Entry, later: Entry): boolean {
  if (earlier.log !== later.log || earlier.index >= later.index || later.part === 0) return false;
  const uponIt = earlier.part !== 0 && earlier.objectKey === later.objectKey;
  if (later.prior === earlier.index && !(uponIt && earlier.part === 1)) return true;
  if (!uponIt) return false;
  const newest = earlier.part === 1 ? earlier.index : earlier.prior;
  if (later.prior === newest && later.part === 2) return later.holder !== earlier.holder;
  if (later.prior === newest) return earlier.holder !== ANYBODY && !mayAct(earlier.holder, later);
  return later.prior === NONE || later.prior < earlier.index;
}

/**
 * Section 4.2: if the prior's holder is not anybody, the act must be by that holder, under scheme 0. Nobody acts if the
 * holder is nobody.
 */
const mayAct = (holder: string, act: Entry) => holder !== NOBODY && act.actor === holder && act.scheme === 0n;

/** Fault 10, of a well-formed entry whose action is opened by its kind's payload. */
function isWrongObject(entry: Entry, kind: Kind, deadline: bigint): boolean {
  const said = readAction(kind.payloadType, wordsOf(kind));
  if (entry.part !== said.part || entry.objectKey !== said.objectKey) return true;
  if (said.named !== undefined && entry.holder !== said.named) return true;
  if (entry.part === 1 && entry.prior === NONE && said.named === undefined && entry.holder !== ANYBODY) return true;
  return entry.acceptedAt / 1_000n > deadline;
}

/** Fault 11: an act that names no holder, opened, and its prior, an act upon its object. */
function isWrongCarry(earlier: Entry, later: Entry, kind: Kind): boolean {
  if (earlier.log !== later.log || later.part !== 1 || earlier.part !== 1) return false;
  if (later.prior !== earlier.index || later.objectKey !== earlier.objectKey) return false;
  const { named } = readAction(kind.payloadType, wordsOf(kind));
  return named === undefined && later.holder !== earlier.holder;
}

describe("a verifier written from the protocol's text alone", () => {
  it("reads the same part, object and holder from each kind", () => {
    const types = new Set<string>();
    for (const kind of vectors.kinds) {
      const words = wordsOf(kind);
      const { part, objectKey, named } = readAction(kind.payloadType, words);
      expect([kind.name, words.map((word) => `0x${word}`)]).toEqual([kind.name, kind.words]);
      expect([kind.name, part, `0x${objectKey}`]).toEqual([kind.name, kind.part, kind.objectKey]);
      expect([kind.name, named && `0x${named}`]).toEqual([kind.name, kind.holder]);
      types.add(membersOf(kind.payloadType)[0]!.split(" ")[0]!.replace(/\d+$/, ""));
    }
    // Each sort of type occurs. Here "bytes" covers `bytes` and bytes1 to bytes32.
    expect([...types].toSorted()).toEqual(["address", "bool", "bytes", "int", "string", "uint"]);
  });

  it.each(vectors.pairs)("judges a pair the same: $name", ({ earlier, later, wrongPrior }) => {
    const [first, second] = [decode(earlier), decode(later)];
    expect([isWellFormed(first), isWellFormed(second)]).toEqual([true, true]);
    expect(isWrongPrior(first, second)).toBe(wrongPrior);
  });

  it.each(vectors.objects)("judges an opened entry the same: $name", ({ kind, entry, deadline, wrongObject }) => {
    expect(isWellFormed(decode(entry))).toBe(true);
    expect(isWrongObject(decode(entry), kindOf(kind), BigInt(deadline))).toBe(wrongObject);
  });

  it.each(vectors.carries)("judges a carry the same: $name", ({ kind, earlier, later, wrongCarry }) => {
    const [first, second] = [decode(earlier), decode(later)];
    expect([isWellFormed(first), isWellFormed(second)]).toEqual([true, true]);
    expect(isWrongCarry(first, second, kindOf(kind))).toBe(wrongCarry);
  });

  it("detects a change of any of the four fields in correct entries", () => {
    const [holding, free] = ["a holder", "an address called to"].map(kindOf) as [Kind, Kind];
    const right = vectors.objects.find(({ name }) => name === "as named")!;
    const carried = vectors.carries.find(({ name }) => name === "the holder before")!;
    const flip = (hex: string, offset: number) => {
      const bytes = Buffer.from(bare(hex), "hex");
      bytes[offset]! ^= 1;
      return decode(`0x${bytes.toString("hex")}`);
    };
    const convicts = (hex: string, kind: Kind, deadline: bigint) => (offset: number) => {
      const lie = flip(hex, offset);
      const prior = decode(carried.earlier);
      return (
        !isWellFormed(lie) ||
        isWrongObject(lie, kind, deadline) ||
        isWrongPrior(prior, lie) ||
        isWrongCarry(prior, lie, kind)
      );
    };
    const offsets = Array.from({ length: 61 }, (_, i) => 206 + i);
    const named = convicts(right.entry, holding, BigInt(right.deadline));
    const carry = convicts(carried.later, free, NONE);
    // A lie about a named holder shows in the entry itself. A lie about a carried holder shows together with the prior.
    expect(offsets.filter((offset) => (offset < 239 || offset > 246) && !named(offset))).toEqual([]);
    expect(offsets.filter((offset) => !carry(offset))).toEqual([]);
  });
});
